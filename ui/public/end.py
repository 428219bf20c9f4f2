"""The message at a game's end: its ranking and what comes next, or why there is no result."""

import io
from collections.abc import Iterable, Sequence
from typing import Final

import discord

from db.games.rows import StoredMessage
from engine import End, kept
from engine.story import COMEBACK, Story, furthest_behind, story_of
from i18n.translation import N_, Words
from render import Theme
from tabletop import lobby, rematch
from tabletop.outcome import AGREED, ALL_LEFT, CANCELLED, TAKEN_BACK, as_counted, outcome_of
from tabletop.table import Table
from ui import buttons, pictures
from ui.components import view_of
from ui.features import NOTHING, Extra, extra_of
from ui.interactions import Interaction, words_of
from ui.public.post import Post, title
from ui.public.turn import log_has_more, told_turns, told_until
from ui.texts.events import Teller
from ui.texts.markup import GOLD, NAME, Part, plain, plain_name, short
from ui.texts.turns import counted_lines, series_line
from words.sentences import gold_of_winners, gold_text


async def final_post(
    table: Table,
    words: Words,
    before: StoredMessage | None,
    pinged: Sequence[int] = (),
    extra: Extra = NOTHING,
) -> Post:
    """Return the message on an end: turns after the last message, ranking, two pictures."""
    game = table.running_game()
    turns = table.turns_since(told_until(table, before))
    teller, story = Teller.of(table, words), story_of(game)
    won, *more = won_lines(table, words)
    parts = [Part(f"## {won}"), *map(Part, more)]
    parts += [Part(line, 1) for line in ranking_lines(table, story, teller)]
    if table.row.series > 1:
        parts.append(Part(series_line(table, words), 1))
    parts += [Part("", 2), *told_turns(turns, teller)]
    if pinged:
        parts.append(_thanks(pinged, words))
    parts += [Part(line, 1) for line in extra.lines]
    files = await pictures.end_files(table, story, words, Theme(table.row.theme))
    return Post(parts, files, final_view(table, words, extra), pinged, log_has_more(words))


def final_view(table: Table, words: Words, extra: Extra = NOTHING) -> discord.ui.View:
    """Return the buttons below the final message; a wish for a rematch stands on its button."""
    turn = table.running_game().position.turn
    wishing = [seat.name for seat in table.seats if seat.user_id in table.voters(rematch.REMATCH)]
    label = words("Rematch with {name}", name=short(wishing[0], NAME)) if wishing else ""
    return view_of(
        buttons.REPLAY.button(table.number, words=words),
        buttons.RECORD.button(table.number, words=words),
        buttons.REMATCH.button(table.number, words=words, label=label),
        buttons.BOARD.button(table.number, turn, words=words),
        *extra.buttons,
    )


async def final_answer(interaction: Interaction, table: Table) -> discord.ui.View:
    """Return the same buttons for an answer to one person."""
    words, person = words_of(interaction), interaction.user.id
    return final_view(table, words, await extra_of(interaction.client, "end", table, words, person))


async def told_again(
    table: Table, words: Words, theme: Theme
) -> tuple[list[str], list[discord.File]]:
    """Return the result of a finished game in words, and the two pictures of its end."""
    story, (won, *more) = story_of(table.running_game()), won_lines(table, words)
    lines = [f"**{won}**", *more, *ranking_lines(table, story, Teller.of(table, words))]
    return lines, await pictures.end_files(table, story, words, theme)


def won_lines(table: Table, words: Words) -> list[str]:
    """Return a line that names the winners of a game, and one on a seat with more gold, if any."""
    outcome = outcome_of(table)
    winners = [] if outcome is None else [plain_name(table.names[seat]) for seat in outcome.winners]
    if outcome is None or not winners:
        return [words("Game {number} is over. Nobody stayed to the end.", number=table.number)]
    told: dict[str, object] = {
        "name": winners[0],
        "names": words.all_of(winners),
        "number": table.number,
        "gold": gold_of_winners([outcome.gold[seat] for seat in outcome.winners], words),
    }
    if len(winners) == 1:
        lines = [words("{name} wins game {number} with {gold}!", **told)]
        behind = furthest_behind(outcome.winners[0], story_of(table.running_game()))
        if behind >= COMEBACK:
            turns, gold = len(table.turns_since(1)), gold_text(behind, words)
            # Translators: a line below “Ada wins game 12”.
            comeback = words.plural(
                "A comeback from {behind} behind, in {n} turn.",
                "A comeback from {behind} behind, in {n} turns.",
                turns,
                behind=gold,
            )
            lines.append(comeback)
    else:
        lines = [words("A shared victory in game {number}, with {gold}: {names}!", **told)]
    for seat in table.seats:
        if outcome.gold[seat.seat] == max(outcome.gold) and seat.seat not in outcome.winners:
            line = PLAYED_BY[seat.status if seat.status == "resigned" else "away"]
            lines.append(words(line, name=plain_name(seat.name)))
    return lines


