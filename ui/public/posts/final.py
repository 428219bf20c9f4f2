"""The message at the end: the last turns, the ranking, the gold's origin, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from db.games.rows import StoredMessage
from engine.record import Record
from engine.story import Story, story_of
from i18n.translation import N_, Words
from render import Theme
from tabletop.club.ranking import AtEnd
from tabletop.outcome import as_counted, outcome_of
from tabletop.rematch import REMATCH
from tabletop.table import Table
from ui import buttons
from ui.components.views import view_of
from ui.pictures import end_file, story_file
from ui.public.posts.post import Post
from ui.public.posts.turn import log_has_more, told_turns, told_until
from ui.texts.escaping import NAME, plain_name, short
from ui.texts.feats import feats_lines
from ui.texts.fitting import Part
from ui.texts.game.events import Teller
from ui.texts.game.series import series_line
from ui.texts.icons import GOLD
from web.links import link_of
from words.sentences import gold_of_winners, gold_text

NOTHING_RANKED: Final = AtEnd()


async def final_post(
    table: Table,
    words: Words,
    before: StoredMessage | None,
    told: Sequence[int] = (),
    pages: str = "",
    ranked: AtEnd = NOTHING_RANKED,
    feats: Sequence[str] = (),
) -> Post:
    """Return the message on a game's end: the last turns, the ranking, two pictures.

    Args:
        before: the last turn message; turns after it are told here.
        told: the people whom it notifies.
        pages: the address of the pages, or empty for none.
        ranked: what it says of the server's ranking.
        feats: the feats of each seat, separated by spaces.
    """
    game = table.running_game()
    turns = table.turns_since(told_until(table, before))
    teller, story = Teller.of(table, words), story_of(game)
    won, *more = won_lines(table, words)
    parts = [Part(f"## {won}"), *map(Part, more)]
    parts += [Part(line, 1) for line in ranking_lines(table, story, teller)]
    if table.row.series > 1:
        parts.append(Part(series_line(table, words), 1))
    parts += [Part(line, 2) for line in feats_lines(teller.names, feats, words)] if feats else []
    parts += [Part("", 2), *told_turns(turns, teller)]
    parts.append(_thanks(told, words))
    parts += [Part(line, 1) for line in _of_ranking(ranked, words)]
    theme = Theme(table.row.theme)
    files = [await draw(table, story, words, theme=theme) for draw in (end_file, story_file)]
    view = final_view(table, words, pages, ranked)
    return Post(parts, files, view, told, log_has_more(words))


def final_view(
    table: Table, words: Words, pages: str = "", ranked: AtEnd = NOTHING_RANKED
) -> discord.ui.View:
    """Return the buttons below the final message; a wish for a rematch stands on its button."""
    turn = table.running_game().position.turn
    page = page_button(table, words, pages)
    link = [page] if page else []
    return view_of(
        *link,
        buttons.STORY.button(table.number, 1, words=words),
        buttons.REPLAY.button(table.number, words=words),
        buttons.REVIEW.button(table.number, words=words),
        buttons.RECORD.button(table.number, words=words),
        buttons.REMATCH.button(table.number, words=words, label=_rematch_with(table, words)),
        buttons.BOARD.button(table.number, turn, words=words),
        *([buttons.HIDE_ME.button(words=words)] if ranked.newcomers else []),
        *([buttons.RANKING_RULES.button(words=words)] if ranked.asks else []),
    )


def _of_ranking(ranked: AtEnd, words: Words) -> list[str]:
    """Return the people whom the server's ranking lists from now on, and what it asks."""
    lines = []
    if ranked.newcomers:
        lines.append(
            words.plural(
                "New in the ranking of this server: {people}. *Hide me* leaves it.",
                "New in the ranking of this server: {people}. *Hide me* leaves it.",
                len(ranked.newcomers),
                people=words.all_of(plain_name(name) for name in ranked.newcomers),
            )
        )
    if ranked.asks:
        lines.append(
            words(
                "-# For moderators: this is the server's first result. *Rules of the ranking…* "
                "decides whether games count and who is listed."
            )
        )
    return lines


