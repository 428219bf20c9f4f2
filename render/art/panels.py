"""Small drawings of the panels: boxes, banners, card backs, little plans of tiles, arrows."""

from __future__ import annotations

from typing import Final

from engine.cards import Cell
from render.art.crests import look_of
from render.art.seals import paint_seal
from render.art.shapes import LETTER, extent
from render.canvas import Canvas
from render.colours import INK, PAPER, PLATFORMS, RGB, WALL, blend, darker, is_dark, lighter
from render.files.raster import Tile, painted, tile_of, tile_on
from render.letters.text import paint_text


def panel_box(
    width: int, height: int, fill: RGB, edge: RGB, thick: int, ground: RGB, scale: float
) -> Tile:
    """Draw a rounded box on a page's ground."""

    def paint(canvas: Canvas) -> None:
        canvas.box(0, 0, width, height, fill, radius=12, edge=edge, width=thick)

    return tile_of(painted(width, height, paint, scale=scale, oversampling=3, ground=ground))


def banner(colour: RGB, kept: bool, scale: float, ground: RGB, edge: RGB) -> Tile:
    """Draw an architect's banner: a swallow-tailed flag, or its empty place when handed in.

    The edge tells every player's colour from the ground.
    """
    canvas = Canvas(26, 40, scale)
    flag = [(6.0, 4.0), (24.0, 4.0), (18.5, 12.0), (24.0, 20.0), (6.0, 20.0)]
    if kept:
        canvas.line([(5, 3), (5, 37)], edge, 3.4)
        canvas.polygon(flag, edge, edge=edge, width=4)
        canvas.polygon(flag, colour)
    else:
        pole = blend(ground, edge, 0.6)
        canvas.line([(5, 3), (5, 37)], pole, 2.4)
        canvas.line([(6, 20), (12, 20)], pole, 2.4)
    return tile_on(canvas, ground)


def castle_piece(size: int, scale: float, ground: RGB) -> Tile:
    """Draw a castle piece: a block with battlements."""
    canvas = Canvas(34, 34, scale * size / 34)
    edge = PAPER if is_dark(ground) else INK
    canvas.box(1, 7, 33, 33, edge)
    for left in (1, 11.5, 22):
        canvas.box(left, 1, left + 11, 12, edge)
    canvas.box(2, 8, 32, 32, INK)
    for left in (2, 12.5, 23):
        canvas.box(left, 2, left + 9, 12, INK)
        canvas.box(left + 2, 4, left + 7, 12, PLATFORMS[-1])
    canvas.box(4, 10, 30, 30, PLATFORMS[2])
    canvas.box(4, 20, 30, 30, WALL)
    for left in (8, 15, 22):
        canvas.box(left, 22, left + 4, 28, INK)
    return tile_on(canvas, ground)


def count_plate(text: str, width: int, scale: float, ground: RGB, full: bool) -> Tile:
    """Draw the number of cards in the stack: on a plate if any are left, else on an empty place."""
    canvas = Canvas(width, 40, scale)
    if full:
        canvas.box(0, 0, width, 40, INK, radius=8)
        canvas.box(2, 2, width - 2, 38, PAPER, radius=6)
        paint_text(canvas, width / 2, 20, text, LETTER, INK)
        return tile_on(canvas, (150, 92, 62))
    colour = blend(ground, (128, 112, 90), 0.9)
    canvas.box(1, 1, width - 1, 39, ground, radius=8, edge=colour, width=2)
    paint_text(canvas, width / 2, 20, text, LETTER, PAPER if is_dark(ground) else INK)
    return tile_on(canvas, ground)


def card_back(width: int, height: int, scale: float, ground: RGB) -> Tile:
    """Draw the back of a building card: rows of roof tiles, level so that they deflate well."""
    canvas = Canvas(width, height, scale)
    canvas.box(1, 1, width - 1, height - 1, INK, radius=6)
    canvas.box(3, 3, width - 3, height - 3, PAPER, radius=4)
    canvas.box(6, 6, width - 6, height - 6, (150, 92, 62))
    for y in range(12, height - 6, 8):
        canvas.box(6, y, width - 6, y + 2, (118, 68, 44))
    return tile_on(canvas, ground)


_PLAN: Final = 14
"""The side of a square in the plan of a card, the same on all: a monastery fits its height."""


