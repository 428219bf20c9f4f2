"""Draw tiles before they are asked for, at a bot's start."""

from itertools import product

from engine.edition import Edition
from render.art import signs
from render.art.buildings import building_tile
from render.art.castle import SEALS, block, courtyard, platform_tone, tower
from render.art.land import growth, growth_of, land
from render.art.tokens import TOOLS, loose_seal, worker
from render.colours import UNOWNED
from render.files.tile_cache import TILES
from render.layout import Size

_MOST_VACANT = 10
_MOST_CHANCES = 5


def draw_all_tiles(edition: Edition) -> None:
    """Draw the tiles that boards of an edition usually show, so that the cache has them."""
    scale = Size.NORMAL.scale
    for form in edition.forms.values():
        for way in form.orientations(mirror=True):
            for completed in (False, True):
                TILES.get(building_tile, form.name, way.cells, completed, scale)
    for height in range(len(edition.floors) + 1):
        TILES.get(tower, height, scale)
        for lacking, west, north in product((False, True), repeat=3):
            TILES.get(block, height, lacking, west, north, True, scale)
        for family in edition.families:
            TILES.get(loose_seal, family, SEALS[height > 0], scale, platform_tone(height))
    long, short = edition.lot_sides
    TILES.get(courtyard, long - 2, short - 2, scale)
    TILES.get(courtyard, short - 2, long - 2, scale)
    for colour in (*edition.colours, UNOWNED):
        for tool in range(TOOLS):
            TILES.get(worker, colour, tool, tool == 0, scale)
    for colour in edition.colours:
        TILES.get(signs.hat_badge, colour, scale)
        TILES.get(signs.gain_plaque, colour, 1, scale)
        TILES.get(signs.payout_plaque, colour, 1, scale)
    # Chips with higher numbers are rare, and drawn when they are needed.
    for vacant in range(1, _MOST_VACANT + 1):
        TILES.get(signs.vacancy_chip, vacant, scale)
    TILES.get(signs.missing_square, scale)
    for number in range(1, _MOST_CHANCES + 1):
        TILES.get(signs.chance_pill, number, "9", scale)
    for one in growth_of(edition)[1].values():
        TILES.get(growth, one.name, scale)
    wide, high, lot = edition.columns, edition.rows, edition.first_lot
    for camps in (True, False):
        TILES.get(land, edition, lot, 0, 0, wide, high, camps, scale)
