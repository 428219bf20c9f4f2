"""Buildings of all forms, under construction or completed, seen from above and from the south.

Completed: a roof with lit and shaded faces over a south wall with its door. Under construction:
walls with gaps round a sunken floor, the seal, and a chip with the number of vacant squares round
it. The light comes from the north-west; what a building throws on the land is told by its squares.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.cards import Cell
from render.art.chips import CHIP, vacancy_chip
from render.art.crests import look_of, paint_crest
from render.art.drawing import has_drawing, paint_drawing
from render.art.seals import loose_seal
from render.art.shapes import (
    UNIT,
    Inset,
    centre,
    extent,
    furthest,
    head,
    neighbours,
    paint_shape,
    rectangles,
    ridges,
    roof_faces,
)
from render.canvas import Canvas, Point
from render.colours import FLOOR, GROUND, INK, RGB, WALLS, blend, darker, lighter
from render.files.raster import Raster, Sprite, Tile, plain_raster, tile_on
from render.files.tile_cache import TILES

_SUN: Final = {"n": 0.14, "w": 0.14, "e": -0.2, "s": -0.03}
"""How much lighter or darker each face of a roof is."""
_EAVE: Final = 47
_BODY: Final[Inset] = (3, 2, 57, 57)
_ROOF: Final[Inset] = (3, 2, 57, _EAVE)
_SEAL: Final = 54
_SMALL_SEAL: Final = 48
_TEETH: Final = (16, 37)
"""Where on a side the gaps of an unfinished wall are."""


def floor_tone(form: str) -> RGB:
    """Return the colour of the floor of a building of a form."""
    return blend(FLOOR, look_of(form).roof, 0.14)


def roof_tones(roof: RGB) -> dict[str, RGB]:
    """Return the tones of a roof of a colour by the side to which a face looks."""
    return {
        side: lighter(roof, share) if share > 0 else darker(roof, -share)
        for side, share in _SUN.items()
    }


def _paint_roof(canvas: Canvas, form: str, cells: tuple[Cell, ...]) -> None:
    look = look_of(form)
    paint_shape(canvas, cells, _BODY, INK, 2)
    paint_shape(canvas, cells, _BODY, look.plaster)
    for cell in cells:
        if "s" not in neighbours(cells, cell) and has_drawing(f"wall-{form}"):
            paint_drawing(canvas, f"wall-{form}", cell[0] * UNIT, cell[1] * UNIT + _EAVE + 1)
    faces = list(roof_faces(cells, _ROOF))
    for _, corners in faces:
        canvas.polygon(corners, INK, edge=INK, width=3)
    tones = roof_tones(look.roof)
    for side, corners in faces:
        # With an edge of its own colour, or a browser would leave seams between the faces.
        canvas.polygon(corners, tones[side], edge=tones[side], width=0.6)
    for first, second in ridges(cells):
        canvas.line([first, second], darker(look.roof, 0.5), 2.6)


def _paint_site(canvas: Canvas, form: str, cells: tuple[Cell, ...]) -> None:
    lit, plain, dark = WALLS
    floor = floor_tone(form)
    paint_shape(canvas, cells, _BODY, INK, 2)
    paint_shape(canvas, cells, _BODY, dark)
    paint_shape(canvas, cells, (3, 2, 57, 50), lit)
    for column, row in cells:
        inside, x, y = neighbours(cells, (column, row)), column * UNIT, row * UNIT
        for at in _TEETH:
            for side, box in (
                ("n", (at, 2, at + 8, 8)),
                ("s", (at, 44, at + 8, 50)),
                ("w", (3, at, 9, at + 8)),
                ("e", (51, at, 57, at + 8)),
            ):
                if side not in inside:
                    canvas.box(x + box[0], y + box[1], x + box[2], y + box[3], plain)
    paint_shape(canvas, cells, (9, 8, 51, 44), INK, 1)
    paint_shape(canvas, cells, (9, 8, 51, 44), plain)
    paint_shape(canvas, cells, (9, 12, 51, 44), darker(floor, 0.2))
    paint_shape(canvas, cells, (13, 16, 51, 44), floor)


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
        return Spots((x, y - 3), (to_x, to_y - 3), centre(furthest(tuple(left), end)))
    if main == end:
        return Spots((x, y), (x - 9, y + 7), (x + 15, y - 14))
    across, down = (to_x - x) / UNIT, (to_y - y) / UNIT
    # Of two cells one has the seal and one the chip: there is no room for a crest.
    return Spots(
        (x, y - 3), (to_x + 2 * across, to_y + 2 * down - 2), (x - 2 * across, y - 2 * down - 2)
    )


def seal_size(cells: tuple[Cell, ...]) -> int:
    """Return the side of a building's seal: less where it shares two cells with a chip."""
    return _SEAL if len(cells) > 1 else _SMALL_SEAL


def paint_whole(canvas: Canvas, form: str, cells: tuple[Cell, ...], completed: bool) -> None:
    """Paint a whole building without seal and chip on a canvas of its own."""
    (_paint_roof if completed else _paint_site)(canvas, form, cells)
    x, y = spots_of(form, cells).crest
    if completed:
        paint_crest(canvas, form, x, y - 3)
    elif len(cells) != 2:
        paint_crest(canvas, form, x, y, 0.84)


def building_tile(form: str, cells: tuple[Cell, ...], completed: bool, scale: float) -> Tile:
    """Draw a whole building without seal and chip, in the box round its cells."""
    columns, rows = extent(cells)
    canvas = Canvas(columns * UNIT, rows * UNIT, scale)
    paint_whole(canvas, form, cells, completed)
    return tile_on(canvas, GROUND)


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
    raster = plain_raster(columns * side, rows * side, GROUND)
    raster.paste(TILES.get(building_tile, form, cells, family is None, scale), 0, 0)
    spots = spots_of(form, cells)
    if family is not None:
        size = seal_size(cells)
        tile = TILES.get(loose_seal, family, size, scale, floor_tone(form))
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
