"""Finding games without loading their games."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from db.errors import ConflictError
from db.games.rows import StoredMessage, StoredSeat
from db.store import Store
from db.timers import StoredDue
from tests.db import samples


async def test_games_of_a_server_the_newest_first(store: Store) -> None:
    first = await samples.running(store)
    second = await store.games.open(samples.NEW, samples.LOBBY)
    await store.games.open(replace(samples.NEW, guild_id=samples.GUILD + 1), samples.LOBBY)
    found = await store.games.find(samples.GUILD, states=["lobby", "running"])
    assert [game.game_id for game in found] == [second, first]
    assert [game.seats for game in found] == [samples.LOBBY, samples.SEATS]
    assert [game.mirror for game in found] == [True, True]
    [game] = await store.games.find(samples.GUILD, states=["running"])
    assert (game.game_id, game.state, game.news) == (first, "running", 2)
    assert await store.games.find(samples.GUILD, states=[]) == ()


async def test_games_of_a_channel_or_thread(store: Store) -> None:
    here = await store.games.open(samples.NEW)
    threaded = await store.games.open(replace(samples.NEW, thread_id=21))
    await store.games.open(replace(samples.NEW, channel_id=samples.CHANNEL + 5))
    in_channel = await store.games.find(
        samples.GUILD, states=["lobby"], channel_or_thread=samples.CHANNEL
    )
    assert [game.game_id for game in in_channel] == [threaded, here]
    in_thread = await store.games.find(samples.GUILD, states=["lobby"], channel_or_thread=21)
    assert [game.game_id for game in in_thread] == [threaded]


async def test_games_of_a_person(store: Store) -> None:
    seated = await store.games.open(
        replace(samples.NEW, host_id=1), [StoredSeat(0, samples.GUEST, "Grace")]
    )
    hosted = await store.games.open(replace(samples.NEW, host_id=samples.GUEST))
    await store.games.open(samples.NEW, [StoredSeat(0, samples.HOST, "Ada")])
    found = await store.games.find(samples.GUILD, states=["lobby"], user=samples.GUEST)
    assert [game.game_id for game in found] == [hosted, seated]


async def test_the_numbers_of_the_games_that_a_person_plays(store: Store) -> None:
    games = [await samples.running(store), await samples.running(store)]
    await store.games.open(samples.NEW, samples.LOBBY)
    assert await store.games.played_by(samples.GUILD, samples.HOST) == tuple(games)
    assert await store.games.played_by(samples.GUILD + 1, samples.HOST) == ()
    assert await store.games.played_by(samples.GUILD, 1) == ()


async def test_at_most_so_many_numbered_from_one(store: Store) -> None:
    for _ in range(5):
        await store.games.open(samples.NEW, samples.LOBBY)
    found = await store.games.find(samples.GUILD, states=["lobby"], limit=2)
    assert [(game.game_id, game.seats) for game in found] == [
        (5, samples.LOBBY),
        (4, samples.LOBBY),
    ]


async def test_what_was_not_shown(store: Store) -> None:
    game, other = await samples.running(store), await store.games.open(samples.NEW, samples.LOBBY)
    assert await store.outbox.unshown() == (game, other)
    turn = StoredMessage("turn", samples.CHANNEL, 100, turn=0)
    await store.waiting.mark_shown(game, 2, [turn])
    await store.waiting.mark_shown(other, 1)
    assert await store.outbox.unshown() == ()
    assert (await samples.whole(store, game)).messages == (turn,)
    await store.games.append(game, 0, [samples.entry(0)], news=False)
    assert await store.outbox.unshown() == ()
    news = await store.games.append(game, 1, [samples.entry(1)], news=True)
    assert await store.outbox.unshown() == (game,)
    await store.waiting.mark_shown(game, news)
    await store.waiting.mark_shown(game, 1)
    assert await store.outbox.unshown() == ()
    with pytest.raises(ConflictError):
        await store.waiting.mark_shown(game, news + 1)


@pytest.mark.slow
@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
async def test_ten_thousand_games_can_be_listed(store: Store) -> None:
    people = [StoredSeat(0, 1_000 + index, f"person {index}") for index in range(10_000)]
    await asyncio.gather(*(store.games.open(samples.NEW, [person]) for person in people))
    found = await store.games.find(samples.GUILD, states=["lobby"])
    assert len(found) == 10_000
    assert all(len(game.seats) == 1 for game in found)
    assert len(await store.outbox.unshown()) == 10_000


ELSEWHERE = 77


async def test_who_is_invited_finds_the_lobby_and_is_forgotten_there(store: Store) -> None:
    game = await store.games.open(
        samples.NEW, [StoredSeat(0, samples.HOST, "Ada")], invited=[samples.GUEST, ELSEWHERE]
    )
    [found] = await store.games.find(samples.GUILD, states=["lobby"], user=ELSEWHERE)
    assert (found.game_id, found.invited) == (game, (samples.GUEST, ELSEWHERE))
    [traces] = (await store.people.traces(ELSEWHERE)).games
    assert (traces.game_id, traces.invited, traces.hosted) == (game, True, False)
    assert await store.people.forget(ELSEWHERE, "a former player") == (game,)
    assert (await samples.whole(store, game)).invited == (samples.GUEST,)
    await store.games.set_lobby(game, found.seats, invited=())
    assert await store.games.find(samples.GUILD, states=["lobby"], user=samples.GUEST) == ()
    await store.games.set_lobby(game, found.seats, invited=[samples.GUEST], calls=1)
    await store.games.begin(game, samples.SEATS, samples.START, at=2_000)
    stored = await samples.whole(store, game)
    assert (stored.invited, stored.calls) == ((), 1)


async def test_what_was_told_of_a_lobbys_end_holds_until_somebody_comes(store: Store) -> None:
    game = await store.games.open(samples.NEW, [StoredSeat(0, samples.HOST, "Ada")])
    assert await store.games.warn_lobby(game, StoredDue("lobby", 9_000, game_id=game)) == 2
    [found] = await store.games.find(samples.GUILD, states=["lobby"])
    assert (found.closing_at, found.calls) == (9_000, 1)
    await store.games.set_lobby(game, [*found.seats, StoredSeat(1, samples.GUEST, "Grace")])
    [found] = await store.games.find(samples.GUILD, states=["lobby"])
    assert found.closing_at is None
