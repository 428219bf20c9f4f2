"""The length of games: measured on a server's finished games, else worked out from its clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Final

from db.store import Store
from tabletop.time_control import TimeControl

TURNS_A_SEAT: Final[Mapping[int, int]] = {2: 16, 3: 11, 4: 8}
"""The turns of each person in a game of so many: the mean of 60 games of journeymen each."""

LEAST_MEASURED: Final = 3
"""The fewest finished games of a server that say how long one lasts."""

MOST_MEASURED: Final = 15
"""The most of them that count, the latest."""


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a game.

    Attributes:
        milliseconds: the median of finished games, or the most that the clock allows.
        games: the number of finished games that it is measured on; 0 for none.
    """

    milliseconds: int
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
            return Length(round(median(found)), len(found))
        return most_of(control, seats)


def most_of(control: TimeControl, seats: int) -> Length | None:
    """Return the length of a game in which each turn takes its whole time, without reserves."""
    turns = TURNS_A_SEAT.get(seats)
    if control.turn is None or turns is None:
        return None
    return Length(turns * seats * control.turn)
