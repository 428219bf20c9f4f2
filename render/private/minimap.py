"""The whole board as small as a stamp, with a frame round the part that is shown large."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.edition import Edition
from engine.squares import STRIDE, SquareSet, column_of, iter_squares, row_of
from engine.view import View
from render.art.crests import look_of
from render.colours import (
    FLOOR,
    GRASS,
    GROUND,
    INK,
    MARK,
    NEUTRAL,
    PAPER,
    PLAYER,
    RGB,
    STONE_LIGHT,
    TILES_RED,
)
from render.files.raster import Raster, Tile, plain_raster
from render.files.tile_cache import PASSING, TILES


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


class _Standing(NamedTuple):
    """The squares of a small board that have one colour, with the colour of their edges."""

    squares: SquareSet
    colour: RGB
    edge: RGB = GRASS


def lay_minimap(
    raster: Raster, x: int, y: int, view: View, window: Window, marked: SquareSet, side: int
) -> None:
    """Lay the board with ``side`` pixels a square: what stands where, and where the window is.

    Args:
        raster: the picture.
        x, y: the pixel of the small board's top left corner.
        view: the position.
        window: the part to be framed.
        marked: squares to be shown in the marks' blue.
        side: pixels of a square.
    """
    edition = view.edition
    # Kept: while a person tries one place after the other, the position stays.
    board = PASSING.get(_board, edition.columns, edition.rows, _standing(view), side)
    raster.paste(board, x, y)
    _fill(raster, x, y, _Standing(marked, MARK, PAPER), side)
    left, top = x + window.left * side, y + window.top * side
    right, bottom = left + window.columns * side, top + window.rows * side
    for inset, thick, colour in ((0, 4, PAPER), (1, 2, MARK)):
        west, north, east, south = left + inset, top + inset, right - inset, bottom - inset
        raster.fill_all(
            (
                (west, north, east, north + thick),
                (west, south - thick, east, south),
                (west, north, west + thick, south),
                (east - thick, north, east, south),
            ),
            colour,
        )


def _standing(view: View) -> tuple[_Standing, ...]:
    """Return what stands on a board, in the order in which it is laid."""
    return (
        _Standing(view.camps, TILES_RED),
        _Standing(view.lot.squares, STONE_LIGHT, INK),
        *(
            _Standing(
                piece.squares,
                look_of(piece.card.form).roof if piece.completed else FLOOR,
                GROUND,
            )
            for piece in view.buildings
        ),
        *(_Standing(seat.workers, PLAYER[seat.colour]) for seat in view.seats),
        _Standing(view.neutral, NEUTRAL),
    )


def _board(columns: int, rows: int, standing: tuple[_Standing, ...], side: int) -> Tile:
    """Draw a small board with what stands on it."""
    raster = plain_raster(columns * side, rows * side, GRASS)
    for one in standing:
        _fill(raster, 0, 0, one, side)
    return raster.tile()


def _fill(raster: Raster, x: int, y: int, standing: _Standing, side: int) -> None:
    """Lay the stamps of squares of one colour on a small board whose corner is at a pixel."""
    tile = TILES.get(_stamp, standing.colour, standing.edge, side)
    for square in iter_squares(standing.squares):
        raster.paste(tile, x + square % STRIDE * side, y + square // STRIDE * side)
