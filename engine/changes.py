"""Changes on the board by some turns: the one source for all pictures and texts that mark them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.events import BannerUsed, BuildingCompleted, PiecePlaced, TileLaid, WorkersPlaced
from engine.game import Turn
from engine.squares import SquareSet
from engine.view import Counts


@dataclass(frozen=True, slots=True)
class Changes:
    """The tiles, workers and castle pieces that some turns added to the board.

    Attributes:
        tiles: the tiles laid, in order.
        workers: the workers placed, in order.
        pieces: the castle pieces placed, in order.
        completed: the buildings completed, with each seat's gains.
        banners: the banners used, with the seals that were sold.
    """

    tiles: tuple[TileLaid, ...] = ()
    workers: tuple[WorkersPlaced, ...] = ()
    pieces: tuple[PiecePlaced, ...] = ()
    completed: tuple[BuildingCompleted, ...] = ()
    banners: tuple[BannerUsed, ...] = ()

    @property
    def placed(self) -> tuple[tuple[int, SquareSet], ...]:
        """The seat and the squares of each new tile and each new group of workers."""
        return (
            *[(tile.seat, tile.squares) for tile in self.tiles],
            *((event.seat, event.own | event.neutral) for event in self.workers),
        )

    @property
    def squares(self) -> SquareSet:
        """The squares of all new tiles and workers."""
        squares = 0
        for _, some in self.placed:
            squares |= some
        return squares

    @property
    def values_before(self) -> Counts | None:
        """The families' seal values before the first castle piece; None if none was placed."""
        return self.pieces[0].before if self.pieces else None

    def sold_by(self, seat: int) -> Counts:
        """Return how many seals of each family a seat sold by banners; () if it used none."""
        return tuple(
            map(sum, zip(*[used.sold for used in self.banners if used.seat == seat], strict=True))
        )


NOTHING_CHANGED = Changes()


def changes_of(turns: Iterable[Turn]) -> Changes:
    """Collect the changes by some turns of one game.

    Args:
        turns: the turns to collect from, the oldest first.
    """
    events = [event for turn in turns for event in turn.events]
    return Changes(
        tiles=tuple(event for event in events if isinstance(event, TileLaid)),
        workers=tuple(event for event in events if isinstance(event, WorkersPlaced)),
        pieces=tuple(event for event in events if isinstance(event, PiecePlaced)),
        completed=tuple(event for event in events if isinstance(event, BuildingCompleted)),
        banners=tuple(event for event in events if isinstance(event, BannerUsed)),
    )
