"""A server's players in figures, and their ranking, which people can leave."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord
from discord import ButtonStyle, app_commands
from discord.ext import commands

from cogs.club import archive, picture, results
from cogs.club.service import HIDE_ME, RANKING_RULES, Club, Ranking
from cogs.club.standings import LEAST_GAMES, Figures
from i18n.translation import N_, NC_, Words, by_letters
from tabletop.time_control import DAY, HOUR, MINUTE
from ui import components
from ui.answers import RefusalError, put
from ui.interactions import Interaction, guild_of, is_moderator, services_of, words_of
from ui.pictures import theme_of
from ui.texts.markup import NAME, plain_name, short
from words.sentences import gold_text

SHOW_ME: Final = components.ButtonFace(
    "show-me", NC_("button", "Show me to others"), 0, style=ButtonStyle.success
)
CHALLENGE_THEM: Final = components.ButtonFace(
    "challenge-them", NC_("button", "Challenge"), digits=19
)
"""The number is the id of the person who is challenged."""
PLAYER: Final = components.MenuFace("player", NC_("button", "View a player…"), 0)
RANKING: Final = components.ButtonFace("ranking", NC_("button", "Ranking"), 0)
RANKING_BACK: Final = components.ButtonFace("ranking-back", NC_("button", "Back"), 2)
"""The numbers are that of the order and the page, from 1."""
RANKING_ON: Final = components.ButtonFace("ranking-on", NC_("button", "Next"), 2)
RANK_BY: Final = components.MenuFace("rank-by", NC_("button", "Rank by…"), 0)

ON_A_PAGE: Final = 10  # people on a page of the ranking


@dataclass(frozen=True, slots=True)
class Order:
    """A sort order of the leaderboard: the statistic by which players are compared."""

    caption: str
    # returns the statistic to compare, the greatest first; players without one come last
    key: Callable[[Figures], float | None]
    text: Callable[[Figures, Words], str]


ORDERS: Final = (
    Order(N_("rating"), lambda one: one.rating, lambda one, words: rating_text(one, words)),
    Order(N_("games won"), lambda one: one.wins, lambda one, words: str(one.wins)),
    Order(N_("games played"), lambda one: one.games, lambda one, words: str(one.games)),
    Order(
        N_("median gold"), lambda one: one.gold, lambda one, words: gold_text(one.gold or 0, words)
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
        N_("fastest turns"),
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
    head = words("**This server's ranking**: {order}", order=words(order.caption))
    if count > 1:
        head = words("{heading}, page {page} of {count}", heading=head, page=page, count=count)
    if not people:
        return "\n".join([head, *_not_begun(ranking, words), *_hidden(ranking, words)])
    first = (page - 1) * ON_A_PAGE
    shown = people[first : first + ON_A_PAGE]
    lines = [head]
    lines += [
        _ranking_line(ranking, people, place, order, words)
        for place in range(first, first + len(shown))
    ]
    if order is ORDERS[0] and any(one.provisional for one in shown):
        few = words(
            "A “?” marks a provisional rating: fewer than {least} games.", least=LEAST_GAMES
        )
        lines.append(few)
    return "\n".join([*lines, *_hidden(ranking, words)])


def _not_begun(ranking: Ranking, words: Words) -> list[str]:
    """Return what is missing until a ranking has its first line."""
    lines = [words("Nobody is in the ranking yet.")]
    if ranking.hidden:
        return lines
    if ranking.playing:
        lines.append(
            words.plural(
                "{n} game is being played here.",
                "{n} games are being played here.",
                ranking.playing,
            )
        )
    else:
        lines.append(words("There's no game here. `/arkadia start` opens one."))
    return lines


def _figure(name: str, value: str, words: Words) -> str:
    return f"- {words.labelled(name, value)}"


def _hidden(ranking: Ranking, words: Words) -> list[str]:
    if not ranking.hidden:
        return []
    return [
        words.plural(
            "{n} player has finished games here but isn't listed.",
            "{n} players have finished games here but aren't listed.",
            ranking.hidden,
        )
    ]


def about_reader(ranking: Ranking, person: int, words: Words) -> str:
    """Return whether a person is in the ranking, and what is missing if they are not."""
    played = ranking.of(person).games
    if ranking.shows(person) and played:
        return words("You're in the ranking. To opt out, press *Hide me*.")
    if ranking.shows(person) or ranking.asked.begins_later:
        return words(
            "You'll join the ranking when you next finish a game against people here. To "
            "opt out, press *Hide me*."
        )
    if played:
        return words("Only you see your numbers. *Show me to others* puts you in the ranking.")
    return words(
        "To join the ranking, finish a game against people here and press *Show me to others*."
    )


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
        return f"- {words.labelled(name, games)}"
    # Equal figures share a rank, and the next one leaves a gap, as in sports.
    return words(
        "{rank}. **{name}**: {told} · {games}",
        rank=1 + sum((order.key(other) or key) > key for other in people[:place]),
        name=name,
        told=order.text(one, words),
        games=games,
    )


def player_text(ranking: Ranking, figures: Figures, name: str, words: Words) -> str:
    """Return a player's statistics as text, one per line."""
    name = plain_name(name)
    if figures.games:
        lines = [words("**{name}** on this server, against people", name=name)]
        lines += [_rating_line(ranking, figures, words), *_habits(figures, words)]
    else:
        lines = [words("**{name}** hasn't finished a game against people here yet.", name=name)]
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
    line = words("- Rating: **{rating}**", rating=rating)
    if ranking.shows(figures.person):
        rated = [one.rating for one in ranked(ranking, ORDERS[0]) if one.rating is not None]
        line = words(
            "- Rating: **{rating}**, place {place} of {count}",
            rating=rating,
            place=1 + sum(rating > (figures.rating or 0) for rating in rated),
            count=len(rated),
        )
    if not figures.provisional:
        return line
    return words.plural(
        "{told}; provisional for {n} more game",
        "{told}; provisional for {n} more games",
        LEAST_GAMES - figures.games,
        told=line,
    )


