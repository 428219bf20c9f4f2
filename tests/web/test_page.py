"""The page on which a box's board is drawn, in a browser: by the engine's rules, from a photo."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.async_api import Browser

from engine.edition import Edition
from engine.edition_reading import read_edition
from engine.edition_rules import SAYINGS
from engine.edition_writing import edition_data
from i18n.translation import languages
from tests.e2e.browser import IN_ONE_BROWSER
from tests.editions import ISLAND, SMALL
from tests.engine.scenes import EDITION
from tests.web.pages import DESK, PHONE, opened

pytestmark = IN_ONE_BROWSER


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
        "text => JSON.stringify(JSON.parse(text).map("
        " one => globalThis.arkadia.check(one).map(f => [f.code, f.parameters])))",
        json.dumps(files),
    )
    seen = set()
    for data, found in zip(files, json.loads(said), strict=True):
        reading = read_edition(json.dumps(data, ensure_ascii=False))
        expected = [(one.code, dict(one.parameters)) for one in reading.findings]
        assert comparable(found) == comparable(expected), data
        seen |= {code for code, _ in expected}
    assert set(SAYINGS) - seen == {"too-long", "not-json", "repeated-key", "not-an-object"}


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


async def test_a_tile_may_be_made_smaller_than_its_grid(chrome: Browser, address: str) -> None:
    page = await opened(chrome, address)
    before = await page.locator(".findings").inner_text()
    for cell in ("house 3 0", "house 4 0", "house 3 0", "house 4 0"):
        await page.locator(f'[data-cell="{cell}"]').click()
    assert await page.locator('[data-cell="house 4 0"]').count() == 0
    assert await page.locator(".findings").inner_text() == before


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
