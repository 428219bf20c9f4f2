"""The try-out in a real browser."""

from pathlib import Path

import pytest
from playwright.async_api import Browser

from tabletop.quiet import Uptime
from tests.e2e.browser import FIRST, IN_ONE_BROWSER, PHONE, Window, begun, is_private, picture_width
from tryout.simulation import Tryout

pytestmark = IN_ONE_BROWSER


async def test_two_people_in_two_windows(chrome: Browser, tmp_path: Path) -> None:
    async with Tryout(tmp_path, ("tests.e2e.extensions.counter",)).running(0) as preview:
        ada = await Window.open(chrome, preview.url, "Ada")
        bela = await Window.open(chrome, preview.url, "Bela")
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


@pytest.mark.nightly
async def test_everything_is_there_the_next_time(chrome: Browser, tmp_path: Path) -> None:
    async with Tryout(tmp_path, ("tests.e2e.extensions.counter",)).running(0) as preview:
        ada = await Window.open(chrome, preview.url, "Ada")
        await ada.run("count show")
        await ada.press("The number is 0", "More")
        await ada.sees("Now 1")
    async with Tryout(tmp_path, ("tests.e2e.extensions.counter",)).running(0) as preview:
        bela = await Window.open(chrome, preview.url, "Bela")
        assert await bela.messages("Welcome!").count() == 1
        assert await picture_width(await bela.sees("Now 1")) == 4
        await bela.press("Now 1", "More")
        await bela.sees("Now 2")
        await bela.run("count show")
        await bela.sees("The number is 0")


@pytest.mark.nightly
async def test_a_form_on_a_phone(
    chrome: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beats, note = list[Uptime](), Uptime.note

    async def noted(uptime: Uptime) -> bool:
        beats.append(uptime)
        return await note(uptime)

    monkeypatch.setattr("tabletop.quiet.NOTE_EVERY_S", 59.0)
    monkeypatch.setattr(Uptime, "note", noted)
    async with Tryout(tmp_path).running(0) as preview:
        ada = await Window.open(chrome, preview.url, "Ada", width=PHONE)
        await ada.run("arkadia preferences")
        await ada.press("Your preferences", "Quiet hours…")
        await ada.fill(hours="22-8", zone="Berlin")
        await ada.sees("22:00 to 08:00 (Berlin")
        await ada.page.get_by_label("Language", exact=True).select_option(label="Deutsch")
        await ada.run("arkadia help")
        await ada.sees("Was möchtest du tun?")
        await ada.pick("arkadia banner")
        described = ada.page.get_by_text("Eine Fahne abgeben: Arbeiter nehmen, Siegel verkaufen")
        await described.first.wait_for()
        arrow = await ada.page.locator("#send-message").bounding_box()
        assert arrow is not None
        assert arrow["x"] + arrow["width"] <= PHONE, "a command with many options fits"
        await ada.page.get_by_label("Sprache").wait_for()
    assert len(beats) == 1, "nothing waits for what the bot does next"


@pytest.mark.nightly
async def test_a_turn_of_a_game(chrome: Browser, tmp_path: Path) -> None:
    async with Tryout(tmp_path).running(0) as preview:
        first, other = await begun(chrome, preview.url)
        assert await picture_width(await first.sees("your turn in game")) == 1220
        await first.press("your turn in game", "My screen")
        screen = await first.sees("behind your screen")
        assert await is_private(screen)
        assert await picture_width(screen) > 0
        await other.sees_not("behind your screen")
        await first.run("arkadia build", card=FIRST, place=FIRST, draw=FIRST)
        await first.press("takes you to the panel", "Confirm")
        assert await is_private(await first.sees("Done:"))
        await other.sees_not("Done:")
        await first.press("Done:", "End turn")
        assert not await is_private(await other.sees("Turn 1:"))
        await other.press("Turn 1:", "My screen")
        assert await is_private(await other.sees("behind your screen"))
