"""Lays what stands on the land into a frame: castle, buildings with their seals, workers."""

from __future__ import annotations

from engine.edition import Edition
from engine.squares import Square, SquareSet, column_of, iter_squares, row_of
from engine.view import View
from render.art.buildings import building_square
from render.art.castle import courtyard, ring_square
from render.art.figures import worker
from render.art.seals import seal
from render.art.shapes import UNIT, seal_cell
from render.check import shape
from render.colours import PAPER
from render.frame import TILES, Frame
from render.layout import BAND

SEAL = 52
"""The size of a seal on a building, in units."""


class Place:
    """Where squares lie in a frame, in pixels."""

    __slots__ = ("left", "scale", "side", "top")

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.side = round(UNIT * scale)
        self.left = self.top = round(BAND * scale)

    def corner(self, square: Square) -> tuple[int, int]:
        """The top left pixel of a square."""
        return (
            self.left + column_of(square) * self.side,
            self.top + row_of(square) * self.side,
        )


def lay_castle(frame: Frame, view: View, place: Place) -> None:
    """Lays the castle's ring and courtyard."""
    for square, family, height in zip(view.lot.ring, view.ring, view.heights, strict=True):
        frame.paste(TILES.get(ring_square, family, height, place.scale), *place.corner(square))
    wide = view.lot.width > view.lot.height
    x, y = place.corner(view.lot.corner)
    frame.paste(TILES.get(courtyard, wide, place.scale), x + place.side, y + place.side)


def lay_tile(
    frame: Frame,
    edition: Edition,
    place: Place,
    form: str,
    squares: SquareSet,
    *,
    completed: bool,
    family: str | None,
) -> None:
    """Lays a building's tile, with a family's seal on it or without one."""
    cells = shape(edition, form, squares)
    seal_on = cells.index(seal_cell(form, cells)) if family else -1
    for index, square in enumerate(iter_squares(squares)):
        tile = TILES.get(building_square, form, cells, index, completed, place.scale)
        x, y = place.corner(square)
        frame.paste(tile, x, y)
        if index == seal_on:
            margin = round((UNIT - SEAL) / 2 * place.scale)
            frame.paste(TILES.get(seal, family, SEAL, place.scale, PAPER), x + margin, y + margin)


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
            completed=building.completed,
            family=None if building.completed else building.card.family,
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
