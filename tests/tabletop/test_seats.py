"""Seats: resigned, left to computers, taken again, and a rematch of the same people."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from db.errors import DiskFullError
from db.games.rows import StoredSeat
from db.store import Store
from engine.actions import End, Workers
from engine.game import Game, Turn, played_turns
from engine.random_play import random_action, random_start
from engine.squares import iter_squares
from i18n.translation import ENGLISH
from lab.tables import due, tables_on
from tabletop.lobby import GAVE_WAY
from tabletop.outcome import kept_colours, lapses_at, score, voters_to_cancel
from tabletop.table import MOST_NEWEST, Table
from tabletop.tables import Tables
from tabletop.time_control import DAY
from tests.db.samples import whole
from tests.engine.scenes import EDITION
from tests.tabletop import playing
from tests.tabletop.playing import ADA, BELA, CHIARA, DENIZ, active, begun, play_turn, refused
from tests.ui.tables import table_of
from ui.texts.events import Teller
from ui.texts.lobby import standing


def a_worker(table: Table) -> Workers:
    _, vacant = table.running_game().position.worker_sites()[0]
    return Workers(1 << next(iter_squares(vacant)), 0)


async def test_an_action_is_for_the_log_that_was_seen(tables: Tables) -> None:
    number = await begun(tables)
    user, action = await active(tables, number), a_worker(await tables.get(number))
    await refused("outdated", tables.turns.act(number, user, action, version=1))
    await tables.turns.act(number, user, action, version=0)
    await refused("outdated", tables.turns.undo(number, user, version=0))
    assert (await tables.get(number)).version == 1
    await tables.turns.undo(number, user, version=1)
    assert (await tables.get(number)).version == 2


async def test_what_is_refused_leaves_the_table_as_it_was(tables: Tables, store: Store) -> None:
    number = await begun(tables)
    table = await tables.get(number)
    [waiting] = {ADA, BELA} - {await active(tables, number)}
    before = await whole(store, number)
    for code, *attempts in (
        ("not-your-turn", tables.turns.act(number, waiting, a_worker(table))),
        ("not-seated", tables.turns.act(number, 99, a_worker(table))),
        ("not-seated", tables.seats.resign(number, 99), tables.closing.cancel(number, 99)),
        ("not-seated", tables.display.move(number, 99, 5)),
        ("not-open", tables.lobby.join(number, 99, "X"), tables.lobby.leave(number, ADA)),
    ):
        await refused(code, *attempts)
    assert await whole(store, number) == before


@pytest.mark.parametrize("amid", [False, True])
async def test_who_resigns_in_turn_hands_the_turn_on(tables: Tables, amid: bool) -> None:
    number = await begun(tables, BELA, CHIARA)
    first = await active(tables, number)
    if amid:  # and leaves the rest of it to the caretaker
        await tables.turns.act(number, first, a_worker(await tables.get(number)))
    table = await tables.seats.resign(number, first)
    assert await active(tables, number) != first
    assert table.running_game().position.turn == 2
    assert [entry.status for entry in table.seats] == ["resigned", "playing", "playing"]


async def test_who_resigns_out_of_turn_changes_no_turn(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    last = (await tables.get(number)).seats[2].user_id
    assert (await tables.seats.resign(number, last or 0)).version == 0
    for _ in range(2):
        table = await play_turn(tables, number)
    assert table.running_game().position.turn == 4
    assert table.active == table.seats[0]


async def test_a_game_that_all_leave_is_closed(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    for user in (ADA, CHIARA, BELA):
        row = (await tables.seats.resign(number, user)).row
    assert (row.state, row.reason) == ("closed", "everybody resigned")
    await refused("not-running", tables.seats.resign(number, ADA))


@pytest.mark.slow
async def test_the_last_person_plays_to_the_end_against_caretakers(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    await tables.seats.resign(number, BELA)
    table = await tables.seats.resign(number, CHIARA)
    while table.row.state == "running":
        assert await active(tables, number) == ADA
        table = await play_turn(tables, number, table.version)
    assert table.row.state == "finished"
    assert table.running_game().position.result is not None


async def test_resigning_is_for_good(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    table = await tables.seats.resign(number, BELA)
    await refused(
        "resigned",
        tables.seats.resign(number, BELA),
        tables.turns.act(number, BELA, a_worker(table)),
        tables.closing.cancel(number, BELA),
        tables.display.move(number, BELA, 5),
    )


async def test_what_a_crash_left_is_done_at_the_next_start(tables: Tables, store: Store) -> None:
    number = await begun(tables)
    await store.games.hand_over(number, 0, "resigned", "caretaker", at=0)
    tables.cache.forget(number)
    assert (await tables.get(number)).version == 0
    table = await tables.turns.catch_up(number)
    assert table.running_game().position.turn == 2
    assert (await tables.turns.catch_up(number)).version == table.version


async def test_resigning_is_one_change(
    tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await begun(tables, BELA, CHIARA)

    async def full(*args: object, **options: object) -> int:
        raise DiskFullError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(store.games, "append", full)
        table = await tables.seats.resign(number, await active(tables, number))
        assert table.running_game().position.turn == 2
        patch.setattr(store.games, "hand_over", full)
        second = await active(tables, number)
        with pytest.raises(DiskFullError):
            await tables.seats.resign(number, second)
    assert await active(tables, number) == second
    assert (await tables.cache.get(number)).version == table.version


async def test_a_clock_is_said_to_wait_and_who_decides(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    table = await tables.get(number)
    first, second, _ = (seat.user_id or 0 for seat in table.seats)

    def told(table: Table) -> str:
        timing = tables.clock.turn_time(table)
        return "\n".join(standing(table, timing, Teller.of(table, ENGLISH), tables.now()))

    table = await tables.seats.be_away(number, second, tables.now() + 9 * DAY)
    assert "is away until" in told(table)
    assert "The clock is paused." not in told(table)
    table = await tables.seats.be_away(number, first, tables.now() + 9 * DAY)
    assert told(table).count("The clock is paused.") == 1
    await tables.seats.come_back(number, first)
    await tables.seats.resign(number, ADA)
    table = await play_turn(tables, number) if first != ADA else await tables.get(number)
    table.row = replace(table.row, expired_at=tables.now())
    assert "host" not in told(table)
    assert "can let a computer play for" in told(table)


async def test_the_host_cancels_alone_at_first_and_later_all(tables: Tables, store: Store) -> None:
    cancel, number = tables.closing.cancel, await begun(tables)
    assert (await cancel(number, ADA)).row.state == "cancelled"
    number = await begun(tables, BELA, CHIARA)
    await play_turn(tables, number)
    assert (await cancel(number, ADA)).row.state == "running"
    news = (await cancel(number, BELA)).row.news
    assert (await cancel(number, BELA)).row.news == news
    await cancel(number, BELA, agree=False)
    assert (await cancel(number, CHIARA)).row.state == "running"
    tables.cache.forget(number)
    assert (await cancel(number, BELA)).row.state == "cancelled"
    assert (await whole(store, number)).reason == "everybody agreed to cancel it"


async def test_votes_to_cancel_lapse_after_a_round(tables: Tables) -> None:
    number = await begun(tables, BELA, CHIARA)
    await play_turn(tables, number)
    table = await tables.closing.cancel(number, ADA)
    assert lapses_at(table) == table.running_game().position.turn + 3
    for _ in range(2):
        await play_turn(tables, number)
    table = await tables.closing.cancel(number, BELA)
    assert voters_to_cancel(table) == {ADA, BELA}, "of the same round"
    await play_turn(tables, number)
    tables.cache.forget(number)
    assert voters_to_cancel(await tables.get(number)) == frozenset()
    table = await tables.closing.cancel(number, CHIARA)
    assert (table.row.state, voters_to_cancel(table)) == ("running", frozenset({CHIARA}))
    await tables.closing.cancel(number, BELA)
    assert (await tables.closing.cancel(number, ADA)).row.state == "cancelled"


async def test_who_leaves_is_not_asked_any_more_and_does_not_count(tables: Tables) -> None:
    cancel, resign = tables.closing.cancel, tables.seats.resign
    for steps in (
        ((cancel, ADA), (cancel, BELA), (resign, CHIARA), (resign, DENIZ)),
        ((cancel, ADA), (resign, ADA), (resign, DENIZ), (cancel, BELA), (cancel, CHIARA)),
    ):
        number = await begun(tables, BELA, CHIARA, DENIZ)
        await play_turn(tables, number)
        states = [(await act(number, user)).row.state for act, user in steps]
        assert states == ["running"] * (len(steps) - 1) + ["cancelled"]


def replayed(table: Table, since: int) -> list[Turn]:
    """The completed turns from a number on, by replaying the whole game."""
    game = table.running_game()
    completed = game.position.turn - (not game.position.over)
    turns = played_turns(game.start, game.actions)
    return [turn for turn in turns if since <= turn.number <= completed]


@pytest.mark.parametrize("seed", range(4))
async def test_turns_since_any_turn_while_a_game_goes_on(tables: Tables, seed: int) -> None:
    number, rng = await begun(tables, BELA, CHIARA), Random(seed)
    table = await tables.get(number)
    while table.active is not None and table.running_game().position.turn < 30:
        action = random_action(table.running_game().position, rng)
        table, _ = await tables.turns.act(number, due(table), action)
        if rng.random() < 0.3:
            since = rng.randint(1, table.running_game().position.turn + 1)
            assert table.turns_since(since) == replayed(table, since)
        if rng.random() < 0.1 and table.running_game().undo_refusal() is None and table.active:
            table, _ = await tables.turns.undo(number, due(table))
        if rng.random() < 0.05:
            tables.cache.forget(number)
        if table.running_game().position.turn == 15 and len(table.playing) == 3:
            table = await tables.seats.resign(number, BELA)  # from now on several turns at once
    assert table.turns_since(1) == replayed(table, 1)
    assert len(table.newest_turns) <= MOST_NEWEST


@pytest.mark.parametrize("seed", range(4))
async def test_a_computers_turn_is_seen_when_it_has_ended(tables: Tables, seed: int) -> None:
    table = await playing.hosted(tables, setup="free", seat_limit=2, computers=("apprentice",))
    table = await tables.lobby.begin(table.number, ADA)
    if not table.computer_due:
        table = await play_turn(tables, table.number, seed)
    before = table.open_view()
    while True:
        action = random_action(table.running_game().position, Random(seed))
        table = await tables.turns.act_for_computer(table.number, table.version, action)
        if isinstance(action, End):
            break
        assert table.open_view() == table.view() == table.open_view(ADA) == before
    assert table.open_view() != before


async def played(tables: Tables, *others: int) -> int:
    """A game that is over; its number."""
    return (await playing.finish(tables, await begun(tables, *others))).number


async def wished(tables: Tables, number: int, *people: int) -> Table:
    """The rematch that opens when the last of these people wishes for it."""
    for one in people:
        table = await tables.rematch.wish(number, one, "Ada" if one == ADA else f"P{one}")
    assert table is not None
    return table


async def open_games(store: Store) -> list[int]:
    found = await store.games.find(playing.GUILD, states=["lobby", "running"])
    return sorted(row.game_id for row in found)


async def test_one_person_alone_opens_nothing(tables: Tables, store: Store) -> None:
    await refused("not-over", tables.rematch.wish(await begun(tables), ADA, "Ada"))
    number = await played(tables, BELA)
    for _ in range(20):
        assert await tables.rematch.wish(number, ADA, "Ada") is None
    assert await open_games(store) == [number - 1]


async def test_of_twenty_presses_at_once_one_game_comes(tables: Tables, store: Store) -> None:
    number = await played(tables, BELA, CHIARA)
    presses = [(ADA, BELA, CHIARA, DENIZ)[turn % 4] for turn in range(20)]
    answers = await asyncio.gather(
        *(tables.rematch.wish(number, user, f"P{user}") for user in presses), return_exceptions=True
    )
    errors = [answer for answer in answers if isinstance(answer, BaseException)]
    assert [getattr(error, "code", error) for error in errors] == ["not-seated"] * 5
    assert await open_games(store) == [number + 1]
    assert (await tables.get(number + 1)).row.state == "running"


async def test_seats_are_kept_and_the_last_one_to_come_begins(tables: Tables) -> None:
    number = await played(tables, BELA, CHIARA)
    table = await wished(tables, number, BELA, ADA)
    assert (table.row.state, table.row.invited, table.row.host_id) == ("lobby", (CHIARA,), ADA)
    assert {seat.user_id for seat in table.seats} == {ADA, BELA}
    await refused("kept", tables.lobby.join(table.number, DENIZ, "Deniz"))
    again = await wished(tables, number, CHIARA)
    assert (again.number, again.row.state, again.row.invited) == (table.number, "running", ())


async def test_who_came_second_begins_the_next_one(tables: Tables) -> None:
    table = await tables.get(await played(tables, BELA, CHIARA))
    order = [seat.user_id or 0 for seat in table.seats]
    for _ in range(3):
        table = await wished(tables, table.number, *order)
        order = [*order[1:], order[0]]
        assert [seat.user_id for seat in table.seats] == order
        table = await playing.finish(tables, table.number)


async def test_the_series_is_counted(tables: Tables) -> None:
    table, won = await tables.get(await played(tables, BELA)), dict.fromkeys((ADA, BELA), 0)
    for count in range(1, 5):
        result = table.running_game().position.result
        for seat in result.winners if result else ():
            won[table.seats[seat].user_id or 0] += 1
        told = {table.seats[seat].user_id: wins for seat, wins in score(table)}
        assert (table.row.series, told) == (count, won)
        following = await wished(tables, table.number, ADA, BELA)
        table = await playing.finish(tables, following.number, seed=count)
    assert sum(won.values()) >= 4


async def test_against_computers_it_begins_in_the_same_place(tables: Tables, store: Store) -> None:
    computers = ("journeyman", "apprentice")
    table = await playing.hosted(tables, seat_limit=3, computers=computers)
    await tables.display.set_thread(table.number, 77)
    await tables.lobby.begin(table.number, ADA)
    before = await playing.finish(tables, table.number)
    again = await wished(tables, table.number, ADA)
    assert (again.row.state, again.row.thread_id, again.row.series) == ("running", 77, 2)
    had, have = ({(seat.name, seat.colour) for seat in one.seats} for one in (before, again))
    assert have == had
    assert await open_games(store) == [again.number]


async def test_after_a_cancelled_rematch_two_must_want_it_again(tables: Tables) -> None:
    number = await played(tables, BELA, CHIARA)
    table = await wished(tables, number, BELA, ADA)
    await tables.closing.cancel(table.number, ADA)
    assert await tables.rematch.wish(number, CHIARA, "Chiara") is None
    assert (await wished(tables, number, ADA)).number != table.number


async def test_who_gives_a_kept_seat_up_leaves_it_to_anybody(tables: Tables) -> None:
    table = await wished(tables, await played(tables, BELA, CHIARA), BELA, ADA)
    await tables.lobby.leave(table.number, CHIARA)
    table = await tables.lobby.join(table.number, DENIZ, "Deniz")
    assert table.row.state == "running"


async def test_a_rematchs_lobby_counts_like_any_other(store: Store) -> None:
    tables = tables_on(store, playing.Clock(), Random(1), limits={"lobbies": 2})
    number = await played(tables, BELA, CHIARA)
    for _ in range(2):
        await playing.hosted(tables, DENIZ)
    assert (await wished(tables, number, BELA, ADA)).row.state == "lobby"
    assert (await tables.get(number + 1)).row.state == "closed", "room is made for it"
    await refused("too-many-lobbies", playing.hosted(tables, DENIZ))


async def test_a_rematchs_lobby_gives_way_too_and_can_be_had_again(store: Store) -> None:
    tables = tables_on(store, playing.Clock(), Random(1), limits={"lobbies": 2})
    told: list[int] = []
    tables.lobby.gave_way.connect(told.append)
    number = await played(tables, BELA, CHIARA)
    again = await wished(tables, number, BELA, ADA)
    for host in (ADA, DENIZ):
        await playing.hosted(tables, host)
    assert told == [again.number]
    assert (await tables.get(again.number)).row.reason == GAVE_WAY
    await tables.closing.cancel(again.number + 1, ADA)
    anew = await wished(tables, number, BELA, CHIARA)
    assert (anew.row.state, anew.row.invited) == ("lobby", (ADA,))


def test_people_keep_their_colours_and_newcomers_get_others() -> None:
    before = table_of(Game(random_start(EDITION, "first-game", 3, Random(1))))
    had = {seat.user_id: seat.colour for seat in before.seats}
    sitting = [StoredSeat(0, 102, "Player 2"), StoredSeat(1, 7, "Newcomer"), before.seats[0]]
    colours = kept_colours(before, sitting, EDITION.colours[:3])
    assert (colours[0], colours[2]) == (had[102], had[100])
    assert len({*colours}) == 3
