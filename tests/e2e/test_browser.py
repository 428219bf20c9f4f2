"""The try-out in a real browser."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser

from tests.e2e.browser import FIRST, WITH_A_BROWSER, Window, is_private, picture_width
from tryout import Tryout

pytestmark = WITH_A_BROWSER


async def test_two_people_in_two_windows(browser: Browser, tmp_path: Path) -> None:
    async with Tryout(tmp_path, ("tests.e2e.extensions.counter",)).running(0) as preview:
        ada = await Window.open(browser, preview.url, "Ada")
        bela = await Window.open(browser, preview.url, "Bela")
        await ada.sees("Welcome!")
        await ada.run("count show", start="5")
        assert await picture_width(await ada.sees("The number is 5")) == 4
        await bela.press("The number is 5", "Rename")
        await bela.fill(name="Bela")
        assert await is_private(await bela.sees("Which?"))
        await ada.run("count whisper", word="TAVERN")
        assert await is_private(await ada.sees("Psst: tavern"))
        await bela.sees_not("Psst")
        await ada.sees_not("Which?")
        await ada.run("count show")
        await bela.press("The number is 0", "More")
        await ada.sees("Now 1")


async def test_everything_is_there_the_next_time(browser: Browser, tmp_path: Path) -> None:
    async with Tryout(tmp_path, ("tests.e2e.extensions.counter",)).running(0) as preview:
        ada = await Window.open(browser, preview.url, "Ada")
        await ada.run("count show")
        await ada.press("The number is 0", "More")
        await ada.sees("Now 1")
    async with Tryout(tmp_path, ("tests.e2e.extensions.counter",)).running(0) as preview:
        bela = await Window.open(browser, preview.url, "Bela")
        assert await bela.messages("Welcome!").count() == 1
        assert await picture_width(await bela.sees("Now 1")) == 4
        await bela.press("Now 1", "More")
        await bela.sees("Now 2")
        await bela.run("count show")
        await bela.sees("The number is 0")


async def test_a_turn_of_a_game(browser: Browser, tmp_path: Path) -> None:
    async with Tryout(tmp_path).running(0) as preview:
        ada = await Window.open(browser, preview.url, "Ada")
        bela = await Window.open(browser, preview.url, "Bela")
        await ada.run("arkadia start")
        await bela.press("Seats: 1 of 4", "Join")
        await ada.press("Seats: 2 of 4", "Begin")
        turn = await ada.sees("your turn in game")
        assert await picture_width(turn) == 1220
        first, other = ada, bela
        if "@Bela, your turn in game" in await turn.inner_text():
            first, other = bela, ada
        await first.press("your turn in game", "My screen")
        screen = await first.sees("behind your screen")
        assert await is_private(screen)
        assert await picture_width(screen) > 0
        await other.sees_not("behind your screen")
        await first.run("arkadia build", card=FIRST, place=FIRST, draw=FIRST)
        await first.press("leads to the panel", "Confirm")
        assert await is_private(await first.sees("builds the"))
        await other.sees_not("builds the")
        await first.press("builds the", "End turn")
        news = await other.sees("turn 2")
        assert not await is_private(news)
        await other.press("turn 2", "My screen")
        assert await is_private(await other.sees("behind your screen"))
