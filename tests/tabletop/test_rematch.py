"""The same people once more: opened by two, once, with the next one to begin, counted."""

import asyncio
from random import Random

import pytest

from db.games.rows import State, StoredSeat
from db.store import Store
from engine.game import Game
from engine.random_play import random_start
from lab.tables import tables_on
from tabletop.errors import TableError
from tabletop.lobby import GAVE_WAY
from tabletop.opening import Opening
from tabletop.outcome import kept_colours, score
from tabletop.tables import Tables
from tests.engine.scenes import EDITION
from tests.tabletop.playing import ADA, BELA, CHANNEL, CHIARA, DENIZ, GUILD, Clock, begun, finish
from tests.ui.tables import table_of

LIVE: tuple[State, ...] = ("lobby", "running")


async def played(tables: Tables, *others: int) -> int:
    """A game that is over; its number."""
    return (await finish(tables, await begun(tables, *others))).number


async def open_games(store: Store) -> list[int]:
    """The numbers of the games that are open or run."""
    return sorted(row.game_id for row in await store.games.find(GUILD, states=LIVE))


async def test_one_person_alone_opens_nothing(tables: Tables, store: Store) -> None:
    number = await played(tables, BELA)
    for _ in range(20):
        assert await tables.rematch.wish(number, ADA, "Ada") is None
    assert await open_games(store) == []


async def test_of_twenty_presses_at_once_one_game_comes(tables: Tables, store: Store) -> None:
    number = await played(tables, BELA, CHIARA)
    presses = [(ADA, BELA, CHIARA, DENIZ)[turn % 4] for turn in range(20)]
    answers = await asyncio.gather(
        *(tables.rematch.wish(number, user, f"P{user}") for user in presses), return_exceptions=True
    )
    refused = [answer for answer in answers if isinstance(answer, BaseException)]
    assert len(refused) == 5
    assert all(isinstance(error, TableError) and error.code == "not-seated" for error in refused)
    assert await open_games(store) == [number + 1]
    assert (await tables.get(number + 1)).row.state == "running"


async def test_seats_are_kept_and_the_last_one_to_come_begins(tables: Tables) -> None:
    number = await played(tables, BELA, CHIARA)
    await tables.rematch.wish(number, BELA, "Bela")
    table = await tables.rematch.wish(number, ADA, "Ada")
    assert table is not None
    assert (table.row.state, table.row.invited, table.row.host_id) == ("lobby", (CHIARA,), ADA)
    assert {seat.user_id for seat in table.seats} == {ADA, BELA}
    with pytest.raises(TableError) as caught:
        await tables.lobby.join(table.number, DENIZ, "Deniz")
    assert caught.value.code == "kept"
    again = await tables.rematch.wish(number, CHIARA, "Chiara")
    assert again is not None
    assert (again.number, again.row.state, again.row.invited) == (table.number, "running", ())


async def test_who_came_second_begins_the_next_one(tables: Tables) -> None:
    before = await tables.get(await played(tables, BELA, CHIARA))
    order = [seat.user_id for seat in before.seats]
    number = before.number
    for _ in range(3):
        for user in order:
            table = await tables.rematch.wish(number, user or 0, f"P{user}")
        assert table is not None
        order = [*order[1:], order[0]]
        assert [seat.user_id for seat in table.seats] == order
        number = (await finish(tables, table.number)).number


async def test_the_series_is_counted(tables: Tables) -> None:
    number, won = await played(tables, BELA), dict.fromkeys((ADA, BELA), 0)
    for count in range(1, 5):
        table = await tables.get(number)
        result = table.running_game().position.result
        assert result is not None
        for seat in result.winners:
            won[table.seats[seat].user_id or 0] += 1
        told = {table.seats[seat].user_id: wins for seat, wins in score(table)}
        assert (table.row.series, told) == (count, won)
        await tables.rematch.wish(number, ADA, "Ada")
        following = await tables.rematch.wish(number, BELA, "Bela")
        assert following is not None
        number = (await finish(tables, following.number, seed=count)).number


