"""A box's board is drawn over a photo of it, by mouse and by touch."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from engine.edition import Edition
from engine.edition_reading import edition_from_json
from engine.edition_rules import FACTS
from engine.edition_writing import compact, differences, edition_data
from engine.squares import column_of, parse_square, row_of, square_names
from tests.e2e.browser import IN_ONE_BROWSER
from tests.engine.scenes import EDITION
from tests.often import often
from tests.web.pages import DESK, PHONE, opened
from tests.web.photos import Points, photographed

pytestmark = IN_ONE_BROWSER

NEAR = 4
"""Pixels by which a hand may miss."""


def invented_box() -> Edition:
    """A box that is like the usual one and has other camps, shapes, seals and buildings."""
    data = edition_data(EDITION)
    data |= {"id": "my-box", "title": "My box", "revision": 2}
    data["camps"] = [*square_names(EDITION.camps & EDITION.camps - 1), "A12"]
    data["lot"]["ring_seals"] = [*data["lot"]["ring_seals"][1:], data["lot"]["ring_seals"][0]]
    data["forms"]["mill"]["squares"] = [[0, 0], [1, 0], [0, 1], [1, 1]]
    data["first_game"]["lot"] = "F5:4x3"
    data["first_game"]["buildings"] = [
        *({"card": "house/black", "squares": ["I8", "I9"]},),
        *({"card": "mill/olive", "squares": ["K4", "L4", "K5", "L5"]},),
    ]
    seen = {"known": "seen", "by": "Ada", "on": "2026-11-01"}
    data["provenance"] = dict.fromkeys(FACTS, seen)
    return edition_from_json(json.dumps(data))


async def drag_corners(page: Page, corners: Points) -> None:
    """Moves the four marks onto the corners, as near as a pointer comes."""
    image = page.locator(".photo img")
    await image.wait_for()
    shown = await image.evaluate("image => image.clientWidth / image.naturalWidth")
    for number, (x, y) in enumerate(corners):
        handle = page.locator(f'[data-corner="{number}"]')
        await handle.scroll_into_view_if_needed()
        frame, box = await image.bounding_box(), await handle.bounding_box()
        assert frame is not None
        assert box is not None
        await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await page.mouse.down()
        await page.mouse.move(frame["x"] + x * shown, frame["y"] + y * shown, steps=3)
        await page.mouse.up()


async def draw(page: Page, box: Edition) -> None:
    """Draws a box's board square by square, as whoever owns it would."""
    await page.get_by_role("button", name="No camps").click()
    await page.get_by_role("button", name="No buildings").click()
    for name in square_names(box.camps):
        await page.locator(f'[data-square="{name}"]').click()
    await page.get_by_role("button", name="The castle's lot", exact=True).click()
    await page.locator('[data-square="F5"]').click()
    for x, y, there in ((2, 0, False), (0, 1, True)):
        cell = page.locator(f'[data-cell="mill {x} {y}"]')
        await cell.focus()
        await page.keyboard.press("Space")
        assert await cell.get_attribute("aria-pressed") == str(there).lower()
    await page.get_by_role("button", name="Building", exact=True).click()
    await page.get_by_label("Form", exact=True).select_option("house")
    await page.get_by_label("Family", exact=True).select_option("black")
    await page.locator("#board").get_by_role("button", name="Turn it").click()
    await page.locator('[data-square="I7"]').click()
    await page.locator('[data-square="I7"]').drag_to(page.locator('[data-square="I8"]'))
    await page.get_by_label("Form", exact=True).select_option("mill")
    await page.get_by_label("Family", exact=True).select_option("olive")
    await page.locator('[data-square="K4"]').click()
    for place, seal in enumerate(box.ring_seals):
        await page.locator("#castle select").nth(place).select_option(seal or "")


@pytest.mark.parametrize("width", often([DESK, PHONE], PHONE))
async def test_a_photographed_box_becomes_the_edition_that_it_is(
    chrome: Browser, address: str, tmp_path: Path, width: int
) -> None:
    box, photo = invented_box(), tmp_path / "photo.png"
    corners = photographed(box, photo).corners(box)
    page = await opened(chrome, address, width)
    await page.get_by_label("Photo", exact=True).set_input_files(photo)
    await drag_corners(page, corners)
    told = await page.evaluate("globalThis.arkadia.state.photo.corners")
    assert all(math.dist(a, b) < 4 for a, b in zip(told, corners, strict=True)), told
    assert "matrix3d" in str(await page.locator(".board > img").get_attribute("style"))
    await draw(page, box)
    await page.get_by_role("button", name="I looked at everything").click()
    await page.get_by_label("Your name").fill("Ada")
    await page.get_by_label("Day", exact=True).fill("2026-11-01")
    await page.get_by_label("Short name").fill("my-box")
    await page.get_by_label("Title").fill("My box")
    await page.get_by_label("Title").blur()
    assert await page.locator(".findings .error").count() == 0
    warned = await page.locator(".findings .warning").all_inner_texts()
    assert any(line.endswith("2, as seen in the box; the rulebooks say 7") for line in warned)
    async with page.expect_download() as download:
        await page.locator("#save").click()
    text = Path(str(await (await download.value).path())).read_text("utf-8")
    drawn = edition_from_json(text)
    assert list(differences(drawn, box)) == []
    assert compact(drawn) == compact(box)
    await page.reload()
    (tmp_path / "again.json").write_text(text, "utf-8")
    await page.get_by_label("Open a file").set_input_files(tmp_path / "again.json")
    await expect(page.get_by_label("Title")).to_have_value("My box")
    again = await page.evaluate("globalThis.arkadia.state.data")
    assert compact(edition_from_json(json.dumps(again))) == compact(box)