def _habits(figures: Figures, words: Words) -> list[str]:
    lines = [
        words.plural(
            "- Played {n} game, won {wins} (best streak: {series})",
            "- Played {n} games, won {wins} (best streak: {series})",
            figures.games,
            wins=figures.wins,
            series=figures.series,
        )
    ]
    if figures.abandoned:
        lines.append("- " + words.plural("{n} abandoned", "{n} abandoned", figures.abandoned))
    if figures.gold is not None:
        lines.append(_figure(words("median gold"), words.number(figures.gold), words))
    if figures.turn is not None:
        took = duration_text(figures.turn, words)
        lines.append(words("- Time per turn: {time} (median)", time=took))
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
        lines.append(_figure(words("best single sale"), gold_text(figures.sale, words), words))
    if feats := results.counted_feats(figures.feats, words):
        lines.append(words("- Feats: {feats}", feats=feats))
    return lines


def duration_text(milliseconds: float, words: Words) -> str:
    """Return a duration as text, in days, hours or minutes, by its length."""
    if milliseconds >= 2 * DAY:
        return words.plural("{n} day", "{n} days", round(milliseconds / DAY))
    if milliseconds >= 2 * HOUR:
        return words.plural("{n} hour", "{n} hours", round(milliseconds / HOUR))
    return words.plural("{n} minute", "{n} minutes", max(1, round(milliseconds / MINUTE)))


