"""The castle: blocks that stand on one another, a courtyard, towers that grow with the floors.

A block's top moves north and its front grows with each floor, the tops become lighter, and each
has the number of its floors, which is read where heights are not. Battlements stand on what is
finished, scaffold where the floor under construction still lacks a piece.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from engine.edition import Edition
from engine.squares import Lot, column_of, row_of
from render import colours
from render.art.drawing import NUMBER, UNIT
from render.art.tokens import loose_seal
from render.canvas import Canvas
from render.files.raster import Raster, Sprite, Tile, joined, plain_raster, tile_on, tile_over
from render.files.tile_cache import TILES
from render.letters.text import paint_text

_RISES: Final = (0, 10, 20, 30)
BACK: Final = 14
_FRONT: Final = 58
"""Where the top of a block begins and ends within its square while nothing lifts it."""
MARGIN: Final = 76  # the units round the lot within which all that stands on it rises
_EDGE: Final = 2.6  # the ink between blocks: each number belongs to the seal beside it
_ASIDE: Final = 24
_BELOW: Final = 8  # how far towers stand out to the sides and to the south
SEALS: Final = (42, 38)  # the sides of a seal's square on the bare ground, and beside a number
_SEAL_AT: Final = 16
_DIGIT_AT: Final = 44  # the middles of a block's seal and of its number from its left edge


def rise_of(height: int) -> int:
    """Return how far north of its square the top of a block of some floors lies, in units."""
    return _RISES[min(height, len(_RISES) - 1)]


def platform_tone(height: int) -> colours.RGB:
    """Return the colour of a ring square's platform: the higher, the lighter."""
    return colours.PLATFORMS[min(height, len(colours.PLATFORMS) - 1)]


def seal_spot(height: int) -> tuple[float, float]:
    """Return the middle of the seal on a block, from its square's corner."""
    return (30, 31) if not height else (_SEAL_AT, (BACK + _FRONT) / 2 - rise_of(height))


def paint_block(
    canvas: Canvas,
    height: int,
    lacks: bool,
    west: bool = False,
    north: bool = False,
    numbered: bool = True,
) -> None:
    """Paint a ring square without its seal; its square's upper edge lies ``MARGIN`` units down.

    Args:
        height: the floors that stand there.
        lacks: whether the floor under construction lacks a piece here.
        west, north: whether the neighbour there is higher and throws its shade.
        numbered: whether the number of the floors stands on it.
    """
    y = MARGIN
    if not height:
        _paint_site(canvas, y, lacks)
        return
    rise, tone = rise_of(height), platform_tone(height)
    back, front = y + BACK - rise, y + _FRONT - rise
    canvas.box(0, min(back - 2, y), UNIT, y + UNIT, colours.INK)
    for floor in range(min(height, len(_RISES) - 1)):
        high, low = y + _FRONT - rise_of(floor + 1), y + _FRONT - rise_of(floor)
        canvas.box(
            _EDGE, high, UNIT - _EDGE, low - 1.6, (colours.STONE, colours.STONE_DARK)[floor % 2]
        )
        canvas.box(_EDGE, high, UNIT - _EDGE, high + 2, colours.STONE_LIGHT)
    canvas.box(_EDGE, back, UNIT - _EDGE, front, tone)
    if numbered:
        # Read at a glance on paper alone.
        canvas.box(31, back, UNIT - _EDGE, front, colours.PAPER)
    shade = colours.darker(tone, 0.3)
    if north:
        canvas.polygon([(1.6, back), (58.4, back), (58.4, back + 8), (9, back + 8)], shade)
    if west:
        canvas.polygon([(1.6, back), (9, back + 8), (9, front), (1.6, front)], shade)
    if lacks:
        _paint_scaffold(canvas, back)
    else:
        for x in (0, 16.6, 33.4, 50):
            canvas.box(x, back - 6, x + 10, back + 4, colours.INK)
            canvas.box(x + 1.6, back - 4.4, x + 8.4, back + 2.4, colours.lighter(tone, 0.4))
    if numbered:
        paint_text(canvas, _DIGIT_AT, (back + front) / 2, str(height), NUMBER, colours.INK)


def _paint_site(canvas: Canvas, y: float, lacks: bool) -> None:
    """Paint a dug square, staked out and roped off while a piece is missing."""
    tone = colours.PLATFORMS[0]
    canvas.box(0, y, UNIT, y + UNIT, colours.STONE_LINE)
    canvas.box(1.6, y + 1.6, UNIT - 1.6, y + UNIT - 1.6, colours.darker(tone, 0.3))
    canvas.box(8, y + 8, UNIT - 1.6, y + UNIT - 1.6, tone)
    if lacks:
        canvas.box(5, y + 7, 55, y + 9, colours.lighter(colours.SCAFFOLD, 0.4))
        canvas.box(5, y + 54, 55, y + 56, colours.lighter(colours.SCAFFOLD, 0.4))
        for x in (2, 50):
            for top in (1, 47):
                canvas.box(x, y + top, x + 8, y + top + 12, colours.INK)
                canvas.box(x + 1.6, y + top + 1.6, x + 6.4, y + top + 10.4, colours.SCAFFOLD)