async def test_against_computers_alone_it_begins_at_once_in_the_same_place(
    tables: Tables, store: Store
) -> None:
    opening = Opening(
        GUILD, CHANNEL, ADA, "Ada", seat_limit=3, computers=("journeyman", "apprentice")
    )
    table = await tables.lobby.open(opening)
    await tables.display.set_thread(table.number, 77)
    await tables.lobby.begin(table.number, ADA)
    await finish(tables, table.number)
    again = await tables.rematch.wish(table.number, ADA, "Ada")
    assert again is not None
    assert (again.row.state, again.row.thread_id, again.row.series) == ("running", 77, 2)
    assert {(seat.name, seat.colour) for seat in again.seats} == {
        (seat.name, seat.colour) for seat in (await tables.get(table.number)).seats
    }
    assert await open_games(store) == [again.number]


async def test_after_a_cancelled_rematch_two_must_want_it_again(tables: Tables) -> None:
    number = await played(tables, BELA, CHIARA)
    await tables.rematch.wish(number, BELA, "Bela")
    table = await tables.rematch.wish(number, ADA, "Ada")
    assert table is not None
    await tables.closing.cancel(table.number, ADA)
    assert await tables.rematch.wish(number, CHIARA, "Chiara") is None
    again = await tables.rematch.wish(number, ADA, "Ada")
    assert again is not None
    assert again.number != table.number


async def test_who_gives_a_kept_seat_up_leaves_it_to_anybody(tables: Tables) -> None:
    number = await played(tables, BELA, CHIARA)
    await tables.rematch.wish(number, BELA, "Bela")
    table = await tables.rematch.wish(number, ADA, "Ada")
    assert table is not None
    await tables.lobby.leave(table.number, CHIARA)
    table = await tables.lobby.join(table.number, DENIZ, "Deniz")
    assert table.row.state == "running"


async def test_there_is_none_before_the_end(tables: Tables) -> None:
    number = await begun(tables)
    with pytest.raises(TableError) as caught:
        await tables.rematch.wish(number, ADA, "Ada")
    assert caught.value.code == "not-over"


async def test_a_rematchs_lobby_counts_like_any_other(store: Store) -> None:
    tables = tables_on(store, Clock(), Random(1), limits={"lobbies": 2})
    number = await played(tables, BELA, CHIARA)
    for _ in range(2):
        await tables.lobby.open(Opening(GUILD, CHANNEL, DENIZ, "Deniz"))
    await tables.rematch.wish(number, BELA, "Bela")
    again = await tables.rematch.wish(number, ADA, "Ada")
    assert again is not None
    assert again.row.state == "lobby"
    assert (await tables.get(number + 1)).row.state == "closed", "room is made for it"
    with pytest.raises(TableError) as caught:
        await tables.lobby.open(Opening(GUILD, CHANNEL, DENIZ, "Deniz"))
    assert caught.value.code == "too-many-lobbies"


async def test_a_rematchs_lobby_gives_way_too_and_can_be_had_again(store: Store) -> None:
    tables = tables_on(store, Clock(), Random(1), limits={"lobbies": 2})
    told: list[int] = []
    tables.lobby.gave_way.connect(told.append)
    number = await played(tables, BELA, CHIARA)
    await tables.rematch.wish(number, BELA, "Bela")
    again = await tables.rematch.wish(number, ADA, "Ada")
    assert again is not None
    await tables.lobby.open(Opening(GUILD, CHANNEL, ADA, "Ada"))
    await tables.lobby.open(Opening(GUILD, CHANNEL, DENIZ, "Deniz"))
    assert told == [again.number]
    assert (await tables.get(again.number)).row.reason == GAVE_WAY
    await tables.closing.cancel(again.number + 1, ADA)
    await tables.rematch.wish(number, BELA, "Bela")
    anew = await tables.rematch.wish(number, CHIARA, "Chiara")
    assert anew is not None
    assert (anew.row.state, anew.row.invited) == ("lobby", (ADA,))


def test_people_keep_their_colours_and_newcomers_get_others() -> None:
    before = table_of(Game(random_start(EDITION, "first-game", 3, Random(1))))
    had = {seat.user_id: seat.colour for seat in before.seats}
    sitting = [StoredSeat(0, 102, "Player 2"), StoredSeat(1, 7, "Newcomer"), before.seats[0]]
    colours = kept_colours(before, sitting, EDITION.colours[:3])
    assert (colours[0], colours[2]) == (had[102], had[100])
    assert len({*colours}) == 3
