"""Buildings of all forms, under construction or completed, and the large cards of a hand.

Completed: a roof with lit and shaded faces over a south wall with its door. Under construction:
walls round a sunken floor, the seal, and a chip with the number of vacant squares round
it. The light comes from the north-west; what a building throws on the land is told by its squares.
"""

from typing import Final, NamedTuple

from engine.edition import Cell
from render import colours
from render.art import drawing
from render.art.signs import CHIP, look_of, paint_crest, vacancy_chip
from render.art.tokens import loose_seal
from render.canvas import Canvas, Point
from render.files.raster import Raster, Sprite, Tile, plain_raster, tile_on
from render.files.tile_cache import TILES

_SUN: Final = {"n": 0.1, "w": 0.1, "e": -0.15, "s": -0.02}
"""How much lighter or darker each face of a roof is."""
_EAVE: Final = 47
_BODY: Final[drawing.Inset] = (3, 2, 57, 57)
_ROOF: Final[drawing.Inset] = (3, 2, 57, _EAVE)
_SEAL: Final = 60
_SMALL_SEAL: Final = 54


def floor_tone(form: str) -> colours.RGB:
    """Return the colour of the floor of a building of a form."""
    return colours.blend(colours.FLOOR, look_of(form).roof, 0.3)


def roof_tones(roof: colours.RGB) -> dict[str, colours.RGB]:
    """Return the tones of a roof of a colour by the side to which a face looks."""
    return {
        side: colours.lighter(roof, share) if share > 0 else colours.darker(roof, -share)
        for side, share in _SUN.items()
    }


def _paint_roof(canvas: Canvas, form: str, cells: tuple[Cell, ...]) -> None:
    look = look_of(form)
    drawing.paint_shape(canvas, cells, _BODY, colours.INK, 2)
    drawing.paint_shape(canvas, cells, _BODY, look.plaster)
    for cell in cells:
        if "s" not in drawing.neighbours(cells, cell) and drawing.has_drawing(f"wall-{form}"):
            drawing.paint_drawing(
                canvas, f"wall-{form}", cell[0] * drawing.UNIT, cell[1] * drawing.UNIT + _EAVE + 1
            )
    faces = list(drawing.roof_faces(cells, _ROOF))
    for _, corners in faces:
        canvas.polygon(corners, colours.INK, edge=colours.INK, width=3)
    tones = roof_tones(look.roof)
    for side, corners in faces:
        # With an edge of its own colour, or a browser would leave seams between the faces.
        canvas.polygon(corners, tones[side], edge=tones[side], width=0.6)


def _paint_site(canvas: Canvas, form: str, cells: tuple[Cell, ...]) -> None:
    lit, plain, dark = colours.WALLS
    floor = floor_tone(form)
    drawing.paint_shape(canvas, cells, _BODY, colours.INK, 2)
    drawing.paint_shape(canvas, cells, _BODY, dark)
    drawing.paint_shape(canvas, cells, (3, 2, 57, 50), lit)
    drawing.paint_shape(canvas, cells, (9, 8, 51, 44), colours.INK, 1)
    drawing.paint_shape(canvas, cells, (9, 8, 51, 44), plain)
    drawing.paint_shape(canvas, cells, (9, 12, 51, 44), colours.darker(floor, 0.2))
    drawing.paint_shape(canvas, cells, (13, 16, 51, 44), floor)


class Spots(NamedTuple):
    """The places of a building's crest, seal and chip: the middle of each."""

    crest: Point
    seal: Point
    chip: Point


def spots_of(form: str, cells: tuple[Cell, ...]) -> Spots:
    """Return places for crest, seal and chip at which none hides another."""
    main = cells[0] if look_of(form).at_end else drawing.head(cells)
    end = drawing.furthest(cells, main)
    left = [cell for cell in cells if cell not in (main, end)]
    (x, y), (to_x, to_y) = drawing.centre(main), drawing.centre(end)
    if left:
        return Spots(
            (x, y - 3), (to_x, to_y - 3), drawing.centre(drawing.furthest(tuple(left), end))
        )
    if main == end:
        return Spots((x, y), (x - 9, y + 7), (x + 15, y - 14))
    across, down = (to_x - x) / drawing.UNIT, (to_y - y) / drawing.UNIT
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
    columns, rows = drawing.extent(cells)
    canvas = Canvas(columns * drawing.UNIT, rows * drawing.UNIT, scale)
    paint_whole(canvas, form, cells, completed)
    return tile_on(canvas, colours.GROUND)


def building(
    form: str, cells: tuple[Cell, ...], family: str | None, vacant: int, scale: float
) -> Sprite:
    """Draw a building, as a sprite of the fewest rectangles.

    Args:
        family: the family of its seal while it is under construction; None once completed.
        vacant: how many squares round it are vacant, for its chip; 0 leaves the chip out.
    """
    columns, rows = drawing.extent(cells)
    side = round(drawing.UNIT * scale)
    # Pasted together once for each look of a building, so that a board lays one sprite for it.
    raster = plain_raster(columns * side, rows * side, colours.GROUND)
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
        for left, top, width, height in drawing.rectangles(cells)
    )


def _paste_at(raster: Raster, tile: Tile, middle: Point, size: int, scale: float) -> None:
    x, y = (round((value - size / 2) * scale) for value in middle)
    raster.paste(tile, x, y)


def paint_building(
    canvas: Canvas,
    form: str,
    cells: tuple[Cell, ...],
    x: float,
    y: float,
    unit: float,
    *,
    completed: bool,
) -> None:
    """Paint a building round a point, ``unit`` units a square."""
    columns, rows = drawing.extent(cells)
    building = canvas.part(columns * drawing.UNIT, rows * drawing.UNIT, unit / drawing.UNIT)
    paint_whole(building, form, cells, completed)
    canvas.lay(building, x - columns * unit / 2, y - rows * unit / 2)


def large_card(
    form: str,
    cells: tuple[Cell, ...],
    width: int,
    height: int,
    foot: int,
    scale: float,
    ground: colours.RGB,
) -> Tile:
    """Draw a card of a hand without its family's seal; ``foot`` units at the bottom stay free."""
    # Two samples each way: at this size edges are smooth enough.
    canvas = Canvas(width, height, scale, oversampling=2)
    columns, rows = drawing.extent(cells)
    foot = height - foot
    unit = min(width - 28, foot - 70) / 4
    canvas.box(0, 0, width, height, colours.INK, radius=14)
    canvas.box(2, 2, width - 2, height - 2, colours.PAPER, radius=12)
    canvas.box(12, 12, width - 12, foot, colours.INK)
    canvas.box(14, 14, width - 14, foot - 2, colours.GRASS)
    left = width / 2 - columns * unit / 2
    top = 76 + (foot - 76) / 2 - rows * unit / 2
    for column in range(-4, 9):
        x = round(left + column * unit)
        if 14 < x < width - 14:
            canvas.box(x, 14, x + 1, foot - 2, colours.GRASS_LINE)
    for row in range(-6, 9):
        y = round(top + row * unit)
        if 14 < y < foot - 2:
            canvas.box(14, y, width - 14, y + 1, colours.GRASS_LINE)
    middle = top + rows * unit / 2
    paint_building(canvas, form, cells, width / 2, middle, unit, completed=True)
    return tile_on(canvas, ground)
