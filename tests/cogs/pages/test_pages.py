"""The way from Discord to a game's page and back, with the bot that serves both."""

import asyncio
from collections.abc import AsyncIterator
from uuid import uuid4

import aiohttp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.pages import seeing
from cogs.pages.cog import replay_button
from cogs.pages.seeing import Members
from cogs.pages.web.replaying import LONGEST
from engine.actions import End
from engine.packing import unpack
from engine.record import Record
from i18n.translation import ENGLISH
from tabletop.forgetting import Forgetting
from tests.cogs.pages.paging import link_in, make_bot, opened, outside, until, url
from tests.e2e.people import told
from tests.e2e.permissions import hide
from tests.e2e.playing import Match
from tests.e2e.world import World
from tests.ui.public.imagined import names, table
from ui.services.servers import Servers

__all__ = ["make_bot", "outside", "url"]


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    """A browser."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session


async def entered(http: aiohttp.ClientSession, url: str, link: str) -> int:
    """Presses the button behind a link; the status of what comes."""
    async with http.post(link, headers={"Origin": url}, allow_redirects=False) as answer:
        return answer.status


@pytest.mark.quick
async def test_open_the_board_gives_a_link_by_which_one_plays(
    world: World, url: str, http: aiohttp.ClientSession
) -> None:
    match = await Match.begin(world, 2)
    person = await match.active()
    panel = await person.press(await match.newest(), "Take your turn")
    link = link_in(await person.press(panel.post, "Open the board"))
    assert await entered(http, url, link) == 303
    assert await entered(http, url, link) == 403
    table = await match.table()
    page, own = f"{url}/api/play/{table.number}", {"Origin": url, "X-Arkadia": "1"}
    async with http.get(f"{page}/events") as events:
        for number in range(9):
            table = await match.table()
            action = next(iter(table.running_game().position.legal_actions()))
            key = f"sent-by-the-page-{number}"
            body = {"version": table.version, "action": str(action), "once": key}
            async with http.post(f"{page}/act", json=body, headers=own) as answer:
                assert answer.status == 200, await answer.text()
            if isinstance(action, End):
                break
        async with asyncio.timeout(60):
            while b"event: turn" not in await events.content.readline():
                pass

    async def told() -> bool:
        return "Turn 1:" in (await match.newest()).text

    await until(told)
    turn = await match.newest()
    assert turn.pings == ((await match.active()).id,)


async def test_one_press_signs_all_pages_out(
    world: World, url: str, http: aiohttp.ClientSession
) -> None:
    match = await Match.begin(world, 2)
    person = await match.active()
    given = await opened(person, await match.place())
    assert await entered(http, url, link_in(given)) == 303
    unused = link_in(await opened(person, await match.place()))
    page = f"{url}/api/play/{(await match.table()).number}"
    async with http.get(page) as answer:
        assert answer.status == 200
    assert "signed out" in told(await person.press(given.post, "Sign out"))
    async with http.get(page) as answer:
        assert answer.status == 401
    assert await entered(http, url, unused) == 403


async def test_pages_that_are_loaded_anew_know_their_links_and_sessions(
    world: World, url: str, http: aiohttp.ClientSession
) -> None:
    match = await Match.begin(world, 2)
    person = await match.active()
    given = await opened(person, await match.place())
    unused = link_in(await opened(person, await match.place()))
    assert await entered(http, url, link_in(given)) == 303
    before = len(match.services[Forgetting].before)
    await world.bot.reload("cogs.pages")
    assert len(match.services[Forgetting].before) == before
    page = f"{url}/api/play/{(await match.table()).number}"
    async with http.get(page) as answer:
        assert answer.status == 200
    assert await entered(http, url, unused) == 303
    assert "signed out" in told(await person.press(given.post, "Sign out"))
    async with http.get(page) as answer:
        assert answer.status == 401


async def test_who_watches_has_the_link_of_all_or_one_of_their_own(
    world: World, url: str, http: aiohttp.ClientSession
) -> None:
    match = await Match.begin(world, 2)
    public = (await match.newest()).links["Watch"]
    assert public.startswith(f"{url}/watch/")
    watcher = world.people[3]
    same = await opened(watcher, await match.place())
    assert link_in(same) == public
    api = public.replace("/watch/", "/api/watch/")
    async with http.get(api) as answer:
        assert (answer.status, (await answer.json())["seat"]) == (200, None)
        assert not answer.cookies


async def test_a_game_that_not_everybody_sees_is_watched_by_a_link_of_ones_own(
    world: World, url: str, http: aiohttp.ClientSession
) -> None:
    ada, bela, chiara, _ = world.people
    match = await Match.begin(world, 2)
    public = (await match.newest()).links["Watch"].replace("/watch/", "/api/watch/")
    async with http.get(public) as answer:
        assert answer.status == 200
    await hide(world, ada, bela, chiara)
    match.services[Servers]._known.clear()  # what a server looks like is known for seconds
    async with http.get(public) as answer:
        assert answer.status == 403
    await match.turn()
    post = await match.newest()
    assert "Watch" not in post.links
    given = await chiara.press(post, "Watch")
    assert "works for an hour" in told(given)
    own = link_in(given).replace("/watch/", "/api/watch/")
    assert own != public
    async with http.get(own) as answer:
        assert (answer.status, (await answer.json())["own"]) == (200, None)


async def test_who_left_the_server_can_act_on_no_page(
    world: World, url: str, http: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await Match.begin(world, 2)
    person = await match.active()
    given = await opened(person, await match.place())
    assert await entered(http, url, link_in(given)) == 303
    page, own = f"{url}/api/play/{(await match.table()).number}", {"Origin": url, "X-Arkadia": "1"}

    async def acted() -> int:
        """Acts on an older page: 409 tells that the person may act."""
        body = {"version": 99, "action": "end", "once": uuid4().hex}
        async with http.post(f"{page}/act", json=body, headers=own) as answer:
            return answer.status

    assert await acted() == 409
    members = world.env.backend.guilds[world.guild.id].members
    left = members.pop(person.id)
    assert await acted() == 409  # known for minutes
    monkeypatch.setattr(seeing, "MEMBER_S", 0.0)
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
