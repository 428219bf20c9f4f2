"""The control of a clock: the time allowed for turns, its presets, and how long games take.

A turn has some hours, and each seat has a bank for turns that need more. The bank refills a little
with each turn that the seat takes itself. Some time does not count: the bot's outages, absences,
quiet hours. It comes as spans, and each reason adds spans of its own. Times are milliseconds since
1970 in UTC, lengths are milliseconds.

A preset is a clock, what happens to late turns, and help. A game is of it as long as it is played
by these three, so nothing of it is stored.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from statistics import median
from typing import Final, TypeAlias

from db.games.rows import HelpLevel, Late
from db.store import Store
from tabletop.errors import TableError

Span: TypeAlias = tuple[int, int]  # a beginning and an end, which is not part of it

SECOND: Final = 1_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR  # milliseconds, as all stored spans of time

NEVER: Final = 1 << 61  # a time that does not come

TURNS_TO_FILL: Final = 12  # the number of its own turns in which a seat's empty bank is full again

LONGEST_TURN_MS: Final = 60 * DAY  # the longest time for a turn, and the largest bank

LONGEST_NOTICE_MS: Final = 12 * HOUR

USUAL_QUIET_MS: Final = DAY
"""The milliseconds that quiet hours may add to a turn where nothing else was agreed."""

UNITS: Final = {"m": MINUTE, "h": HOUR, "d": DAY}


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time control of a table: the time allowed for each turn, and the size of the bank."""

    turn: int | None  # the time of each turn; ``None`` for no end
    bank: int = 0  # the further time of each seat, when its bank is full
    quiet: int = USUAL_QUIET_MS  # the most that quiet hours add to the time of a turn

    def __str__(self) -> str:
        """Return the text that ``read_control`` reads: ``24h+24h``, ``10m`` or ``endless``."""
        if self.turn is None:
            return ENDLESS
        text = f"{_length(self.turn)}+{_length(self.bank)}" if self.bank else _length(self.turn)
        return text if self.quiet == USUAL_QUIET_MS else f"{text}~{_length(self.quiet)}"

    @property
    def refill(self) -> int:
        """The time that a seat's bank gains by a turn that the owner takes."""
        return self.bank // TURNS_TO_FILL

    @property
    def patience(self) -> int:
        """The time for which a host is waited for before others may act: a day, or a fast turn."""
        return min(DAY, self.turn or DAY)

    @property
    def notice(self) -> int:
        """The time between the warning and the end of a turn's time."""
        return min((self.turn or 0) // 4, LONGEST_NOTICE_MS)

    def allowance(self, bank: int) -> int:
        """Return the time allowed for a turn of a seat whose bank has this much."""
        return NEVER if self.turn is None else self.turn + bank

    def bank_after(self, bank: int, used: int) -> int:
        """Return a seat's bank after a turn that used this much time."""
        if self.turn is None:
            return bank
        return min(self.bank, max(0, bank - max(0, used - self.turn)) + self.refill)


ENDLESS: Final = "endless"

PRESETS: Final = {
    "evening": TimeControl(10 * MINUTE, 10 * MINUTE),
    "daily": TimeControl(24 * HOUR, 24 * HOUR),
    "relaxed": TimeControl(72 * HOUR, 24 * HOUR),
    ENDLESS: TimeControl(None),
}

USUAL_CLOCK: Final = PRESETS["relaxed"]


def read_control(text: str) -> TimeControl:
    """Parse a time control: a preset's name, or lengths like ``12h``, ``1d 12h + 6h``, ``90m``.

    A length behind ``~`` is what quiet hours add at most.

    >>> str(read_control("1d 12h + 6h")), str(read_control("daily ~ 2d"))
    ('36h+6h', '24h+24h~48h')

    Raises:
        TableError: if the text is no time control, or a turn would have less than a minute or more
            than 60 days.
    """
    wanted, tilde, of_quiet = re.sub(r"\s+", "", text.casefold()).partition("~")
    quiet = _read_length(of_quiet) if tilde else USUAL_QUIET_MS
    if quiet is None or quiet > LONGEST_TURN_MS:
        raise TableError("bad-clock", token=text)
    if wanted in PRESETS:
        return replace(PRESETS[wanted], quiet=quiet)
    of_turn, plus, of_bank = wanted.partition("+")
    turn, bank = _read_length(of_turn), _read_length(of_bank) if plus else 0
    if turn is None or bank is None or turn < MINUTE or max(turn, bank) > LONGEST_TURN_MS:
        raise TableError("bad-clock", token=text)
    return TimeControl(turn, bank, quiet)


def _read_length(text: str) -> int | None:
    """Read a length such as ``12h``, ``1d12h`` or ``12``, which is hours; None if it is none."""
    if re.fullmatch(r"[0-9]{1,4}", text):
        return int(text) * HOUR
    if not re.fullmatch(r"(?:[0-9]{1,5}[mhd][a-z]*)+", text):
        return None
    return sum(int(n) * UNITS[unit] for n, unit in re.findall(r"([0-9]+)([mhd])", text))


def _length(milliseconds: int) -> str:
    minutes = milliseconds // MINUTE
    return f"{minutes}m" if minutes % 60 else f"{minutes // 60}h"


def at_most(spans: Iterable[Span], most: int) -> Iterator[Span]:
    """Yield spans until they have a length together.

    >>> list(at_most([(0, 4), (6, 9), (12, 13)], 6))
    [(0, 4), (6, 8)]
    """
    left = most
    for begin, end in spans:
        if left <= 0:
            return
        yield begin, min(end, begin + left)
        left -= end - begin


def elapsed(began: int, now: int, stopped: Iterable[Span]) -> int:
    """Return the time between two moments, without the spans that do not count.

    >>> elapsed(0, 10 * HOUR, [(2 * HOUR, 5 * HOUR), (4 * HOUR, 6 * HOUR)]) // HOUR
    6
    """
    counted, at = 0, began
    for begin, end in stopped:
        if begin >= now:
            break
        # Spans may overlap: each counts from the end of those before it.
        counted += max(0, begin - at)
        at = max(at, end)
    return counted + max(0, now - at)


def reached(began: int, length: int, stopped: Iterable[Span]) -> int:
    """Return the moment at which a length of counted time will have passed.

    >>> reached(0, 6 * HOUR, [(2 * HOUR, 5 * HOUR), (4 * HOUR, 6 * HOUR)]) // HOUR
    10
    """
    at = began
    for begin, end in stopped:
        if begin - at >= length:
            break
        length -= max(0, begin - at)
        at = max(at, end)
    return at + length


TURNS: Final[Mapping[int, int]] = {2: 36, 3: 37, 4: 37}
"""The turns within which half of the games of so many people are over.

Of 80 games of journeymen each: 26 to 45 turns, 29 to 46 and 29 to 47.
"""

LEAST_MEASURED: Final = 3  # the fewest finished games of a server that say how long one lasts

MOST_MEASURED: Final = 15  # the most of them that count, the latest


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a game."""

    milliseconds: int  # half of the games are over within it
    games: int = 0  # the number of finished games that it is measured on; 0 for none


class Lengths:
    """A service that says how long games last on a server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, guild: int, control: TimeControl, seats: int) -> Length | None:
        """Return the length of a game with a clock and some people; None where unknown."""
        ask = self._store.games.lengths
        found = await ask(guild, str(control), seats=seats, limit=MOST_MEASURED)
        if len(found) >= LEAST_MEASURED:
            return Length(round(median(found)), len(found))
        return by_clock(control, seats)


