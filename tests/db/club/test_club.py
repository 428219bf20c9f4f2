"""What finished games came to, and who is in a server's ranking."""

from __future__ import annotations

from itertools import pairwise

from db.club.rows import FinishedGame, StoredDigest, StoredResult
from db.people.rows import Traces
from db.store import Store
from tests.db.real_games import PEOPLE, played, stored
from tests.db.samples import GUEST, GUILD, HOST, running

RESULTS = (StoredResult(0, 40, 12, "500 700", "farm mill"), StoredResult(1, 31, 0, "", ""))


async def test_results_come_back_with_their_game(store: Store) -> None:
    game = await stored(store, played(1), GUILD)
    assert await store.club.finished(GUILD) == ()
    assert await store.club.without_results(GUILD, limit=9) == (game,)
    await store.club.put_results(game, RESULTS)
    await store.club.put_results(game, RESULTS)
    summary = (await store.games.find(GUILD, states=["finished"]))[0]
    pairs = tuple(zip(summary.seats, RESULTS, strict=True))
    assert await store.club.finished(GUILD) == (
        FinishedGame(game, summary.ended_at or 0, True, pairs),
    )
    assert await store.club.without_results(None, limit=9) == ()


async def test_games_come_in_the_order_of_their_ends(store: Store) -> None:
    games = [await stored(store, played(seed), GUILD) for seed in (1, 2, 3)]
    elsewhere = await stored(store, played(4), GUILD + 1)
    await running(store)
    assert await store.club.without_results(None, limit=9) == (*games, elsewhere)
    assert await store.club.without_results(GUILD, limit=2) == tuple(games[:2])
    for game in (*games, elsewhere):
        await store.club.put_results(game, RESULTS)
    found = await store.club.finished(GUILD)
    assert {game.game_id for game in found} == set(games)
    assert [game.ended_at for game in found] == sorted(game.ended_at for game in found)


async def test_the_state_changes_with_what_is_found(store: Store) -> None:
    states = [await store.club.finished_state(GUILD)]
    first, second = [await stored(store, played(seed), GUILD) for seed in (1, 2)]
    for change in (
        store.club.put_results(first, RESULTS),
        store.club.put_results(second, RESULTS),
        store.games.set_aside(first, "a torn page"),
        store.games.bring_back(first),
        store.people.forget(PEOPLE[0], "Somebody"),
    ):
        await change
        states.append(await store.club.finished_state(GUILD))
    assert all(before != after for before, after in pairwise(states))
    await store.club.put_results(await stored(store, played(3), GUILD + 1), RESULTS)
    assert await store.club.finished_state(GUILD) == states[-1]


async def test_a_person_is_in_the_ranking_of_the_servers_they_chose(store: Store) -> None:
    for guild in (GUILD, GUILD, GUILD + 1):
        await store.club.set_ranked(guild, HOST, True)
    await store.club.set_ranked(GUILD, GUEST, True)
    assert await store.club.ranked_in(GUILD) == {HOST, GUEST}
    assert await store.people.traces(HOST) == Traces(None, (), (), (GUILD, GUILD + 1))
    await store.club.set_ranked(GUILD, HOST, False)
    assert await store.club.ranked_in(GUILD) == {GUEST}
    await store.people.forget(GUEST, "Somebody")
    assert await store.club.ranked_in(GUILD) == frozenset()


async def test_a_digest_is_wanted_in_one_channel(store: Store) -> None:
    assert await store.club.digest(GUILD) is None
    first = StoredDigest(GUILD, 20, "en", 1_000)
    await store.club.set_digest(first)
    assert await store.club.digest(GUILD) == first
    moved = StoredDigest(GUILD, 21, "de", 2_000)
    await store.club.set_digest(moved)
    assert await store.club.digest(GUILD) == moved
    await store.club.drop_digest(GUILD)
    assert await store.club.digest(GUILD) is None


async def test_a_person_who_is_forgotten_is_nobody_in_results(store: Store) -> None:
    game = await stored(store, played(1), GUILD)
    await store.club.put_results(game, RESULTS)
    await store.people.forget(PEOPLE[0], "Somebody")
    [found] = await store.club.finished(GUILD)
    assert [seat.user_id for seat, _ in found.seats] == [None, PEOPLE[1]]
    assert [result for _, result in found.seats] == list(RESULTS)
