"""Turns of each kind in a real browser, by clicking on the panel alone.

With ``GALLERY=1`` in the environment the pictures of the screens in ``docs/gallery`` are made anew.
"""

import io
import os
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Self

import pytest
from PIL import Image
from playwright.async_api import Browser, Locator, expect

from i18n.translation import Words, words_for
from tests.e2e.browser import IN_ONE_BROWSER, PHONE, Window, begun, is_private, picture_width, save
from tryout.simulation import Tryout
from ui.texts.markup import pattern_of

pytestmark = IN_ONE_BROWSER

FORMS: Final = re.compile(
    "house|farm|tavern|mill|smithy|trade centre|monastery|haus|hof|Mühle|Schmiede|kontor|Kloster"
)
CHOOSE, WORKERS, CASTLE = ": your turn.", "Workers around", "Castle piece for"
END, BANNER, BUILD = "Done:", "workers of your own, and you can sell seals", "to go"

PRIVATE: Final = "Only you can see this"  # what the channel's page says above an answer

PICTURE: Final = "img:not([class*=avatar], [class*=emoji])"


async def keep(window: Window, text: str, name: str) -> None:
    """Makes sure that a screen is private and shows a board; keeps its picture when asked to."""
    message = await window.sees(text)
    assert await is_private(message)
    assert await picture_width(message) == 1220
    kept(await message.screenshot(), f"panel-{name}")


def kept(picture: bytes, name: str) -> None:
    if os.environ.get("GALLERY"):
        save(Image.open(io.BytesIO(picture)), name)


@pytest.mark.nightly
async def test_a_newcomers_first_game_by_discords_list(chrome: Browser, tmp_path: Path) -> None:
    async with Tryout(tmp_path).running(0) as preview:
        ada = await Window.open(chrome, preview.url, "Ada")
        bela = await Window.open(chrome, preview.url, "Bela")
        await ada.page.locator("#channel-composer-input").fill("/arkadia ")
        assert await ada.page.locator(".command-entry").count() >= 24
        kept(await ada.page.screenshot(), "door-commands")
        await ada.run("arkadia help")
        kept(await (await ada.sees("What would you like to do?")).screenshot(), "door-help")
        await ada.run("arkadia start")
        kept(await (await ada.sees("Seats (1 of 4)")).screenshot(), "door-start")
        await bela.run("arkadia lobby")
        await bela.press("is looking for players", "Join")
        await ada.run("arkadia lobby")
        kept(await ada.messages("Seats (2 of 4)").last.screenshot(), "door-lobby")
        await ada.press("Only you", "Settings…")
        kept(await (await ada.sees("uses these rules")).screenshot(), "door-settings")
        await ada.press("uses these rules", "Lobby")
        await ada.press("Seats (2 of 4)", "Begin")
        await ada.sees("your turn in game")
        await ada.run("arkadia record")
        kept(await (await ada.sees("to play.")).screenshot(), "door-record")


@pytest.mark.nightly
async def test_turns_by_clicking(chrome: Browser, tmp_path: Path) -> None:
    async with Tryout(tmp_path).running(0) as preview:
        first, other = await begun(chrome, preview.url)
        # Workers complete a building and seals are sold.
        await first.press("your turn in game", "Take your turn")
        await keep(first, CHOOSE, "choose")
        await first.choose(CHOOSE, 0, "Red house")
        await first.press(WORKERS, "Complete it")
        completes = "completes the red house"
        await first.choose(completes, 0, "1: your worker")
        await first.sees("red seals: ")
        [shown] = await first.messages(completes).last.get_by_role("combobox").all_inner_texts()
        placed = "1: your worker on J8 2: neutral worker on J9 3: neutral worker on I10"
        assert " ".join(shown.split()) == placed
        await keep(first, completes, "workers")
        await first.press(completes, "Place")
        await keep(first, CASTLE, "castle")
        await first.choose(CASTLE, 0, "10: ")
        await keep(first, END, "end")
        await other.sees_not("Done:")
        await first.press(END, "Hand in a banner… (6 gold)")
        await first.choose(BANNER, 0, "1 red: 3 gold")
        await first.sees("Hand it in, sell for 3 gold")
        await keep(first, BANNER, "banner")
        await first.press(BANNER, "Sell all for 6 gold")
        await first.press(END, "End turn")
        await first.sees("Over to")
        # A tile is moved about and laid.
        await other.press("Turn 1:", "Take your turn")
        await (await other.sees(CHOOSE)).get_by_role("button", name=FORMS).first.click()
        await other.press(BUILD, "↻ Rotate")
        await other.press(BUILD, "Next place")
        await other.press(BUILD, "Go to…")
        await other.fill(text="A12")
        await other.sees("There's no way to cover")
        await keep(other, BUILD, "build")
        await other.press(BUILD, "Build, draw from the stack")
        await other.press(END, "End turn")
        await other.sees("Over to")
        assert not await is_private(await first.sees("Turn 2:"))


