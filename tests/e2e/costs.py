"""What statements cost, by the steps that SQLite's virtual machine takes for them."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

from db.store import Store

EVERY: Final = 20
"""The steps between two ticks of SQLite's progress handler."""

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
        """Counts what is done inside."""
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
