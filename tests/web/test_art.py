"""One art, two painters: a piece on a page looks as it does in a picture."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.async_api import Browser

from engine.edition import Edition
from engine.edition_files import editions
from render.canvas import Canvas
from render.colours import GRASS
from render.sprites import pieces, sprites
from tests.e2e.browser import WITH_A_BROWSER

pytestmark = [*WITH_A_BROWSER, pytest.mark.slow]

ALIKE = 12.0
"""The most that a piece's pixels may differ on average, of 255: edges are smoothed otherwise, and
letters are the page's own."""


@pytest.mark.parametrize("edition", editions(), ids=lambda edition: edition.id)
async def test_a_piece_looks_the_same_in_both(chrome: Browser, edition: Edition) -> None:
    page = await chrome.new_page(viewport={"width": 1000, "height": 800})
    different = {}
    drawn = sprites(edition)
    for name, piece in pieces(edition).items():
        canvas = Canvas(piece.width, piece.height, 1.0)
        piece.paint(canvas)
        picture = Image.new("RGBA", canvas.pixels, (*GRASS, 255))
        picture.alpha_composite(canvas.reduced())
        width, height, svg = drawn[name]
        await page.set_content(
            f'<body style="margin:0;background:rgb{GRASS}"><svg style="display:block" '
            f'width="{width}" height="{height}" font-family="sans-serif">{svg}</svg>'
        )
        clip = {"x": 0, "y": 0, "width": width, "height": height}
        shot = await page.screenshot(clip=clip)  # type: ignore[arg-type]
        shown = Image.open(BytesIO(shot)).convert("RGB")
        apart = ImageStat.Stat(ImageChops.difference(shown, picture.convert("RGB")))
        different[name] = sum(apart.mean) / 3
    assert {name: share for name, share in different.items() if share > ALIKE} == {}
