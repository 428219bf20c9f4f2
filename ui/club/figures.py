"""Player statistics and the leaderboard of a server, as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from i18n.translation import N_, Words, by_letters
from tabletop.club.figures import Figures
from tabletop.club.ranking import Ranking
from tabletop.club.rating import LEAST_GAMES
from tabletop.time_control import DAY, HOUR, MINUTE
from ui.texts.escaping import plain_name
from ui.texts.feats import counted_feats
from words.sentences import gold_text

ON_A_PAGE: Final = 10
"""People on a page of the ranking."""


@dataclass(frozen=True, slots=True)
class Order:
    """A sort order of the leaderboard: the statistic by which players are compared.

    Attributes:
        caption: the order's English name.
        key: returns the statistic to compare, the greatest first; players without one come last.
        told: returns the statistic as text.
    """

    caption: str
    key: Callable[[Figures], float | None]
    told: Callable[[Figures, Words], str]


ORDERS: Final = (
    Order(N_("rating"), lambda one: one.rating, lambda one, words: rating_text(one, words)),
    Order(N_("games won"), lambda one: one.wins, lambda one, words: str(one.wins)),
    Order(N_("games played"), lambda one: one.games, lambda one, words: str(one.games)),
    Order(
        N_("median gold"),
        lambda one: one.gold,
        lambda one, words: gold_text(one.gold or 0, words),
    ),
    Order(
        N_("best single sale"),
        lambda one: one.sale,
        lambda one, words: gold_text(one.sale or 0, words),
    ),
    Order(
        N_("games won in a row"),
        lambda one: one.series or None,
        lambda one, words: words("{count} in a row", count=one.series),
    ),
    Order(
        N_("shortest turns"),
        # Negative, since the greatest comes first.
        lambda one: None if one.turn is None else -one.turn,
        lambda one, words: duration_text(one.turn or 0, words),
    ),
)
"""The orders, the default first. Buttons name them by their places, so new ones come last."""


def ranked(ranking: Ranking, order: Order) -> list[Figures]:
    """Return the players who have a game that counts, sorted by a leaderboard order."""
    played = [one for one in ranking.figures.values() if one.games and ranking.shows(one.person)]

    def place(one: Figures) -> tuple[float, int, int, tuple[str, str]]:
        key = order.key(one)
        name = by_letters(ranking.names.get(one.person, ""))
        # Ties are broken by name in the end, so that pages never overlap.
        return (float("inf") if key is None else -key), -one.wins, -one.games, name

    return sorted(played, key=place)


def ranking_text(
    ranking: Ranking, people: Sequence[Figures], order: Order, page: int, count: int, words: Words
) -> str:
    """Return a page of the leaderboard as text."""
    head = words("**Ranking of this server**: {order}", order=words(order.caption))
    if count > 1:
        head = words("{heading}, page {page} of {count}", heading=head, page=page, count=count)
    if not people:
        return "\n".join([head, *_not_begun(ranking, words)])
    first = (page - 1) * ON_A_PAGE
    shown = people[first : first + ON_A_PAGE]
    lines = [head]
    lines += [
        _ranking_line(ranking, people, place, order, words)
        for place in range(first, first + len(shown))
    ]
    if order is ORDERS[0] and any(one.provisional for one in shown):
        few = words("? marks a provisional rating: fewer than {least} games.", least=LEAST_GAMES)
        lines.append(few)
    return "\n".join([*lines, *_hidden(ranking, words)])


def _not_begun(ranking: Ranking, words: Words) -> list[str]:
    """Return what is missing until a ranking has its first line."""
    if ranking.hidden:
        return [words("No person is listed yet."), *_hidden(ranking, words)]
    lines = [words("It begins with the first finished game among people.")]
    if ranking.playing:
        lines.append(
            words.plural(
                "{n} game is being played here.",
                "{n} games are being played here.",
                ranking.playing,
            )
        )
    else:
        lines.append(words("No game is being played here: `/arkadia start` opens one."))
    return lines


def _hidden(ranking: Ranking, words: Words) -> list[str]:
    """Return how many people have results that the ranking does not show."""
    if not ranking.hidden:
        return []
    return [
        words.plural(
            "{n} more person has results here and is not listed.",
            "{n} more people have results here and are not listed.",
            ranking.hidden,
        )
    ]


def about_reader(ranking: Ranking, person: int, words: Words) -> str:
    """Return whether a person is in the ranking, and what is missing if they are not."""
    played = ranking.of(person).games
    if ranking.shows(person):
        if played:
            return words("You are in the ranking. `/arkadia-club leave` takes you out.")
        return words(
            "You enter the ranking with your first finished game against people here. "
            "`/arkadia-club leave` keeps you out."
        )
    if person in ranking.held and person not in ranking.choices:
        return words(
            "You enter the ranking with your next finished game against people here. "
            "`/arkadia-club leave` keeps you out."
        )
    if played:
        return words("Only you see your figures. *Show me to others* puts you into the ranking.")
    return words("To be in it, finish a game against people here, and choose *Show me to others*.")


def _ranking_line(
    ranking: Ranking, people: Sequence[Figures], place: int, order: Order, words: Words
) -> str:
    one, key = people[place], order.key(people[place])
    name = plain_name(ranking.names.get(one.person, "?"))
    games = words.plural("{n} game, {wins} won", "{n} games, {wins} won", one.games, wins=one.wins)
    if one.abandoned:
        left = words.plural("{n} abandoned", "{n} abandoned", one.abandoned)
        games = words.listing([games, left])
    if key is None:
        return words("- {name}: {games}", name=name, games=games)
    # Equal figures share a rank, and the next one leaves a gap, as in sports.
    rank = 1 + sum((order.key(other) or key) > key for other in people[:place])
    return words(
        "{rank}. **{name}**: {told} · {games}",
        rank=rank,
        name=name,
        told=order.told(one, words),
        games=games,
    )


def player_text(ranking: Ranking, figures: Figures, name: str, words: Words) -> str:
    """Return a player's statistics as text, one per line."""
    lines = [words("**{name}** on this server, against people", name=plain_name(name))]
    if not figures.games:
        lines = [
            words(
                "**{name}** has not finished a game against people here yet.", name=plain_name(name)
            )
        ]
    else:
        lines += [_rating_line(ranking, figures, words), *_habits(figures, words)]
    if figures.others:
        lines.append(
            words.plural(
                "- Against computer players: {n} game, {wins} won",
                "- Against computer players: {n} games, {wins} won",
                figures.others,
                wins=figures.other_wins,
            )
        )
    return "\n".join(lines)


