"""Buildings of all forms, under construction or completed, as tiles of the whole building.

Completed: a whole roof in the form's own colour. Under construction: pale floor between walls,
rafters instead of a roof, scaffold poles round it, the seal, and a chip with the number of vacant
squares round it. Right and below a strip of the land lies in the building's shadow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.cards import Cell
from render.art.chips import CHIP, vacancy_chip
from render.art.crests import look_of
from render.art.seals import loose_seal
from render.art.shapes import (
    UNIT,
    centre,
    extent,
    furthest,
    head,
    inner_corners,
    neighbours,
    paint_shape,
    rectangles,
    ridges,
    roof_faces,
    span,
)
from render.canvas import Canvas, Point
from render.colours import (
    BEAM,
    BEAM_DARK,
    FLOOR,
    GRASS,
    INK,
    PLOT,
    PLOT_EDGE,
    RGB,
    SHADE,
    blend,
    darker,
    lighter,
)
from render.files.raster import Raster, Sprite, Tile, opaque_tile, plain_raster
from render.files.tile_cache import TILES

_SUN: Final = {"n": 0.16, "w": 0.06, "e": -0.16, "s": -0.3}
_PLOT_INSET: Final = 1
_WALL_INSET: Final = 7
_COURSE: Final = 12
_RAFTER: Final = 30
_SEAL: Final = 52
_SMALL_SEAL: Final = 47
_SHADOW: Final = 5
"""How far a building's shadow falls to the right and down."""


def _tone(colour: RGB, share: float) -> RGB:
    return lighter(colour, share) if share > 0 else darker(colour, -share)