@pytest.mark.skipif("GALLERY" not in os.environ, reason="no pictures were asked for")
async def test_ten_turns_as_a_phone_shows_them(chrome: Browser, tmp_path: Path) -> None:
    tryout = Tryout(tmp_path)
    async with tryout.running(0) as preview:
        readers = await begun(chrome, preview.url, PHONE)
        services = tryout.bot.services
        for turn in range(1, 11):
            table = await services.tables.cache.get(1)
            reader = await Reader.of(readers[(turn - 1) % 2], words_for(table.row.language))
            await reader.take()
            if turn == 9:  # the tenth is read in German
                [after] = [seat.user_id or 0 for seat in table.people if seat != table.active]
                chosen = services.personal.preferences(after)
                await services.personal.prefer(after, replace(chosen, language="de"))
                await services.tables.display.set_language(1, after, "de")
            await reader.press("End turn")
            save(reader.told(), f"read-{turn:02}", colours=48)


@dataclass
class Reader:
    """A person who takes a turn on a phone, with a picture of all that they read."""

    window: Window
    words: Words
    read: list[Image.Image] = field(default_factory=list)

    @classmethod
    async def of(cls, window: Window, words: Words) -> Self:
        """Gives the reader, who looks at the newest public message."""
        reader = cls(window, words)
        await window.page.set_viewport_size({"width": PHONE, "height": 2000})
        await window.page.get_by_role("button", name="Refresh preview").click()
        take = words.context("button", "Take your turn")
        called = window.messages().filter(has=window.page.get_by_role("button", name=take)).last
        await reader.look(called)
        await window._act(called.get_by_role("button", name=take))
        return reader

    async def look(self, message: Locator, *, told: bool = False) -> str:
        """Reads a message; below the first board its own is left out."""
        await expect(message).to_be_visible()
        if not told:
            await picture_width(message)
        else:
            # A rule, since the page draws the picture anew once it is there.
            own = await message.get_attribute("data-message-id")
            hidden = f'[data-message-id="{own}"] {PICTURE} {{ display: none }}'
            await message.page.evaluate("rule => document.styleSheets[0].insertRule(rule)", hidden)
        for emoji in await message.locator("img[class*=emoji]").all():
            await expect(emoji).not_to_have_js_property("naturalWidth", 0)
        self.read.append(Image.open(io.BytesIO(await message.screenshot())))
        return await message.inner_text()

    async def own(self) -> str:
        return await self.look(self.window.messages(PRIVATE).last, told=True)

    async def press(self, label: str) -> str:
        await self.window.press(PRIVATE, self.words.context("button", label))
        return await self.own()

    async def take(self) -> None:
        """Takes a turn up to its end: completes a building and sells, or else builds."""
        words, window = self.words, self.window
        message = window.messages(PRIVATE).last
        named = pattern_of(words("You can complete now: {buildings}.")).search(await self.own())
        if named and await self.fills(named["buildings"].split(",")[0]):
            await self.press("Complete it")
            await self.press("Place")
            await window.choose(PRIVATE, 0, ": ")
            await self.own()
            sale = words.context("button", "Hand in a banner… ({gold})", gold="")[:-1]
            await window._act(message.get_by_role("button", name=sale))
            await self.own()
            every = words.context("button", "Sell all for {gold}", gold="|").split("|")[0]
            await window._act(message.get_by_role("button", name=every))
        else:
            await window._act(message.get_by_role("button", name=FORMS).first)
            await self.own()
            await self.press("Next place")
            drawn = words.context("button", "Build, draw from the stack")
            await window._act(message.get_by_role("button", name=drawn))
        await self.own()

    async def fills(self, building: str) -> bool:
        """Chooses a building; goes back from one that workers cannot complete."""
        label = self.words.context("button", "Complete it")
        await self.window.choose(PRIVATE, 0, building)
        if await self.window.messages(PRIVATE).last.get_by_role("button", name=label).is_enabled():
            await self.own()
            return True
        await self.window.press(PRIVATE, self.words.context("button", "Back"))
        return False

    def told(self) -> Image.Image:
        width = max(one.width for one in self.read)
        whole = Image.new("RGB", (width, sum(one.height for one in self.read)))
        at = 0
        for one in self.read:
            whole.paste(one, (0, at))
            at += one.height
        return whole
