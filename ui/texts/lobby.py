"""The sentences of a lobby and of a clock: settings, presets, help, and the time of a turn."""

from collections.abc import Iterable, Mapping
from typing import Final

from db.games.rows import GameSummary, HelpLevel, Late
from engine.start import FIRST_GAME, FREE
from i18n.translation import N_, Words, own_name
from tabletop.seats import deciding
from tabletop.table import NAMED_TURNS, SHOWN_TURNS, Table, fades
from tabletop.time_control import DAY, GAME_PRESETS, HOUR, MINUTE, USUAL, Length, TimeControl
from tabletop.turn_time import CORRESPONDENCE_MS, TurnTime, control_of
from ui.texts.events import Teller
from ui.texts.markup import moment, pattern_of

WHEN_LATE: Final[dict[Late, str]] = {
    "nothing": N_("Nothing happens when the time is up."),
    "ask": N_("Then the others can let a computer take over."),
    "turn": N_("Then a computer takes the turn."),
    "seat": N_("Then a computer plays until the player is back."),
}

# Translators: “away” is what people say of themselves until a day.
COMPUTER_MEANWHILE: Final = N_("While a player is away, a computer plays for them.")

DEADLINE: Final = N_("Deadline: {when}")


def agreed(row: GameSummary, words: Words, *, short: bool = False) -> str:
    """Return a table's rules on time and absence, of which those that are usual may be left out."""
    control = control_of(row)
    sentences = [time_agreed(control, row.late, words), *_quiet_agreed(control, words)]
    if short:
        sentences = [time_in_short(control, row.late, words)]
    if row.absence == "computer":
        sentences.append(words(COMPUTER_MEANWHILE))
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
        return [words("The clock runs during quiet hours, too.")]
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
        return words("A turn can take as long as you like.")
    turn = length(control.turn, words)
    if not control.bank:
        return words("{turn} a turn.", turn=turn)
    bank = length(control.bank, words)
    # Translators: {turn} and {bank} are lengths of time: “72 hours”.
    return words("{turn} a turn, {bank} in reserve.", turn=turn, bank=bank)


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
            values = {"person": teller.person(seat.seat), "when": moment(pause.until_at, "D")}
            # While another has the turn, or without a clock, nothing waits.
            if seat == table.active and control_of(row).turn is not None:
                lines.append(words("{person} is away until {when}. The clock is paused.", **values))
            else:
                lines.append(words("{person} is away until {when}.", **values))
    if timing is None or (deadline := timing.deadline) is None:
        return lines
    person = teller.person(timing.seat.seat)
    # Once the time is up the deadline is past; what the others may do about it matters more.
    if row.expired_at is not None:
        lines.append(_who_decides(table, teller, person))
        return lines
    # With the reserve and what quiet hours add: it is the moment that people ask for.
    lines.append(words(DEADLINE, when=moment(deadline)))
    if row.warned_at is not None and row.late != "nothing":
        lines.append(words(WHEN_LATE[row.late]))
    return lines


