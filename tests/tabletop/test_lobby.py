"""Lobbies: who is called, kept a seat, or begins; how many there are, and what begins there."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.store import Store
from engine.edition import Edition
from engine.edition_files import load_edition
from engine.errors import EditionError
from engine.start import FIRST_GAME, FREE, SETUPS
from lab.tables import tables_on
from players.levels import OPPONENTS
from tabletop.errors import TableError
from tabletop.lobby import LOBBY, MOST_CALLS, UNVISITED_MS
from tabletop.opening import Dealer
from tabletop.tables import Tables
from tabletop.time_control import DAY, MINUTE
from tests.editions import ISLAND, SMALL
from tests.tabletop import playing
from tests.tabletop.playing import ADA, BELA, CHIARA, DENIZ, Clock, hosted, refused


async def opened(tables: Tables, seats: int = 3, clock: str = "relaxed", **agreed: Any) -> int:
    return (await hosted(tables, seat_limit=seats, clock=clock, **agreed)).number


async def only_due(store: Store) -> int:
    """When something is due for a lobby, the only one there is."""
    [due] = await store.timers.next([LOBBY], limit=9)
    return due.at


async def test_who_fills_the_table_calls_the_host_a_few_times_at_most(tables: Tables) -> None:
    number, calls = await opened(tables, seats=2), []
    for _ in range(MOST_CALLS + 2):
        calls.append((await tables.lobby.join(number, BELA, "Bela")).row.calls)
        await tables.lobby.leave(number, BELA)
    assert calls == [1, 2, 3, 3, 3]


async def test_a_host_who_fills_the_table_knows(tables: Tables, store: Store, clock: Clock) -> None:
    number = await opened(tables, seats=2)
    assert (await tables.lobby.add_computer(number, ADA, OPPONENTS[0].name)).row.calls == 0
    assert await only_due(store) == clock.now + UNVISITED_MS, "nobody else could begin it"


async def test_a_lobby_begins_by_itself_where_its_host_wished_so(tables: Tables) -> None:
    number = await opened(tables, begins_full=True)
    assert (await tables.lobby.join(number, BELA, "Bela")).row.state == "lobby"
    table = await tables.lobby.add_computer(number, ADA, "journeyman")
    assert (table.row.state, table.row.calls) == ("running", 0)


async def test_seats_are_kept_for_those_who_are_invited(tables: Tables) -> None:
    number = await opened(tables, invited=(BELA,))
    await tables.lobby.join(number, CHIARA, "Chiara")
    await refused("kept", tables.lobby.join(number, DENIZ, "Deniz"))
    assert (await tables.lobby.join(number, BELA, "Bela")).row.invited == ()
    await refused("full", tables.lobby.join(number, DENIZ, "Deniz"))
    await refused("bad-seats", opened(tables, seats=2, invited=(BELA, CHIARA)))


async def test_a_host_may_give_a_kept_seat_to_a_computer_or_begin_without(tables: Tables) -> None:
    number = await opened(tables, invited=(BELA, CHIARA))
    table = await tables.lobby.add_computer(number, ADA, "journeyman")
    assert table.row.invited == (BELA,)
    table = await tables.lobby.begin(number, ADA)
    assert (len(table.seats), table.row.invited) == (2, ())


async def test_an_unvisited_lobby_is_closed(tables: Tables, store: Store, clock: Clock) -> None:
    number = await opened(tables)
    assert await only_due(store) == clock.now + UNVISITED_MS
    clock.now += UNVISITED_MS
    assert await tables.lobby.close_unvisited(number)
    row = (await tables.get(number)).row
    assert (row.closing_at, row.calls) == (clock.now + DAY, 1)
    clock.now = await only_due(store)
    assert clock.now == row.closing_at
    assert await tables.lobby.close_unvisited(number)
    assert (await tables.get(number)).row.state == "cancelled"
    assert not await tables.lobby.close_unvisited(number)


@pytest.mark.parametrize(
    ("control", "wait"), [("relaxed", DAY), ("daily", DAY), ("evening", 10 * MINUTE)]
)
async def test_anybody_begins_a_full_lobby_whose_host_does_not(
    tables: Tables, store: Store, clock: Clock, control: str, wait: int
) -> None:
    number = await opened(tables, seats=2, clock=control)
    await tables.lobby.join(number, BELA, "Bela")
    await refused("not-host", tables.lobby.begin(number, BELA))
    assert await only_due(store) == clock.now + wait
    clock.now += wait
    assert await tables.lobby.close_unvisited(number)
    assert (await tables.get(number)).row.closing_at == clock.now + UNVISITED_MS
    await refused("not-seated", tables.lobby.begin(number, CHIARA))
    assert (await tables.lobby.begin(number, BELA)).row.state == "running"


@pytest.mark.parametrize("comes", [True, False])
async def test_who_comes_or_keeps_a_lobby_open_has_it_open(
    tables: Tables, store: Store, clock: Clock, comes: bool
) -> None:
    number, lobby = await opened(tables), tables.lobby
    clock.now += UNVISITED_MS
    await lobby.close_unvisited(number)
    await (lobby.join(number, BELA, "Bela") if comes else lobby.keep_open(number, ADA))
    assert (await tables.get(number)).row.closing_at is None
    assert await only_due(store) == clock.now + UNVISITED_MS


@pytest.mark.parametrize(
    "edition", [SMALL, ISLAND, load_edition("atoll")], ids=lambda edition: edition.id
)
async def test_a_game_of_another_edition_is_played_to_the_end_and_read_again(
    store: Store, tables: Tables, edition: Edition
) -> None:
    agreed: dict[str, Any] = {"setup": FIRST_GAME, "seat_limit": 3, "edition": edition.id}
    number = await playing.begun(tables, BELA, CHIARA, **agreed)
    table = await tables.get(number)
    while table.row.state == "running":
        table = await playing.play_turn(tables, number, table.version)
    again = (await tables_on(store, tables.now, Random(1)).get(number)).running_game()
    assert again.start.edition is edition
    assert again.position == table.running_game().position


async def test_seats_are_the_editions_which_must_be_known(tables: Tables) -> None:
    with pytest.raises(TableError, match="bad-seats") as caught:
        await hosted(tables, seat_limit=4, edition=SMALL.id)
    assert caught.value.parameters == {"least": 2, "most": 3}
    with pytest.raises(EditionError):
        await hosted(tables, edition="none")


EDITION = load_edition()
SEEDS = st.integers(0, 2**32)
SEATS = st.integers(2, 4)


@given(SEEDS, SEATS)
def test_everybody_has_one_turn_in_the_order(seed: int, seats: int) -> None:
    assert sorted(Dealer(Random(seed)).order(seats)) == list(range(seats))


@given(SEEDS, st.sampled_from(SETUPS), SEATS, st.booleans())
def test_each_card_once_and_other_colours(seed: int, setup: str, seats: int, mirror: bool) -> None:
    start = Dealer(Random(seed)).start(EDITION, setup, seats, None, mirror=mirror)
    assert Counter(start.deck) == Counter(EDITION.deck(first_game=setup == FIRST_GAME))
    assert len(set(start.colours)) == seats
    assert set(start.colours) <= set(EDITION.colours)
    assert (start.setup, start.mirror) == (setup, mirror)


def test_any_lot_any_colour_and_any_place_may_come_first() -> None:
    dealt = [Dealer(Random(seed)).start(EDITION, FREE, 2, None, mirror=False) for seed in range(99)]
    assert {start.lot for start in dealt} == set(EDITION.lots)
    assert {start.colours[0] for start in dealt} == set(EDITION.colours)
    assert {Dealer(Random(seed)).order(4)[0] for seed in range(99)} == {0, 1, 2, 3}


@given(SEEDS)
def test_the_castle_stands_where_it_is_preset_or_wanted(seed: int) -> None:
    dealer = Dealer(Random(seed))
    assert dealer.start(EDITION, FIRST_GAME, 2, None, mirror=False).lot == EDITION.first_lot
    wanted = EDITION.lots[seed % len(EDITION.lots)]
    assert dealer.start(EDITION, FREE, 2, wanted, mirror=False).lot == wanted
