"""The clock of a table in words: as agreed in the lobby, and as it stands in a turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from db.games.rows import GameSummary, Late
from i18n.translation import N_, Words
from tabletop.presets import USUAL
from tabletop.seats import deciding
from tabletop.table import Table
from tabletop.time_control import DAY, HOUR, MINUTE, TimeControl
from tabletop.turn_time import CORRESPONDENCE_MS, TurnTime, control_of
from ui.texts.game.events import Teller
from ui.texts.patterns import pattern_of
from ui.texts.times import moment

WHEN_LATE: Final[dict[Late, str]] = {
    "nothing": N_("Nothing happens when the time is up."),
    "ask": N_("When the time is up, the others are asked whether a computer plays."),
    "turn": N_("When the time is up, a computer takes the turn."),
    "seat": N_("When the time is up, a computer plays until they are back."),
}

DEADLINE: Final = N_("Deadline: {when}")

SOON: Final[dict[Late, str]] = {
    "ask": N_("When {person}'s time is up, the others are asked whether a computer plays."),
    "turn": N_("When {person}'s time is up, a computer takes this turn."),
    "seat": N_("When {person}'s time is up, a computer plays for them until they are back."),
}


def agreed(row: GameSummary, words: Words) -> str:
    """Return a table's rules on time and absence, in two or three short sentences."""
    control = control_of(row)
    sentences = [time_agreed(control, row.late, words), *_quiet_agreed(control, words)]
    if row.absence == "computer":
        # Translators: “away” is what people say of themselves until a day.
        sentences.append(words("While a player is away, a computer plays for them."))
    return " ".join(sentences)


def agreed_in_short(row: GameSummary, words: Words) -> str:
    """Return how long a turn may take, and what is not usual of time and absence."""
    sentences = [time_in_short(control_of(row), row.late, words)]
    if row.absence == "computer":
        sentences.append(words("While a player is away, a computer plays for them."))
    return " ".join(sentences)


def time_in_short(control: TimeControl, late: Late, words: Words) -> str:
    """Return how long a turn may take, and the consequence of being late if it is not usual."""
    usual = late == USUAL.late
    return clock_in_short(control, words) if usual else time_agreed(control, late, words)


def _quiet_agreed(control: TimeControl, words: Words) -> list[str]:
    """Return how much quiet hours may add to a turn, where they stop the clock."""
    if control.turn is None or control.turn < CORRESPONDENCE_MS:
        return []
    if not control.quiet:
        return [words("Quiet hours count.")]
    most = length(control.quiet, words)
    return [words("Quiet hours add at most {most} to a turn.", most=most)]


def time_agreed(control: TimeControl, late: Late, words: Words) -> str:
    """Return a sentence on how long a turn may take, and the consequence of being late."""
    if control.turn is None:
        return clock_in_short(control, words)
    return f"{clock_in_short(control, words)} {words(WHEN_LATE[late])}"


def clock_in_short(control: TimeControl, words: Words) -> str:
    """Return how long a turn may take, in one sentence."""
    if control.turn is None:
        return words("A turn may take as long as you like.")
    turn = length(control.turn, words)
    if not control.bank:
        return words("Time for each turn: {turn}.", turn=turn)
    bank = length(control.bank, words)
    # Translators: {turn} and {bank} are lengths of time: “72 hours”.
    return words(
        "Time for each turn: {turn}; in reserve for the whole game: {bank}.",
        turn=turn,
        bank=bank,
    )


def length(milliseconds: int, words: Words) -> str:
    """Return a duration as text, in a unit of which it is a whole number."""
    if milliseconds % DAY == 0 and milliseconds > 3 * DAY:
        return words.plural("{n} day", "{n} days", milliseconds // DAY)
    if milliseconds % HOUR == 0:
        return words.plural("{n} hour", "{n} hours", milliseconds // HOUR)
    return words.plural("{n} minute", "{n} minutes", milliseconds // MINUTE)


def standing(table: Table, timing: TurnTime | None, teller: Teller, now: int) -> list[str]:
    """Return lines on the state of the clock in a turn, for all readers."""
    words, row = teller.words, table.row
    lines = []
    for seat in table.playing:
        pause = table.pause_of(seat.seat, now)
        if pause is not None and pause.until_at is not None:
            told = {"person": teller.person(seat.seat), "when": moment(pause.until_at, "D")}
            # While another has the turn, or without a clock, nothing waits.
            if seat == table.active and control_of(row).turn is not None:
                lines.append(words("{person} is away until {when}. The clock waits.", **told))
            else:
                lines.append(words("{person} is away until {when}.", **told))
    if timing is None or (deadline := timing.deadline) is None:
        return lines
    person = teller.person(timing.seat.seat)
    # Once the time is up the deadline is past; what the others may do about it matters more.
    if row.expired_at is not None:
        lines.append(_who_decides(table, teller, person))
        return lines
    # With the reserve and what quiet hours add: it is the moment that people ask for.
    lines.append(words(DEADLINE, when=moment(deadline)))
    if row.warned_at is not None and row.late in SOON:
        lines.append(words(SOON[row.late], person=person))
    return lines


def _who_decides(table: Table, teller: Teller, absent: str) -> str:
    """Return who may let a computer play for a late person, by their names."""
    words, people = teller.words, deciding(table)
    names = words.all_of(teller.person(seat.seat) for seat in people)
    others = len(table.playing) - 1
    if len(people) == 1 and others > 1:
        return words(
            "{person}, or all others together, may let a computer play for {absent}.",
            person=names,
            absent=absent,
        )
    return words.plural(
        "{people} may let a computer play for {absent}.",
        "{people} together may let a computer play for {absent}.",
        len(people),
        people=names,
        absent=absent,
    )


def with_deadline(text: str, deadline: int, words: Words) -> str:
    """Return the text of a turn's message with another deadline, if it tells any."""
    lines = text.split("\n")
    for place, line in enumerate(lines):
        if pattern_of(words(DEADLINE)).fullmatch(line):
            lines[place] = words(DEADLINE, when=moment(deadline))
    return "\n".join(lines)


def without_clock(lines: Iterable[str], words: Words) -> list[str]:
    """Return the lines of a turn's message without those that count down to its end."""
    told = [pattern_of(words(sentence)) for sentence in (DEADLINE, *SOON.values())]
    return [line for line in lines if not any(one.fullmatch(line) for one in told)]


def own_time(timing: TurnTime | None, words: Words) -> list[str]:
    """Return lines on the time left, for the eyes of the player whose turn it is."""
    if timing is None or (deadline := timing.deadline) is None:
        return []
    if timing.bank_from is None or not timing.control.bank:
        return [words(DEADLINE, when=moment(deadline))]
    return [
        words(
            "Deadline: {bank_from}; with reserve {when}",
            when=moment(deadline),
            bank_from=moment(timing.bank_from),
        )
    ]
