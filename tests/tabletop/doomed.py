"""A process that plays at tables until it is killed. It says what it was told is saved.

Usage: ``python -m tests.tabletop.doomed DATABASE CHANNEL SEED [POINT COUNT]``. With a point it
kills itself when it comes there the so-manieth time: ``before-show``, ``after-show``,
``after-resigning``.
"""

import asyncio
import os
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from db.database import Place, is_address
from db.store import Store
from engine.actions import End
from engine.random_play import random_action
from lab.tables import tables_on
from tabletop.opening import Opening
from tabletop.publishing import Publisher
from tabletop.table import Table
from tabletop.tables import Tables
from tests.tabletop.channel import FileChannel
from tests.tabletop.showing import showing

TABLES = 3
PEOPLE = (11, 12, 13)


def die_at(point: str, wanted: str, count: int) -> Callable[[], None]:
    """Kills this process when it is called the so-manieth time, if that is the wanted point."""
    left = count if point == wanted else 0

    def arrive() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    return arrive


def say(table: Table) -> None:
    """Tells what is acknowledged: the table's number, and the length of its log."""
    os.write(1, f"{table.number} {table.version}\n".encode())


async def live(database: Place, channel: Path, seed: int, point: str, count: int) -> None:
    """Opens the tables that are missing and plays at all of them at once."""
    store = await Store.open(database)
    tables = tables_on(store, lambda: 0, random.Random(seed), cached=2)
    resigned = die_at(point, "after-resigning", count)
    publisher = showing(
        tables,
        FileChannel(
            channel, die_at(point, "before-show", count), die_at(point, "after-show", count)
        ),
    )
    await publisher.outbox.catch_up()
    running = [game.game_id for game in await store.games.find(1, states=["running"])]
    while len(running) < TABLES:
        running.append(await open_table(tables, publisher))
    await asyncio.gather(*(play(tables, publisher, number, seed, resigned) for number in running))


async def open_table(tables: Tables, publisher: Publisher) -> int:
    """Opens a table and begins its game."""
    table = await tables.lobby.open(Opening(1, 2, PEOPLE[0], "A", setup="free", seat_limit=3))
    number = table.number
    for person in PEOPLE[1:]:
        await tables.lobby.join(number, person, f"P{person}")
    await publisher.publish(number)
    say(await tables.lobby.begin(number, PEOPLE[0]))
    await publisher.publish(number)
    return number


async def play(
    tables: Tables, publisher: Publisher, number: int, seed: int, resigned: Callable[[], None]
) -> None:
    """Plays a game at random to its end; once in a while somebody resigns or takes back."""
    rng = random.Random(seed * 100 + number)
    while True:
        table = await tables.cache.get(number)
        active = table.active
        if active is None:
            return
        assert active.user_id is not None
        game = table.running_game()
        if rng.random() < 0.02 and len(table.people) > 1:
            table = await tables.seats.resign(number, active.user_id)
            resigned()
            say(table)
            await publisher.publish(number)
        elif rng.random() < 0.1 and game.undo_refusal() is None:
            table, _ = await tables.turns.undo(number, active.user_id)
            say(table)
        else:
            action = random_action(game.position, rng)
            table, _ = await tables.turns.act(number, active.user_id, action)
            say(table)
            if isinstance(action, End):
                await publisher.publish(number)


if __name__ == "__main__":
    arguments = [*sys.argv[1:], "never", "0"]
    asyncio.run(
        live(
            arguments[0] if is_address(arguments[0]) else Path(arguments[0]),
            Path(arguments[1]),
            int(arguments[2]),
            arguments[3],
            int(arguments[4]),
        )
    )
