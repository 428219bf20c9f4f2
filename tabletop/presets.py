"""Presets of a game: a clock, what happens to late turns, and help, by one name.

A game is of a preset as long as it is played by these three; so nothing of it is stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from db.games.rows import HelpLevel, Late
from tabletop.time_control import DAY, HOUR, MINUTE, USUAL_CLOCK, TimeControl


@dataclass(frozen=True, slots=True)
class Preset:
    """A clock, a rule for late turns and a level of help, under a name.

    Attributes:
        name: the name that commands and buttons know it by.
        clock: the time control of turns.
        late: the rule for a turn whose time is up.
        help: the most help that anybody has.
    """

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
    played_by = (clock, late, help_)
    found = (one for one in GAME_PRESETS.values() if _rules(one) == played_by)
    return next(found, None)


def _rules(preset: Preset) -> tuple[str, Late, HelpLevel]:
    return str(preset.clock), preset.late, preset.help
