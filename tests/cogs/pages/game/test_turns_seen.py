"""A turn as its person sees it: the whole board, action in reach, the end in sight, answers."""

import io
from collections.abc import Sequence

import pytest
from PIL import Image
from playwright.async_api import Browser, Page, expect

from tests.cogs.pages.game.touch import box_of, done, enter, move, seen
from tests.cogs.pages.server.visiting import Server, think_little
from tests.e2e.browser import IN_ONE_BROWSER
from tests.nightly import nightly_except
from tests.tabletop.playing import BELA, CHIARA, DENIZ, play_turn

pytestmark = IN_ONE_BROWSER

SQUARE = """([column, row]) => {
    const { svg, seen: [left, top, width] } = arkadia.table.camera;
    const box = svg.getBoundingClientRect();
    const scale = box.width / width;
    return [box.left + (66 + column * 60 - left) * scale, box.top + (63 + row * 60 - top) * scale];
}"""
"""The middle of a square on the screen, of a board that fills its frame."""

WAY = "arkadia.table.chosen.place.way"
TURNS = """(({ places }) => places.find(({ way, middle: [x, y] }) => places.some(
    ({ way: other, middle: [a, b] }) => other !== way && Math.hypot(a - x, b - y) < 1)
).text)(arkadia.table.chosen)"""
"""A place where the tile can be turned."""

TAKEN = """(square) => [square - 1, square + 1, square - 16, square + 16]
    .find((near) => !arkadia.table.chosen.open.has(near))"""
"""A square beside another on which no worker may stand."""