ON_THE_BOARD = """([x, y, name]) => {
  const image = document.querySelector('.board > img');
  const seen = new DOMMatrix(image.style.transform).transformPoint(new DOMPoint(x, y));
  const square = document.querySelector(`[data-square="${name}"]`);
  return Math.hypot(
    seen.x / seen.w - square.offsetLeft - square.offsetWidth / 2,
    seen.y / seen.w - square.offsetTop - square.offsetHeight / 2,
  );
}"""
"""How far the middle of a square is from where the photo is laid under it, in pixels."""


@pytest.mark.parametrize("width", often([DESK, PHONE], DESK))
async def test_each_square_lies_over_its_place_in_the_photo(
    chrome: Browser, address: str, tmp_path: Path, width: int
) -> None:
    page = await opened(chrome, address, width)
    photo = photographed(EDITION, tmp_path / "photo.png")
    await page.get_by_label("Photo", exact=True).set_input_files(tmp_path / "photo.png")
    await drag_corners(page, photo.corners(EDITION))
    for name in square_names(EDITION.board):
        square = parse_square(name)
        x, y = photo.place(column_of(square) + 0.5, row_of(square) + 0.5)
        assert await page.evaluate(ON_THE_BOARD, [x, y, name]) < NEAR, name


async def test_a_wrong_count_is_an_error_until_it_is_mended(chrome: Browser, address: str) -> None:
    page = await opened(chrome, address)
    errors = page.locator(".findings .error")
    neutral = page.get_by_label("Neutral workers", exact=True)
    await expect(errors).to_have_count(0)
    await neutral.fill("25")
    await neutral.blur()
    await expect(errors).to_have_text(["neutral workers: 25; the rulebooks say 24"])
    await neutral.fill("24")
    await neutral.blur()
    await expect(errors).to_have_count(0)


async def middle(element: Locator) -> tuple[float, float]:
    """The middle of what is seen of an element."""
    await element.scroll_into_view_if_needed()
    box = await element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def drag_by_finger(page: Page, begin: tuple[float, float], end: tuple[float, float]) -> None:
    """Lays a finger on a point and lifts it at another."""
    # The browser knows only from the next frame on which parts do not scroll under a finger.
    await page.evaluate("new Promise(then => requestAnimationFrame(() => setTimeout(then)))")
    session = await page.context.new_cdp_session(page)
    points = [
        (begin[0] + (end[0] - begin[0]) * part / 5, begin[1] + (end[1] - begin[1]) * part / 5)
        for part in range(6)
    ]
    for kind, (x, y) in zip(["touchStart", *["touchMove"] * 5], points, strict=True):
        await session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        )
    await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await session.detach()


async def test_a_corner_and_a_building_are_dragged_by_a_finger(
    chrome: Browser, address: str, tmp_path: Path
) -> None:
    page = await opened(chrome, address, PHONE, touched=True)
    photographed(EDITION, tmp_path / "photo.png")
    await page.get_by_label("Photo", exact=True).set_input_files(tmp_path / "photo.png")
    corner = page.locator('[data-corner="0"]')
    x, y = await middle(corner)
    await drag_by_finger(page, (x, y), (x + 30, y + 20))
    assert math.dist(await middle(corner), (x + 30, y + 20)) < NEAR
    tool = page.get_by_role("button", name="Building", exact=True)
    await tool.click()
    await expect(tool).to_have_attribute("aria-pressed", "true")
    stood = next(one for one in EDITION.first_buildings if one.card.form == "farm")
    assert square_names(stood.squares) == ["E6", "F6", "E7"]
    first, beside = (page.locator(f'[data-square="{name}"]') for name in ("E6", "D6"))
    await beside.scroll_into_view_if_needed()
    begin = await middle(first)
    await drag_by_finger(page, begin, await middle(beside))
    data = await page.evaluate("globalThis.arkadia.state.data.first_game.buildings")
    assert {"card": "farm/black", "squares": ["D6", "E6", "D7"]} in data
    assert len(data) == len(EDITION.first_buildings)
