"""The castle: ring squares that grow floor by floor, a courtyard, towers at the corners.

A square is seen from above and slightly from the south-east: the higher it is, the taller the
walls, with a course of stones for each floor, and the lighter its platform. A square that the floor
under construction still lacks has a wooden scaffold on its platform. The whole castle is one tile,
put together of its parts.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from engine.lot import Lot
from engine.squares import Square, column_of, row_of
from render.art.seals import loose_seal
from render.art.shapes import UNIT
from render.canvas import Canvas
from render.colours import (
    COURT,
    GRASS,
    INK,
    PENNANT,
    PLATFORMS,
    RGB,
    SCAFFOLD,
    SHADE,
    STONE,
    STONE_DARK,
    STONE_LIGHT,
    STONE_LINE,
    WALL,
    blend,
    darker,
    lighter,
)
from render.files.raster import Raster, Tile, plain_raster, tile_on, tile_over
from render.files.tile_cache import TILES

_STOREY: Final = 8
_PLINTH: Final = 3
_MERLON: Final = 6
_SIDE: Final = 2.6
"""How wide the wall on the right is for each floor, which lies in the shade."""
SEAL: Final = 48
TOWER: Final = 64
"""The side of the square in whose middle a tower stands."""
_SHADOW: Final = 5


def platform_tone(height: int) -> RGB:
    """Return the colour of a ring square's platform: the higher, the lighter."""
    return PLATFORMS[min(height, len(PLATFORMS) - 1)]


def _front(height: int) -> int:
    """Return the units that a ring square's platform reaches down."""
    return UNIT - min(height, len(PLATFORMS) - 1) * _STOREY - (_PLINTH if height else 0)


class Room(NamedTuple):
    """The width and height free for a ring square; less at the right and lower edge, for shadow."""

    width: int
    height: int


ROOMS: Final = tuple(
    Room(width, height) for width in (UNIT, UNIT - _SHADOW) for height in (UNIT, UNIT - _SHADOW)
)
"""Every room that a ring square may have."""


def paint_block(canvas: Canvas, height: int, lacking: bool, room: Room) -> None:
    """Paint a ring square without its seal: floors, battlements, scaffold."""
    front = room.height - (UNIT - _front(height))
    canvas.box(0, 0, UNIT, UNIT, SHADE)
    canvas.box(0, 0, room.width, room.height, INK)
    if height == 0:
        _paint_foundation(canvas, room)
    else:
        _paint_wall(canvas, front, height, room)
        # Battlements say that the floor is done here, so a scaffold stands without them.
        _paint_top(canvas, front, height, room, crenels=not lacking)
    if lacking:
        _paint_scaffold(canvas, Room(room.width - round(_SIDE * height), front))


def _paint_foundation(canvas: Canvas, room: Room) -> None:
    """Paint flagstones level with the ground."""
    for row, cuts in enumerate(((0, 20, 40, 60), (0, 30, 60)) * 2):
        for number, (left, right) in enumerate(pairwise(cuts)):
            tone = PLATFORMS[0] if (row + number) % 2 else blend(PLATFORMS[0], STONE, 0.5)
            bottom = min(row * 15 + 15, room.height - 1)
            canvas.box(left + 1, row * 15 + 1, min(right, room.width - 1), bottom, tone)


def _paint_wall(canvas: Canvas, front: int, height: int, room: Room) -> None:
    """Paint the front and right walls: a course of stones for each floor, the lower darker."""
    right, foot = room.width - 1, room.height - _PLINTH
    canvas.box(1, 1, right, room.height, STONE_DARK)
    canvas.box(right - _SIDE * height, 1, right, foot, darker(WALL, 0.5))
    for floor, top in enumerate(range(front, foot, _STOREY)):
        tone = darker(WALL, 0.16 * floor)
        canvas.box(1, top, right, top + _STOREY, tone)
        canvas.box(1, top, right, top + 2, INK if floor else darker(WALL, 0.55))
        for x in range(8 if floor % 2 else 16, round(right), 16):
            canvas.box(x, top + 2, x + 1.6, top + _STOREY, darker(tone, 0.35))


