"""Players, families and marks are told apart in every sight, by colour or by shape."""

from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops

from lab.drawing.gallery import picture_seen, seen
from lab.drawing.mixing import as_text, mixed
from render.art.drawing import has_drawing
from render.art.signs import FORM_LOOKS, number_badge
from render.art.tokens import SIGNS, loose_seal, sold_seal, worker
from render.colours import FAMILY, FLOOR, GRASS_BANDS, INK, PAPER, PLAYER, RGB, STONE_DARK, UNOWNED
from render.files.raster import Tile, palette_bytes, plain_raster
from render.files.tile_cache import TILES
from tests.engine.scenes import EDITION
from tests.render.colour_difference import SIGHTS, as_seen, ciede2000, contrast, in_palette
from tests.render.scenes import laid

CLEAR = 15.0  # a difference by CIE's formula of 2000 that is seen at a glance
OTHER_SHAPE = 0.1  # the share of a figure's area in which another shape differs from it
MARK = "mark"
BARE: RGB = (1, 2, 3)


def _tile(name: str) -> Tile:
    """The tile of a family, a player, the neutral or the mark, as boards show it."""
    if name in EDITION.families:
        return TILES.get(loose_seal, name, 52, 1.0, FLOOR)
    if name == MARK:
        return TILES.get(number_badge, 1, 38, 1.0)
    return TILES.get(worker, name, 0, False, 1.0)


def _picture(name: str) -> Image.Image:
    """The tile's pixels on a ground that is none of its colours."""
    raster = plain_raster(70, 70, BARE)
    raster.paste(_tile(name), 0, 0)
    return raster.pixels().convert("RGB")


def main_colour(name: str) -> RGB:
    """The colour that a figure has most of; of the mark its rim."""
    if name == MARK:
        rim: Any = _picture(name).getpixel((5, 19))
        return rim[0], rim[1], rim[2]
    apart = {in_palette(colour) for colour in ((BARE,) if name == "black" else (INK, PAPER, BARE))}
    colours: Any = _picture(name).getcolors(70 * 70)
    found: RGB = max((count, colour) for count, colour in colours if colour not in apart)[1]
    return found


def _shape(picture: Image.Image, bare: RGB) -> Image.Image:
    """What of a picture is not its ground."""
    ground = Image.new("RGB", picture.size, in_palette(bare))
    return ImageChops.difference(picture, ground).convert("L").point([0] + [255] * 255)


def shape_difference(pictures: Iterable[Image.Image], bare: RGB) -> float:
    """The share of two figures' area in which one of them lies alone."""
    one, two = (_shape(picture, bare) for picture in pictures)
    either, both = ImageChops.difference(one, two), ImageChops.lighter(one, two)
    return either.histogram()[255] / both.histogram()[255]


def difference(first: str, second: str, sight: str) -> float:
    return ciede2000(*(as_seen(main_colour(name), sight) for name in (first, second)))


FIGURES = [*EDITION.colours, UNOWNED, *EDITION.families]


@pytest.mark.parametrize("pair", list(combinations(FIGURES, 2)), ids="-".join)
def test_figures(pair: tuple[str, str]) -> None:
    apart = min(difference(*pair, sight) for sight in (*SIGHTS, "grey"))
    assert apart >= CLEAR or shape_difference(map(_picture, pair), BARE) >= OTHER_SHAPE


@pytest.mark.parametrize("pair", list(combinations(EDITION.families, 2)), ids="-".join)
def test_sold_seals_of_two_families_differ_in_shape_or_every_sight(pair: tuple[str, str]) -> None:
    # The same number, so that nothing but shape and colour tells them apart.
    pictures = [laid(sold_seal(family, 3, 42, 1.0, PAPER), PAPER) for family in pair]
    colours = [FAMILY[family] for family in pair]
    apart = min(ciede2000(*(as_seen(colour, sight) for colour in colours)) for sight in SIGHTS)
    assert shape_difference(pictures, PAPER) >= OTHER_SHAPE or apart >= CLEAR


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("name", FIGURES)
def test_nothing_on_the_board_looks_like_a_mark(name: str, sight: str) -> None:
    assert difference(name, MARK, sight) >= CLEAR


def test_every_colour_and_family_of_the_edition_has_its_own_look() -> None:
    assert set(EDITION.colours) <= set(PLAYER)
    assert set(EDITION.families) <= set(FAMILY)
    assert set(EDITION.families) <= set(SIGNS)
    assert all(has_drawing(f"sign-{family}") for family in EDITION.families)


@pytest.mark.parametrize(
    ("colour", "expected"),
    [
        ((255, 0, 0), ((109, 95, 0), (163, 144, 0), (255, 0, 15))),
        ((0, 160, 0), ((164, 143, 0), (149, 133, 33), (0, 155, 135))),
        ((30, 60, 220), ((0, 92, 225), (0, 74, 217), (0, 107, 137))),
        ((240, 140, 20), ((171, 150, 0), (195, 174, 21), (255, 117, 120))),
        ((128, 128, 128), ((128, 128, 128),) * 3),
    ],
)
def test_simulations_agree_with_those_of_others(colour: RGB, expected: tuple[RGB, ...]) -> None:
    """The values were computed by colorspacious 1.1.2, which simulates the same kinds of sight."""
    for sight, theirs in zip(SIGHTS[1:], expected, strict=True):
        assert seen(colour, sight) == pytest.approx(theirs, abs=2)


def test_only_palette_pictures_are_simulated() -> None:
    with pytest.raises(ValueError, match="palette"):
        picture_seen(Image.new("RGB", (1, 1)), "grey")


@pytest.mark.slow
def test_the_palette_is_the_one_the_artwork_gives() -> None:
    colours = mixed()
    assert bytes.fromhex(as_text(colours).replace("\n", "")) == palette_bytes()


FRAMED = (*GRASS_BANDS, STONE_DARK, *(look.roof for look in FORM_LOOKS.values()))
"""What lies round news, or under their frame."""


@pytest.mark.parametrize("sight", [*SIGHTS, "grey"])
@pytest.mark.parametrize("ground", FRAMED)
def test_a_frame_of_news_stands_out_from_all_that_it_may_lie_on(ground: RGB, sight: str) -> None:
    """Its ink or its paper does so even where the player's colour does not."""
    ink, paper, under = (c if sight == "grey" else as_seen(c, sight) for c in (INK, PAPER, ground))
    assert contrast(paper, ink) >= 4.5
    assert max(contrast(paper, under), contrast(under, ink)) >= 3
