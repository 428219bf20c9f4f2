"""Finding games without loading their games."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from db.errors import ConflictError
from db.games.rows import StoredMessage, StoredSeat
from db.store import Store
from db.timers import StoredDue
from tests.db.samples import GUEST, GUILD, HOST, LOBBY, NEW, SEATS, START, entry, running, whole


async def test_games_of_a_server_a_place_or_a_person_the_newest_first(store: Store) -> None:
    begun = [await running(store), await running(store)]
    lobby = await store.games.open(NEW, LOBBY)
    await store.games.open(replace(NEW, guild_id=GUILD + 1), LOBBY)
    threaded = await store.games.open(replace(NEW, thread_id=21, mirror=False))
    beside = replace(NEW, channel_id=NEW.channel_id + 5)
    grace = StoredSeat(0, GUEST, "Grace")
    seated = await store.games.open(replace(beside, host_id=1), [grace])
    hosted = await store.games.open(replace(beside, host_id=GUEST))
    assert begun == [1, 2], "numbered from one"
    lobbies = [hosted, seated, threaded, lobby]
    seats = {hosted: (), seated: (grace,), threaded: (), lobby: LOBBY, 2: SEATS, 1: SEATS}
    for asked, numbers in (
        ({"states": ["lobby", "running"]}, [*lobbies, *begun[::-1]]),
        ({"states": ["running"]}, begun[::-1]),
        ({"states": []}, []),
        ({"states": ["lobby"], "limit": 2}, lobbies[:2]),
        ({"states": ["lobby"], "channel_or_thread": NEW.channel_id}, [threaded, lobby]),
        ({"states": ["lobby"], "channel_or_thread": 21}, [threaded]),
        ({"states": ["lobby"], "user": GUEST}, [hosted, seated, lobby]),
    ):
        found = await store.games.find(GUILD, **asked)
        wanted = [(number, seats[number]) for number in numbers]
        assert [(game.game_id, game.seats) for game in found] == wanted, asked
    [*_, plain, one, _] = await store.games.find(GUILD, states=["lobby", "running"])
    told = [(game.state, game.news, game.mirror) for game in (plain, one)]
    assert told == [("lobby", 1, True), ("running", 2, True)]
    assert await store.games.played_by(GUILD, HOST) == tuple(begun)
    assert await store.games.played_by(GUILD + 1, HOST) == ()
    assert await store.games.played_by(GUILD, 1) == ()


async def test_what_was_not_shown(store: Store) -> None:
    game, other = await running(store), await store.games.open(NEW, LOBBY)
    assert await store.outbox.unshown() == (game, other)
    turn = StoredMessage("turn", 20, 100, turn=0)
    await store.waiting.mark_shown(game, 2, [turn])
    await store.waiting.mark_shown(other, 1)
    assert await store.outbox.unshown() == ()
    assert (await whole(store, game)).messages == (turn,)
    await store.games.append(game, 0, [entry(0)], news=False)
    assert await store.outbox.unshown() == ()
    news = await store.games.append(game, 1, [entry(1)], news=True)
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
    await asyncio.gather(*(store.games.open(NEW, [person]) for person in people))
    found = await store.games.find(GUILD, states=["lobby"])
    assert len(found) == 10_000
    assert all(len(game.seats) == 1 for game in found)
    assert len(await store.outbox.unshown()) == 10_000


async def test_who_is_invited_finds_the_lobby_and_is_forgotten_there(store: Store) -> None:
    elsewhere = 77
    game = await store.games.open(NEW, [StoredSeat(0, HOST, "Ada")], invited=[GUEST, elsewhere])
    [found] = await store.games.find(GUILD, states=["lobby"], user=elsewhere)
    assert (found.game_id, found.invited) == (game, (GUEST, elsewhere))
    [traces] = (await store.people.traces(elsewhere)).games
    assert (traces.game_id, traces.invited, traces.hosted) == (game, True, False)
    assert await store.people.forget(elsewhere, "a former player") == (game,)
    assert (await whole(store, game)).invited == (GUEST,)
    await store.games.set_lobby(game, found.seats, invited=())
    assert await store.games.find(GUILD, states=["lobby"], user=GUEST) == ()
    await store.games.set_lobby(game, found.seats, invited=[GUEST], calls=1)
    await store.games.begin(game, SEATS, START, at=2_000)
    stored = await whole(store, game)
    assert (stored.invited, stored.calls) == ((), 1)


async def test_what_was_told_of_a_lobbys_end_holds_until_somebody_comes(store: Store) -> None:
    game = await store.games.open(NEW, [StoredSeat(0, HOST, "Ada")])
    assert await store.games.warn_lobby(game, StoredDue("lobby", 9_000, game_id=game)) == 2
    [found] = await store.games.find(GUILD, states=["lobby"])
    assert (found.closing_at, found.calls) == (9_000, 1)
    await store.games.set_lobby(game, [*found.seats, StoredSeat(1, GUEST, "Grace")])
    [found] = await store.games.find(GUILD, states=["lobby"])
    assert found.closing_at is None
