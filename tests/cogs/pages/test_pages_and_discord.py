"""One game of three people: two on their pages, in a browser, and one in Discord."""

import os
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page, expect

from engine.actions import End
from engine.game import played_turns
from tests.cogs.pages.game.touch import do, enter
from tests.cogs.pages.paging import link_in, make_bot, opened, outside, until, url
from tests.e2e.browser import DESK, PHONE, WITH_A_BROWSER, chromium, window
from tests.e2e.playing import TO_THE_TOP_FLOOR, Match
from tests.e2e.world import World

__all__ = ["make_bot", "outside", "url"]

pytestmark = [*WITH_A_BROWSER, pytest.mark.slow]

ON_PAGES = 1000 if os.environ.get("WHOLE_GAME") else 9
"""The last turns of the game, which are played; those before pass by."""


@pytest.fixture
async def chrome() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


async def test_a_game_on_pages_and_in_discord(world: World, url: str, chrome: Browser) -> None:
    match, record = await Match.of(world, TO_THE_TOP_FLOOR)
    played = played_turns(record.start, record.actions)
    turns = [tuple(ply.action for ply in turn.plies) for turn in played]
    await match.pass_by([action for turn in turns[:-ON_PAGES] for action in turn])
    pages: dict[int, Page] = {}
    place = await match.place()
    given = [await opened(person, place) for person in world.people[:2]]
    for person, answer, width in zip(world.people, given, (PHONE, DESK), strict=False):
        pages[person.id] = await enter(chrome, link_in(answer), width)
    for turn in turns[-ON_PAGES:]:
        person = await match.active()
        if person.id in pages:
            page = pages[person.id]
            await expect(page.locator(".bar.own")).to_have_count(1)
            for action in turn:
                await do(page, action)
        else:
            await match.play(turn)
        await _told(match, turns.index(turn) + 1)
    result = record.replay().result
    assert result is not None
    assert (await match.game()).actions == list(record.actions)
    for page in pages.values():
        await expect(page.locator(".player .amount")).to_have_text([str(n) for n in result.gold])
        assert "Won by" in await page.locator(".bar").inner_text()
    final = await match.newest()
    assert all(str(gold) in final.text for gold in result.gold)
    replay, last = await window(chrome, final.links["Turn by turn"]), len(turns)
    await expect(replay.locator(".told")).to_contain_text(f"Turn {last} of {last}")
    await replay.context.set_offline(True)
    await replay.keyboard.press("ArrowLeft")
    await expect(replay.locator(".told")).to_contain_text(f"Turn {last - 1} of {last}")


async def _told(match: Match, number: int) -> None:
    """Waits for the public message of a turn."""

    async def told() -> bool:
        row = (await match.table()).row
        return row.shown == row.news and (await match.game()).actions.count(End()) == number

    await until(told)