async def tap_square(page: Page, square: int) -> None:
    await page.touchscreen.tap(*await page.evaluate(SQUARE, [square % 16, square // 16]))


async def test_a_turn_on_a_phone(chrome: Browser, server: Server) -> None:
    game, user = await server.middle()
    page = await enter(chrome, server.entering(game, user), 360, height=640)
    bar, board = page.locator(".bar"), page.locator(".board")
    # An end in sight, and the turn in the title and the icon.
    for text in ("Turn 15", "until the end"):
        await expect(page.locator("header")).to_contain_text(text)
    assert await page.locator("header .values").count() == 2
    assert (await page.title()).startswith("\u25cf It's your turn.")
    icon = await page.locator("link[rel=icon]").get_attribute("href")
    assert str(icon).endswith("icon-due.svg")
    home = await page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    answer = await page.request.get(server.at(str(home).removeprefix("..")))
    assert answer.headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(await answer.body())).size == (180, 180)
    await expect(page.locator(".since")).to_contain_text("Since your last turn")

    # Its letters are those of the pictures.
    assert await page.evaluate("document.fonts.load('700 16px Cabin').then(faces => faces.length)")

    # The bar is at the bottom, the board above it, and a step's button in reach.
    await page.locator(".bar .card:not(.unfit)").first.tap()
    place, frame = await box_of(bar), await box_of(board)
    assert round(place["y"] + place["height"]) == 640
    assert place["y"] >= frame["y"] + frame["height"] - 1
    confirm = await box_of(page.locator("[data-key=do]"))
    assert confirm["height"] >= 44
    assert confirm["y"] + confirm["height"] <= 640

    # A tap that hits nothing says why, and where it fits; the tile stays.
    before = await page.evaluate("arkadia.table.chosen.place.text")
    whole = await seen(page)
    await tap_square(page, await page.evaluate("arkadia.table.scene.lot[0]"))
    await expect(page.locator(".wrong")).to_contain_text("The tile fits on")
    assert await page.evaluate("arkadia.table.chosen.place.text") == before
    # The first tap that fits lays the tile there, and shows its region with squares for a finger.
    lit = await page.evaluate("arkadia.table.chosen.places.at(-1).squares[0]")
    await tap_square(page, lit)
    assert lit in await page.evaluate("arkadia.table.chosen.place.squares")
    assert await page.evaluate("arkadia.table.camera.side") >= 24
    assert await seen(page) != whole
    # What was moved by hand stays until the step is over.
    hand = await page.context.new_cdp_session(page)
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    await move(hand, [(x - 60, y), (x - 30, y)], [(x + 60, y), (x + 30, y)])
    by_hand = await seen(page)
    await page.locator("[data-key=turn]").tap()
    assert await seen(page) == by_hand
    # A tap on the tile turns it, and so do two fingers that turn.
    await page.locator("[data-key=where]").select_option(await page.evaluate(TURNS))
    ways = [await page.evaluate(WAY)]
    await tap_square(page, await page.evaluate("arkadia.table.chosen.place.squares[0]"))
    ways.append(await page.evaluate(WAY))
    await move(hand, [(x - 60, y), (x - 40, y - 45)], [(x + 60, y), (x + 40, y + 45)])
    ways.append(await page.evaluate(WAY))
    assert ways[0] != ways[1] != ways[2]
    await page.locator("[data-key=back]").tap()
    assert await seen(page) == whole

    # A worker goes back by a tap; one that cannot stand there is told of.
    await page.locator("[data-key=workers]").tap()
    await page.locator("[data-key=site]").select_option(index=1)
    square = await page.evaluate("arkadia.table.chosen.site.squares[0]")
    for stands in (1, 0):
        await tap_square(page, square)
        placed = "arkadia.table.chosen.own.length + arkadia.table.chosen.neutral.length"
        assert await page.evaluate(placed) == stands
    await tap_square(page, square)
    await tap_square(page, await page.evaluate(TAKEN, square))
    await expect(page.locator(".wrong")).to_contain_text("A worker can go on")
    await done(page, "do")
    await tap_square(page, await page.evaluate("arkadia.table.chosen.ringSquares[1] + 16"))
    await expect(page.locator(".wrong")).to_contain_text("A castle piece can go on")
    while await page.locator("[data-key=ring]").count():
        await page.locator(".families button").first.tap()
        await page.locator("[data-key=ring]").select_option(index=1)
        await done(page, "do")
    await done(page, "end")

    # What was said belongs to its scene, and each turn begins with the whole board.
    await expect(page.locator(".note")).to_contain_text("Over to")
    await play_turn(server.tables, game, 99)
    await page.locator(".bar.own").wait_for()
    assert await page.locator(".note").inner_text() == ""
    assert await seen(page) == whole
    answer = await page.request.get(server.at("/"), max_redirects=0)
    assert (answer.status, answer.headers["location"]) == (303, f"play/{game}")


@pytest.mark.parametrize(
    ("width", "height"),
    nightly_except(
        [(1280, 720), (390, 844), (1366, 768), (1440, 900), (1920, 1080)], (1280, 720), (390, 844)
    ),
)
async def test_all_of_a_step_is_seen_in_a_window(
    chrome: Browser, server: Server, monkeypatch: pytest.MonkeyPatch, width: int, height: int
) -> None:
    think_little(monkeypatch)
    game, user = await server.middle(14, BELA, CHIARA, DENIZ, help="all")
    page = await enter(chrome, server.entering(game, user, "de"), width, height=height)

    async def seen_in_window(parts: Sequence[str]) -> None:
        for part in parts:
            box = await box_of(page.locator(part).last)
            assert 0 <= box["y"] <= height - box["height"]

    step = (".board", "[data-key=do]", "[data-key=back]", "[data-key=names]")
    for begin in (".bar .card:not(.unfit)", "[data-key=workers]"):
        await page.locator(begin).first.tap()
        await seen_in_window(step)
        await page.locator("[data-key=back]").tap()
    await page.locator("[data-key=hint]").tap()
    await page.locator("[data-key=idea-0]").wait_for()
    await expect(page.locator(".ideas ol > li > button")).to_have_count(3)
    await seen_in_window((".board", ".ideas", "[data-key=hint]"))
    await page.locator("[data-key=idea-0]").tap()
    await expect(page.locator("[data-key=do]")).to_be_enabled()
    await seen_in_window(step)
