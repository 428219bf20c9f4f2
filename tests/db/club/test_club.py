"""What finished games came to, and who is in a server's ranking."""

from __future__ import annotations

from db.club.rows import FinishedGame, StoredChannel, StoredResult, StoredStanding
from db.people.rows import Traces
from db.store import Store
from tests.db.real_games import PEOPLE, played, stored
from tests.db.samples import GUEST, GUILD, HOST, running

RESULTS = (StoredResult(0, 40, 12, "500 700", "farm mill"), StoredResult(1, 31, 0, "", ""))


ALL = (-1, 0)
"""An end before all others."""

STANDINGS = [
    StoredStanding(GUILD, person, f"Player {seat}", "{}", f'"{seat}"')
    for seat, person in enumerate(PEOPLE[:2])
]


async def test_results_come_back_with_their_game(store: Store) -> None:
    game = await stored(store, played(1), GUILD)
    assert await store.club.finished(GUILD, ALL, limit=9) == ()
    assert await store.club.uncounted(GUILD, limit=9) == (game,)
    assert await store.club.count_game(game, RESULTS, STANDINGS)
    assert not await store.club.count_game(game, RESULTS, [])
    summary = (await store.games.find(GUILD, states=["finished"]))[0]
    pairs = tuple(zip(summary.seats, RESULTS, strict=True))
    assert await store.club.finished(GUILD, ALL, limit=9) == (
        FinishedGame(game, summary.ended_at or 0, True, pairs),
    )
    assert await store.club.uncounted(None, limit=9) == ()
    assert sorted(await store.club.standings_of(GUILD, PEOPLE), key=by_person) == STANDINGS
    assert await store.club.standings_of(GUILD, []) == ()


async def test_games_come_in_the_order_of_their_ends(store: Store) -> None:
    games = [await stored(store, played(seed), GUILD) for seed in (1, 2, 3)]
    elsewhere = await stored(store, played(4), GUILD + 1)
    await running(store)
    assert set(await store.club.uncounted(None, limit=9)) == {*games, elsewhere}
    assert len(await store.club.uncounted(GUILD, limit=2)) == 2
    for game in (*games, elsewhere):
        await store.club.count_game(game, RESULTS, [])
    found = await store.club.finished(GUILD, ALL, limit=9)
    assert {game.game_id for game in found} == set(games)
    assert [game.ended_at for game in found] == sorted(game.ended_at for game in found)
    first = await store.club.finished(GUILD, ALL, limit=1)
    behind = first[0].ended_at, first[0].game_id
    assert await store.club.finished(GUILD, behind, limit=9) == found[1:]


async def test_a_counted_game_that_is_set_aside_has_all_made_anew(store: Store) -> None:
    first, second = [await stored(store, played(seed), GUILD) for seed in (1, 2)]
    await store.club.count_game(first, RESULTS, STANDINGS)
    await store.games.set_aside(second, "a torn page")
    assert await store.club.to_recount() == ()
    assert await store.club.uncounted(None, limit=9) == ()
    await store.games.bring_back(second)
    assert await store.club.uncounted(None, limit=9) == (second,)
    for change in (
        store.games.set_aside(first, "a torn page"),
        store.games.bring_back(first),
        store.club.ask_for_recount(),
    ):
        await change
        assert await store.club.to_recount() == (GUILD,)
        assert await store.club.uncounted(None, limit=9) == ()  # until they are made anew
        await store.club.put_recounted(GUILD, STANDINGS[:1])
        assert await store.club.standings_of(GUILD, PEOPLE) == (STANDINGS[0],)


async def test_other_rules_have_all_made_anew(store: Store) -> None:
    game = await stored(store, played(1), GUILD)
    await store.club.count_game(game, RESULTS, STANDINGS)
    for rules, expected in (("1", ()), ("1", ()), ("2", (GUILD,))):
        await store.club.set_rules(rules)
        assert await store.club.to_recount() == expected


async def test_somebody_forgotten_is_not_brought_back_by_a_count(store: Store) -> None:
    first, second = [await stored(store, played(seed), GUILD) for seed in (1, 2)]
    await store.club.count_game(first, RESULTS, STANDINGS)
    await store.people.forget(PEOPLE[0], "Somebody")
    assert await store.club.standings_of(GUILD, PEOPLE) == (STANDINGS[1],)
    await store.club.count_game(second, RESULTS, STANDINGS)
    await store.club.put_recounted(GUILD, STANDINGS)
    assert await store.club.standings_of(GUILD, PEOPLE) == (STANDINGS[1],)


def by_person(standing: StoredStanding) -> int:
    return standing.user_id


async def test_a_person_is_in_the_ranking_of_the_servers_they_chose(store: Store) -> None:
    for guild in (GUILD, GUILD, GUILD + 1):
        await store.club.set_ranked(guild, HOST, True)
    await store.club.set_ranked(GUILD, GUEST, True)
    assert await store.club.choices_in(GUILD) == {HOST: True, GUEST: True}
    assert await store.people.traces(HOST) == Traces(None, (), (), (GUILD, GUILD + 1))
    await store.club.set_ranked(GUILD, HOST, False)
    assert await store.club.choices_in(GUILD) == {HOST: False, GUEST: True}
    traces = await store.people.traces(HOST)
    assert (traces.shown_in, traces.hidden_in) == ((GUILD + 1,), (GUILD,))
    for person in (HOST, GUEST):
        await store.people.forget(person, "Somebody")
    assert await store.club.choices_in(GUILD) == {}


async def test_each_kind_of_notice_is_wanted_in_one_channel(store: Store) -> None:
    assert await store.club.channel("digest", GUILD) is None
    other = StoredChannel("daily", GUILD, 30, "fr", 500)
    first = StoredChannel("digest", GUILD, 20, "en", 1_000)
    for chosen in (other, first):
        await store.club.set_channel(chosen)
    assert await store.club.channel("digest", GUILD) == first
    moved = StoredChannel("digest", GUILD, 21, "de", 2_000)
    await store.club.set_channel(moved)
    assert await store.club.channel("digest", GUILD) == moved
    await store.club.drop_channel("digest", GUILD)
    assert await store.club.channel("digest", GUILD) is None
    assert await store.club.channel("daily", GUILD) == other


async def test_a_person_who_is_forgotten_is_nobody_in_results(store: Store) -> None:
    game = await stored(store, played(1), GUILD)
    await store.club.count_game(game, RESULTS, [])
    await store.people.forget(PEOPLE[0], "Somebody")
    [found] = await store.club.finished(GUILD, ALL, limit=9)
    assert [seat.user_id for seat, _ in found.seats] == [None, PEOPLE[1]]
    assert [result for _, result in found.seats] == list(RESULTS)
