"""A bot that serves pages of games, and the links that it gives.

A test module imports the fixtures ``url``, ``make_bot`` and ``outside``.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from random import Random

import pytest
from aiohttp.test_utils import unused_port

from bot import EXTENSIONS, ArkadiaBot
from cogs.pages import cog
from cogs.pages.web.server.pages import Pages
from cogs.pages.web.server.site import Site
from db.database import Place as Database
from runtime.settings import Settings
from tests.e2e.loading import QuickBot
from tests.e2e.people import Answer, Person
from tests.e2e.world import Place, WallClock


@pytest.fixture
def url() -> str:
    return f"http://127.0.0.1:{unused_port()}"


@pytest.fixture(autouse=True)
async def outside(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Open pages are no work of the bot's that is waited for, since they never end."""
    # The simulation gives all that the bot begins the bot's context; this task has begun before it.
    start, asked = Site.start, asyncio.Queue[tuple[Site, asyncio.Future[int]]]()

    async def begin() -> None:
        while True:
            site, port = await asked.get()
            port.set_result(await start(site))

    async def started(site: Site) -> int:
        port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        asked.put_nowait((site, port))
        return await port

    monkeypatch.setattr(Site, "start", started)
    # Tests do in a second what takes people twenty, for whom the limits are made.
    monkeypatch.setattr(cog, "Pages", partial(Pages, clock=lambda: time.monotonic() * 20))
    beginning = asyncio.create_task(begin())
    yield
    beginning.cancel()


async def until(done: Callable[[], Awaitable[bool]]) -> None:
    """Waits for something that a page has begun, as long as a bot may take to start."""
    async with asyncio.timeout(60):
        while not await done():  # noqa: ASYNC110 - what is waited for is in another place
            await asyncio.sleep(0.02)


@pytest.fixture
def make_bot(
    database: Database, wall: WallClock, rng: Random, url: str
) -> Callable[[], ArkadiaBot]:
    given = {"ARKADIA_WEB_LISTEN": url.rpartition(":")[2], "ARKADIA_WEB_URL": url}
    settings = Settings(token="", database=database, others=given)
    return lambda: QuickBot(settings, EXTENSIONS, clock=wall, rng=rng)


async def opened(person: Person, place: Place) -> Answer:
    """The answer to a person who types, and then presses the button below the board."""
    return await person.press((await person.run("arkadia board", place)).post, "Open in a browser")


def link_in(answer: Answer) -> str:
    """The link on the button of an answer."""
    assert answer.private
    return answer.post.links["Open the board"]
