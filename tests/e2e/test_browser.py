"""The try-out in a real browser."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

import pytest
from playwright.async_api import Browser, expect

from tabletop.attendance import Attendance
from tests.e2e.browser import FIRST, IN_ONE_BROWSER, Window, is_private, picture_width
from tests.tabletop.playing import finish
from tests.web.pages import window
from tryout.doors import WELCOME
from tryout.simulation import Tryout

pytestmark = IN_ONE_BROWSER

PHONE: Final = 390


def noted_in(beats: list[Attendance]) -> Callable[[Attendance], Awaitable[bool]]:
    """What notes that the bot is there, here too."""
    note = Attendance.note

    async def noted(attendance: Attendance) -> bool:
        beats.append(attendance)
        return await note(attendance)

    return noted


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


async def test_a_command_and_a_form_on_a_phone(
    chrome: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beats: list[Attendance] = []
    monkeypatch.setattr("tabletop.attendance.NOTE_EVERY_S", 59.0)
    monkeypatch.setattr(Attendance, "note", noted_in(beats))
    async with Tryout(tmp_path).running(0) as preview:
        ada = await Window.open(chrome, preview.url, "Ada", width=PHONE)
        await ada.pick("arkadia preferences")
        arrow = await ada.page.locator("#send-message").bounding_box()
        assert arrow is not None
        assert arrow["x"] + arrow["width"] <= PHONE, "a command with many options fits"
        await ada.send()
        await ada.press("Your preferences", "Quiet hours…")
        await ada.fill(hours="22-8", zone="Berlin")
        await ada.sees("22:00 to 08:00 (Berlin")
        await ada.page.get_by_label("Language").select_option(label="Deutsch")
        await ada.run("arkadia help")
        await ada.sees("Hilfe")
        await ada.pick("arkadia screen")
        described = ada.page.get_by_text("Deine Karten, Arbeiter, Siegel, Gold")
        await described.first.wait_for()
        await ada.page.get_by_label("Sprache").wait_for()
    assert len(beats) == 1, "nothing waits for what the bot does next"


@pytest.mark.nightly
async def test_a_turn_of_a_game(chrome: Browser, tmp_path: Path) -> None:
    async with Tryout(tmp_path).running(0) as preview:
        ada = await Window.open(chrome, preview.url, "Ada")
        bela = await Window.open(chrome, preview.url, "Bela")
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
        assert await is_private(await first.sees("You did: the"))
        await other.sees_not("You did: the")
        await first.press("You did: the", "End turn")
        news = await other.sees("Turn 1:")
        assert not await is_private(news)
        await other.press("Turn 1:", "My screen")
        assert await is_private(await other.sees("behind your screen"))


KEPT_AT = """place => new Promise(done => {
    const look = () => sessionStorage.getItem("arkadia-place")?.includes(place)
        ? done() : setTimeout(look, 20);
    look();
})"""
"""Waits until the channel's place on the screen is kept."""


async def test_two_doors_lead_to_a_board_and_to_the_channel_as_discord_shows_it(
    chrome: Browser, tmp_path: Path
) -> None:
    tryout = Tryout(tmp_path, practice=True, pages=True)
    async with tryout.running(0) as preview:
        page, wrong = await window(chrome, urljoin(preview.url, WELCOME), PHONE, 860)
        await expect(page.get_by_role("img")).not_to_have_js_property("naturalWidth", 0)
        channel = await page.get_by_role("link", name="In a Discord channel").get_attribute("href")
        assert channel == preview.url
        await page.get_by_role("link", name="Play now").click()
        await page.locator(".bar.own .card").first.wait_for()
        ada = await Window.open(chrome, channel, "Ada", width=PHONE)
        await ada.press("your turn in game", "My screen")
        await ada.sees("behind your screen")
        assert "a visitor of the pages" in tryout.env._work.external_waits.values()
        message = await ada.sees("your turn in game")
        await picture_width(message)
        picture = await message.locator(".attachment-image").bounding_box()
        buttons = await message.locator(".message-components").bounding_box()
        assert picture is not None
        assert buttons is not None
        assert picture["y"] + picture["height"] <= buttons["y"]
        rest = "list => list.scrollHeight - list.scrollTop - list.clientHeight"
        timeline = ada.page.locator("#channel-timeline")
        assert await timeline.evaluate(rest) < 2, "the page stands at its end"
        await timeline.evaluate("list => { list.scrollTop = 40; }")
        # Not wait_for_function, which the page's own policy may forbid.
        await ada.page.evaluate(KEPT_AT, "40")
        await ada.page.reload()
        await ada.sees("your turn in game")
        await picture_width(message)
        assert await timeline.evaluate("list => list.scrollTop") < 100, "a reload keeps the place"
        assert await ada.page.locator("#inspector-count:visible").count() == 0
        await finish(tryout.bot.services.tables, 1)
        await tryout.bot.services.publisher.publish(1)
        await expect(page.locator(".bar")).to_contain_text("Won by")
        link = (await ada.sees("Turn by turn")).get_by_role("link", name="Turn by turn")
        address = await link.get_attribute("href")
        assert address is not None
        replay, missed = await window(chrome, address)
        await expect(replay.locator(".told")).to_contain_text("Won by")
        assert wrong == missed == []
