"""Games at a table without Discord, played by four people and chance."""

from collections.abc import Awaitable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from db.games.rows import StoredEntry
from engine.actions import Action, End
from engine.random_play import random_action
from lab.tables import due
from tabletop.errors import TableError
from tabletop.opening import Opening
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import USUAL_CLOCK, TimeControl

GUILD, CHANNEL = 1, 2
ADA, BELA, CHIARA, DENIZ = 11, 12, 13, 14


@dataclass
class Clock:
    """The time in milliseconds, as the test sets it."""

    now: int = 1_000

    def __call__(self) -> int:
        return self.now


async def hosted(tables: Tables, host: int = ADA, **agreed: Any) -> Table:
    """A lobby of Ada or another host with what was agreed."""
    name = "Ada" if host == ADA else f"P{host}"
    return await tables.lobby.open(Opening(GUILD, CHANNEL, host, name, **agreed))


async def begun(
    tables: Tables,
    *others: int,
    setup: str = "free",
    clock: TimeControl = USUAL_CLOCK,
    **agreed: Any,
) -> int:
    """A running game of Ada and others with what was agreed on its clock; its number."""
    table = await hosted(tables, setup=setup, clock=str(clock), **agreed)
    for other in others or (BELA,):
        await tables.lobby.join(table.number, other, f"P{other}")
    await tables.lobby.begin(table.number, ADA)
    return table.number


async def play_turn(tables: Tables, number: int, seed: int = 0) -> Table:
    rng = Random(seed)
    while True:
        table = await tables.cache.get(number)
        action: Action = random_action(table.running_game().position, rng)
        table, _ = await tables.turns.act(number, due(table), action)
        if isinstance(action, End):
            return table


async def active(tables: Tables, number: int) -> int:
    return due(await tables.cache.get(number))


async def finish(tables: Tables, number: int, seed: int = 0) -> Table:
    """A running game played to its end by chance, in one go."""
    table = await tables.cache.get(number)
    game, seats, length = table.running_game().copy(), table.seats, table.version
    rng, entries = Random(seed), list[StoredEntry]()
    while not game.position.over:
        author = seats[game.position.active].user_id
        action = random_action(game.position, rng)
        game.apply(action)
        entries.append(StoredEntry(str(action), author, tables.now()))
    await tables.store.games.append(number, length, entries, news=True, ended="finished")
    tables.cache.forget(number)
    return await tables.cache.get(number)


async def refused(code: str, *awaitables: Awaitable[object]) -> None:
    """Expects that tables refuse all of it for that reason."""
    for awaitable in awaitables:
        with pytest.raises(TableError) as caught:
            await awaitable
        assert caught.value.code == code
