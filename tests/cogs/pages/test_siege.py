"""Floods of visitors, shortly: what they are answered, what is logged, which files stay open."""

import asyncio
import json
import resource
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from ipaddress import ip_network
from pathlib import Path
from random import Random
from typing import Final

import pytest

from db.store import Store
from lab.tables import tables_on
from runtime import listening
from tests.cogs.pages.flooding import KINDS, Flood, free_port, nginx
from tests.cogs.pages.server.visiting import Server, serving
from tests.delivery.waiting import until
from tests.tabletop.playing import Clock, begun

pytestmark = pytest.mark.nightly

ANSWERED: Final = {
    "bodies": {"415", "413"},
    "heads": {"400", "505"},
    "links": {"200", "403", "404", "429"},
    "streams": {"200", "429", "503"},
    "slow": {"408"},
}
"""What visitors of each kind may read, unless their connection just ends."""


@asynccontextmanager
async def besieged(path: Path, *, proxy: bool = False) -> AsyncIterator[tuple[Server, str]]:
    """A server of pages, and the link to watch a game there."""
    store, clock = await Store.open(path), Clock()
    tables = tables_on(store, clock, Random(1))
    proxies = (ip_network("127.0.0.1/32"),) if proxy else ()
    async with serving(store, tables, clock, proxies=proxies) as server:
        game = await begun(tables)
        await server.publisher.publish(game)
        yield server, server.services.links.watching(game)
    await store.close()


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize("proxy", [False, True])
async def test_floods_are_answered_as_they_are_to_be_and_leave_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, proxy: bool
) -> None:
    if proxy and shutil.which("nginx") is None:
        pytest.skip("nginx is not installed")
    async with besieged(tmp_path / "games.sqlite3", proxy=proxy) as (server, code):
        port = free_port() if proxy else server.port
        async with nginx(port, server.port) if proxy else nullcontext():
            before = open_files()
            for kind in KINDS:
                flood = Flood(port, code, 0.5, 60 if kind == "streams" else 10)
                await flood.run(kind)
                assert set(flood.seen) <= ANSWERED[kind] | {"ended"}, (kind, flood.seen)
                assert flood.seen
                await until(lambda: open_files() <= before and not len(server.pages.streams))
            async with server.visitor() as visitor:
                assert (await visitor.get(f"/api/watch/{code}")).status == 200
    assert [record.message for record in caplog.records if record.levelname != "INFO"] == []


@pytest.mark.slow
async def test_streams_leave_files_for_everything_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    limits, used = resource.getrlimit(resource.RLIMIT_NOFILE), open_files()
    monkeypatch.setattr(listening, "RESERVE", used + 30)
    resource.setrlimit(resource.RLIMIT_NOFILE, (used + 120, limits[1]))
    # Not in this process, whose files are limited.
    given = (sys.executable, "-m", "tests.cogs.pages.flooding")
    try:
        async with besieged(tmp_path / "games.sqlite3") as (server, code):
            flood = await asyncio.create_subprocess_exec(
                *given, str(server.port), code, stdout=asyncio.subprocess.PIPE
            )
            told, _ = await flood.communicate()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    seen = json.loads(told)
    assert 0 < seen["200"] <= 40  # 50 others are told that there is no room
    assert seen["503"]
    assert [record.message for record in caplog.records if record.levelname != "INFO"] == []
