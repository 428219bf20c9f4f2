"""One art, two painters: a piece on a page looks as it does in a picture."""

from base64 import b64encode
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.async_api import Browser, Page

from cogs.pages.sprites import Piece, Sprite, draw_sprites, pieces
from engine.edition import Edition
from engine.edition_files import editions, load_edition
from render.canvas import Canvas
from render.colours import GRASS
from tests.e2e.browser import IN_ONE_BROWSER
from tests.nightly import nightly_except

pytestmark = IN_ONE_BROWSER

ALIKE = 12.0
"""The most that a piece's pixels may differ on average, of 255: edges are smoothed otherwise."""
LETTERS = b64encode(Path("render/letters/fonts/Cabin-Bold.otf").read_bytes()).decode()
HEAD = f"<style>@font-face {{font-family: Cabin; src: url(data:font/otf;base64,{LETTERS})}}</style>"


async def shown(page: Page, sprite: Sprite) -> Image.Image:
    width, height, svg = sprite
    await page.set_content(
        HEAD + f'<body style="margin:0;background:rgb{GRASS}"><svg style="display:block" '
        f'width="{width}" height="{height}" font-family="Cabin">{svg}</svg>'
    )
    await page.evaluate("document.fonts.load('16px Cabin')")
    taken = await page.screenshot(clip={"x": 0, "y": 0, "width": width, "height": height})
    return Image.open(BytesIO(taken)).convert("RGB")


def painted(piece: Piece) -> Image.Image:
    canvas = Canvas(piece.width, piece.height, 1.0)
    piece.paint(canvas)
    picture = Image.new("RGBA", canvas.pixels, (*GRASS, 255))
    picture.alpha_composite(canvas.reduced())
    return picture.convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


@pytest.mark.parametrize(
    "edition", nightly_except(editions(), load_edition()), ids=lambda edition: edition.id
)
async def test_a_piece_looks_the_same_in_both(chrome: Browser, edition: Edition) -> None:
    page = await chrome.new_page(viewport={"width": 1000, "height": 800})
    drawn = draw_sprites(edition)
    pictures = {name: painted(piece) for name, piece in pieces(edition).items()}
    pages = {name: await shown(page, sprite) for name, sprite in drawn.items()}
    different = {name: apart(pages[name], pictures[name]) for name in drawn}
    assert {name: share for name, share in different.items() if share > ALIKE} == {}
    for one, other in (("seal-red", "seal-olive"), ("house-0", "house-0-done")):
        assert apart(pages[one], pictures[other]) > 1.4 * ALIKE
