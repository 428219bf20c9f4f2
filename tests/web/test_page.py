"""The page on which a box's board is drawn, in a browser: by the engine's rules, from a photo."""

from __future__ import annotations

import functools
import io
import json
import math
import threading
from collections.abc import AsyncIterator, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFilter
from playwright.async_api import Browser, Page, expect

from engine.edition import Edition
from engine.edition_reading import edition_from_json, read_edition
from engine.edition_rules import FACTS, SAYINGS
from engine.edition_writing import compact, differences, edition_data
from engine.position import Position
from engine.random_play import random_start
from engine.squares import square_names
from i18n.translation import languages
from render import draw_board
from tests.e2e.browser import WITH_A_BROWSER, chromium
from tests.editions import ISLAND, SMALL
from tests.engine.scenes import EDITION
from web.building import make_page

pytestmark = [*WITH_A_BROWSER, pytest.mark.slow]

PHONE = 390
DESK = 1280


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("page")
    make_page(folder)
    handler = functools.partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/index.html"
        server.shutdown()


@pytest.fixture
async def chrome() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


async def opened(browser: Browser, address: str, width: int = DESK) -> Page:
    """The page in a window; whatever goes wrong in it fails the test."""
    page = await browser.new_page(viewport={"width": width, "height": 1800}, locale="en-GB")
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.set_default_timeout(10_000)
    await page.goto(address)
    await page.locator("#file #save").wait_for()
    assert not wrong
    return page


def changed(edition: Edition, rng: Random) -> dict[str, Any]:
    """An edition's data with one to three changes that somebody might make by mistake."""
    data: dict[str, Any] = json.loads(json.dumps(edition_data(edition)))
    for _ in range(rng.randint(1, 3)):
        place: Any = data
        while True:
            key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
            inner = place[key]
            if isinstance(inner, dict | list) and inner and rng.random() < 0.85:
                place = inner
                continue
            break
        wrong: list[Any] = [0, 1, 3, 1000, -1, "red", "A1", "H7", None, [], {}, "yellow", 1.5, True]
        match rng.randrange(3):
            case 0:
                place[key] = rng.choice(wrong)
            case 1 if isinstance(place, dict):
                place[f"{key}s"] = place.pop(key)
            case 1:
                place.append(place[key])
            case _:
                del place[key]
    return data


def seldom_wrong() -> Iterator[dict[str, Any]]:
    """Editions with mistakes that hardly come about by chance."""
    for path, value in (
        ("forms.farm.squares", [[0, 0], [2, 0], [0, 1]]),
        ("forms.farm.squares", [[0, 0], [0, 1], [0, 2]]),
        ("forms.smithy.squares", [[2, 0], [0, 1], [1, 1], [2, 1]]),
        (
            "first_game.buildings",
            [{"card": "trade-centre/red", "squares": ["L3", "M3", "M4", "M5"]}],
        ),
        ("first_game.extra_neutral", {}),
        ("castle_pieces_per_family.floor3", 9),
        ("provenance.camps", {"known": "seen", "by": "Ada"}),
        ("provenance.camps", {"known": "sourced"}),
        ("workers.start", 12),
        ("first_game.extra_neutral.3", 20),
        ("lot.long", 10),
        ("camps", ["P13", *edition_data(EDITION)["camps"][1:]]),
        ("camps", [f"{column}{row}" for column in "BDFHJLNP" for row in range(1, 13)]),
        ("camps", ["A2", *edition_data(EDITION)["camps"]]),
        ("first_game.lot", "A1:4x3"),
    ):
        data: dict[str, Any] = json.loads(json.dumps(edition_data(EDITION)))
        *way, last = path.split(".")
        place = data
        for key in way:
            place = place[key]
        place[last] = value
        yield data
    small: dict[str, Any] = edition_data(SMALL)
    small["forms"]["shed"]["cards_per_family"] = 0
    yield small
    seen = edition_data(EDITION)
    seen["workers"]["neutral"] = 25
    seen["provenance"]["workers"] = {"known": "seen", "by": "Ada", "on": "2026-11-01"}
    yield seen


def comparable(found: Any) -> list[tuple[str, dict[str, Any]]]:
    """Findings without the values they quote, which each language writes in its own way."""
    kept = [(code, {k: v for k, v in named.items() if k != "value"}) for code, named in found]
    return sorted(kept, key=repr)


