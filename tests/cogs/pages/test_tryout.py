"""The try-out's first page leads to the board of a game, and to the channel."""

from pathlib import Path
from urllib.parse import urljoin

from playwright.async_api import Browser, expect

from tests.e2e.browser import IN_ONE_BROWSER, PHONE, WRONG, Window, picture_width, window
from tests.tabletop.playing import finish
from tryout.page import WELCOME
from tryout.simulation import Tryout

pytestmark = IN_ONE_BROWSER

KEPT_AT = """place => new Promise(done => {
    const look = () => sessionStorage.getItem("arkadia-place")?.includes(place)
        ? done() : setTimeout(look, 20);
    look();
})"""
"""Waits until the channel's place on the screen is kept."""

RESTS_AT = """list => new Promise(done => {
    const look = left => {
        const rest = list.scrollHeight - list.scrollTop - list.clientHeight;
        if (rest < 2 || !left) done(rest); else setTimeout(look, 20, left - 1);
    };
    look(500);
})"""
"""The pixels below what is seen of the channel, once all pictures had time to come."""

OVER_THE_BUTTONS = """message => {
    const [picture, buttons] = [".attachment-image", ".message-components"].map(
        part => message.querySelector(part).getBoundingClientRect());
    return picture.bottom <= buttons.top;
}"""


async def test_two_links_lead_to_a_board_and_the_channel(chrome: Browser, tmp_path: Path) -> None:
    tryout = Tryout(tmp_path, practice=True, pages=True)
    async with tryout.running(0) as preview:
        page = await window(chrome, urljoin(preview.url, WELCOME), PHONE)
        await expect(page.get_by_role("img")).not_to_have_js_property("naturalWidth", 0)
        channel = await page.get_by_role("link", name="In a Discord channel").get_attribute("href")
        assert channel == preview.url
        await page.get_by_role("link", name="Play now").click()
        await page.locator(".bar.own .card").first.wait_for()
        ada = await Window.open(chrome, channel, "Ada", width=PHONE)
        # A press while pictures come would hold the page where it is just then.
        timeline = ada.page.locator("#channel-timeline")
        await picture_width(await ada.sees("your turn in game"))
        assert await timeline.evaluate(RESTS_AT) < 2
        await ada.press("your turn in game", "My screen")
        await ada.sees("behind your screen")
        assert "a visitor of the pages" in tryout.env._work.external_waits.values()
        message = await ada.sees("your turn in game")
        await picture_width(message)
        # Looked at in one moment: news that come in between would move the page.
        assert await message.evaluate(OVER_THE_BUTTONS)
        assert await timeline.evaluate(RESTS_AT) < 2, "the page stands at its end"
        await ada.page.get_by_label("Viewing as").select_option(label="Bela")
        await expect(ada.messages("behind your screen")).to_have_count(0)
        await picture_width(message)
        await timeline.evaluate("list => { list.scrollTop = 40; }")
        # Not wait_for_function, which the page's own policy may forbid.
        await ada.page.evaluate(KEPT_AT, "40")
        await ada.page.reload()
        await ada.sees("your turn in game")
        await picture_width(message)
        await expect(timeline).to_have_js_property("scrollTop", 40)  # a reload keeps the place
        chosen = ada.page.locator("#viewer-picker option:checked")
        await expect(chosen).to_have_text("Bela")  # and who reads
        assert await ada.page.locator("#inspector-count:visible").count() == 0
        await finish(tryout.bot.services.tables, 1)
        await tryout.bot.services.publisher.publish(1)
        await expect(page.locator(".bar")).to_contain_text("Won by")
        link = (await ada.sees("Turn by turn")).get_by_role("link", name="Turn by turn")
        address = await link.get_attribute("href")
        assert address is not None
        replay = await window(chrome, address)
        await expect(replay.locator(".told")).to_contain_text("Won by")
        assert WRONG.pop(page) == WRONG.pop(replay) == []
