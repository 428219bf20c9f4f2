"""What some turns changed on the board: the one source for every picture that marks it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.events import BuildingCompleted, PiecePlaced, TileLaid, WorkersPlaced
from engine.game import Turn
from engine.squares import SquareSet
from engine.view import Counts


@dataclass(frozen=True, slots=True)
class Changes:
    """What came onto the board in some turns, each thing with the seat that put it there.

    Attributes:
        tiles: the tiles laid, in order.
        workers: the workers placed, in order.
        pieces: the castle pieces placed, in order.
        completed: the buildings completed, with what each seat gained.
    """

    tiles: tuple[TileLaid, ...] = ()
    workers: tuple[WorkersPlaced, ...] = ()
    pieces: tuple[PiecePlaced, ...] = ()
    completed: tuple[BuildingCompleted, ...] = ()

    @property
    def placed(self) -> tuple[tuple[int, SquareSet], ...]:
        """Seat and squares of everything that was put onto the land."""
        return (
            *((tile.seat, tile.squares) for tile in self.tiles),
            *((event.seat, event.own | event.neutral) for event in self.workers),
        )

    @property
    def squares(self) -> SquareSet:
        """The squares of everything that was put onto the land."""
        squares = 0
        for _, some in self.placed:
            squares |= some
        return squares

    @property
    def values_before(self) -> Counts | None:
        """The values before the first of the pieces; None when no piece was placed."""
        return self.pieces[0].before if self.pieces else None


NOTHING_CHANGED = Changes()


def changes_of(turns: Iterable[Turn]) -> Changes:
    """What some turns of one game changed, oldest turn first."""
    events = [event for turn in turns for event in turn.events]
    return Changes(
        tiles=tuple(event for event in events if isinstance(event, TileLaid)),
        workers=tuple(event for event in events if isinstance(event, WorkersPlaced)),
        pieces=tuple(event for event in events if isinstance(event, PiecePlaced)),
        completed=tuple(event for event in events if isinstance(event, BuildingCompleted)),
    )
