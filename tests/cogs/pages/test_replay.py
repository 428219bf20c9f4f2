"""The page that looks back, in a browser: the game of its link, as the engine plays it."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from cogs.pages.web.replaying import hash_of, one_file
from engine.actions import Build
from engine.edition_files import accepted_edition, editions, load_edition
from engine.packing import pack
from engine.position import Position
from engine.random_play import random_game, random_start
from engine.record import Record
from i18n.translation import languages, words_for
from tests.cogs.pages.game.touch import WIDTHS, scheme_of, unfit
from tests.cogs.pages.replays import GOLDEN, NAMES, replay, scenes_in, scenes_of
from tests.e2e.browser import IN_ONE_BROWSER, window
from tests.nightly import nightly_except
from ui.texts.events import Teller
from ui.texts.markup import without_marks

pytestmark = IN_ONE_BROWSER

RANDOM_GAMES = int(os.environ.get("REPLAYED_GAMES", "4"))


def random_games(count: int) -> Iterator[Record]:
    rng = Random(28)
    for _ in range(count):
        edition = rng.choice(editions())
        setup, seats = rng.choice(("first-game", "free")), rng.choice(edition.seat_counts)
        yield random_game(random_start(edition, setup, seats, rng, mirror=rng.random() < 0.3), rng)


def crowded() -> Record:
    """A game in which a tile that may be mirrored has more than 256 places."""
    rng = Random(3)
    record = random_game(random_start(load_edition(), "free", 4, rng, mirror=True), rng)
    position, most = Position(record.start), 0
    for action in record.actions:
        if isinstance(action, Build):
            most = max(most, len(list(position.placements(action.card))))
        position.push(action)
    assert most > 256
    return record


async def opened(browser: Browser, address: str, **look: Any) -> Page:
    page = await window(browser, address, **look)
    await page.locator("main h1").wait_for()
    return page


async def test_the_page_plays_as_the_engine_does(chrome: Browser, address: str) -> None:
    page = await opened(chrome, replay(address, GOLDEN[0]))
    records = [*GOLDEN, crowded(), *random_games(RANDOM_GAMES)]
    for record, shown in zip(records, await scenes_in(page, records, "en"), strict=True):
        expected = [{**scene, "told": None} for scene, _ in scenes_of(record)]
        assert [{**one, "told": None} for one in shown] == expected


@pytest.mark.parametrize("language", nightly_except(languages(), "de", "fr"))
async def test_turns_are_told_as_by_the_bot(chrome: Browser, address: str, language: str) -> None:
    page = await opened(chrome, replay(address, GOLDEN[0]))
    words, records = words_for(language), GOLDEN[::4]
    for record, shown in zip(records, await scenes_in(page, records, language), strict=True):
        start = record.start
        names = tuple(str(words.name(colour)) for colour in start.colours)
        teller = Teller(start.edition, names, start.colours, words)
        for told, (_, events) in zip(shown, scenes_of(record), strict=True):
            expected = [without_marks(line).replace("**", "") for line in teller.lines(events)]
            assert told["told"] == expected


async def test_a_game_is_gone_through_by_keys_alone(chrome: Browser, address: str) -> None:
    record = GOLDEN[0]
    page = await opened(chrome, replay(address, record))
    told, last = page.locator(".told"), len(list(scenes_of(record))) - 1
    assert f"Turn {last} of {last}" in await told.inner_text()
    await page.keyboard.press("Home")
    assert "The start of the game" in await told.inner_text()
    for key, heading in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)):
        await page.keyboard.press(key)
        assert f"Turn {heading} of {last}: " in await told.inner_text()
    await page.locator("[data-name=first]").focus()
    await page.keyboard.press("Enter")
    await page.locator("input[type=range]").focus()
    await page.keyboard.press("ArrowRight")
    assert f"Turn 1 of {last}: " in await told.inner_text()
    await page.locator("input[type=checkbox]").focus()
    await page.keyboard.press("Space")
    assert "Cards in hand" in await page.locator(".panels").inner_text()
    assert await told.get_attribute("aria-live") == "polite"
    # Another game's link needs no network.
    await page.context.set_offline(True)
    await page.evaluate("where => { location.hash = where; }", hash_of(GOLDEN[1], (), "de"))
    last = len(list(scenes_of(GOLDEN[1]))) - 1
    await expect(told).to_contain_text(f"Zug {last} von {last}")


@pytest.mark.nightly
async def test_it_plays_by_itself_until_it_is_stopped(chrome: Browser, address: str) -> None:
    record = GOLDEN[0]
    page = await opened(chrome, replay(address, record, turn=3))
    await page.clock.install()
    told, play = page.locator(".told"), page.locator("[data-name=play]")
    await play.click()
    for turn in (4, 5, 6):
        await page.clock.run_for(1700)
        assert f"Turn {turn} of" in await told.inner_text()
    assert await play.get_attribute("aria-label") == "Pause"
    await play.click()
    await page.clock.run_for(10_000)
    assert "Turn 6 of" in await told.inner_text()
    last = len(list(scenes_of(record))) - 1
    await play.click()
    await page.clock.run_for(1700 * last)
    assert f"Turn {last} of {last}" in await told.inner_text()
    assert await play.get_attribute("aria-label") == "Play"


@pytest.mark.nightly
async def test_a_building_says_what_it_pays_whom(chrome: Browser, address: str) -> None:
    page = await opened(chrome, replay(address, GOLDEN[3], turn=12))
    asked = page.locator(".asked")
    seen = set()
    for number in range(await page.locator(".building").count()):
        await page.locator(".building").nth(number).dispatch_event("click")
        seen.add(await asked.inner_text())
    assert any("would pay" in text and "vacant" in text for text in seen)
    assert "" not in seen


@pytest.mark.nightly
async def test_a_turn_has_its_link_and_names_can_be_left_out(chrome: Browser, address: str) -> None:
    page = await opened(chrome, replay(address, GOLDEN[0], turn=5))
    assert "Turn 5 of" in await page.locator(".told").inner_text()
    assert "Bé <b>" in await page.locator(".panels").inner_text()
    await page.get_by_role("button", name="Leave names out of the link").click()
    await page.locator(".told").wait_for()
    assert ",p=" not in await page.evaluate("location.hash")
    assert "Bé" not in await page.locator("main").inner_text()
    again = await opened(chrome, await page.evaluate("location.href"))
    assert "Turn 5 of" in await again.locator(".told").inner_text()
    # Of a turn that is not there it is the nearest one.
    nearest = (("1.5", "Turn 1 of"), ("-3", "The start"), ("x", "The start"), ("", "The"))
    for turn, told in (*nearest, ("1e999", "Turn")):
        page = await opened(chrome, replay(address, GOLDEN[0], turn=turn))
        assert told in await page.locator(".told").inner_text()


async def test_a_damaged_link_says_so(chrome: Browser, address: str) -> None:
    for text, told in (
        ("", "damaged"),
        ("2abc", "newer version"),
        ("1", "damaged"),
        ("1%00<script>", "damaged"),
        ("1AAAA", "newer version"),
    ):
        page = await opened(chrome, f"{address}#{text}")
        await page.get_by_role("alert").wait_for()
        assert told in await page.get_by_role("alert").inner_text(), text


@pytest.mark.nightly
async def test_a_damaged_link_breaks_nothing(chrome: Browser, address: str) -> None:
    page = await opened(chrome, replay(address, GOLDEN[0]))
    rng, text = Random(5), pack(GOLDEN[0])
    damaged = []
    for _ in range(400):
        place = rng.randrange(8, len(text))
        damaged.append(text[:place] + rng.choice("ABCxyz019-_") + text[place + 1 :])
    found = await page.evaluate(
        "async ([whole, texts]) => { const { arkadia } = globalThis, seen = [];"
        " const { edition } = await arkadia.loadEdition(arkadia.markOf(whole));"
        " for (const text of texts) { try { arkadia.unpack(text, edition); seen.push('read');"
        " } catch (error) { seen.push(error.code ?? String(error)); } } return seen; }",
        [text, damaged],
    )
    assert set(found) <= {"damaged", "edition", "read"}
    assert found.count("read") < 50


@pytest.mark.parametrize("language", nightly_except(languages(), "de"))
async def test_it_fits_in_every_language(chrome: Browser, address: str, language: str) -> None:
    where = replay(address, GOLDEN[3], language=language, turn=12)
    page = await opened(chrome, where, scheme=scheme_of(language))
    assert await page.evaluate("document.documentElement.lang") == language
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 860})
        assert await unfit(page) == []


async def test_the_page_as_one_file_needs_no_network(chrome: Browser, tmp_path: Path) -> None:
    # A family may have any name.
    edition = accepted_edition(load_edition().text.replace("olive", "constructor"))
    record = random_game(random_start(edition, "free", 2, Random(4)), Random(4))
    file = tmp_path / "game.html"
    file.write_bytes(one_file(record, hash_of(record, NAMES[:2], "de")))
    page, asked = await window(chrome, "about:blank"), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(file.as_uri())
    assert "Zug " in await page.locator(".told").inner_text()
    for _ in scenes_of(record):
        await page.keyboard.press("ArrowLeft")
    assert "Der Anfang der Partie" in await page.locator(".told").inner_text()
    assert "constructor" in await page.locator("main").inner_text()
    assert asked == [file.as_uri()]
