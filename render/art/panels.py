"""Small drawings of the panels: boxes, banners, card backs, little plans of tiles, arrows."""

import math
from typing import Final

from engine.edition import Cell
from render import colours
from render.art.drawing import DIGIT, extent, paint_drawing
from render.art.signs import look_of
from render.art.tokens import paint_seal
from render.canvas import Canvas, Point
from render.files.raster import Tile, painted, tile_of, tile_on
from render.letters.text import paint_text


def panel_box(
    width: int,
    height: int,
    fill: colours.RGB,
    edge: colours.RGB,
    thick: int,
    ground: colours.RGB,
    scale: float,
) -> Tile:
    """Draw a rounded box on a page's ground."""

    def paint(canvas: Canvas) -> None:
        canvas.box(0, 0, width, height, fill, radius=12, edge=edge, width=thick)

    return tile_of(painted(width, height, paint, scale=scale, oversampling=3, ground=ground))


def banner(colour: colours.RGB, scale: float, ground: colours.RGB, edge: colours.RGB) -> Tile:
    """Draw an architect's banner; the edge tells every player's colour from the ground."""
    canvas = Canvas(26, 40, scale)
    flag = [(6.0, 4.0), (24.0, 4.0), (18.5, 12.0), (24.0, 20.0), (6.0, 20.0)]
    canvas.line([(5, 3), (5, 37)], edge, 3.4)
    canvas.polygon(flag, edge, edge=edge, width=4)
    canvas.polygon(flag, colour)
    return tile_on(canvas, ground)


def castle_piece(size: int, scale: float, ground: colours.RGB) -> Tile:
    """Draw a castle piece: a block with battlements."""
    canvas = Canvas(34, 34, scale * size / 34)
    edge = colours.PAPER if colours.is_dark(ground) else colours.INK
    canvas.box(1, 7, 33, 34, edge)
    for left in (1, 11.5, 22):
        canvas.box(left, 1, left + 11, 12, edge)
    for left in (2.6, 13, 23.4):
        canvas.box(left, 2.6, left + 8, 12, colours.PLATFORMS[-1])
    canvas.box(2.6, 9, 31.4, 32.4, colours.PLATFORMS[-1])
    canvas.box(2.6, 18, 31.4, 32.4, colours.STONE)
    canvas.box(14, 22, 20, 32.4, colours.INK)
    return tile_on(canvas, ground)


def number_plate(
    width: int, height: int, fill: colours.RGB, stone: bool, scale: float, ground: colours.RGB
) -> Tile:
    """Draw the plate of a number: a plain one, or a castle block with battlements."""
    canvas = Canvas(width, height, scale)
    edge = colours.PAPER if colours.is_dark(ground) else colours.INK
    if stone:
        for inset, tone in ((0.0, edge), (2.0, fill)):
            canvas.box(inset, 5 + inset, width - inset, height - inset, tone)
            third = (width + 6) / 4
            for left in (0.0, (width - third) / 2, width - third):
                canvas.box(left + inset, inset, left + third - inset, 9, tone)
    else:
        canvas.box(0, 0, width, height, edge)
        canvas.box(2, 2, width - 2, height - 2, fill)
    return tile_on(canvas, ground)


def castle_bar(
    done: int,
    total: int,
    width: int,
    height: int,
    empty: colours.RGB,
    scale: float,
    ground: colours.RGB,
) -> Tile:
    """Draw the castle's pieces in a row: those that stand with battlements, the others as slots."""
    canvas = Canvas(width, height, scale)
    step = width / total
    for number in range(total):
        left, right = number * step + 0.6, (number + 1) * step - 0.6
        if number < done:
            canvas.box(left, 0, right, height, colours.INK)
            canvas.box(left + 1.2, 4, right - 1.2, height - 1.2, colours.STONE_LIGHT)
            for x in (left + 1.2, right - 4):
                canvas.box(x, 1.2, x + 2.8, 5, colours.STONE_LIGHT)
        else:
            canvas.box(left, 5, right, height, empty)
            canvas.box(left + 1.2, 6.2, right - 1.2, height - 1.2, ground)
    return tile_on(canvas, ground)


_BACK: Final[colours.RGB] = (140, 82, 58)