def _paint_stripes(
    canvas: Canvas,
    corners: Sequence[Point],
    spacing: int,
    width: float,
    colour: RGB,
    *,
    level: bool,
) -> None:
    """Paint lines across a face, level ones or upright ones, at the same places on all faces."""
    along = [corner[1 if level else 0] for corner in corners]
    first = math.ceil((min(along) - spacing // 2) / spacing) * spacing + spacing // 2
    for start in range(first, math.ceil(max(along)), spacing):
        low, high = span(corners, start, level=level)
        if level:
            canvas.box(low, start, high, start + width, colour)
        else:
            canvas.box(start, low, start + width, high, colour)


def _paint_roof(canvas: Canvas, form: str, cells: tuple[Cell, ...]) -> None:
    colour = look_of(form).roof
    tones = {side: _tone(colour, share) for side, share in _SUN.items()}
    paint_shape(canvas, cells, _WALL_INSET - 2, INK)
    notches = canvas.copied(inner_corners(cells, _WALL_INSET))
    for side, corners in roof_faces(cells, _WALL_INSET):
        canvas.polygon(corners, tones[side])
    for side, corners in roof_faces(cells, _WALL_INSET, ends=False):
        tone = darker(tones[side], 0.2)
        _paint_stripes(canvas, corners, _COURSE, 1, tone, level=side in "ns")
    canvas.restore(notches)
    for first, second in ridges(cells):
        canvas.line([first, second], darker(colour, 0.45), 3)


def _paint_frame(canvas: Canvas, form: str, cells: tuple[Cell, ...]) -> None:
    paint_shape(canvas, cells, _WALL_INSET - 2, INK)
    paint_shape(canvas, cells, _WALL_INSET, blend(FLOOR, look_of(form).roof, 0.22))
    notches = canvas.copied(inner_corners(cells, _WALL_INSET))
    for side, corners in roof_faces(cells, _WALL_INSET + 1, ends=False):
        _paint_stripes(canvas, corners, _RAFTER, 3, BEAM, level=side in "ew")
    canvas.restore(notches)
    for first, second in ridges(cells):
        canvas.line([first, second], BEAM_DARK, 4)
    for cell in cells:
        _paint_scaffold(canvas, cells, cell)


def _paint_scaffold(canvas: Canvas, cells: tuple[Cell, ...], cell: Cell) -> None:
    """Paint a pole on each side on which the shape ends."""
    inside = neighbours(cells, cell)
    left, top = cell[0] * UNIT, cell[1] * UNIT
    rail = 4
    runs = {
        "n": ((left, top + rail), (left + UNIT, top + rail)),
        "s": ((left, top + UNIT - rail), (left + UNIT, top + UNIT - rail)),
        "w": ((left + rail, top), (left + rail, top + UNIT)),
        "e": ((left + UNIT - rail, top), (left + UNIT - rail, top + UNIT)),
    }
    for side, (first, second) in runs.items():
        if side in inside:
            continue
        x, y = (first[0] + second[0]) / 2, (first[1] + second[1]) / 2
        canvas.box(x - 3, y - 3, x + 3, y + 3, INK)
        canvas.box(x - 1, y - 1, x + 1, y + 1, lighter(BEAM, 0.5))


class Spots(NamedTuple):
    """The places of a building's crest, seal and chip: the middle of each."""

    crest: Point
    seal: Point
    chip: Point


def spots_of(form: str, cells: tuple[Cell, ...]) -> Spots:
    """Return places for crest, seal and chip at which none hides another."""
    main = cells[0] if look_of(form).at_end else head(cells)
    end = furthest(cells, main)
    left = [cell for cell in cells if cell not in (main, end)]
    (x, y), (to_x, to_y) = centre(main), centre(end)
    if left:
        return Spots((x, y), (to_x, to_y), centre(furthest(tuple(left), end)))
    if main == end:
        return Spots((x, y), (x - 9, y + 7), (x + 15, y - 14))
    across, down = (to_x - x) / UNIT, (to_y - y) / UNIT
    return Spots(
        (x - 8 * across, y - 8 * down),
        (to_x + 6 * across, to_y + 5 * down),
        ((x + to_x) / 2 - 4 * across, (y + to_y) / 2 - 4 * down),
    )


def seal_size(cells: tuple[Cell, ...]) -> int:
    """Return the side of a building's seal: less where it shares two cells with a chip."""
    return _SEAL if len(cells) > 2 else _SMALL_SEAL


def paint_whole(canvas: Canvas, form: str, cells: tuple[Cell, ...], completed: bool) -> None:
    """Paint a whole building without seal and chip on a canvas of its own."""
    paint_shape(canvas, cells, 0, SHADE)
    body = canvas.layer()
    paint_shape(body, cells, _PLOT_INSET, PLOT_EDGE)
    paint_shape(body, cells, _PLOT_INSET + 2, PLOT)
    (_paint_roof if completed else _paint_frame)(body, form, cells)
    _shade_edges(body, cells)
    canvas.add(body)
    crest = spots_of(form, cells).crest
    look_of(form).crest(canvas, *crest)


def _shade_edges(body: Canvas, cells: tuple[Cell, ...]) -> None:
    """Cut a building's right and lower edges back, so that its shadow shows there."""
    for column, row in cells:
        inside = neighbours(cells, (column, row))
        left, top = column * UNIT, row * UNIT
        right, bottom = left + UNIT, top + UNIT
        if "e" not in inside:
            body.box(right - _SHADOW, top, right, bottom, SHADE)
            body.box(right - _SHADOW - 1, top + 1, right - _SHADOW + 1, bottom, PLOT_EDGE)
        if "s" not in inside:
            body.box(left, bottom - _SHADOW, right, bottom, SHADE)
            body.box(left + 1, bottom - _SHADOW - 1, right, bottom - _SHADOW + 1, PLOT_EDGE)


def building_tile(form: str, cells: tuple[Cell, ...], completed: bool, scale: float) -> Tile:
    """Draw a whole building without seal and chip, in the box round its cells."""
    columns, rows = extent(cells)
    canvas = Canvas(columns * UNIT, rows * UNIT, scale)
    paint_whole(canvas, form, cells, completed)
    picture = canvas.reduced()
    flat = Canvas(columns * UNIT, rows * UNIT, scale, oversampling=2)
    flat.box(0, 0, columns * UNIT, rows * UNIT, GRASS)
    ground = flat.reduced()
    ground.alpha_composite(picture)
    return opaque_tile(ground)


def building(
    form: str, cells: tuple[Cell, ...], family: str | None, vacant: int, scale: float
) -> Sprite:
    """Draw a building, as a sprite of the fewest rectangles.

    Args:
        form: its form.
        cells: its cells as it lies.
        family: the family of its seal while it is under construction; None once completed.
        vacant: how many squares round it are vacant, for its chip; 0 leaves the chip out.
        scale: pixels a unit.
    """
    columns, rows = extent(cells)
    side = round(UNIT * scale)
    # Pasted together once for each look of a building, so that a board lays one sprite for it.
    raster = plain_raster(columns * side, rows * side, GRASS)
    raster.paste(TILES.get(building_tile, form, cells, family is None, scale), 0, 0)
    spots = spots_of(form, cells)
    if family is not None:
        size = seal_size(cells)
        tile = TILES.get(loose_seal, family, size, scale, blend(FLOOR, look_of(form).roof, 0.22))
        _paste_at(raster, tile, spots.seal, size, scale)
    if vacant:
        _paste_at(raster, TILES.get(vacancy_chip, vacant, scale), spots.chip, CHIP, scale)
    # Rectangles without a mask: copying them is the cheapest thing Pillow's core can do.
    return raster.sprite(
        (left * side, top * side, width * side, height * side)
        for left, top, width, height in rectangles(cells)
    )


def _paste_at(raster: Raster, tile: Tile, middle: Point, size: int, scale: float) -> None:
    x, y = (round((value - size / 2) * scale) for value in middle)
    raster.paste(tile, x, y)
