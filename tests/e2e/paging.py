"""A bot that serves pages of games, and the links that it gives.

A test module imports the fixtures ``url``, ``make_bot`` and ``outside``.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from random import Random

import pytest

from bot import EXTENSIONS, ArkadiaBot
from cogs.pages import serving
from db.database import Place as Database
from runtime.settings import Settings
from tests.e2e.loading import QuickBot
from tests.e2e.people import Answer
from tests.e2e.world import WallClock
from tests.runtime.scraping import free_port
from tests.web.server.visiting import hurried
from web.server.front import Front
from web.server.site import Site


@pytest.fixture
def url() -> str:
    """Where the pages are."""
    return f"http://127.0.0.1:{free_port()}"


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
    # Tests tap faster than people do, for whom the limits are made.
    monkeypatch.setattr(serving, "Front", partial(Front, clock=hurried))
    beginning = asyncio.create_task(begin())
    yield
    beginning.cancel()


async def until(done: Callable[[], Awaitable[bool]]) -> None:
    """Waits for something that a page has begun; the test's time limit ends it."""
    while not await done():  # noqa: ASYNC110 - what is waited for is in another place
        await asyncio.sleep(0.02)


@pytest.fixture
def make_bot(
    database: Database, wall: WallClock, rng: Random, url: str
) -> Callable[[], ArkadiaBot]:
    """Makes a bot that serves pages."""
    port = int(url.rpartition(":")[2])
    settings = Settings(token="", database=database, web_port=port, web_url=url)
    return lambda: QuickBot(settings, EXTENSIONS, clock=wall, rng=rng)


def link_in(answer: Answer) -> str:
    """The link on the button of an answer."""
    assert answer.private
    return answer.post.links["Open"]
