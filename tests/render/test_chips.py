"""The chip with the vacant squares hides neither the seal nor what tells the form."""

from itertools import product

import pytest
from PIL import Image, ImageChops

from engine.edition import Cell
from engine.edition_files import load_edition
from engine.opportunities import occupied
from engine.squares import iter_squares
from render.art.buildings import building, building_tile, spots_of
from render.art.drawing import UNIT, extent
from render.art.signs import paint_crest
from render.board.pieces import board_grid, building_sprite, lay_pieces, standing_of
from render.canvas import Canvas
from render.colours import GRASS
from render.files.raster import Sprite, plain_raster
from render.files.tile_cache import TILES, forget_tiles
from tests.render.scenes import position_at

EDITION = load_edition()
WAYS = [
    (form.name, way.cells)
    for form in EDITION.forms.values()
    # Of two squares one has the seal and one the chip; the form tells itself.
    if len(form.shape) > 2
    for way in form.orientations(mirror=True)
]


def _drawn(sprite: Sprite | None, form: str, cells: tuple[Cell, ...]) -> Image.Image:
    columns, rows = extent(cells)
    raster = plain_raster(columns * UNIT, rows * UNIT, GRASS)
    raster.paste(TILES.get(building_tile, form, cells, False, 1.0), 0, 0)
    if sprite is not None:
        raster.lay(sprite, 0, 0)
    return raster.pixels().convert("RGB")


def _differs(first: Image.Image, second: Image.Image) -> Image.Image:
    return ImageChops.difference(first, second).convert("L").point([0] + [255] * 255)


@pytest.mark.slow
@pytest.mark.parametrize(("form", "cells"), WAYS, ids=lambda value: str(value)[:24])
def test_a_chip_is_clear_of_seal_and_crest(form: str, cells: tuple[Cell, ...]) -> None:
    bare = _drawn(None, form, cells)
    columns, rows = extent(cells)
    canvas = Canvas(columns * UNIT, rows * UNIT, 1.0)
    paint_crest(canvas, form, *spots_of(form, cells).crest, 0.84)
    crest = canvas.reduced().getchannel("A").point(lambda value: 255 * (value > 127))
    for family, vacant in product(EDITION.families, (2, 9)):
        sealed = _drawn(building(form, cells, family, 0, 1.0), form, cells)
        chipped = _drawn(building(form, cells, family, vacant, 1.0), form, cells)
        seal, chip = _differs(bare, sealed), _differs(sealed, chipped)
        assert chip.getbbox()
        for hidden in (seal, crest):
            both = ImageChops.multiply(chip, hidden).histogram()[255]
            assert both <= 6, "some pixels where two edges meet, and no more"


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_the_chip_counts_what_is_vacant(share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    position = position_at("first-game-4", share)
    view = position.view()
    counted: dict[int, int] = {}

    def listening(*key: object) -> Sprite:
        *_, vacant, _ = key
        assert isinstance(vacant, int)
        counted[vacant] = counted.get(vacant, 0) + 1
        return building_sprite(*key)  # type: ignore[arg-type]

    monkeypatch.setattr("render.board.pieces.building_sprite", listening)
    forget_tiles()
    raster = plain_raster(1220, 776, GRASS)
    lay_pieces(raster, standing_of(view), board_grid(1.0))
    taken = occupied(view) | view.lot.squares
    expected = {0} if any(building.completed for building in view.buildings) else set()
    for piece in view.buildings:
        if not piece.completed:
            around = view.edition.border(piece.squares)
            free = [square for square in iter_squares(around) if not taken >> square & 1]
            expected.add(len(free))
    assert set(counted) == expected
