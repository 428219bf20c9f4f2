"""No more games than there may be, however many are opened at once."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from db.errors import BlockedError, LimitReachedError
from db.games.rows import NewGame
from db.ledger.rows import Limits
from db.store import Store
from tests.db.samples import GUEST, GUILD, HOST, LOBBY, NEW, SEATS, START, running

ELSEWHERE = replace(NEW, guild_id=GUILD + 1)


async def opened(store: Store, game: NewGame, limits: Limits) -> bool:
    """Whether a game was opened."""
    try:
        await store.games.open(game, LOBBY, limits)
    except LimitReachedError:
        return False
    return True


@pytest.mark.parametrize(
    "limits", [Limits(hosted=3), Limits(seated=3), Limits(lobbies=3), Limits(unfinished=3)]
)
async def test_a_limit_holds_for_many_at_once(store: Store, limits: Limits) -> None:
    outcomes = await asyncio.gather(*(opened(store, NEW, limits) for _ in range(10)))
    assert sum(outcomes) == 3
    found = await store.games.find(GUILD, states=["lobby"])
    assert len(found) == 3


async def test_a_refusal_tells_which_limit_is_reached(store: Store) -> None:
    await running(store)
    with pytest.raises(LimitReachedError, match="1 already") as caught:
        await store.games.open(NEW, LOBBY, Limits(hosted=7, unfinished=1))
    assert (caught.value.limit, caught.value.most) == ("unfinished", 1)


async def test_a_hosts_games_on_one_server(store: Store) -> None:
    limits = Limits(hosted=1)
    await running(store)
    assert not await opened(store, NEW, limits)
    assert await opened(store, ELSEWHERE, limits)
    assert await opened(store, replace(NEW, host_id=GUEST), limits)


async def test_the_games_in_which_somebody_plays(store: Store) -> None:
    game = await running(store)
    guests = replace(ELSEWHERE, host_id=GUEST)
    assert not await opened(store, guests, Limits(seated=1))
    await store.games.hand_over(game, 0, "resigned", "caretaker", at=4_000)
    assert await opened(store, guests, Limits(seated=1))


async def test_the_games_of_a_server(store: Store) -> None:
    await running(store)
    strangers = replace(NEW, host_id=99)
    assert await opened(store, strangers, Limits(lobbies=1))
    assert not await opened(store, strangers, Limits(lobbies=1))
    assert not await opened(store, strangers, Limits(unfinished=2))
    assert await opened(store, replace(strangers, guild_id=GUILD + 1), Limits(unfinished=2))


async def test_what_is_over_counts_no_more(store: Store) -> None:
    game = await running(store)
    await store.games.set_state(game, "closed", at=6_000)
    everything = Limits(hosted=1, seated=1, lobbies=1, unfinished=1)
    assert await opened(store, replace(NEW, host_id=HOST), everything)


async def test_who_is_kept_from_opening_games(store: Store) -> None:
    await store.games.set_blocked(GUILD, HOST, True)
    await store.games.set_blocked(GUILD, HOST, True)
    with pytest.raises(BlockedError, match=f"Person {HOST} .* server {GUILD}"):
        await store.games.open(NEW, LOBBY)
    await store.games.open(ELSEWHERE, LOBBY)
    await store.games.open(replace(NEW, host_id=GUEST), LOBBY)
    assert await store.games.blocked_in(GUILD) == {HOST}
    await store.games.set_blocked(GUILD, HOST, False)
    assert await store.games.blocked_in(GUILD) == frozenset()
    await store.games.open(NEW, LOBBY)


async def test_practice_waits_for_nobody_so_lobbies_do_not_keep_it_out(store: Store) -> None:
    limits = Limits(lobbies=1)
    assert await opened(store, NEW, limits)
    assert not await opened(store, replace(NEW, host_id=GUEST), limits)
    full = replace(NEW, host_id=GUEST, seat_limit=len(LOBBY))
    assert await opened(store, full, limits)
    assert not await opened(store, full, replace(limits, hosted=1))


async def test_practice_and_turns_played_again_fill_no_server_with_lobbies(store: Store) -> None:
    limits = Limits(lobbies=1)
    alone = replace(NEW, seat_limit=len(LOBBY))
    assert await opened(store, alone, limits), "practice for a moment before it begins"
    await store.games.open_begun(alone, SEATS, START, (), limits)
    assert await opened(store, NEW, limits), "none of them waits"
    assert not await opened(store, NEW, limits)
    assert await opened(store, alone, limits)
    await store.games.open_begun(replace(alone, host_id=GUEST), SEATS, START, (), limits)


async def test_a_lobby_that_waits_for_nobody_gives_no_way(store: Store) -> None:
    full = [await store.games.open(replace(NEW, seat_limit=2), LOBBY) for _ in range(3)]
    waiting = [await store.games.open(NEW, LOBBY) for _ in range(2)]
    assert full < waiting
    assert await store.games.giving_way(GUILD, 9) == waiting[0]


async def test_the_oldest_lobby_of_whoever_has_the_most_gives_way(store: Store) -> None:
    async def lobby(host: int, guild: int = GUILD) -> int:
        return await store.games.open(replace(NEW, host_id=host, guild_id=guild), LOBBY)

    assert await store.games.giving_way(GUILD, 9) is None
    await lobby(HOST)
    assert await store.games.giving_way(GUILD, 9) is None, "nobody has more than one"
    first = await lobby(GUEST)
    await lobby(GUEST)
    await lobby(HOST)
    await lobby(GUEST)
    assert await store.games.giving_way(GUILD, 9) == first
    assert await store.games.giving_way(GUILD, HOST) is None, "who has one is no newcomer"
    assert await store.games.giving_way(GUILD + 1, 9) is None
