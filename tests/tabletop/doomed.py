"""A process that plays at tables until it is killed, and a channel that is a file."""

import asyncio
import json
import os
import random
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from db.database import Place
from db.games.rows import StoredMessage
from db.store import Store
from engine.actions import End
from engine.random_play import random_action
from lab.tables import tables_on
from tabletop.opening import Opening
from tabletop.publishing import Publisher, Shown
from tabletop.table import Table
from tabletop.tables import Tables
from tests.tabletop.showing import showing

TABLES = 3
PEOPLE = (11, 12, 13)


class Told(NamedTuple):
    """One message: the game's number, its news and state, and the turns that it tells."""

    table: int
    news: int
    state: str
    turns: tuple[int, ...]


def read(path: Path) -> list[Told]:
    found = map(json.loads, path.read_text().splitlines()) if path.exists() else ()
    return [Told(table, news, state, tuple(turns)) for table, news, state, turns in found]


class FileChannel:
    """Announces tables into a file, and calls a function before and after each message."""

    def __init__(
        self,
        path: Path,
        before: Callable[[], None] = lambda: None,
        after: Callable[[], None] = lambda: None,
    ) -> None:
        self._path, self._before, self._after = path, before, after

    async def announce(self, table: Table, *, recovering: bool) -> Shown:
        """Writes one message with the turns since the last one, unless it stands already."""
        self._before()
        shown, game = table.messages.get("turn"), table.game
        since = table.turns_since((shown and shown.turn) or 1) if game else []
        turn = game.position.turn if game else None
        turns = tuple(entry.number for entry in since)
        told = Told(table.number, table.row.news, table.row.state, turns)
        if not recovering or told not in read(self._path):
            self._write(f"{json.dumps(told)}\n")
        self._after()
        kind = "lobby" if table.row.state == "lobby" else "turn"
        return Shown(told.news, [StoredMessage(kind, 1, told.news, turn)])  # type: ignore[arg-type]

    def _write(self, line: str) -> None:
        file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            os.write(file, line.encode())
        finally:
            os.close(file)


def fork_and_kill(
    database: Place,
    channel: Path,
    seed: int,
    lines: int = 0,
    delay: float = 0.0,
    point: str = "",
    count: int = 0,
) -> dict[int, int]:
    """Lets a fork of this process play, and kills it.

    A fork has imported everything, so that many of them take little time.

    Args:
        database, channel: where it keeps its games, and announces them.
        seed: of what it plays.
        lines, delay: how often to listen, and how many seconds to wait, before it is killed.
        point, count: where it kills itself instead, when it comes there the so-manieth time:
            ``before-show``, ``after-show``, ``after-resigning``.

    Returns:
        The length of each log that it acknowledged; half a line is no acknowledgement.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(writing, 1)
        status = 1
        try:
            asyncio.run(live(database, channel, seed, partial(die_at, point, count)))
            status = 0  # all its games are over
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = b"".join(pipe.readline() for _ in range(lines))
        if not point:
            time.sleep(delay)
            os.kill(child, signal.SIGKILL)
        said += pipe.read()
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) in (-signal.SIGKILL, 0 if not point else None)
    whole = [line.split() for line in said.decode().splitlines(keepends=True) if "\n" in line]
    return {int(number): int(length) for number, length in whole}


def die_at(wanted: str, count: int, point: str) -> Callable[[], None]:
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


async def live(
    database: Place, channel: Path, seed: int, at: Callable[[str], Callable[[], None]]
) -> None:
    """Opens the tables that are missing and plays at all of them at once."""
    store = await Store.open(database)
    tables = tables_on(store, lambda: 0, random.Random(seed), cached=2)
    resigned = at("after-resigning")
    publisher = showing(tables, FileChannel(channel, at("before-show"), at("after-show")))
    await publisher.outbox.catch_up()
    running = [game.game_id for game in await store.games.find(1, states=["running"])]
    while len(running) < TABLES:
        running.append(await open_table(tables, publisher))
    await asyncio.gather(*(play(tables, publisher, number, seed, resigned) for number in running))


async def open_table(tables: Tables, publisher: Publisher) -> int:
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
    rng = random.Random(seed * 100 + number)
    while (active := (table := await tables.cache.get(number)).active) is not None:
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