def _paint_scaffold(canvas: Canvas, back: float) -> None:
    """Paint the posts and the rail that wait for a piece, all of them behind the number."""
    for x in (0, 52):
        canvas.box(x, back - 9, x + 8, back + 6, colours.INK)
        canvas.box(x + 1.6, back - 7.4, x + 6.4, back + 4.4, colours.SCAFFOLD)
    canvas.box(0, back - 9, UNIT, back, colours.INK)
    canvas.box(1.6, back - 7.4, UNIT - 1.6, back - 1.6, colours.SCAFFOLD)


def block(height: int, lacks: bool, west: bool, north: bool, numbered: bool, scale: float) -> Tile:
    """Draw a ring square without its seal."""
    canvas = Canvas(UNIT, UNIT + MARGIN, scale)
    paint_block(canvas, height, lacks, west, north, numbered)
    return tile_over(canvas, colours.INK).moved(0, -round(MARGIN * scale))


def paint_tower(canvas: Canvas, height: int, x: float, y: float) -> None:
    """Paint a round tower whose foot stands round a point, with a window for each floor."""
    half, tall = 10, 15 + rise_of(height) * 1.15
    roof = y - tall
    canvas.disc(x, y, half + 1.6, colours.INK, height=6)
    canvas.box(x - half - 1.6, roof, x + half + 1.6, y, colours.INK)
    canvas.disc(x, y, half, colours.STONE_DARK, height=4.4)
    canvas.box(x - half, roof, x + half, y, colours.STONE_DARK)
    canvas.box(x - half, roof, x + 3, y + 3, colours.STONE_LIGHT)
    for floor in range(min(height, 3)):
        canvas.box(x - 6, y - 10 - floor * 12, x - 1, y - 3 - floor * 12, colours.INK)
    wide = half + 4
    canvas.polygon(
        [(x - wide, roof + 3), (x, roof - 20), (x + wide, roof + 3), (x, roof + 7)],
        colours.TILES_RED,
        edge=colours.INK,
        width=2.4,
    )
    canvas.polygon(
        [(x + 1, roof - 17), (x + wide - 1, roof + 3), (x + 4, roof + 5)],
        colours.darker(colours.TILES_RED, 0.25),
    )


def tower(height: int, scale: float) -> Tile:
    """Draw a corner tower, to be laid from the place of its foot on."""
    canvas = Canvas(2 * MARGIN, 2 * MARGIN, scale)
    paint_tower(canvas, height, MARGIN, 1.5 * MARGIN)
    return tile_over(canvas, colours.STONE).moved(
        -round(MARGIN * scale), -round(1.5 * MARGIN * scale)
    )


def courtyard(columns: int, rows: int, scale: float) -> Tile:
    """Draw the inner squares with paving and a well."""
    canvas = Canvas(columns * UNIT, rows * UNIT, scale)
    paint_courtyard(canvas)
    return tile_on(canvas, colours.COURT)


def paint_courtyard(canvas: Canvas) -> None:
    """Paint the paving and the well over a whole canvas."""
    width, height = canvas.width, canvas.height
    canvas.box(0, 0, width, height, colours.COURT)
    line = colours.darker(colours.COURT, 0.12)
    for x in range(20, round(width), 20):
        canvas.box(x, 0, x + 1.4, height, line)
    for down in range(20, round(height), 20):
        canvas.box(0, down, width, down + 1.4, line)
    # In the shade of the walls north and west of it.
    canvas.box(0, 0, width, 9, colours.blend(colours.COURT, colours.INK, 0.3))
    canvas.box(0, 0, 9, height, colours.blend(colours.COURT, colours.INK, 0.3))
    middle, y = width / 2, height / 2
    canvas.disc(middle, y + 2, 16, colours.INK, height=13)
    canvas.disc(middle, y, 14.4, colours.STONE_LIGHT, height=11.4)
    canvas.disc(middle, y, 10, colours.INK, height=7.4)
    canvas.disc(middle, y + 1, 8.8, (111, 163, 155), height=6)


