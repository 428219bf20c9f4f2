"""The positions of the day: those that every clone has, and those that were made here."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from db.daily.rows import StoredPosition
from db.store import Store
from players.daily.puzzle import Puzzle

FILE: Final = Path(__file__).with_name("positions.jsonl")
"""The positions that every clone has; ``python -m lab.daily make`` adds to them."""


def in_file() -> dict[int, Puzzle]:
    """Return the positions of the file by day.

    Raises:
        ValueError: if a line is no position.
    """
    found = [Puzzle.from_json(line) for line in FILE.read_text("utf-8").splitlines()]
    return {puzzle.day: puzzle for puzzle in found}


class Positions:
    """The positions by day; those made here stand before the file's.

    People may have answered a position that was made here before a newer version had one for its
    day, and what they were asked does not change.
    """

    def __init__(self, store: Store, known: dict[int, Puzzle] | None = None) -> None:
        self._store = store
        self._known = in_file() if known is None else known
        self._made: dict[int, Puzzle] = {}

    async def load(self) -> None:
        """Load the positions that were made here."""
        rows = await self._store.daily.positions()
        self._made = {row.day: Puzzle.from_json(row.line) for row in rows}

    async def of(self, day: int) -> Puzzle | None:
        """Return the position of a day; None if there is none yet."""
        if day not in self._made and day not in self._known:
            # Another process may have made it.
            row = await self._store.daily.position(day)
            if row is not None:
                self._made[day] = Puzzle.from_json(row.line)
        return self._made.get(day) or self._known.get(day)

    def days(self, until: int) -> list[int]:
        """Return the days up to one that have a position, the latest first."""
        return sorted((day for day in {**self._known, **self._made} if day <= until), reverse=True)

    async def keep(self, puzzle: Puzzle) -> None:
        """Store a position that was made here."""
        await self._store.daily.keep_position(StoredPosition(puzzle.day, puzzle.to_json()))
        self._made[puzzle.day] = puzzle