def page_button(table: Table, words: Words, pages: str) -> discord.ui.Button[Any] | None:
    """Return the button that opens a finished game on its page; None if there is no address."""
    game = table.running_game()
    record = Record.of(game.position, game.actions)
    link = link_of(pages, record, names_at_end(table, words), words.language)
    if link is None:
        return None
    return discord.ui.Button(url=link, label=words("Turn by turn"), emoji="🔎")


def names_at_end(table: Table, words: Words) -> list[str]:
    """Return the names for a game's record, which does not know who played a seat at the end."""
    return [
        seat.name
        if seat.is_computer or seat.status == "playing"
        else words("{name} (computer)", name=seat.name)
        for seat in table.seats
    ]


def _rematch_with(table: Table, words: Words) -> str:
    """Return the caption with the person who wishes for a rematch; empty without a wish."""
    wishing = [seat.name for seat in table.seats if seat.user_id in table.voters(REMATCH)]
    return words("Rematch with {name}", name=short(wishing[0], NAME)) if wishing else ""


def won_lines(table: Table, words: Words) -> list[str]:
    """Return a line that names the winners of a game, and one on a seat with more gold, if any."""
    outcome = outcome_of(table)
    winners = [] if outcome is None else [plain_name(table.names[seat]) for seat in outcome.winners]
    if outcome is None or not winners:
        return [words("Game {number} is over. Nobody stayed to the end.", number=table.number)]
    gold = gold_of_winners([outcome.gold[seat] for seat in outcome.winners], words)
    if len(winners) == 1:
        lines = [
            words(
                "{name} wins game {number} with {gold}!",
                name=winners[0],
                number=table.number,
                gold=gold,
            )
        ]
    else:
        lines = [
            words(
                "A shared victory in game {number}, with {gold}: {names}!",
                names=words.all_of(winners),
                number=table.number,
                gold=gold,
            )
        ]
    for seat in table.seats:
        if outcome.gold[seat.seat] == max(outcome.gold) and seat.seat not in outcome.winners:
            line = PLAYED_BY[seat.status if seat.status == "resigned" else "away"]
            lines.append(words(line, name=plain_name(seat.name)))
    return lines


PLAYED_BY: Final = {
    "resigned": N_("{name}'s seat, played by the caretaker, had most gold."),
    "away": N_("{name}'s seat, which a computer played for a time, had most gold."),
}


def ranking_lines(table: Table, story: Story, teller: Teller) -> list[str]:
    """Return lines on a finished game's ranking, with the origin of each seat's gold.

    Raises:
        TableError: if the game has not begun.
    """
    result, words = as_counted(table, table.view()).result, teller.words
    assert result is not None
    lines = []
    for rank, seat in result.ranking:
        sales = story.sales[seat]
        values = {
            "rank": rank,
            "person": teller.person(seat),
            "gold": f"{GOLD}{gold_text(result.gold[seat], words)}",
            "late": result.sold[seat],
        }
        if not result.gold[seat]:
            line = words("{rank}. {person}: **{gold}**", **values)
        elif not sales:
            line = words("{rank}. {person}: **{gold}** (all from the final sale)", **values)
        else:
            # Translators: {n} counts sales.
            line = words.plural(
                "{rank}. {person}: **{gold}** ({early} from {n} sale, {late} from the final sale)",
                "{rank}. {person}: **{gold}** ({early} from {n} sales, {late} from the final sale)",
                len(sales),
                early=sum(sales),
                **values,
            )
        taken = sum(table.by_computer(turn) for turn in table.own_turns(seat))
        if taken:
            # Translators: behind a line of the ranking: “1. Ada: 90 gold; …”; no full stop.
            more = words.plural("{n} turn by a computer", "{n} turns by a computer", taken)
            line = words.parted([line, more])
        lines.append(line)
    return lines


def _thanks(told: Sequence[int], words: Words) -> Part:
    """Return the last line, which names the people whom the message notifies."""
    if not told:
        return Part(words("Thank you for playing."), 2)
    people = words.all_of(f"<@{person}>" for person in told)
    return Part(words("Thank you for playing, {people}.", people=people))