def castle(
    lot: Lot,
    tops: tuple[str | None, ...],
    heights: tuple[int, ...],
    lacks: tuple[bool, ...],
    scale: float,
    numbered: bool = True,
) -> Sprite:
    """Draw the whole castle as it stands, to be laid from its lot's corner on.

    Args:
        tops: the family seen on each ring square, or None.
        heights: how many pieces stand on each.
        lacks: whether the floor under construction still lacks a piece there.
        numbered: whether the number of floors stands on each.
    """
    side, margin = round(UNIT * scale), round(MARGIN * scale)
    size = lot.width * side + 2 * margin, lot.height * side + 2 * margin
    raster = plain_raster(*size, colours.CLEAR)
    inner = TILES.get(courtyard, lot.width - 2, lot.height - 2, scale)
    raster.paste(inner, margin + side, margin + side)
    left, top = column_of(lot.corner), row_of(lot.corner)
    places = [(column_of(square) - left, row_of(square) - top) for square in lot.ring]
    risen = dict(zip(places, heights, strict=True))
    ring = zip(places, tops, heights, lacks, strict=True)
    # From the north, since what stands further south hides what is behind it.
    for (column, row), family, height, lacking in sorted(ring, key=lambda one: one[0][1]):
        x, y = margin + column * side, margin + row * side
        shaded = [risen.get(place, 0) > height for place in ((column - 1, row), (column, row - 1))]
        raster.paste(TILES.get(block, height, lacking, *shaded, numbered, scale), x, y)
        if family is not None:
            _lay_seal(raster, family, height, x, y, scale, numbered)
    for column, row, height in tower_spots(lot, heights):
        at = tower_foot(column, row)
        tile = TILES.get(tower, height, scale)
        raster.paste(tile, margin + round(at[0] * scale), margin + round(at[1] * scale))
    # Only the edges need a mask: full rectangles are copied in a fraction of the time.
    wide, high = size
    aside, deep, below = (round(at * scale) for at in (_ASIDE, BACK, _BELOW))
    north, east, south = margin + deep, wide - margin, high - margin
    edges = (
        (margin - aside, 0, east + aside, north),
        (margin - aside, north, margin, south + below),
        (east, north, east + aside, south + below),
        (margin, south, east, south + below),
    )
    body = replace(raster.masked_tile(colours.CLEAR, (margin, north, east, south)), mask=None)
    tiles = (body, *(raster.masked_tile(colours.CLEAR, edge) for edge in edges))
    return joined(tiles).moved(-margin, -margin)


def _lay_seal(
    raster: Raster, family: str, height: int, x: int, y: int, scale: float, numbered: bool = True
) -> None:
    """Lay the seal of a block whose square's corner is at a pixel."""
    size, (across, down) = SEALS[numbered and height > 0], seal_spot(height)
    tile = TILES.get(loose_seal, family, size, scale, platform_tone(height))
    left = across if numbered else UNIT / 2
    raster.paste(tile, x + round((left - size / 2) * scale), y + round((down - size / 2) * scale))


def ring_square(family: str | None, height: int, scale: float) -> Tile:
    """Draw a ring square as it would be with a piece on it."""
    side, margin = round(UNIT * scale), round(MARGIN * scale)
    raster = plain_raster(side, side + margin, colours.CLEAR)
    raster.paste(TILES.get(block, height, False, False, False, True, scale), 0, margin)
    if family is not None:
        _lay_seal(raster, family, height, 0, margin, scale)
    return raster.masked_tile(colours.CLEAR, (0, 0, side, side + margin)).moved(0, -margin)


def tower_foot(column: int, row: int) -> tuple[float, float]:
    """Return where a tower stands at a corner of a lot, in units from the lot's corner."""
    return column * UNIT + (7 if column else -7), row * UNIT + (0 if row else 6)


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


def castle_shadow(
    edition: Edition, lot: Lot, heights: tuple[int, ...], east: bool, scale: float
) -> Tile:
    """Draw the shadow that the castle throws to a side, as a mask from its lot's corner on."""
    left, top = column_of(lot.corner), row_of(lot.corner)
    right, low = lot.width * UNIT, lot.height * UNIT
    # As far as the board goes, or a pixel of the rim's dark edge.
    wide = max(1, min(UNIT // 2, (edition.columns - left) * UNIT - right))
    high = max(1, min(UNIT // 2, (edition.rows - top) * UNIT - low))
    box = (right, 0, wide, low + high) if east else (0, low, right, high)
    canvas = Canvas(box[2], box[3], scale, oversampling=2)
    for square, height in zip(lot.ring, heights, strict=True):
        x = (column_of(square) - left) * UNIT - box[0]
        y = (row_of(square) - top) * UNIT - box[1]
        far = round(4 + 0.8 * rise_of(height))
        edge, foot = x + UNIT, y + UNIT
        outline = [(x, foot), (x + far, foot + far), (edge + far, foot + far)]
        canvas.polygon([*outline, (edge + far, y + far), (edge, y)], colours.INK)
    return tile_over(canvas, colours.INK).moved(round(box[0] * scale), round(box[1] * scale))