def by_clock(control: TimeControl, seats: int) -> Length | None:
    """Return the length of a game in which each turn takes its whole time."""
    turns = TURNS.get(seats)
    if control.turn is None or turns is None:
        return None
    return Length(turns * control.turn)


@dataclass(frozen=True, slots=True)
class Preset:
    """A clock, a rule for late turns and a level of help, under a name."""

    name: str
    clock: TimeControl
    late: Late
    help: HelpLevel


EVENING: Final = Preset("evening", TimeControl(5 * MINUTE, 20 * MINUTE), "ask", "completions")
DAILY: Final = Preset("daily", TimeControl(DAY, DAY), "ask", "completions")
WEEKLY_CLUB: Final = Preset("club", TimeControl(DAY, quiet=DAY), "turn", "none")
SLOW_MONTH: Final = Preset("month", TimeControl(72 * HOUR, 72 * HOUR), "ask", "completions")

USUAL: Final = Preset("usual", USUAL_CLOCK, "ask", "completions")
"""What a game is played by that nothing was chosen for; no preset of its own."""

GAME_PRESETS: Final = {one.name: one for one in (EVENING, DAILY, WEEKLY_CLUB, SLOW_MONTH)}
"""All presets by their names, the fastest first."""


def preset_of(clock: str, late: Late, help_: HelpLevel) -> Preset | None:
    """Return the preset that a game is of; None if it is of none.

    >>> preset_of("24h", "turn", "none").name
    'club'
    """
    for one in GAME_PRESETS.values():
        if (str(one.clock), one.late, one.help) == (clock, late, help_):
            return one
    return None
