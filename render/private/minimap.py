"""The whole board as small as a stamp, with a frame round the part that is shown large."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.edition import Edition
from engine.squares import STRIDE, SquareSet, column_of, iter_squares, row_of
from engine.view import View
from render.art.crests import look_of
from render.colours import (
    CANVAS_STRIPE,
    FLOOR,
    GRASS,
    INK,
    MARK,
    NEUTRAL,
    PAPER,
    PLAYER,
    PLOT_EDGE,
    RGB,
    STONE_LIGHT,
)
from render.files.raster import Tile, plain_raster
from render.files.tile_cache import TILES


class Window(NamedTuple):
    """A part of the board: its first column and row, and how many of each."""

    left: int
    top: int
    columns: int
    rows: int


@lru_cache(maxsize=256)
def squares_within(edition: Edition, window: Window) -> SquareSet:
    """Return the squares of a board that a window shows."""
    found = 0
    for square in iter_squares(edition.board):
        column, row = column_of(square) - window.left, row_of(square) - window.top
        if 0 <= column < window.columns and 0 <= row < window.rows:
            found |= 1 << square
    return found


def _stamp(colour: RGB, edge: RGB, side: int) -> Tile:
    """Draw a square of one colour with an edge of another."""
    raster = plain_raster(side, side, edge)
    # Camps and workers are small dots on grass; buildings and the castle touch their neighbours.
    thick = side // 6 if edge == GRASS else 1
    raster.fill(thick, thick, side - 2 * thick, side - 2 * thick, colour)
    return raster.tile()


def minimap(view: View, window: Window, marked: SquareSet, side: int) -> Tile:
    """Draw the board with ``side`` pixels a square: what stands where, and where the window is.

    Args:
        view: the position.
        window: the part to be framed.
        marked: squares to be shown in the marks' blue.
        side: pixels of a square.
    """
    edition = view.edition
    raster = plain_raster(edition.columns * side, edition.rows * side, GRASS)

    def fill(squares: SquareSet, colour: RGB, edge: RGB = GRASS) -> None:
        tile = TILES.get(_stamp, colour, edge, side)
        for square in iter_squares(squares):
            raster.paste(tile, square % STRIDE * side, square // STRIDE * side)

    fill(view.camps, CANVAS_STRIPE)
    fill(view.lot.squares, STONE_LIGHT, INK)
    for piece in view.buildings:
        roof = look_of(piece.card.form).roof if piece.completed else FLOOR
        fill(piece.squares, roof, PLOT_EDGE)
    for seat in view.seats:
        fill(seat.workers, PLAYER[seat.colour])
    fill(view.neutral, NEUTRAL)
    fill(marked, MARK, PAPER)
    left, top = window.left * side, window.top * side
    wide, high = window.columns * side, window.rows * side
    for inset, thick, colour in ((0, 4, PAPER), (1, 2, MARK)):
        x, y, width, height = left + inset, top + inset, wide - 2 * inset, high - 2 * inset
        raster.fill(x, y, width, thick, colour)
        raster.fill(x, y + height - thick, width, thick, colour)
        raster.fill(x, y, thick, height, colour)
        raster.fill(x + width - thick, y, thick, height, colour)
    return raster.tile()
