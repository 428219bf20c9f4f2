"""An earlier turn is played again in a game of its own, which holds by all the rules."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from cogs.branches import Branches, NewBranch
from db.games.rows import StoredSeat
from db.store import Store
from engine.actions import Action
from engine.errors import EngineError
from engine.game import played_turns
from engine.record import Record
from lab.tables import tables_on
from tabletop.table import Table
from tabletop.tables import Tables
from tests.tabletop.playing import (
    ADA,
    BELA,
    CHANNEL,
    CHIARA,
    GUILD,
    Clock,
    begun,
    finish,
    play_turn,
)

ADAS = NewBranch(user=ADA, name="Ada", channel=99, level="mason", language="en")


def before(table: Table, turn: int) -> tuple[Action, ...]:
    """All that was done in a game before a turn."""
    game = table.running_game()
    turns = (one for one in played_turns(game.start, game.actions) if one.number < turn)
    return tuple(ply.action for one in turns for ply in one.plies)


async def test_a_game_begins_in_the_middle_of_another(tables: Tables, store: Store) -> None:
    number = await begun(tables, BELA, CHIARA)
    over = await finish(tables, number)
    own = over.person(ADA)
    assert own is not None
    for turn in (own.seat + 1, over.own_turns(own.seat)[-1]):
        table = (await Branches(tables).play_again(number, turn, ADAS)).table
        tables.cache.forget(table.number)
        table = await tables.get(table.number, GUILD)
        assert table.row.state == "running"
        assert (table.row.begun_in, table.row.begun_turn) == (number, turn)
        assert (table.row.channel_id, table.row.thread_id) == (99, None)
        assert table.active == StoredSeat(own.seat, ADA, "Ada", own.colour)
        assert table.is_practice
        assert {seat.level for seat in table.seats if seat.user_id is None} == {"mason"}
        assert len(set(table.names)) == 3
        game, actions = table.running_game(), before(over, turn)
        assert tuple(game.actions) == actions
        then = Record(over.running_game().start, actions).replay()
        assert game.position.observe(own.seat) == then.observe(own.seat)
        await finish(tables, table.number)
    assert (await tables.get(number)).row.state == "finished"


async def test_computers_are_called_in_the_language_of_the_game_that_begins(store: Store) -> None:
    def full_name(pattern: str, language: str, name: str) -> str:
        return f"{name} ({language})"

    tables = tables_on(store, Clock(), Random(1), full_name=full_name)
    number = await begun(tables, BELA, CHIARA)
    over = await finish(tables, number)
    own = over.person(ADA)
    assert own is not None
    german = replace(ADAS, language="de")
    table = (await Branches(tables).play_again(number, own.seat + 1, german)).table
    assert [name.endswith(" (de)") for name in table.names].count(True) == 2


async def test_a_game_of_one_person_goes_on_elsewhere_from_an_earlier_turn(tables: Tables) -> None:
    over = await finish(tables, await begun(tables))
    own = over.person(ADA)
    assert own is not None
    turn = own.seat + 1
    again, _ = await Branches(tables).play_again(over.number, turn, ADAS)
    number = again.number
    await tables.display.set_thread(number, 98)
    table = await play_turn(tables, number)
    assert table.turns_to_go_back(own.seat) == [turn]
    other, _ = await Branches(tables).play_again(number, turn, ADAS)
    assert other.running_game().position.turn == turn
    assert (other.row.begun_in, other.row.channel_id, other.row.thread_id) == (number, 99, 98)
    assert [seat.name for seat in other.seats] == [seat.name for seat in again.seats]
    old = await tables.get(number)
    assert (old.row.state, old.row.reason) == ("cancelled", "turns were taken back")


async def test_who_presses_twice_has_one_game(tables: Tables) -> None:
    over = await finish(tables, await begun(tables, BELA))
    own = over.person(ADA)
    assert own is not None
    turn = own.seat + 1
    pressed = [Branches(tables).play_again(over.number, turn, ADAS) for _ in range(2)]
    (first, is_new), (second, is_another) = await asyncio.gather(*pressed)
    assert (is_new, is_another) == (True, False)
    assert first.number == second.number
    await play_turn(tables, first.number)
    later = await Branches(tables).play_again(over.number, turn, ADAS)
    assert later.is_new
    assert later.table.number != first.number


async def test_nobody_plays_again_what_is_not_theirs(tables: Tables) -> None:
    running = await begun(tables)
    over = await finish(tables, await begun(tables, BELA))
    own = over.person(ADA)
    assert own is not None
    for number, turn, user, code in (
        (running, 1, ADA, "not-practice"),
        (over.number, own.seat + 2, ADA, "not-own-turn"),
        (over.number, 0, ADA, "not-own-turn"),
        (over.number, 9_999, ADA, "not-own-turn"),
        (over.number, 1, CHIARA, "not-seated"),
    ):
        again = NewBranch(user, "X", CHANNEL, "mason", "en")
        with pytest.raises(EngineError) as refused:
            await Branches(tables).play_again(number, turn, again)
        assert refused.value.code == code