def stack_card(count: int, width: int, height: int, scale: float, ground: colours.RGB) -> Tile:
    """Draw the stack: the back of a card with the number of cards, or an empty place."""
    canvas = Canvas(width, height, scale)
    if count:
        for inset in (0, 3):
            canvas.box(0, inset, width, height - 3 + inset, colours.INK, radius=6)
            canvas.box(2, inset + 2, width - 2, height - 5 + inset, _BACK, radius=4)
        canvas.box(5, 8, width - 5, height - 5, colours.lighter(_BACK, 0.3), radius=3)
        canvas.box(7, 10, width - 7, height - 7, _BACK, radius=2)
    else:
        edge = colours.blend(ground, (128, 112, 90), 0.9)
        canvas.box(1, 1, width - 1, height - 1, ground, radius=6, edge=edge, width=2)
    tone = colours.PAPER if count or colours.is_dark(ground) else colours.INK
    size = DIGIT if count < 20 else DIGIT - 2
    paint_text(canvas, width / 2, height / 2 + 1, str(count), size, tone)
    return tile_on(canvas, ground)


_LARGEST: Final = 20
_INSET: Final = 6
_GLOOMY: Final = 120
"""Of a card: the largest side of the tile's squares, where they begin, and a roof so dark that the
lines between them need a lighter tone."""


def open_card(
    form: str,
    family: str,
    shapes: tuple[tuple[Cell, ...], ...],
    width: int,
    height: int,
    scale: float,
    ground: colours.RGB,
) -> Tile:
    """Draw a small building card: the tile's squares, and in the corner its seal.

    Args:
        shapes: the ways in which the tile may lie; that with the largest squares is shown.
    """
    canvas = Canvas(width, height, scale)
    canvas.box(0, 0, width, height, colours.INK, radius=6)
    canvas.box(2, 2, width - 2, height - 2, colours.PAPER, radius=4)
    radius = round(height / 5)
    seal = width - radius - 3, height - radius - 3
    room = width - 11, height - 11
    side, cells = max(
        ((_side(one, room, seal, radius), one) for one in shapes), key=lambda found: found[0]
    )
    roof = look_of(form).roof
    _paint_plan(canvas, colours.lighter(roof, 0.25) if max(roof) < _GLOOMY else roof, cells, side)
    paint_seal(canvas, family, *seal, radius)
    return tile_on(canvas, ground)


def _side(cells: tuple[Cell, ...], room: Point, seal: Point, radius: int) -> int:
    """Return how large a tile's squares may be so that a seal in the corner hides little of it."""

    def free(side: int) -> bool:
        nearest = (
            (
                at + min(max(where - at, 0), side) - where
                for at, where in zip(corner, seal, strict=True)
            )
            for corner in ((_INSET + x * side, _INSET + y * side) for x, y in cells)
        )
        return all(math.hypot(*apart) > radius - 3 for apart in nearest)

    wide, high = extent(cells)
    most = int(min(_LARGEST, room[0] / wide, room[1] / high))
    return next((side for side in range(most, 5, -1) if free(side)), 5)


def _paint_plan(canvas: Canvas, roof: colours.RGB, cells: tuple[Cell, ...], side: int) -> None:
    """Paint a tile's squares from the corner on, with lines that let them be counted."""
    for grow, tone in ((3, colours.INK), (-1.5, roof)):
        for column, row in cells:
            x, y = _INSET + column * side, _INSET + row * side
            canvas.box(x - grow, y - grow, x + side + grow, y + side + grow, tone)


def hand_card(size: int, scale: float, ground: colours.RGB) -> Tile:
    """Draw a small fan of cards, for the number of cards in a hand."""
    canvas = Canvas(size, size, scale)
    paint_drawing(canvas, "cards", size / 2, size / 2, size / 40)
    return tile_on(canvas, ground)


def change_arrow(
    up: bool, size: int, colour: colours.RGB, scale: float, ground: colours.RGB
) -> Tile:
    """Draw an arrow that says that a value rose or fell."""
    canvas = Canvas(size, size, scale)
    low, high, middle = size * 0.78, size * 0.22, size / 2
    tip, foot = (high, low) if up else (low, high)
    canvas.polygon([(middle, tip), (size * 0.9, foot), (size * 0.1, foot)], colour)
    return tile_on(canvas, ground)


def pennant(size: int, colour: colours.RGB, scale: float, ground: colours.RGB) -> Tile:
    """Draw the sign of the player whose turn it is: an arrow to the name."""
    canvas = Canvas(size, size, scale)
    canvas.polygon(
        [(size * 0.15, size * 0.1), (size * 0.95, size * 0.5), (size * 0.15, size * 0.9)], colour
    )
    return tile_on(canvas, ground)
