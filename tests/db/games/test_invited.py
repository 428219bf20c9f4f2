"""Seats in lobbies are kept for people, until they come, the game begins, or they are forgotten."""

from __future__ import annotations

from db.games.rows import StoredSeat
from db.store import Store
from db.timers.rows import StoredDue
from tests.db.samples import GUEST, GUILD, HOST, NEW, SEATS, START

ELSEWHERE = 77


async def test_who_is_invited_finds_the_lobby(store: Store) -> None:
    game = await store.games.open(NEW, [StoredSeat(0, HOST, "Ada")], invited=[GUEST, ELSEWHERE])
    [found] = await store.games.find(GUILD, states=["lobby"], user=ELSEWHERE)
    assert (found.game_id, found.invited) == (game, (GUEST, ELSEWHERE))
    await store.games.set_lobby(game, found.seats, invited=[GUEST], calls=1)
    assert await store.games.find(GUILD, states=["lobby"], user=ELSEWHERE) == ()
    await store.games.begin(game, SEATS, START, at=2_000)
    stored = await store.games.load(game)
    assert stored is not None
    assert (stored.invited, stored.calls) == ((), 1)


async def test_an_invitation_is_told_and_forgotten(store: Store) -> None:
    game = await store.games.open(NEW, [StoredSeat(0, HOST, "Ada")], invited=[GUEST])
    [traces] = (await store.people.traces(GUEST)).games
    assert (traces.game_id, traces.invited, traces.hosted) == (game, True, False)
    assert await store.people.forget(GUEST, "a former player") == (game,)
    stored = await store.games.load(game)
    assert stored is not None
    assert stored.invited == ()


async def test_what_was_told_of_a_lobbys_end_holds_until_somebody_comes(store: Store) -> None:
    game = await store.games.open(NEW, [StoredSeat(0, HOST, "Ada")])
    assert await store.games.warn_lobby(game, StoredDue("lobby", 9_000, game_id=game)) == 2
    [found] = await store.games.find(GUILD, states=["lobby"])
    assert (found.closing_at, found.calls) == (9_000, 1)
    await store.games.set_lobby(game, [*found.seats, StoredSeat(1, GUEST, "Grace")])
    [found] = await store.games.find(GUILD, states=["lobby"])
    assert found.closing_at is None
