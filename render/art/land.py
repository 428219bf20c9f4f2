"""The land: a sunny hillside under the board's squares, its camps, and the coordinates round it.

Everything is quiet on purpose: few tones close together, so that what players put there stands out.
The same land lies under every game; a fixed sequence scatters grass and flowers.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final

from engine.squares import COLUMN_LETTERS, SquareSet, column_of, iter_squares, row_of
from render.art.shapes import UNIT
from render.canvas import Canvas
from render.colours import (
    CANVAS,
    CANVAS_SHADE,
    CANVAS_STRIPE,
    GRASS_BANDS,
    GRASS_LINE,
    INK,
    PAPER,
    RGB,
    TUFT,
    darker,
    lighter,
)

_FLOWERS: Final[Sequence[RGB]] = ((252, 246, 226), (250, 232, 150), (232, 178, 190))


def paint_land(canvas: Canvas, columns: int, rows: int, x: float, y: float) -> None:
    """Paints the hillside of a board whose top left corner lies at a point."""
    width, height = columns * UNIT, rows * UNIT
    canvas.box(x, y, x + width, y + height, GRASS_BANDS[0])
    for number, tone in enumerate(GRASS_BANDS[1:]):
        _paint_slope(canvas, x, y, width, height, number, tone)
    _scatter(canvas, columns, rows, x, y)
    for column in range(1, columns):
        canvas.box(x + column * UNIT - 0.7, y, x + column * UNIT + 0.7, y + height, GRASS_LINE)
    for row in range(1, rows):
        canvas.box(x, y + row * UNIT - 0.7, x + width, y + row * UNIT + 0.7, GRASS_LINE)


def _paint_slope(
    canvas: Canvas, x: float, y: float, width: float, height: float, number: int, tone: RGB
) -> None:
    """One terrace: everything below a long wave that falls from left to right."""
    crest = []
    for step in range(65):
        share = step / 64
        level = 0.16 + 0.25 * number + 0.1 * math.sin(2.2 * share * math.pi + number * 1.7)
        level += 0.035 * math.sin(7 * share + number * 4) + 0.12 * (0.5 - share)
        crest.append((x + share * width, y + min(max(level, 0), 1) * height))
    canvas.polygon([*crest, (x + width, y + height), (x, y + height)], tone)


def _scatter(canvas: Canvas, columns: int, rows: int, x: float, y: float) -> None:
    chance = random.Random(1806)
    for row in range(rows):
        for column in range(columns):
            left, top = x + column * UNIT, y + row * UNIT
            for _ in range(chance.choice((0, 1, 1, 2))):
                _tuft(canvas, left + chance.uniform(9, 51), top + chance.uniform(14, 52))
            if chance.random() < 0.2:
                _flowers(
                    canvas, chance, left + chance.uniform(14, 46), top + chance.uniform(14, 46)
                )


def _tuft(canvas: Canvas, x: float, y: float) -> None:
    for dx in (-3.5, 0, 3.5):
        canvas.line([(x + dx * 0.5, y), (x + dx, y - 6 + abs(dx) * 0.4)], TUFT, 1.4)


def _flowers(canvas: Canvas, chance: random.Random, x: float, y: float) -> None:
    colour = chance.choice(_FLOWERS)
    for _ in range(3):
        canvas.disc(x + chance.uniform(-8, 8), y + chance.uniform(-6, 6), 1.9, colour)


def paint_camp(canvas: Canvas, x: float, y: float) -> None:
    """Paints a tent round the middle of a square."""
    canvas.disc(x + 3, y + 17, 23, darker(GRASS_BANDS[2], 0.22), height=5.5)
    canvas.polygon([(x - 21, y + 18), (x, y - 17), (x + 21, y + 18)], INK, edge=INK, width=4)
    canvas.polygon([(x - 20, y + 17), (x, y - 16), (x + 20, y + 17)], CANVAS)
    canvas.polygon([(x, y - 16), (x + 20, y + 17), (x + 8, y + 17)], CANVAS_SHADE)
    canvas.polygon([(x - 14, y + 17), (x - 0.5, y - 16), (x - 9, y + 17)], CANVAS_STRIPE)
    canvas.polygon([(x + 13, y + 17), (x + 0.5, y - 16), (x + 17, y + 17)], CANVAS_STRIPE)
    canvas.polygon([(x - 5, y + 17), (x, y - 4), (x + 6, y + 17)], darker(CANVAS_STRIPE, 0.75))
    canvas.line([(x, y - 16), (x, y - 25)], INK, 2)
    canvas.polygon([(x + 1, y - 26), (x + 12, y - 22.5), (x + 1, y - 19)], INK, edge=INK, width=2)
    canvas.polygon([(x + 1, y - 25.4), (x + 10.4, y - 22.5), (x + 1, y - 19.6)], PAPER)


def paint_camps(canvas: Canvas, camps: SquareSet, x: float, y: float) -> None:
    """Paints every camp of a board whose top left corner lies at a point."""
    for square in iter_squares(camps):
        paint_camp(canvas, x + (column_of(square) + 0.5) * UNIT, y + (row_of(square) + 0.5) * UNIT)


def column_name(column: int) -> str:
    """The letter over a column."""
    return COLUMN_LETTERS[column]


def rim(surface_page: RGB) -> tuple[RGB, RGB]:
    """The colours of the board's rim: its wood and the wood's light edge."""
    wood = darker((128, 96, 62), 0.25 if sum(surface_page) < 380 else 0)
    return wood, lighter(wood, 0.25)
