"""Lays what stands on the land into a frame: castle, buildings with their seals, workers."""

from __future__ import annotations

from functools import cache, lru_cache

from engine.edition import Edition
from engine.squares import STRIDE, Square, SquareSet, column_of, iter_squares, row_of
from engine.view import View
from render.art.buildings import building_square
from render.art.castle import courtyard, ring_square
from render.art.figures import worker
from render.art.shapes import UNIT
from render.check import ROWS, cells_of
from render.frame import TILES, Frame, Tile
from render.layout import BAND


class Place:
    """Where squares lie in a frame, in pixels."""

    __slots__ = ("_corners", "scale", "side")

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.side = round(UNIT * scale)
        rim = round(BAND * scale)
        self._corners = tuple(
            (rim + column_of(square) * self.side, rim + row_of(square) * self.side)
            for square in range(ROWS * STRIDE)
        )

    def corner(self, square: Square) -> tuple[int, int]:
        """The top left pixel of a square."""
        return self._corners[square]


@cache
def place_at(scale: float) -> Place:
    """Where squares lie at a scale."""
    return Place(scale)


def lay_castle(frame: Frame, view: View, place: Place) -> None:
    """Lays the castle's ring and courtyard."""
    for square, family, height in zip(view.lot.ring, view.ring, view.heights, strict=True):
        frame.paste(TILES.get(ring_square, family, height, place.scale), *place.corner(square))
    wide = view.lot.width > view.lot.height
    x, y = place.corner(view.lot.corner)
    frame.paste(TILES.get(courtyard, wide, place.scale), x + place.side, y + place.side)


@lru_cache(maxsize=1024)
def _parts(
    edition: Edition, form: str, pattern: SquareSet, family: str | None, scale: float
) -> tuple[tuple[int, int, Tile], ...]:
    """A building's tiles with columns and rows from its first square.

    Raises:
        DrawError: if no tile of that form has such squares.
    """
    cells = cells_of(edition, form, pattern)
    return tuple(
        (column - cells[0][0], row, TILES.get(building_square, form, cells, index, family, scale))
        for index, (column, row) in enumerate(cells)
    )


def lay_tile(
    frame: Frame,
    edition: Edition,
    place: Place,
    form: str,
    squares: SquareSet,
    family: str | None,
) -> None:
    """Lays a building's tile: under construction with a family's seal, or completed without."""
    first = (squares & -squares).bit_length() - 1
    left, top = place.corner(first)
    side = place.side
    for column, row, tile in _parts(edition, form, squares >> first, family, place.scale):
        frame.paste(tile, left + column * side, top + row * side)


def lay_pieces(frame: Frame, view: View, place: Place) -> None:
    """Lays everything that stands on the land."""
    lay_castle(frame, view, place)
    for building in view.buildings:
        lay_tile(
            frame,
            view.edition,
            place,
            building.card.form,
            building.squares,
            None if building.completed else building.card.family,
        )
    for colour, workers in (
        *((seat.colour, seat.workers) for seat in view.seats),
        ("neutral", view.neutral),
    ):
        if workers:
            for on_camp, squares in ((False, workers & ~view.camps), (True, workers & view.camps)):
                tile = TILES.get(worker, colour, on_camp, place.scale)
                for square in iter_squares(squares):
                    frame.paste(tile, *place.corner(square))
