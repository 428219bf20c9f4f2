"""The way from Discord to a game's page and back, with the bot that serves both."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from uuid import uuid4

import aiohttp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.pages import seeing
from cogs.pages.cog import replay_button
from cogs.pages.seeing import Members
from cogs.pages.web.replaying import LONGEST
from engine.packing import unpack
from engine.record import Record
from i18n.translation import ENGLISH
from tabletop.forgetting import Forgetting
from tests.cogs.pages.paging import link_in, make_bot, opened, outside, until, url
from tests.e2e.people import Answer, told
from tests.e2e.permissions import hide
from tests.e2e.playing import Match
from tests.e2e.world import World
from tests.ui.public.imagined import names, table
from ui.services.servers import Servers

__all__ = ["make_bot", "outside", "url"]


@dataclass
class Browser:
    """A browser, which keeps cookies, of a person at the bot's pages."""

    url: str
    http: aiohttp.ClientSession

    async def status(self, page: str) -> int:
        async with self.http.get(page) as answer:
            return answer.status

    async def enter(self, answer: Answer) -> int:
        """Presses the button behind the link of an answer; the status of what comes."""
        own, link = {"Origin": self.url}, link_in(answer)
        async with self.http.post(link, headers=own, allow_redirects=False) as answered:
            return answered.status

    async def act(self, page: str, version: int, action: str) -> int:
        body = {"version": version, "action": action, "once": uuid4().hex}
        own = {"Origin": self.url, "X-Arkadia": "1"}
        async with self.http.post(f"{page}/act", json=body, headers=own) as answer:
            return answer.status


@pytest.fixture
async def browser(url: str) -> AsyncIterator[Browser]:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield Browser(url, session)


@pytest.mark.quick
async def test_open_the_board_gives_a_link_to_play(world: World, browser: Browser) -> None:
    match = await Match.begin(world, 2)
    person = await match.active()
    panel = await person.press(await match.newest(), "Take your turn")
    link = await person.press(panel.post, "Open the board")
    assert [await browser.enter(link) for _ in range(2)] == [303, 403]
    page = f"{browser.url}/api/play/{(await match.table()).number}"
    async with browser.http.get(f"{page}/events") as events:
        action = ""
        while action != "end":
            table = await match.table()
            action = str(next(iter(table.running_game().position.legal_actions())))
            assert await browser.act(page, table.version, action) == 200
        async with asyncio.timeout(60):
            while b"event: turn" not in await events.content.readline():
                pass

    async def told() -> bool:
        return "Turn 1:" in (await match.newest()).text

    await until(told)
    assert (await match.newest()).pings == ((await match.active()).id,)
    assert sum("Turn 1:" in post.text for post in await match.posts()) == 1


async def test_one_press_signs_all_pages_out(world: World, browser: Browser) -> None:
    match = await Match.begin(world, 2)
    person, place = await match.active(), await match.place()
    given, later, unused = [await opened(person, place) for _ in range(3)]
    assert await browser.enter(given) == 303
    page = f"{browser.url}/api/play/{(await match.table()).number}"
    assert await browser.status(page) == 200
    # Pages that are loaded anew know their links and sessions.
    before = len(match.services[Forgetting].before)
    await world.bot.reload("cogs.pages")
    assert len(match.services[Forgetting].before) == before
    assert await browser.status(page) == 200
    assert await browser.enter(later) == 303
    assert "signed out" in told(await person.press(given.post, "Sign out"))
    assert await browser.status(page) == 401
    assert await browser.enter(unused) == 403


async def test_who_watches_has_the_link_of_all_or_their_own(world: World, browser: Browser) -> None:
    ada, bela, chiara, deniz = world.people
    match = await Match.begin(world, 2)
    public = (await match.newest()).links["Watch"]
    assert public.startswith(f"{browser.url}/watch/")
    assert link_in(await opened(deniz, await match.place())) == public
    api = public.replace("/watch/", "/api/watch/")
    async with browser.http.get(api) as answer:
        assert (answer.status, (await answer.json())["seat"]) == (200, None)
        assert not answer.cookies
    await hide(world, ada, bela, chiara)
    match.services[Servers]._known.clear()  # what a server looks like is known for seconds
    assert await browser.status(api) == 403
    await match.turn()
    post = await match.newest()
    assert "Watch" not in post.links
    given = await chiara.press(post, "Watch")
    assert "works for an hour" in told(given)
    assert link_in(given) != public
    async with browser.http.get(link_in(given).replace("/watch/", "/api/watch/")) as answer:
        assert (answer.status, (await answer.json())["own"]) == (200, None)


async def test_who_left_the_server_can_act_on_no_page(
    world: World, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await Match.begin(world, 2)
    person = await match.active()
    assert await browser.enter(await opened(person, await match.place())) == 303
    page = f"{browser.url}/api/play/{(await match.table()).number}"

    async def acted() -> int:
        """Acts on an older page: 409 tells that the person may act."""
        return await browser.act(page, 99, "end")

    assert await acted() == 409
    members = world.env.backend.guilds[world.guild.id].members
    left = members.pop(person.id)
    assert await acted() == 409  # known for minutes
    monkeypatch.setattr(seeing, "MEMBER_S", 0.0)
    monkeypatch.setattr(seeing, "PATIENCE_S", 60.0)
    assert await acted() == 403
    members[person.id] = left
    assert await acted() == 409
    world.cut_off("/guilds/*/members/*")
    assert await acted() == 409  # was there within the hour
    match.services[Members]._seen.clear()
    assert await acted() == 503


@settings(max_examples=15, deadline=None)
@given(st.lists(names, min_size=2, max_size=4), st.integers(0, 10_000), st.integers(0, 300))
def test_the_link_to_the_page_fits_a_button(people: list[str], seed: int, wide: int) -> None:
    game = table(people, seed)
    link = replay_button(game, ENGLISH, "https://example.org/" + "a" * wide)
    assert link is not None
    assert len(link.url or "") <= LONGEST
    played = game.running_game()
    packed = (link.url or "").partition("/replay/#")[2].split(",")[0]
    assert unpack(packed) == Record.of(played.position, played.actions)
    assert replay_button(game, ENGLISH, "https://example.org/" + "a" * 400) is None
    assert replay_button(game, ENGLISH, "") is None