PLAYED_BY: Final = {
    "resigned": N_("The computer in {name}'s seat had the most gold."),
    "away": N_("{name} had the most gold, but a computer played for them for a while."),
}


def ranking_lines(table: Table, story: Story, teller: Teller) -> list[str]:
    """Return lines on a finished game's ranking, with the origin of each seat's gold."""
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


def _thanks(pinged: Sequence[int], words: Words) -> Part:
    people = words.all_of(f"<@{person}>" for person in pinged)
    return Part(words("Thank you for playing, {people}.", people=people))


_REASONS: Final = {
    AGREED: N_("everybody agreed to cancel it"),
    ALL_LEFT: N_("everybody resigned"),
    CANCELLED: N_("the host cancelled it"),
    lobby.LEFT: N_("everybody left"),
    lobby.NO_HOST: N_("the host left, and nobody else can host another game here"),
    lobby.GAVE_WAY: N_("it made room for a newcomer's first game"),
    lobby.DECLINED: N_("the challenge was declined"),
    lobby.NOBODY_CAME: N_("nobody joined or began it for a week"),
    TAKEN_BACK: N_("turns were taken back"),
}
"""The stored reasons of games that ended by themselves, as people read them."""


def notice_post(table: Table, words: Words, pinged: Sequence[int] = ()) -> Post:
    """Return the message about a game that ended without a result, which notifies some people."""
    reason = table.row.reason or ""
    why = words(_REASONS.get(reason, plain(reason, 200)))
    values = {"title": title(table, words), "reason": why}
    counted: list[str] = []
    if table.row.begun_at is None:
        text = words("**{title}** won't be played: {reason}.", **values)
        if pinged:
            who = words.all_of(f"<@{person}>" for person in pinged)
            sentence = N_("{person}, your challenge was declined: game {number} won't be played.")
            text = words(sentence, person=who, number=table.number)
            return Post([Part(text)], pings=pinged)
    elif counted := counted_lines(table, words):
        text = words("**{title}** ended early: {reason}.", **values)
    else:
        text = words("**{title}** is over without a result: {reason}.", **values)
    people = [seat.user_id for seat in table.people if seat.user_id]
    if table.row.begun_at is None or table.row.state != "closed" or not people:
        return Post([Part(text), *map(Part, counted)])
    return Post([Part(text), _thanks(people, words)], pings=pinged)


def unreadable_post(table: Table, entries: Iterable[str], words: Words) -> Post:
    """Return the message to a game's host about its unreadable log, with the log as a file.

    The reason is left out: it may quote an action of a turn that has not ended.
    """
    host = table.host
    text = words(
        "**{title}** had to be set aside, because its log can't be read.\n"
        "{host}, please send the attached log to the person who runs this bot. Your game "
        "isn't lost. `/arkadia start` opens a new game.",
        title=title(table, words),
        host=plain_name(host.name) if host else words("Host"),
    )
    text_of_log = "".join(f"{entry}\n" for entry in settled(entries))
    file = discord.File(io.BytesIO(text_of_log.encode()), f"arkadia-{table.number}-log.txt")
    return Post([Part(text)], [file])


def settled(entries: Iterable[str]) -> list[str]:
    """Return the public part of a log: no action that was undone, and no unfinished turn.

    Entries are taken as text, since the log could not be read as a game.
    """
    log = list(entries)
    done = [log[place] for place in kept(log)]
    ends = [place for place, entry in enumerate(done, 1) if entry == str(End())]
    return done[: ends[-1] if ends else 0]
