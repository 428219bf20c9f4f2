"""Games that a computer comes to play for a person, and what is told of whose play it was."""

from dataclasses import dataclass, replace
from random import Random

import pytest

from engine.actions import End
from engine.game import Turn, played_turns
from engine.random_play import random_action
from tabletop.outcome import worth
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import DAY, HOUR
from tests.db.samples import whole
from tests.tabletop.playing import ADA, BELA, CHIARA, Clock, hosted

WAYS = {
    "resigned": (12, 2),
    "away": (5, 3),
    "late": (5, 3),
    "handed over": (5, 3),
    "chosen": (5, 1),
}
"""After how many rounds a computer comes, and a seed by which its seat then has most gold."""


async def take_turn(tables: Tables, clock: Clock, number: int, rng: Random) -> Table:
    """A turn by chance of whoever has it."""
    clock.now += HOUR
    while True:
        table = await tables.get(number)
        active = table.active
        assert active is not None
        action = random_action(table.running_game().position, rng)
        if table.computer_due:
            table = await tables.turns.act_for_computer(number, table.version, action)
        else:
            table, _ = await tables.turns.act(number, active.user_id or 0, action)
        if isinstance(action, End):
            return table


async def comes_to_play(tables: Tables, clock: Clock, table: Table, way: str) -> int:
    """A computer plays the seat of somebody, or one of its own; the seat."""
    if way == "chosen":
        return next(seat.seat for seat in table.seats if seat.is_computer)
    stood, number = worth(table.running_game().before_turn), table.number
    # Who is away and stands best wins by the computer's play; who resigned is last all the same.
    sign = -1 if way == "resigned" else 1
    absent = min(table.seats, key=lambda one: sign * stood[one.seat])
    user = absent.user_id or 0
    match way:
        case "resigned":
            await tables.seats.resign(number, user)
        case "away":
            await tables.seats.be_away(number, user, clock.now + 9 * DAY)
        case "late":
            await tables.seats.stand_in(table, absent, "seat")
        case _:
            await tables.seats.leave_to_computer(number, user, absent.seat, "master")
    return absent.seat


MISSED = 6  # turns after that of which its person is told


@dataclass
class Told:
    """A game that is over, in which a computer's seat had most gold, and what is known of it."""

    tables: Tables
    table: Table
    seat: int  # the seat that a computer played
    own: list[Turn]  # the turns that its person played, by the authors in the log
    turns: list[Turn]  # all turns
    then: Table  # the game when its person asked what happened

    @property
    def user(self) -> int:
        return self.table.seats[self.seat].user_id or 0

    @property
    def by_computer(self) -> list[Turn]:
        theirs = [one for one in self.turns if one.seat == self.seat]
        return [one for one in theirs if self.user and one not in self.own]


@pytest.fixture(name="told", params=WAYS)
async def told_of(request: pytest.FixtureRequest, tables: Tables, clock: Clock) -> Told:
    """A game of three that a computer comes to play in such a way, to its end."""
    way: str = request.param
    rounds, seed = WAYS[way]
    rng = Random(seed)
    number = (await hosted(tables, setup="free", absence="computer")).number
    await tables.lobby.join(number, BELA, "Bela")
    if way == "chosen":
        await tables.lobby.add_computer(number, ADA, "pupil")
    else:
        await tables.lobby.join(number, CHIARA, "Chiara")
    table = await tables.lobby.begin(number, ADA)
    while table.running_game().position.turn <= 3 * rounds:
        table = await take_turn(tables, clock, number, rng)
    seat = await comes_to_play(tables, clock, table, way)
    while table.running_game().position.turn <= 3 * rounds + MISSED:
        table = await take_turn(tables, clock, number, rng)
    then = replace(table, game=table.running_game().copy())
    while table.row.state == "running":
        table = await take_turn(tables, clock, number, rng)
    log = (await whole(tables.store, number)).log
    authors = [entry.author for entry in log if entry.entry == str(End())]
    game = table.running_game()
    assert (result := game.position.result) is not None
    assert result.winners == (seat,)
    turns = played_turns(game.start, game.actions)
    own = [one for one in turns if one.seat == seat and authors[one.number - 1] is not None]
    return Told(tables, table, seat, own, turns, then)
