"""The first line of a turn's message, which is all that the lock screen of a phone shows.

It names the people it notifies, the game, and the latest event. When the message is no longer the
newest one, the question goes and the event stays.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from db.games.rows import StoredSeat
from engine.game import Turn
from i18n.translation import N_, Words
from tabletop.closing import voters_to_cancel
from tabletop.seats import deciding
from tabletop.table import Table
from ui.texts.escaping import plain_name
from ui.texts.game.clock import without_clock
from ui.texts.game.events import Teller
from ui.texts.patterns import pattern_of
from ui.texts.times import absolute

# Translators: a lock screen shows the first 100 characters: keep person, game and event in front.
ASKED: Final = N_("{person}, your turn in game {number}: {event}.")
ASKED_AT_LAST: Final = N_("{person}, your final turn in game {number}: {event}.")
THINKING: Final = N_("Game {number}: {event}. {person} is thinking…")
STANDING_IN: Final = N_("Game {number}: {event}. {person} is played by a computer, which thinks…")
DECIDING: Final = N_("{people}, game {number}: {absent}'s time is up. Should a computer play?")
WAS_ASKED: Final = N_("{person}, game {number}: {event}.")
TOLD: Final = N_("Game {number}: {event}.")
DECIDED: Final = N_("{people}, game {number}: {absent}'s time is up.")


LATER: Final = (
    (ASKED, WAS_ASKED),
    (ASKED_AT_LAST, WAS_ASKED),
    (DECIDING, DECIDED),
    (STANDING_IN, TOLD),
    (THINKING, TOLD),
)
"""The sentence without its question, for a message that is no longer the newest."""


def first_line(
    table: Table,
    turns: Sequence[Turn],
    teller: Teller,
    *,
    notified: Collection[int],
    begins: bool = False,
    anew: bool = False,
) -> str:
    """Return the first line: the people the game waits for, its number, the latest event.

    Args:
        turns: the turns that no message has told yet.
        notified: the people to be pinged.
        begins: True for the game's first message.
        anew: True if turns were lost after the last one that was told.
    """
    active = table.active
    assert active is not None
    words, event = teller.words, _event(table, turns, teller, begins=begins)
    if anew and not turns:
        # Translators: what happened, after “Ada, your turn in game 1:”; no full stop.
        event = words("the turns after this one were lost")
    if active.level is not None or active.user_id is None:
        if not table.computer_due:
            return words(TOLD, number=table.number, event=event)
        person = teller.person(active.seat)
        sentence = THINKING if active.is_computer else STANDING_IN
        return words(sentence, number=table.number, event=event, person=person)
    if asked := asked_about_absent(table):
        people = words.all_of(_called(seat, notified) for seat in asked)
        absent = plain_name(active.name)
        return words(DECIDING, people=people, number=table.number, absent=absent)
    person = _called(active, notified)
    # Everybody has one more turn after the one that begins the end.
    asking = ASKED if table.position_for().turns_left is None else ASKED_AT_LAST
    return words(asking, number=table.number, event=event, person=person)


def told_by_clock(table: Table) -> bool:
    """Return whether the clock has unshown news: the time is nearly up or has run out."""
    return table.row.shown < (table.row.warned_news or 0)


def asked_about_absent(table: Table) -> list[StoredSeat]:
    """Return the seats that decide about a late player; none before the time is up."""
    return [] if table.row.expired_at is None else deciding(table)


def _called(seat: StoredSeat, notified: Collection[int]) -> str:
    """Return a person as a mention where it notifies them, else by name."""
    return f"<@{seat.user_id}>" if seat.user_id in notified else f"**{plain_name(seat.name)}**"


def _event(table: Table, turns: Sequence[Turn], teller: Teller, *, begins: bool) -> str:
    """Return the latest event in a few words."""
    words = teller.words
    if turns:
        return teller.headline(turns[-1])
    if told_by_clock(table):
        return words("the time is nearly up")
    if begins:
        # Translators: what happened, after “Ada, your turn in game 1:”; no full stop.
        return words("the game begins")
    if voters_to_cancel(table):
        return words("a player would like to cancel it")
    game = table.running_game()
    # A wish about a late player, or a change that is told already: the game itself goes first.
    return _of_a_seat(table, teller) or teller.headline(game.last_turn or game.turn)


def _of_a_seat(table: Table, teller: Teller) -> str:
    """Return who left, went away or came back since the last action; empty if nobody did."""
    words, turn, found = teller.words, table.running_game().position.turn, [(0, "")]
    for seat in table.seats:
        if seat.left_turn == turn:
            return words("{name} left for good", name=teller.short_name(seat.seat))
    for pause in table.pauses:
        seat, name = table.seats[pause.seat], teller.short_name(pause.seat)
        if seat.status == "away":
            found.append((pause.began_at, words("a computer plays for {name}", name=name)))
        elif pause.kind == "stop":
            found.append((pause.began_at, words("{name} is away", name=name)))
        elif pause.until_at is not None:
            found.append((pause.until_at, words("{name} is back", name=name)))
    at, told = max(found)
    return told if at >= table.moved_at else ""


def without_asking(text: str, words: Words) -> str:
    """Return the text of an old turn message without its question and what its clock told."""
    first, *others = text.split("\n")
    for sentence, later in LATER:
        if found := pattern_of(words(sentence)).fullmatch(first):
            first = words(later, **found.groupdict())
            break
    # Discord counts a relative time on, past the end of the turn.
    return absolute("\n".join([first, *without_clock(others, words)]))


def told_of(text: str, words: Words) -> int | None:
    """Return the number of the game that the text of an old turn message is of, if it is one."""
    first = text.split("\n")[0]
    for _, later in LATER:
        found = pattern_of(words(later)).fullmatch(first)
        if found and found["number"].isdecimal():
            return int(found["number"])
    return None
