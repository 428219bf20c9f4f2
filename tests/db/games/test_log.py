"""The log only grows, at its end, for the one who has seen all of it; and its limits."""

import asyncio
from dataclasses import replace

import pytest

from db.database import Place
from db.errors import BlockedError, LimitReachedError, StaleLogError
from db.games.rows import NewGame
from db.store import Store
from runtime.limits import Limits
from tests.db.samples import GUEST, GUILD, HOST, LOBBY, NEW, SEATS, START, entry, running, whole
from tests.visiting import REFUSED, visiting


@pytest.fixture
async def game(store: Store) -> int:
    game = await running(store)
    await store.games.append(game, 0, [entry(0), entry(1)], news=False)
    return game


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
        "INSERT INTO erasing (person, guild) VALUES (NULL, NULL)",
        "INSERT INTO erasing (person, guild) VALUES (1, 2)",
    ],
)
@pytest.mark.usefixtures("game")
async def test_the_database_refuses_what_makes_no_sense(place: Place, statement: str) -> None:
    with visiting(place) as visitor, pytest.raises(REFUSED):
        visitor.execute(statement)


@pytest.mark.parametrize("expected", [0, 1, 3, -1])
async def test_an_outdated_change_is_refused(store: Store, game: int, expected: int) -> None:
    before = await whole(store, game)
    with pytest.raises(StaleLogError, match=f"Game {game} .* has 2 entries, not the {expected} "):
        await store.games.append(game, expected, [entry(9)], news=True)
    assert await whole(store, game) == before


async def test_of_two_at_once_one_is_refused(store: Store, game: int) -> None:
    outcomes = await asyncio.gather(
        *(store.games.append(game, 2, [entry(which)], news=True) for which in range(20)),
        return_exceptions=True,
    )
    kept = [which for which, outcome in enumerate(outcomes) if outcome == 3]
    refused = [outcome for outcome in outcomes if isinstance(outcome, StaleLogError)]
    assert (len(kept), len(refused)) == (1, 19)
    assert (await whole(store, game)).log[2:] == (entry(kept[0]),)


ELSEWHERE = replace(NEW, guild_id=GUILD + 1)


async def opened(store: Store, game: NewGame, limits: Limits) -> bool:
    try:
        await store.games.open(game, LOBBY, limits)
    except LimitReachedError:
        return False
    return True


@pytest.mark.parametrize("limit", ["hosted", "seated", "lobbies", "unfinished"])
async def test_a_limit_holds_for_many_at_once(store: Store, limit: str) -> None:
    outcomes = await asyncio.gather(*(opened(store, NEW, {limit: 3}) for _ in range(10)))
    assert sum(outcomes) == len(await store.games.find(GUILD, states=["lobby"])) == 3


async def test_a_refusal_tells_which_limit_is_reached(store: Store) -> None:
    await running(store)
    with pytest.raises(LimitReachedError, match="1 already") as caught:
        await store.games.open(NEW, LOBBY, {"hosted": 7, "unfinished": 1})
    assert (caught.value.limit, caught.value.most) == ("unfinished", 1)


async def test_what_counts_against_each_limit(store: Store) -> None:
    game = await running(store)
    guests, strangers = replace(ELSEWHERE, host_id=GUEST), replace(NEW, host_id=99)
    for new, limits, allowed in (
        (NEW, {"hosted": 1}, False),
        (ELSEWHERE, {"hosted": 1}, True),
        (replace(NEW, host_id=GUEST), {"hosted": 1}, True),
        (guests, {"seated": 1}, False),
    ):
        assert await opened(store, new, limits) is allowed
        for row in await store.games.find(new.guild_id, states=["lobby"]):
            await store.games.set_state(row.game_id, "cancelled", at=1)
    await store.games.hand_over(game, 0, "resigned", "caretaker", at=4_000)
    assert await opened(store, guests, {"seated": 1})
    for new, limits, allowed in (
        (strangers, {"lobbies": 1}, True),
        (strangers, {"lobbies": 1}, False),
        (strangers, {"unfinished": 2}, False),
        (replace(strangers, guild_id=GUILD + 2), {"unfinished": 2}, True),
    ):
        assert await opened(store, new, limits) is allowed
    for guild in range(GUILD, GUILD + 3):
        for row in await store.games.find(guild, states=["lobby", "running"]):
            await store.games.set_state(row.game_id, "closed", at=6_000)
    everything = {"hosted": 1, "seated": 1, "lobbies": 1, "unfinished": 1}
    assert await opened(store, NEW, everything), "what is over counts no more"


async def test_who_is_kept_from_opening_games(store: Store) -> None:
    for _ in range(2):
        await store.games.set_blocked(GUILD, HOST, True)
    with pytest.raises(BlockedError, match=f"Person {HOST} .* server {GUILD}"):
        await store.games.open(NEW, LOBBY)
    for new in (ELSEWHERE, replace(NEW, host_id=GUEST)):
        await store.games.open(new, LOBBY)
    assert await store.games.blocked_in(GUILD) == {HOST}
    await store.games.set_blocked(GUILD, HOST, False)
    assert await store.games.blocked_in(GUILD) == frozenset()
    await store.games.open(NEW, LOBBY)


async def test_practice_waits_for_nobody_so_it_is_no_lobby_to_be_counted(store: Store) -> None:
    limits, guests = {"lobbies": 1}, replace(NEW, host_id=GUEST)
    alone = replace(NEW, seat_limit=len(LOBBY))
    assert await opened(store, alone, limits), "practice for a moment before it begins"
    await store.games.open_begun(alone, SEATS, START, (), limits)
    assert await opened(store, NEW, limits), "none of them waits"
    assert not await opened(store, NEW, limits)
    assert not await opened(store, guests, limits)
    assert await opened(store, alone, limits)
    assert not await opened(store, alone, {**limits, "hosted": 1})
    await store.games.open_begun(replace(guests, seat_limit=len(LOBBY)), SEATS, START, (), limits)


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