def rating_text(figures: Figures, words: Words) -> str:
    """Return a rating as text, with a question mark while it is provisional."""
    rating = str(figures.rating)
    # Translators: a rating with the mark that says it is provisional, such as 1043?
    return words("{rating}?", rating=rating) if figures.provisional else rating


def _rating_line(ranking: Ranking, figures: Figures, words: Words) -> str:
    rating = rating_text(figures, words)
    told = words("- Rating: **{rating}**", rating=rating)
    if ranking.shows(figures.person):
        rated = [one.rating for one in ranked(ranking, ORDERS[0]) if one.rating is not None]
        told = words(
            "- Rating: **{rating}**, place {place} of {count}",
            rating=rating,
            place=1 + sum(rating > (figures.rating or 0) for rating in rated),
            count=len(rated),
        )
    if not figures.provisional:
        return told
    left = LEAST_GAMES - figures.games
    return words.plural(
        "{told}; provisional for {n} more game",
        "{told}; provisional for {n} more games",
        left,
        told=told,
    )


def _habits(figures: Figures, words: Words) -> list[str]:
    lines = [
        words.plural(
            "- Played {n} game, won {wins}; {series} in a row at most",
            "- Played {n} games, won {wins}; {series} in a row at most",
            figures.games,
            wins=figures.wins,
            series=figures.series,
        ),
    ]
    if figures.abandoned:
        lines.append(
            words.plural("- Abandoned: {n} game", "- Abandoned: {n} games", figures.abandoned)
        )
    if figures.gold is not None:
        gold = words.number(figures.gold)
        lines.append(words("- Gold at the end: {gold} (median)", gold=gold))
    if figures.turn is not None:
        took = duration_text(figures.turn, words)
        lines.append(words("- A turn takes: {time} (median)", time=took))
    if figures.favourite is not None:
        form, count = figures.favourite
        lines.append(
            words.plural(
                "- Favourite building: {form}, built {n} time",
                "- Favourite building: {form}, built {n} times",
                count,
                form=words.name(form),
            )
        )
    if figures.sale is not None:
        lines.append(words("- Best single sale: {gold}", gold=gold_text(figures.sale, words)))
    if feats := counted_feats(figures.feats, words):
        lines.append(words("- Feats: {feats}", feats=feats))
    return lines


def duration_text(milliseconds: float, words: Words) -> str:
    """Return a duration as text, in days, hours or minutes, by its length."""
    if milliseconds >= 2 * DAY:
        return words.plural("{n} day", "{n} days", round(milliseconds / DAY))
    if milliseconds >= 2 * HOUR:
        return words.plural("{n} hour", "{n} hours", round(milliseconds / HOUR))
    return words.plural("{n} minute", "{n} minutes", max(1, round(milliseconds / MINUTE)))
