"""The length of games: measured on a server's finished games, else worked out from its clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Final

from db.store import Store
from tabletop.time_control import TimeControl

TURNS: Final[Mapping[int, tuple[int, int]]] = {2: (36, 41), 3: (37, 44), 4: (37, 45)}
"""The turns within which half of the games of so many people are over, and nine in ten.

Of 80 games of journeymen each: 26 to 45 turns, 29 to 46 and 29 to 47.
"""

LEAST_MEASURED: Final = 3
"""The fewest finished games of a server that say how long one lasts."""

MOST_MEASURED: Final = 15
"""The most of them that count, the latest."""


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a game.

    Attributes:
        milliseconds: half of the games are over within it.
        most: nine in ten are over within it.
        games: the number of finished games that it is measured on; 0 for none.
    """

    milliseconds: int
    most: int
    games: int = 0


class Lengths:
    """A service that says how long games last on a server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, guild: int, control: TimeControl, seats: int) -> Length | None:
        """Return the length of a game with a clock and some people; None where unknown."""
        found = await self._store.games.lengths(
            guild, str(control), seats=seats, limit=MOST_MEASURED
        )
        if len(found) >= LEAST_MEASURED:
            most = sorted(found)[round(0.9 * (len(found) - 1))]
            return Length(round(median(found)), round(most), len(found))
        return by_clock(control, seats)


def by_clock(control: TimeControl, seats: int) -> Length | None:
    """Return the length of a game in which each turn takes its whole time.

    Nine in ten games are over even if all use up their reserves.
    """
    turns = TURNS.get(seats)
    if control.turn is None or turns is None:
        return None
    half, most = turns
    return Length(half * control.turn, most * control.turn + seats * control.bank)
