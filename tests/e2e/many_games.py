"""A server with very many finished games, and what questions cost then."""

import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

from db.sql import Connection
from db.store import Store
from tests.e2e.finished import DAY, NOVEMBER, finished
from tests.e2e.world import World
from tests.features import beside_features
from tests.visiting import column_names

SPAN: Final = 700 * DAY  # the time in which the games ended, however many they are

COPIED: Final = {
    "seats": "",
    "results": "",
    "messages": "",
    "notes": "",
    "log": " AND seq < 2",  # of a game that nobody opens; a whole log would be a hundred times that
}
"""The tables with rows of each game, and which of these rows each copy has."""

NUMBERS: Final = (
    "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :count)"
)

NUMBERED: Final = (
    "SELECT setval(pg_get_serial_sequence('games', 'game_id'), max(game_id)) FROM games"
)


async def finish_many(world: World, games: int) -> int:
    """The number of a game that can be opened, before which a server has finished very many.

    The first person of the server hosted and played all of them, against the second one.
    """
    ada, bela, *_ = world.people
    store = world.bot.services.tables.store
    number = await finished(world, ada, bela)
    await store.people.set_note(number, ada.id, "keep the red mill")
    for feature in beside_features("many_games"):
        await feature.count(store)
    await store.change(lambda connection: _copy(connection, number, games - 1))
    # A later one can be opened: its log is whole.
    return await finished(world, ada, bela, seed=2, at=NOVEMBER + DAY)


def _copy(connection: Connection, number: int, count: int) -> None:
    served = not isinstance(connection, sqlite3.Connection)
    if served:
        # What triggers and references would check of each row takes a minute.
        connection.execute("SET LOCAL session_replication_role = replica")
    [first] = connection.execute("SELECT max(game_id) FROM games").fetchone()
    given = {"number": number, "count": count, "first": first, "span": SPAN}
    ended = "ended_at - :span + n * :span / :count"
    copies = {"game_id": ":first + n", "ended_at": ended}
    _insert(connection, "games", {**copies, "thread_id": "game_id * 1000 + n"}, given)
    for table, those in COPIED.items():
        _insert(connection, table, copies, given, those)
    _insert(connection, "archive", copies, given)
    connection.execute(
        "UPDATE endings SET games = games + :count"
        " WHERE guild_id = (SELECT guild_id FROM games WHERE game_id = :number)",
        given,
    )
    if served:
        connection.execute("SET LOCAL session_replication_role = origin")
        connection.execute(NUMBERED).fetchall()  # what was given a number is not counted there


def _insert(
    connection: Connection,
    table: str,
    changed: dict[str, str],
    given: dict[str, int],
    those: str = "",
) -> None:
    names = column_names(connection, table)
    values = ", ".join(changed.get(name, name) for name in names)
    connection.execute(
        f"{NUMBERS} INSERT INTO {table} ({', '.join(names)})"
        f" SELECT {values} FROM numbers CROSS JOIN {table} WHERE game_id = :number{those}"
        " ORDER BY n",
        given,
    )


EVERY: Final = 20  # the steps between two ticks of SQLite's progress handler

COUNTS: Final = "Count"
"""The step that counts all rows of a table at once, and so hides what it costs."""


class Costs:
    """Counts the steps of all statements on a store's connections."""

    def __init__(self) -> None:
        self._statement = ""
        self._steps: Counter[str] = Counter()
        self._explained: set[str] = set()

    @asynccontextmanager
    async def watching(self, store: Store) -> AsyncIterator[None]:
        for of_connection in (store.ask, store.change):
            await of_connection(lambda connection: _hear(connection, self._tick, self._begin))
        yield
        for of_connection in (store.ask, store.change):
            await of_connection(lambda connection: _hear(connection, None, None))

    def _begin(self, statement: str) -> None:
        if not statement.startswith("--"):  # of a trigger
            self._statement = statement
            self._steps[statement] += 0

    def _tick(self) -> int:
        self._steps[self._statement] += EVERY
        return 0

    async def taken(self, store: Store) -> Counter[str]:
        """The steps of each statement since it was asked for the last time.

        A statement that counts all rows of a table has as many more steps as the table has rows.
        """
        steps = Counter(self._steps)
        for statement in [*steps]:
            if statement.startswith(("SELECT", "WITH")):
                steps[statement] += await store.ask(partial(_counted, statement))
        self._steps = Counter()
        return steps


def _hear(connection: Any, tick: Any, begin: Any) -> None:
    connection.set_progress_handler(tick, EVERY)
    connection.set_trace_callback(begin)


def _counted(statement: str, connection: Any) -> int:
    """The rows that a statement counts in one step."""
    roots, rows = dict[int, int](), 0
    for _, name, cursor, root, *_ in connection.execute(f"EXPLAIN {statement}"):
        if name == "OpenRead":
            roots[cursor] = root
        elif name == COUNTS:
            query = "SELECT tbl_name FROM sqlite_schema WHERE rootpage = ?"
            [table] = connection.execute(query, [roots[cursor]]).fetchone()
            rows += connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return rows
