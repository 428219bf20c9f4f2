"""The land: a sunny hillside under the board's squares, its camps, and the coordinates round it.

Everything is quiet on purpose: few tones close together, so that what players put there stands out.
The same land lies under every game; a fixed sequence scatters grass and flowers.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Final

from engine.edition import Edition
from engine.squares import Square, SquareSet, column_of, iter_squares, row_of, square_at
from render.art.shapes import UNIT
from render.canvas import Canvas, Point
from render.colours import (
    CANVAS,
    CANVAS_SHADE,
    CANVAS_STRIPE,
    CLEARING,
    GRASS_BANDS,
    GRASS_LINE,
    INK,
    RGB,
    TUFT,
    darker,
    lighter,
)
from render.files.raster import Tile, painted, tile_of
from render.files.tile_cache import TILES

_FLOWERS: Final[Sequence[RGB]] = ((252, 246, 226), (250, 232, 150), (232, 178, 190))
_LEAVES: Final[RGB] = (140, 164, 92)
_FLEECE: Final[RGB] = (244, 240, 224)
_FLEECE_DARK: Final[RGB] = (124, 116, 96)

CLOSE: Final = 1.5
"""Up to this scale the land is painted whole and cut; larger squares are painted one by one."""


def paint_land(
    canvas: Canvas, columns: int, rows: int, x: float, y: float, *, living: bool = True
) -> None:
    """Paint the hillside of a board whose top left corner lies at a point.

    Args:
        canvas: the drawing; what lies beyond its edges is not painted.
        columns: the number of the board's columns.
        rows: the number of the board's rows.
        x: the left edge of the board.
        y: the upper edge of the board.
        living: whether grass, flowers and sheep stand on it.
    """
    width, height = columns * UNIT, rows * UNIT
    canvas.box(x, y, x + width, y + height, GRASS_BANDS[0])
    for number, tone in enumerate(GRASS_BANDS[1:]):
        _paint_slope(canvas, x, y, width, height, number, tone)
    if living:
        _scatter(canvas, columns, rows, x, y)
    for column in range(1, columns):
        canvas.box(x + column * UNIT, y, x + column * UNIT + 1, y + height, GRASS_LINE)
    for row in range(1, rows):
        canvas.box(x, y + row * UNIT, x + width, y + row * UNIT + 1, GRASS_LINE)


def _paint_slope(
    canvas: Canvas, x: float, y: float, width: float, height: float, number: int, tone: RGB
) -> None:
    """Paint one terrace: everything below a long wave that falls from left to right."""
    crest = []
    for step in range(65):
        share = step / 64
        level = 0.16 + 0.25 * number + 0.1 * math.sin(2.2 * share * math.pi + number * 1.7)
        level += 0.035 * math.sin(7 * share + number * 4) + 0.12 * (0.5 - share)
        crest.append((x + share * width, y + min(max(level, 0), 1) * height))
    canvas.polygon([*crest, (x + width, y + height), (x, y + height)], tone)


def _scatter(canvas: Canvas, columns: int, rows: int, x: float, y: float) -> None:
    """Paint grass and flowers at whole units, so that equal ones deflate well."""
    # A fixed seed: the land is the same in every picture, process and test.
    chance = random.Random(1806)
    for row in range(rows):
        level = chance.choice((15, 24, 33, 42))
        for column in range(columns):
            left, top = x + column * UNIT, y + row * UNIT
            tuft = chance.choice((14, 30, 46)) if chance.random() < 0.2 else 0
            flowers = chance.choice(_FLOWERS) if chance.random() < 0.06 else None
            # After the draws: a part of the land must have the same flowers as the whole.
            if not _within(canvas, left, top):
                continue
            if tuft:
                _tuft(canvas, left + tuft, top + level)
            if flowers is not None:
                _flowers(canvas, flowers, left + 30, top + (level + 26) % 44 + 8)
    for across, down, paint in _LIFE:
        left, top = x + across * UNIT, y + down * UNIT
        if across < columns and down < rows and _within(canvas, left, top):
            paint(canvas, left, top)


def _within(canvas: Canvas, left: float, top: float) -> bool:
    """Return whether something near a point may show on a canvas."""
    return -UNIT <= left <= canvas.width + UNIT and -UNIT <= top <= canvas.height + UNIT


def _tuft(canvas: Canvas, x: float, y: float) -> None:
    for dx, rise in ((-4, 5), (0, 8), (4, 5)):
        canvas.line([(x + dx * 0.4, y), (x + dx, y - rise)], TUFT, 1.5)


def _flowers(canvas: Canvas, colour: RGB, x: float, y: float) -> None:
    for dx, dy in ((-6, 2), (1, -4), (6, 3)):
        canvas.disc(x + dx, y + dy, 2, colour)


def _bush(canvas: Canvas, x: float, y: float) -> None:
    canvas.disc(x + 3, y + 4, 12, darker(GRASS_BANDS[2], 0.14), height=9)
    for dx, dy, radius in ((-6, 2, 7), (6, 2, 7), (0, -4, 8)):
        canvas.disc(x + dx, y + dy, radius, _LEAVES)
    canvas.disc(x - 2, y - 6, 4, lighter(_LEAVES, 0.2))


def _sheep(canvas: Canvas, x: float, y: float) -> None:
    canvas.disc(x + 1, y + 6, 9, darker(GRASS_BANDS[2], 0.14), height=3)
    for dx in (-4, 4):
        canvas.box(x + dx - 1, y + 2, x + dx + 1, y + 7, _FLEECE_DARK)
    canvas.disc(x, y, 8, _FLEECE, height=6)
    canvas.disc(x - 8, y - 2, 3.4, _FLEECE_DARK)


_LIFE: Final[Sequence[tuple[float, float, Callable[[Canvas, float, float], None]]]] = (
    (3, 3, _bush),
    (9, 1, _bush),
    (14, 4, _bush),
    (2, 9, _bush),
    (12, 10, _bush),
    (6, 11, _bush),
    (1.5, 1.6, _sheep),
    (2.2, 2.4, _sheep),
    (13.4, 11.5, _sheep),
    (14.5, 8.4, _sheep),
    (7.4, 10.6, _sheep),
)
"""The living things on the hillside: column, row, and the function that paints them."""


def paint_clearing(canvas: Canvas, x: float, y: float) -> None:
    """Paint the trodden ground of a camp, the whole square round its middle."""
    half = UNIT // 2
    canvas.box(x - half + 1, y - half + 1, x + half, y + half, CLEARING)


def paint_tent(canvas: Canvas, x: float, y: float, size: float = 1) -> None:
    """Paint a striped tent with a pennant round a point."""

    def at(*points: Point) -> list[Point]:
        return [(x + size * dx, y + size * dy) for dx, dy in points]

    outline = at((-21, 17), (0, -17), (21, 17))
    canvas.polygon(outline, INK, edge=INK, width=4 * size)
    canvas.polygon(outline, CANVAS)
    canvas.polygon(at((0, -17), (21, 17), (8, 17)), CANVAS_SHADE)
    canvas.polygon(at((-21, 17), (0, -17), (-13, 17)), CANVAS_STRIPE)
    canvas.polygon(at((-5, 17), (0, -5), (6, 17)), darker(CANVAS_STRIPE, 0.75))
    canvas.line(at((0, -18), (0, -26)), INK, 2.4 * size)
    canvas.polygon(at((1, -27), (12, -23), (1, -19)), CANVAS_STRIPE, edge=INK, width=1.4 * size)


def paint_camps(canvas: Canvas, camps: SquareSet, x: float, y: float) -> None:
    """Paint every camp of a board whose top left corner lies at a point."""
    for square in iter_squares(camps):
        middle = x + (column_of(square) + 0.5) * UNIT, y + (row_of(square) + 0.5) * UNIT
        paint_clearing(canvas, *middle)
        paint_tent(canvas, *middle)


def land(
    edition: Edition, left: int, top: int, columns: int, rows: int, living: bool, scale: float
) -> Tile:
    """Draw a part of a board's empty land, some columns and rows from a square, with its camps."""
    x, y = -left * UNIT, -top * UNIT

    def paint(canvas: Canvas) -> None:
        paint_land(canvas, edition.columns, edition.rows, x, y, living=living)
        if living:
            camps = edition.camps
            # Of a single square only its own camp can show.
            if columns == rows == 1:
                camps &= 1 << square_at(left, top)
            paint_camps(canvas, camps, x, y)

    return tile_of(painted(columns * UNIT, rows * UNIT, paint, scale=scale))


def land_square(edition: Edition, square: Square, living: bool, scale: float) -> Tile:
    """Draw one square of a board's empty land."""
    column, row = column_of(square), row_of(square)
    if scale > CLOSE:
        return land(edition, column, row, 1, 1, living, scale)
    # Cut from the whole, so that terraces and tufts go on across the squares.
    whole = TILES.get(land, edition, 0, 0, edition.columns, edition.rows, living, scale)
    side = round(UNIT * scale)
    box = (column * side, row * side, (column + 1) * side, (row + 1) * side)
    return Tile(side, side, whole.pixels.crop(box), None)