def open_card(
    form: str,
    family: str,
    shapes: tuple[tuple[Cell, ...], ...],
    width: int,
    height: int,
    scale: float,
    ground: RGB,
) -> Tile:
    """Draw a small building card: its seal, and the tile's squares in one size on all cards.

    Args:
        form: the building's form.
        family: the family of its seal.
        shapes: the ways in which the tile may lie; the first that fits beside the seal is shown.
        width, height: the card's size in units.
        scale: pixels a unit.
        ground: the colour of what the card lies on.
    """
    canvas = Canvas(width, height, scale)
    canvas.box(1, 1, width - 1, height - 1, INK, radius=5)
    canvas.box(3, 3, width - 3, height - 3, PAPER, radius=3)
    seal = 36
    columns, rows = (width - seal - 4) / _PLAN, (height - 4) / _PLAN
    cells = min(
        shapes,
        key=lambda shape: (extent(shape)[0] > columns or extent(shape)[1] > rows, extent(shape)[0]),
    )
    _paint_plan(canvas, form, cells, (2 + width - seal) / 2, height / 2)
    paint_seal(canvas, family, width - seal / 2 - 5, height / 2, seal / 2)
    return tile_on(canvas, ground)


def _paint_plan(canvas: Canvas, form: str, cells: tuple[Cell, ...], x: float, y: float) -> None:
    """Paint a tile's squares round a point, each by itself, in the colour of its roof."""
    roof = look_of(form).roof
    wide, high = extent(cells)
    left, top = x - wide * _PLAN / 2, y - high * _PLAN / 2
    for column, row in cells:
        at = left + column * _PLAN, top + row * _PLAN
        canvas.box(at[0] - 1, at[1] - 1, at[0] + _PLAN + 1, at[1] + _PLAN + 1, INK)
    for column, row in cells:
        at = left + column * _PLAN, top + row * _PLAN
        canvas.box(at[0] + 1, at[1] + 1, at[0] + _PLAN - 1, at[1] + _PLAN - 1, roof)
        canvas.box(at[0] + 1, at[1] + 1, at[0] + _PLAN - 1, at[1] + 3.5, lighter(roof, 0.3))


def hand_card(size: int, scale: float, ground: RGB) -> Tile:
    """Draw a small fan of cards, for the number of cards in a hand."""
    canvas = Canvas(size, size, scale)
    unit = size / 40
    for dx, tone in ((0.0, 0.35), (6.0, 0.18), (12.0, 0.0)):
        left = (4 + dx) * unit
        canvas.box(left, 6 * unit, left + 20 * unit, 35 * unit, INK, radius=3 * unit)
        fill = darker(PAPER, tone)
        canvas.box(
            left + 1.5, 6 * unit + 1.5, left + 20 * unit - 1.5, 35 * unit - 1.5, fill, radius=2
        )
    return tile_on(canvas, ground)


def change_arrow(up: bool, size: int, colour: RGB, scale: float, ground: RGB) -> Tile:
    """Draw an arrow that says that a value rose or fell."""
    canvas = Canvas(size, size, scale)
    low, high, middle = size * 0.78, size * 0.22, size / 2
    tip, foot = (high, low) if up else (low, high)
    canvas.polygon([(middle, tip), (size * 0.9, foot), (size * 0.1, foot)], colour)
    return tile_on(canvas, ground)


def progress(
    done: int,
    total: int,
    width: int,
    height: int,
    colour: RGB,
    empty: RGB,
    scale: float,
    ground: RGB,
) -> Tile:
    """Draw a bar of small steps, ``done`` of them filled."""
    canvas = Canvas(width, height, scale)
    step = width / total
    for number in range(total):
        left = number * step
        fill = colour if number < done else empty
        canvas.box(left + 1, 0, left + step - 1, height, fill, radius=2.5)
    return tile_on(canvas, ground)


def pennant(size: int, colour: RGB, scale: float, ground: RGB) -> Tile:
    """Draw the sign of the player whose turn it is: an arrow to the name."""
    canvas = Canvas(size, size, scale)
    canvas.polygon(
        [(size * 0.15, size * 0.1), (size * 0.95, size * 0.5), (size * 0.15, size * 0.9)], colour
    )
    return tile_on(canvas, ground)
