"""Ways in which a computer comes to play for a person."""

from random import Random

from engine.actions import End
from engine.random_play import random_action
from tabletop.outcome import worth
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import DAY, HOUR
from tests.tabletop.playing import Clock

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