def _paint_top(canvas: Canvas, front: int, height: int, room: Room, *, crenels: bool) -> None:
    """Paint the platform, lit from the left, with battlements once it is as high as the floor."""
    right, tone = room.width - 1 - _SIDE * height, platform_tone(height)
    canvas.box(1, 1, right, front, tone)
    light = lighter(tone, 0.6)
    canvas.box(1, 1, right, 3, light)
    canvas.box(1, 1, 3, front, light)
    canvas.box(right - 1.6, 1, right, front, INK)
    if not crenels:
        return
    for left in range(1, round(right) - _MERLON, 13):
        for top in (1, front - _MERLON + 1):
            canvas.box(left - 1, top, left + _MERLON + 1, top + _MERLON, INK)
            canvas.box(left, top, left + _MERLON, top + _MERLON - 1, light)


def _paint_scaffold(canvas: Canvas, room: Room) -> None:
    """Paint a scaffold round a square whose piece is still to come."""
    width, height = room
    edge, deep = 8, darker(SCAFFOLD, 0.45)
    for left, top, right, bottom in (
        (0, 0, width, edge),
        (0, height - edge, width, height),
        (0, 0, edge, height),
        (width - edge, 0, width, height),
    ):
        canvas.box(left, top, right, bottom, INK)
        canvas.box(left + 1.5, top + 1.5, right - 1.5, bottom - 1.5, SCAFFOLD)
    for at in range(12, 48, 11):
        for inset in (1.5, height - edge + 1.5):
            if at + 3 < width - edge:
                canvas.box(at, inset, at + 3, inset + edge - 3, deep)
        for inset in (1.5, width - edge + 1.5):
            if at + 3 < height - edge:
                canvas.box(inset, at, inset + edge - 3, at + 3, deep)
    for x in (0, width - edge - 2):
        for y in (0, height - edge - 2):
            canvas.box(x, y, x + edge + 2, y + edge + 2, INK)
            canvas.box(x + 2, y + 2, x + edge, y + edge, lighter(SCAFFOLD, 0.45))


def block(height: int, lacking: bool, room: Room, scale: float) -> Tile:
    """Draw a ring square without its seal."""
    canvas = Canvas(UNIT, UNIT, scale)
    paint_block(canvas, height, lacking, room)
    return tile_on(canvas, GRASS)


def room_at(lot: Lot, square: Square) -> Room:
    """Return the width and height free for a ring square of a castle's lot."""
    right = column_of(square) == column_of(lot.corner) + lot.width - 1
    bottom = row_of(square) == row_of(lot.corner) + lot.height - 1
    return Room(UNIT - _SHADOW * right, UNIT - _SHADOW * bottom)


def _lay_block(
    raster: Raster,
    x: int,
    y: int,
    family: str | None,
    height: int,
    lacking: bool,
    room: Room,
    scale: float,
) -> None:
    raster.paste(TILES.get(block, height, lacking, room, scale), x, y)
    if family is not None:
        # A seal for each tone of platform: its soft edge is mixed with the ground beforehand.
        seal = TILES.get(loose_seal, family, SEAL, scale, platform_tone(height))
        front = room.height - (UNIT - _front(height))
        middle = max(front / 2, SEAL * 0.4)
        across = (room.width - _SIDE * height) / 2
        at = round((across - SEAL / 2) * scale), round((middle - SEAL / 2) * scale)
        raster.paste(seal, x + at[0], y + at[1])


def ring_square(family: str | None, height: int, room: Room, scale: float) -> Tile:
    """Draw a ring square as it would be with a piece on it."""
    side = round(UNIT * scale)
    raster = plain_raster(side, side, GRASS)
    _lay_block(raster, 0, 0, family, height, False, room, scale)
    return raster.tile()


def tower(height: int, scale: float) -> Tile:
    """Draw a round corner tower with a pennant, the taller the higher the castle is there.

    Its middle lies on the corner of the castle's lot, where it hides nothing that is asked for.
    """
    canvas = Canvas(TOWER, TOWER, scale)
    paint_tower(canvas, height)
    return tile_over(canvas, GRASS)


