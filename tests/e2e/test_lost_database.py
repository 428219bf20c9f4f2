"""The way to the database is lost while people play: they are told the truth, and it goes on."""

from collections.abc import Iterator

import pytest

from db.sql import Shards
from engine.actions import End
from lab.postgres import PostgresServer
from tests.e2e.people import refusal, told
from tests.e2e.playing import Match, one_worker
from tests.e2e.world import ALL_RETRIES, World
from tests.proxy import Cut, Proxy


@pytest.fixture
def proxy(postgres: PostgresServer) -> Iterator[Proxy]:
    proxy = Proxy(postgres.folder)
    yield proxy
    proxy.close()


@pytest.fixture
def database(postgres: PostgresServer, proxy: Proxy) -> Iterator[str]:
    with postgres.lent() as address:
        yield proxy.address(address)


@pytest.mark.parametrize("arrives", [True, False])
async def test_who_acts_then_is_told_to_look(world: World, proxy: Proxy, arrives: bool) -> None:
    match = await Match.begin(world)
    player, action = await match.active(), await one_worker(match)
    proxy.cut = Cut(0, arrives, saying=b"COMMIT", behind=b"INSERT INTO log")
    assert "may not have gone through" in refusal(await match.do(action))
    assert await match.log() == ([str(action)] if arrives else [])
    assert ("placed workers this turn" in told(await match.do(action, player))) is arrives
    assert await match.log() == [str(action)]
    await match.do(End(), player)
    assert await match.active() != player


@pytest.mark.nightly
async def test_the_server_stands_still_for_a_while(
    world: World, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A restart is not waited for: the time of this world stands still meanwhile.
    monkeypatch.setattr("db.postgres.database.RESTART_S", 0.0)
    # As one of several processes it asks before everything else what the person prefers.
    monkeypatch.setattr(world.bot.store, "shards", Shards(2, (0, 1)))
    match = await Match.begin(world)
    player, action = await match.active(), await one_worker(match)
    postgres.stop()
    try:
        assert "couldn't be saved" in refusal(await match.do(action))
    finally:
        postgres.start()
    assert await match.log() == []
    await match.do(action, player)
    await match.do(End(), player)
    await world.later(seconds=ALL_RETRIES)
    assert [str(action), "end"] == await match.log()
    assert len([post for post in await match.posts() if post.pings]) == 2
