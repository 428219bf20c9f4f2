"""The log only grows, at its end, for the one who has seen all of it; and its limits."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from db.database import Place
from db.errors import BlockedError, LimitReachedError, StaleLogError
from db.games.rows import NewGame
from db.sql import Connection
from db.store import Store
from lab.postgres import PostgresServer
from runtime.limits import Limits
from tests.db.samples import GUEST, GUILD, HOST, LOBBY, NEW, SEATS, START, entry, running
from tests.visiting import REFUSED, visiting


@pytest.fixture
async def game(store: Store) -> int:
    game = await running(store)
    await store.games.append(game, 0, [entry(0), entry(1)], news=False)
    return game


@pytest.fixture
def visitor(place: Place, game: int) -> Iterator[Connection]:
    with visiting(place) as connection:
        yield connection


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET state = 'lost'",
        "UPDATE games SET state = 'finished'",
        "UPDATE games SET shown = news + 1",
        "UPDATE games SET deck = NULL",
        "UPDATE games SET created_at = 'yesterday'",
        "UPDATE seats SET status = 'asleep'",
        "INSERT INTO messages VALUES (1, 'joke', 1, 1, NULL)",
    ],
)
async def test_the_database_refuses_what_makes_no_sense(
    visitor: Connection, game: int, statement: str
) -> None:
    with pytest.raises(REFUSED):
        visitor.execute(statement)


async def test_postgresqls_own_way_around_it(postgres: PostgresServer) -> None:
    place = postgres.fresh()
    store = await Store.open(place)
    await running(store)
    with visiting(place) as visitor, pytest.raises(REFUSED, match="the log"):
        visitor.execute("TRUNCATE log")
    await store.close()


@pytest.mark.parametrize("expected", [0, 1, 3, -1])
async def test_an_outdated_change_is_refused(store: Store, game: int, expected: int) -> None:
    with pytest.raises(StaleLogError, match=f"Game {game} .* has 2 entries, not the {expected} "):
        await store.games.append(game, expected, [entry(9)], news=True)
    stored = await store.games.load(game)
    assert stored is not None
    assert (stored.log, stored.news) == ((entry(0), entry(1)), 2)


async def test_of_two_at_once_one_is_refused(store: Store, game: int) -> None:
    outcomes = await asyncio.gather(
        *(store.games.append(game, 2, [entry(which)], news=True) for which in range(20)),
        return_exceptions=True,
    )
    kept = [which for which, outcome in enumerate(outcomes) if outcome == 3]
    refused = [outcome for outcome in outcomes if isinstance(outcome, StaleLogError)]
    assert (len(kept), len(refused)) == (1, 19)
    stored = await store.games.load(game)
    assert stored is not None
    assert stored.log[2:] == (entry(kept[0]),)


async def test_many_games_at_once_keep_their_logs_apart(store: Store) -> None:
    games = [await running(store) for _ in range(20)]

    async def play(game: int) -> None:
        for seq in range(20):
            await store.games.append(game, seq, [entry(1_000 * game + seq)], news=seq % 3 == 0)

    await asyncio.gather(*(play(game) for game in games))
    for game in games:
        stored = await store.games.load(game)
        assert stored is not None
        assert stored.log == tuple(entry(1_000 * game + seq) for seq in range(20))
        assert stored.news == 2 + 7


ELSEWHERE = replace(NEW, guild_id=GUILD + 1)


async def opened(store: Store, game: NewGame, limits: Limits) -> bool:
    """Whether a game was opened."""
    try:
        await store.games.open(game, LOBBY, limits)
    except LimitReachedError:
        return False
    return True


@pytest.mark.parametrize(
    "limits", [{"hosted": 3}, {"seated": 3}, {"lobbies": 3}, {"unfinished": 3}]
)
async def test_a_limit_holds_for_many_at_once(store: Store, limits: Limits) -> None:
    outcomes = await asyncio.gather(*(opened(store, NEW, limits) for _ in range(10)))
    assert sum(outcomes) == 3
    found = await store.games.find(GUILD, states=["lobby"])
    assert len(found) == 3


async def test_a_refusal_tells_which_limit_is_reached(store: Store) -> None:
    await running(store)
    with pytest.raises(LimitReachedError, match="1 already") as caught:
        await store.games.open(NEW, LOBBY, {"hosted": 7, "unfinished": 1})
    assert (caught.value.limit, caught.value.most) == ("unfinished", 1)


async def test_a_hosts_games_on_one_server(store: Store) -> None:
    limits = {"hosted": 1}
    await running(store)
    assert not await opened(store, NEW, limits)
    assert await opened(store, ELSEWHERE, limits)
    assert await opened(store, replace(NEW, host_id=GUEST), limits)


async def test_the_games_in_which_somebody_plays(store: Store) -> None:
    game = await running(store)
    guests = replace(ELSEWHERE, host_id=GUEST)
    assert not await opened(store, guests, {"seated": 1})
    await store.games.hand_over(game, 0, "resigned", "caretaker", at=4_000)
    assert await opened(store, guests, {"seated": 1})


async def test_the_games_of_a_server(store: Store) -> None:
    await running(store)
    strangers = replace(NEW, host_id=99)
    assert await opened(store, strangers, {"lobbies": 1})
    assert not await opened(store, strangers, {"lobbies": 1})
    assert not await opened(store, strangers, {"unfinished": 2})
    assert await opened(store, replace(strangers, guild_id=GUILD + 1), {"unfinished": 2})


async def test_what_is_over_counts_no_more(store: Store) -> None:
    game = await running(store)
    await store.games.set_state(game, "closed", at=6_000)
    everything = {"hosted": 1, "seated": 1, "lobbies": 1, "unfinished": 1}
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
    limits = {"lobbies": 1}
    assert await opened(store, NEW, limits)
    assert not await opened(store, replace(NEW, host_id=GUEST), limits)
    full = replace(NEW, host_id=GUEST, seat_limit=len(LOBBY))
    assert await opened(store, full, limits)
    assert not await opened(store, full, {**limits, "hosted": 1})


async def test_practice_and_turns_played_again_fill_no_server_with_lobbies(store: Store) -> None:
    limits = {"lobbies": 1}
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