def _who_decides(table: Table, teller: Teller, absent: str) -> str:
    """Return who may let a computer play for a late person, by their names."""
    words, people = teller.words, deciding(table)
    names = words.all_of(teller.person(seat.seat) for seat in people)
    others = len(table.playing) - 1
    if len(people) == 1 and others > 1:
        sentence = N_("{person}, or all the others together, can let a computer play for {absent}.")
        return words(sentence, person=names, absent=absent)
    return words.plural(
        "{people} can let a computer play for {absent}.",
        "Together, {people} can let a computer play for {absent}.",
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
    patterns = [pattern_of(words(sentence)) for sentence in (DEADLINE, *WHEN_LATE.values())]
    return [line for line in lines if not any(one.fullmatch(line) for one in patterns)]


def own_time(timing: TurnTime | None, words: Words) -> list[str]:
    """Return lines on the time left, for the eyes of the player whose turn it is."""
    if timing is None or (deadline := timing.deadline) is None:
        return []
    if timing.bank_from is None or not timing.control.bank:
        return [words(DEADLINE, when=moment(deadline))]
    return [words("Deadline: {when} + reserve", when=moment(timing.bank_from))]


SETUPS: Final[Mapping[str, str]] = {
    FIRST_GAME: N_("Some buildings are already on the board, as in a first game."),
    FREE: N_("The board is empty at the start."),
}


def settings_text(table: Table, words: Words) -> str:
    """Return all that the host of a lobby may change, a line for each."""
    row = table.row
    lines = [
        words(SETUPS[row.setup]),
        words("Tiles can be mirrored as well as rotated.")
        if row.mirror
        else words("Tiles can be rotated, not mirrored."),
        help_agreed(row.help, words),
        words("It counts in the ranking, and leaving counts as a loss.")
        if row.leaving_counts
        else words("Friendly game: it doesn't count in the ranking."),
        words("Messages are in {language}.", language=own_name(row.language)),
        agreed(row, words),
        at_once_agreed(words)
        if row.at_once
        else words("A turn you prepared waits for your OK when it's your turn."),
        *([_who(row, words)] if row.state == "lobby" else []),
    ]
    head = words("**Game {number}** uses these rules:", number=table.number)
    return "\n".join([head, *(f"- {line}" for line in lines)])


def at_once_agreed(words: Words) -> str:
    """Return the sentence that turns which people prepared may be played at once."""
    return words("A turn you prepared can be played automatically when it's your turn.")


def _who(row: GameSummary, words: Words) -> str:
    sentences = [
        words.plural("{n} seat.", "{n} seats.", row.seat_limit),
        words("Only invited people can join.")
        if row.invited_only
        else words("Everybody here can join."),
    ]
    if row.begins_full:
        sentences.append(words("It begins as soon as all seats are taken."))
    return " ".join(sentences)


WEEK: Final = 7 * DAY

PRESET_NAMES: Final[Mapping[str, str]] = {
    # Translators: names of ways to play, in a menu.
    "evening": N_("One evening: everybody is online"),
    "daily": N_("A turn a day, with a day in reserve"),
    "club": N_("A club game: a turn a day, no hints"),
    "month": N_("A slow month: three days a turn"),
}
"""The presets as people choose them."""


def meanings(words: Words) -> list[str]:
    """Return what each preset is played by, a line each."""
    return [
        f"- *{words(PRESET_NAMES[name])}* — "
        f"{time_in_short(preset.clock, preset.late, words)} {help_agreed(preset.help, words)}"
        for name, preset in GAME_PRESETS.items()
    ]


def lasting(length: Length, words: Words) -> str:
    """Return the sentence on the length of a game."""
    time = about(length.milliseconds, words)
    if length.games:
        return words.plural(
            "About {time}, based on {n} game.",
            "About {time}, based on {n} games.",
            length.games,
            time=time,
        )
    return words("About {time}.", time=time)


def about(milliseconds: int, words: Words) -> str:
    """Return a long time in the largest unit of which it is at least two.

    >>> from i18n.translation import ENGLISH
    >>> about(60 * DAY, ENGLISH), about(3 * HOUR, ENGLISH)
    ('9 weeks', '3 hours')
    """
    if milliseconds >= 2 * WEEK:
        return words.plural("{n} week", "{n} weeks", round(milliseconds / WEEK))
    if milliseconds >= 2 * DAY:
        return words.plural("{n} day", "{n} days", round(milliseconds / DAY))
    return words.plural("{n} hour", "{n} hours", max(1, round(milliseconds / HOUR)))


HELP_NAMES: Final[dict[HelpLevel, str]] = {
    # Translators: how much help somebody has with a turn; an option of a menu, too.
    "all": N_("Full help: hints, and buildings you can complete."),
    "completions": N_("Some help: buildings you can complete, but no hints."),
    "none": N_("No help."),
}
"""The levels as people choose them, and as the rules say them."""


def help_agreed(level: HelpLevel, words: Words) -> str:
    """Return the sentence on the help that a table's people agreed to."""
    return words(HELP_NAMES[level])


def help_line(table: Table, words: Words) -> str:
    """Return the sentence on a running game's help, with how it fades in practice."""
    if not fades(table):
        return help_agreed(table.row.help, words)
    return words(
        "For {shown} turns I show what you can complete. For another {named}, I just "
        "name the buildings. After that, press *Hint*.",
        shown=SHOWN_TURNS,
        named=NAMED_TURNS,
    )
