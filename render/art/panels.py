"""Small drawings of the panels: boxes, banners, card backs, little plans of tiles, arrows."""

from __future__ import annotations

from engine.cards import Cell
from render.art.cards import paint_building
from render.art.seals import paint_seal
from render.art.shapes import extent
from render.canvas import Canvas
from render.colours import INK, PAPER, RGB, blend, darker
from render.frame import Tile, tile_on


def panel_box(
    width: int, height: int, fill: RGB, edge: RGB, thick: int, ground: RGB, scale: float
) -> Tile:
    """A rounded box on a page's ground."""
    canvas = Canvas(width, height, scale, oversampling=3)
    canvas.box(0, 0, width, height, fill, radius=12, edge=edge, width=thick)
    return tile_on(canvas, ground)


def banner(colour: RGB, kept: bool, scale: float, ground: RGB) -> Tile:
    """An architect's banner: a swallow-tailed flag, or its empty place when handed in."""
    canvas = Canvas(26, 40, scale)
    pole = blend(ground, (128, 128, 128), 0.55)
    flag = [(6.0, 4.0), (24.0, 4.0), (18.5, 12.0), (24.0, 20.0), (6.0, 20.0)]
    if kept:
        canvas.line([(5, 3), (5, 37)], darker(colour, 0.35), 3)
        canvas.polygon(flag, colour, edge=darker(colour, 0.35), width=2)
    else:
        canvas.line([(5, 3), (5, 37)], pole, 2)
        canvas.polygon(flag, ground, edge=pole, width=1.6)
    return tile_on(canvas, ground)


def card_back(width: int, height: int, scale: float, ground: RGB) -> Tile:
    """The back of a building card: a plain pattern of roof tiles."""
    canvas = Canvas(width, height, scale)
    canvas.box(1, 1, width - 1, height - 1, INK, radius=6)
    canvas.box(2.5, 2.5, width - 2.5, height - 2.5, PAPER, radius=5)
    canvas.box(5, 5, width - 5, height - 5, (150, 92, 62), radius=3)
    inner = canvas.layer()
    step = 9
    for row in range(height // step + 1):
        for column in range(-1, width // step + 1):
            x = 5 + column * step + (step / 2 if row % 2 else 0)
            inner.arc(x + step / 2, 2 + row * step, step / 2, 0, 180, (118, 68, 44), 1.4)
    clip = canvas.layer()
    clip.box(5, 5, width - 5, height - 5, PAPER, radius=3)
    inner.keep_inside(clip)
    canvas.add(inner)
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
    """A small building card: the tile, lying so that it shows largest, and the seal."""
    canvas = Canvas(width, height, scale)
    canvas.box(1, 1, width - 1, height - 1, INK, radius=5)
    canvas.box(3, 3, width - 3, height - 3, PAPER, radius=3)
    room = (width - 50, height - 14)
    unit, cells = max((_largest(shape, room), shape) for shape in shapes)
    paint_building(canvas, form, cells, 5 + room[0] / 2, height / 2, unit, completed=True)
    paint_seal(canvas, family, width - 25, height / 2, 18)
    return tile_on(canvas, ground)


def _largest(cells: tuple[Cell, ...], room: tuple[float, float]) -> float:
    """How many units wide a square may be for a shape to fit a room."""
    columns, rows = extent(cells)
    return min(28.0, room[0] / columns, room[1] / rows)


def hand_card(size: int, scale: float, ground: RGB) -> Tile:
    """A small fan of cards, for the number of cards in a hand."""
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
    """An arrow that says that a value rose or fell."""
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
    """A bar of small steps, ``done`` of them filled."""
    canvas = Canvas(width, height, scale)
    step = width / total
    for number in range(total):
        left = number * step
        fill = colour if number < done else empty
        canvas.box(left + 1, 0, left + step - 1, height, fill, radius=2.5)
    return tile_on(canvas, ground)


def pennant(size: int, colour: RGB, scale: float, ground: RGB) -> Tile:
    """The sign of the player whose turn it is: an arrow to the name."""
    canvas = Canvas(size, size, scale)
    canvas.polygon(
        [(size * 0.15, size * 0.1), (size * 0.95, size * 0.5), (size * 0.15, size * 0.9)], colour
    )
    return tile_on(canvas, ground)
