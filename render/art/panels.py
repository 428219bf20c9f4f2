"""Small drawings of the panels: boxes, banners, card backs, little plans of tiles, arrows."""

from __future__ import annotations

from typing import Final

from engine.cards import Cell
from render.art.crests import look_of
from render.art.drawing import paint_drawing
from render.art.seals import paint_seal
from render.art.shapes import DIGIT, LETTER, extent
from render.canvas import Canvas, Point
from render.colours import (
    INK,
    PAPER,
    PLATFORMS,
    RGB,
    STONE,
    STONE_LIGHT,
    blend,
    is_dark,
    lighter,
)
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


def castle_piece(size: int, scale: float, ground: RGB, floor: int = 0) -> Tile:
    """Draw a castle piece: a block with battlements, and the number of its floor if it has one."""
    canvas = Canvas(34, 34, scale * size / 34)
    edge = PAPER if is_dark(ground) else INK
    canvas.box(1, 7, 33, 34, edge)
    for left in (1, 11.5, 22):
        canvas.box(left, 1, left + 11, 12, edge)
    for left in (2.6, 13, 23.4):
        canvas.box(left, 2.6, left + 8, 12, PLATFORMS[-1])
    canvas.box(2.6, 9, 31.4, 32.4, PLATFORMS[-1])
    if floor:
        paint_text(canvas, 17, 20.5, str(floor), LETTER, INK)
    else:
        canvas.box(2.6, 18, 31.4, 32.4, STONE)
        canvas.box(14, 22, 20, 32.4, INK)
    return tile_on(canvas, ground)


def castle_bar(
    done: int, total: int, width: int, height: int, empty: RGB, scale: float, ground: RGB
) -> Tile:
    """Draw the castle's pieces in a row: those that stand with battlements, the others as slots."""
    canvas = Canvas(width, height, scale)
    step = width / total
    for number in range(total):
        left, right = number * step + 0.6, (number + 1) * step - 0.6
        if number < done:
            canvas.box(left, 0, right, height, INK)
            canvas.box(left + 1.2, 4, right - 1.2, height - 1.2, STONE_LIGHT)
            for x in (left + 1.2, right - 4):
                canvas.box(x, 1.2, x + 2.8, 5, STONE_LIGHT)
        else:
            canvas.box(left, 5, right, height, empty)
            canvas.box(left + 1.2, 6.2, right - 1.2, height - 1.2, ground)
    return tile_on(canvas, ground)


_BACK: Final[RGB] = (140, 82, 58)


def stack_card(count: int, width: int, height: int, scale: float, ground: RGB) -> Tile:
    """Draw the stack: the back of a card with the number of cards, or an empty place."""
    canvas = Canvas(width, height, scale)
    if count:
        for inset in (0, 3):
            canvas.box(0, inset, width, height - 3 + inset, INK, radius=6)
            canvas.box(2, inset + 2, width - 2, height - 5 + inset, _BACK, radius=4)
        canvas.box(5, 8, width - 5, height - 5, lighter(_BACK, 0.3), radius=3)
        canvas.box(7, 10, width - 7, height - 7, _BACK, radius=2)
    else:
        edge = blend(ground, (128, 112, 90), 0.9)
        canvas.box(1, 1, width - 1, height - 1, ground, radius=6, edge=edge, width=2)
    tone = PAPER if count or is_dark(ground) else INK
    size = DIGIT if count < 20 else DIGIT - 2
    paint_text(canvas, width / 2, height / 2 + 1, str(count), size, tone)
    return tile_on(canvas, ground)


def open_card(
    form: str,
    family: str,
    shapes: tuple[tuple[Cell, ...], ...],
    width: int,
    height: int,
    scale: float,
    ground: RGB,
) -> Tile:
    """Draw a small building card: the tile's squares, and below them its seal.

    Args:
        form: the building's form.
        family: the family of its seal.
        shapes: the ways in which the tile may lie; the narrowest is shown.
        width, height: the card's size in units.
        scale: pixels a unit.
        ground: the colour of what the card lies on.
    """
    canvas = Canvas(width, height, scale)
    canvas.box(0, 0, width, height, INK, radius=6)
    canvas.box(2, 2, width - 2, height - 2, PAPER, radius=4)
    foot = width - 4
    cells = min(shapes, key=lambda shape: extent(shape)[0])
    wide, high = extent(cells)
    room = width - 8, height - foot - 4
    side = min(13, room[0] / wide, room[1] / high)
    _paint_plan(canvas, form, cells, (width / 2, 3 + room[1] / 2), side)
    paint_seal(canvas, family, width / 2, height - foot / 2 - 1, foot * 0.44)
    return tile_on(canvas, ground)


def _paint_plan(
    canvas: Canvas, form: str, cells: tuple[Cell, ...], middle: Point, side: float
) -> None:
    """Paint a tile's squares round a point in the colour of its roof."""
    roof = look_of(form).roof
    wide, high = extent(cells)
    left, top = middle[0] - wide * side / 2, middle[1] - high * side / 2
    for grow, tone in ((1.2, INK), (-0.7, roof)):
        for column, row in cells:
            x, y = left + column * side, top + row * side
            canvas.box(x - grow, y - grow, x + side + grow, y + side + grow, tone)


def hand_card(size: int, scale: float, ground: RGB) -> Tile:
    """Draw a small fan of cards, for the number of cards in a hand."""
    canvas = Canvas(size, size, scale)
    paint_drawing(canvas, "cards", size / 2, size / 2, size / 40)
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