def paint_tower(canvas: Canvas, height: int) -> None:
    """Paint a corner tower in the middle of the square of ``TOWER`` units at the top left."""
    x, radius = TOWER / 2, 12.0
    foot = TOWER / 2 + 3
    y = foot - 2 - 3 * height
    canvas.disc(x + 4, foot + 3, radius, SHADE)
    canvas.disc(x, foot, radius, INK)
    canvas.box(x - radius, y, x + radius, foot, INK)
    canvas.disc(x, foot, radius - 1.6, darker(WALL, 0.1))
    canvas.box(x - radius + 1.6, y, x + radius - 1.6, foot, darker(WALL, 0.1))
    canvas.disc(x, y, radius, INK)
    canvas.disc(x, y, radius - 1.8, (158, 66, 50))
    canvas.slice(x, y, radius - 1.8, 160, 300, (212, 108, 78))
    canvas.line([(x, y), (x, y - 15)], INK, 2.6)
    canvas.polygon(
        [(x + 1, y - 18), (x + 18, y - 13), (x + 1, y - 8)], PENNANT, edge=INK, width=1.8
    )


def courtyard(columns: int, rows: int, scale: float) -> Tile:
    """Draw the inner squares with paving and a well."""
    canvas = Canvas(columns * UNIT, rows * UNIT, scale)
    paint_courtyard(canvas)
    return tile_on(canvas, GRASS)


def paint_courtyard(canvas: Canvas) -> None:
    """Paint the paving and the well over a whole canvas."""
    width, height = round(canvas.width), round(canvas.height)
    canvas.box(0, 0, width, height, STONE_LINE)
    paving = 15
    for row in range(height // paving):
        for column in range(width // paving):
            tone = blend(COURT, STONE_LIGHT, 0.2 + 0.25 * ((row * 5 + column * 3) % 3 == 0))
            left, top = column * paving, row * paving
            canvas.box(left + 0.6, top + 0.6, left + paving - 0.6, top + paving - 0.6, tone)
    shade = canvas.layer()
    shade.box(0, 0, width, 10, INK)
    shade.box(0, 0, 9, height, INK)
    canvas.add(shade, 0.28)
    x, y = width / 2, height / 2
    well: RGB = (96, 150, 150)
    canvas.disc(x, y, 17, INK)
    canvas.disc(x, y, 15, STONE_LIGHT)
    canvas.disc(x, y, 10.5, INK)
    canvas.disc(x, y, 9, well)
    canvas.arc(x - 1, y - 1, 6, 190, 280, lighter(well, 0.6), 2)


def castle(
    lot: Lot,
    tops: tuple[str | None, ...],
    heights: tuple[int, ...],
    lacking: tuple[bool, ...],
    scale: float,
) -> Tile:
    """Draw the whole castle as it stands.

    Args:
        lot: where it lies.
        tops: the family seen on each ring square, or None.
        heights: how many pieces stand on each.
        lacking: whether the floor under construction still lacks a piece there.
        scale: pixels a unit.
    """
    side = round(UNIT * scale)
    raster = plain_raster(lot.width * side, lot.height * side, GRASS)
    inner = TILES.get(courtyard, lot.width - 2, lot.height - 2, scale)
    raster.paste(inner, side, side)
    left, top = column_of(lot.corner), row_of(lot.corner)
    for square, family, height, lacks in zip(lot.ring, tops, heights, lacking, strict=True):
        x, y = (column_of(square) - left) * side, (row_of(square) - top) * side
        _lay_block(raster, x, y, family, height, lacks, room_at(lot, square), scale)
    return raster.tile()


@lru_cache(maxsize=256)
def tower_spots(lot: Lot, heights: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """Return each corner of a lot: its column and row within the lot, and its height."""
    left, top = column_of(lot.corner), row_of(lot.corner)
    found = []
    for square, height in zip(lot.ring, heights, strict=True):
        column, row = column_of(square) - left, row_of(square) - top
        if column in (0, lot.width - 1) and row in (0, lot.height - 1):
            found.append((column + bool(column), row + bool(row), height))
    return tuple(found)