async def test_the_page_finds_what_the_engine_finds(chrome: Browser, address: str) -> None:
    page = await opened(chrome, address)
    rng = Random(29)
    files = [edition_data(edition) for edition in (EDITION, SMALL, ISLAND)]
    files += list(seldom_wrong())
    files += [changed(rng.choice((EDITION, SMALL, ISLAND)), rng) for _ in range(1500)]
    said = await page.evaluate(
        "files => files.map(one => globalThis.arkadia.check(one).map(f => [f.code, f.parameters]))",
        files,
    )
    seen = set()
    for data, found in zip(files, said, strict=True):
        reading = read_edition(json.dumps(data, ensure_ascii=False))
        expected = [(one.code, dict(one.parameters)) for one in reading.findings]
        assert comparable(found) == comparable(expected), data
        seen |= {code for code, _ in expected}
    assert set(SAYINGS) - seen == {"too-long", "not-json", "repeated-key", "not-an-object"}


def photographed(edition: Edition, path: Path) -> list[tuple[float, float]]:
    """Photographs a rendered board at an angle and with a shadow; gives where its corners are."""
    position = Position(random_start(edition, "free", 2, Random(1)))
    board = Image.open(io.BytesIO(draw_board(position.view(), names=("Ada", "Bela")))).convert(
        "RGB"
    )
    wide, high = board.size
    corners = [
        (140.0, 60.0),
        (wide - 40.0, 130.0),
        (wide - 120.0, high - 30.0),
        (30.0, high - 110.0),
    ]
    whole = [(0.0, 0.0), (float(wide), 0.0), (float(wide), float(high)), (0.0, float(high))]
    photo = board.transform(
        board.size,
        Image.Transform.PERSPECTIVE,
        coefficients(corners, whole),
        Image.Resampling.BICUBIC,
    )
    shadow = Image.new("L", board.size, 255)
    ImageDraw.Draw(shadow).ellipse((wide // 3, high // 4, wide, high), fill=110)
    shadow = shadow.filter(ImageFilter.GaussianBlur(60))
    Image.composite(photo, Image.new("RGB", board.size), shadow).save(path)
    return corners


def coefficients(to: list[tuple[float, float]], of: list[tuple[float, float]]) -> tuple[float, ...]:
    """Where Pillow takes each point of the result from, by four points of both."""
    rows = []
    for (x, y), (u, v) in zip(to, of, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    for column in range(8):
        best = max(range(column, 8), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        for row in range(8):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return tuple(rows[row][8] / rows[row][row] for row in range(8))


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


async def drag_corners(page: Page, corners: list[tuple[float, float]]) -> None:
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


@pytest.mark.parametrize("width", [DESK, PHONE])
async def test_a_photographed_box_becomes_the_edition_that_it_is(
    chrome: Browser, address: str, tmp_path: Path, width: int
) -> None:
    box, photo = invented_box(), tmp_path / "photo.png"
    corners = photographed(box, photo)
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


@pytest.mark.parametrize("width", [DESK, PHONE])
@pytest.mark.parametrize("language", languages())
async def test_it_fits_and_can_be_pressed_in_every_language(
    chrome: Browser, address: str, width: int, language: str
) -> None:
    page = await opened(chrome, address, width)
    await page.locator("select").first.select_option(language)
    assert await page.evaluate("document.documentElement.lang") == language
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    small = await page.evaluate(
        "[...document.querySelectorAll('button, select, input')].filter(one => {"
        " const box = one.getBoundingClientRect(); return box.width < 44 || box.height < 44;"
        " }).map(one => one.outerHTML.slice(0, 90))"
    )
    assert small == []
    text = await page.locator("main").inner_text()
    assert "undefined" not in text
    assert "{" not in text


async def test_squares_are_reached_and_painted_by_keys(chrome: Browser, address: str) -> None:
    page = await opened(chrome, address)
    await page.locator('[data-square="A1"]').focus()
    for key in (
        "ArrowRight",
        "ArrowDown",
        "ArrowLeft",
        "ArrowUp",
        "ArrowUp",
        "ArrowRight",
        "Space",
    ):
        await page.keyboard.press(key)
    assert "B1" in await page.evaluate("globalThis.arkadia.state.data.camps")
    assert await page.evaluate("document.activeElement.dataset.square") == "B1"


async def test_a_file_that_cannot_be_drawn_is_refused_with_the_reason(
    chrome: Browser, address: str, tmp_path: Path
) -> None:
    page = await opened(chrome, address)
    wrong = (("{", "not JSON"), ("{}", "“id” is missing"), ("[]", "one JSON object"))
    for number, (text, said) in enumerate(wrong):
        file = tmp_path / f"{number}.json"
        file.write_text(text)
        await page.get_by_label("Open a file").set_input_files(file)
        await page.locator("#opened", has_text=said).wait_for()
    assert await page.evaluate("globalThis.arkadia.state.data.id") == EDITION.id
