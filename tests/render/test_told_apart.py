"""Players and families are told apart without colour: in every sight, by colour or by shape."""

from itertools import combinations

import pytest
from colorspacious import cspace_convert, deltaE
from PIL import Image, ImageChops

from engine.edition import load_edition
from render.art.figures import paint_worker
from render.art.seals import LETTERS, paint_shape_of
from render.canvas import Canvas
from render.colours import FAMILY, NEUTRAL, PLAYER, RGB
from render.mixing import as_text, mixed
from render.palette import palette_bytes
from render.vision import SIGHTS, picture_seen, seen

EDITION = load_edition()
CLEAR = 20.0
"""A colour distance (CAM02-UCS) that is seen at a glance."""
OTHER_SHAPE = 0.1
"""The share of a figure's area in which another shape differs from it."""

WORKERS = {**{colour: PLAYER[colour] for colour in EDITION.colours}, "neutral": NEUTRAL}


def _worker(colour: str) -> Image.Image:
    canvas = Canvas(60, 60, 1.0)
    paint_worker(canvas, colour, 30, 30)
    return canvas.reduced().getchannel("A").point(lambda value: 255 * (value > 127))


def _seal(family: str) -> Image.Image:
    canvas = Canvas(52, 52, 1.0)
    paint_shape_of(canvas, family, 26, 26, 20, (0, 0, 0))
    return canvas.reduced().getchannel("A").point(lambda value: 255 * (value > 127))


def _area(mask: Image.Image) -> int:
    return mask.histogram()[255]


def shape_difference(first: Image.Image, second: Image.Image) -> float:
    both = ImageChops.lighter(first, second)
    return _area(ImageChops.difference(first, second)) / _area(both)


def colour_difference(first: RGB, second: RGB, sight: str) -> float:
    one, two = seen(first, sight), seen(second, sight)
    return float(deltaE(one, two, input_space="sRGB255"))


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("pair", list(combinations(WORKERS, 2)), ids="-".join)
def test_workers(pair: tuple[str, str], sight: str) -> None:
    first, second = pair
    assert (
        colour_difference(WORKERS[first], WORKERS[second], sight) >= CLEAR
        or shape_difference(_worker(first), _worker(second)) >= OTHER_SHAPE
    )


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("pair", list(combinations(EDITION.families, 2)), ids="-".join)
def test_families(pair: tuple[str, str], sight: str) -> None:
    first, second = pair
    assert LETTERS[first] != LETTERS[second]
    assert (
        colour_difference(FAMILY[first], FAMILY[second], sight) >= CLEAR
        or shape_difference(_seal(first), _seal(second)) >= OTHER_SHAPE
    )


def test_every_colour_and_family_of_the_edition_has_its_own_look() -> None:
    assert set(EDITION.colours) <= set(PLAYER)
    assert set(EDITION.families) <= set(FAMILY)
    assert set(EDITION.families) <= set(LETTERS)


@pytest.mark.parametrize(
    ("sight", "kind"),
    [
        ("protanopia", "protanomaly"),
        ("deuteranopia", "deuteranomaly"),
        ("tritanopia", "tritanomaly"),
    ],
)
def test_simulations_agree_with_colorspacious(sight: str, kind: str) -> None:
    space = {"name": "sRGB1+CVD", "cvd_type": kind, "severity": 100}
    for colour in (*PLAYER.values(), *FAMILY.values()):
        expected = cspace_convert([part / 255 for part in colour], space, "sRGB1")
        for ours, theirs in zip(seen(colour, sight), expected, strict=True):
            assert abs(ours - min(max(theirs, 0), 1) * 255) <= 2


def test_only_palette_pictures_are_simulated() -> None:
    with pytest.raises(ValueError, match="palette"):
        picture_seen(Image.new("RGB", (1, 1)), "grey")


def test_the_palette_is_the_one_the_artwork_gives() -> None:
    colours = mixed()
    assert bytes.fromhex(as_text(colours).replace("\n", "")) == palette_bytes()