class ClubPeopleCommands(commands.Cog):
    """The commands for players' figures and the ranking."""

    @app_commands.command(
        description=N_("A player's games, wins, rating and habits on this server")
    )
    @app_commands.describe(person=N_("The player; leave empty for yourself"))
    async def player(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show the figures of a player."""
        who = person or interaction.user
        await show_player(interaction, who.id, who.display_name)

    @app_commands.command(description=N_("This server's ranking"))
    @app_commands.describe(by=N_("What to rank players by"))
    @app_commands.choices(
        by=[
            app_commands.Choice(name=order.caption, value=number)
            for number, order in enumerate(ORDERS)
        ]
    )
    async def ranking(self, interaction: Interaction, by: int = 0) -> None:
        """Show the ranking of the server."""
        await show_ranking(interaction, by)


async def show_player(interaction: Interaction, person: int, name: str = "") -> None:
    """Show the figures of the reader, or of a member who opted in to the ranking."""
    words, services = words_of(interaction), services_of(interaction)
    ranking = await services[Club].ranking(guild_of(interaction), person)
    own, shown = person == interaction.user.id, ranking.shows(person)
    called = name or ranking.names.get(person, "?")
    # Figures are shown to others by the person's own choice, or by a rule the person knows of.
    if not own and not shown:
        raise RefusalError(words("{name} keeps these numbers private.", name=plain_name(called)))
    figures = ranking.of(person)
    lines = [player_text(ranking, figures, called, words)]
    if own:
        lines.append(about_reader(ranking, person, words))
    files = []
    if figures.rating is not None and not figures.provisional:
        course = [(point.at, point.rating) for point in figures.course]
        theme = theme_of(interaction)
        files.append(await picture.course_file(course, short(called, NAME), words, theme=theme))
    view = components.view_of(
        RANKING.button(words=words), archive.GAMES_OF.button(person, words=words)
    )
    if own:
        _add_choice(view, ranking, person, words)
    else:
        view.add_item(CHALLENGE_THEM.button(person, words=words))
    await put(interaction, "\n".join(lines), files=files, view=view)


async def show_ranking(interaction: Interaction, by: int, page: int = 1) -> None:
    """Show a page of the ranking, sorted by a figure; what does not exist is the usual."""
    words, services = words_of(interaction), services_of(interaction)
    ranking = await services[Club].ranking(guild_of(interaction), interaction.user.id)
    # A button of another version may name an order that is gone.
    by = by if by < len(ORDERS) else 0
    people = ranked(ranking, ORDERS[by])
    count = max(1, -(-len(people) // ON_A_PAGE))
    page = components.nearest_page(page, count)
    text = ranking_text(ranking, people, ORDERS[by], page, count, words)
    shown = people[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]
    view = _ranking_view(ranking, shown, by, page, count, words)
    _add_choice(view, ranking, interaction.user.id, words)
    lines = [text, about_reader(ranking, interaction.user.id, words)]
    if is_moderator(interaction):
        view.add_item(RANKING_RULES.button(words=words))
        lines += await services[Club].unchosen(guild_of(interaction), words)
    await put(interaction, "\n".join(lines), view=view)


def _ranking_view(
    ranking: Ranking, people: Sequence[Figures], by: int, page: int, count: int, words: Words
) -> discord.ui.View:
    view = components.view_of()
    if count > 1:
        faces = RANKING_BACK, RANKING_ON
        for button in components.page_buttons(*faces, by, page=page, count=count, words=words):
            view.add_item(button)
    if not people:
        return view
    orders = [
        discord.SelectOption(label=words(order.caption), value=str(number), default=number == by)
        for number, order in enumerate(ORDERS)
    ]
    view.add_item(RANK_BY.menu(options=orders, words=words))
    named = [
        discord.SelectOption(
            label=short(ranking.names.get(one.person, "?"), NAME) or "?", value=str(one.person)
        )
        for one in people
    ]
    view.add_item(PLAYER.menu(options=named, words=words))
    return view


def _add_choice(view: discord.ui.View, ranking: Ranking, person: int, words: Words) -> None:
    """Add what the reader can choose; whom the rule lists from the next game on, both."""
    if not ranking.shows(person):
        view.add_item(SHOW_ME.button(words=words))
    if ranking.shows(person) or ranking.asked.begins_later:
        view.add_item(HIDE_ME.button(words=words))


async def _show_me(interaction: Interaction, *, shown: bool) -> None:
    """Put the person into the ranking or take them out, and show their standing."""
    user = interaction.user
    await services_of(interaction)[Club].show(guild_of(interaction), user.id, shown)
    await show_player(interaction, user.id, user.display_name)


PRESSES: Final = (
    components.with_numbers(SHOW_ME, partial(_show_me, shown=True)),
    components.with_numbers(HIDE_ME, partial(_show_me, shown=False)),
    components.with_numbers(RANKING, partial(show_ranking, by=0)),
    components.with_numbers(RANKING_BACK, show_ranking),
    components.with_numbers(RANKING_ON, show_ranking),
    components.with_choice(RANK_BY, show_ranking),
    components.with_choice(PLAYER, show_player),
)
