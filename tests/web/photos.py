"""Photos of boxes that do not exist: a rendered board at an angle and with a shadow."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from engine.edition import Edition
from engine.position import Position
from engine.random_play import random_start
from render import draw_board
from render.board.pieces import board_grid

Points = list[tuple[float, float]]


@dataclass(frozen=True)
class Photo:
    """Where the camera saw what lies on a board.

    Attributes:
        way: what takes a point of the flat board to its place in the photo.
    """

    way: tuple[float, ...]

    def place(self, column: float, row: float) -> tuple[float, float]:
        """The place of a point, in squares from the corner of the first one."""
        grid = board_grid(1)
        left, top = grid.corner(0)
        x, y = left + column * grid.side, top + row * grid.side
        a, b, c, d, e, f, g, h = self.way
        depth = g * x + h * y + 1
        return (a * x + b * y + c) / depth, (d * x + e * y + f) / depth

    def corners(self, edition: Edition) -> Points:
        """The corners of the squares, clockwise from the first one."""
        wide, high = edition.columns, edition.rows
        return [self.place(*point) for point in ((0, 0), (wide, 0), (wide, high), (0, high))]


def photographed(edition: Edition, path: Path) -> Photo:
    """Photographs a rendered board at an angle and with a shadow."""
    position = Position(random_start(edition, "free", 2, Random(1)))
    board = Image.open(io.BytesIO(draw_board(position.view(), names=("Ada", "Bela")))).convert(
        "RGB"
    )
    wide, high = board.size
    corners = [
        (140.0, 60.0),
        (wide - 40.0, 130.0),
        (wide - 120.0, high - 30.0),
        (30.0, high - 110.0),
    ]
    whole = [(0.0, 0.0), (float(wide), 0.0), (float(wide), float(high)), (0.0, float(high))]
    photo = board.transform(
        board.size,
        Image.Transform.PERSPECTIVE,
        coefficients(corners, whole),
        Image.Resampling.BICUBIC,
    )
    shadow = Image.new("L", board.size, 255)
    ImageDraw.Draw(shadow).ellipse((wide // 3, high // 4, wide, high), fill=110)
    shadow = shadow.filter(ImageFilter.GaussianBlur(60))
    Image.composite(photo, Image.new("RGB", board.size), shadow).save(path)
    return Photo(coefficients(whole, corners))


def coefficients(to: Points, of: Points) -> tuple[float, ...]:
    """The way that takes four points to four others, as Pillow wants it."""
    rows = []
    for (x, y), (u, v) in zip(to, of, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    for column in range(8):
        best = max(range(column, 8), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        for row in range(8):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return tuple(rows[row][8] / rows[row][row] for row in range(8))
