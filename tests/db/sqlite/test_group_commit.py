"""Group commit: durable before it is answered, together but independent."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db.errors import DiskError, DiskFullError
from db.sql import Connection
from db.sqlite.file import SQLiteFile
from tests.db.disk import files_no_larger_than
from tests.db.held_up import held_up


class Watched:
    """An open file, the statements that wrote it and a second pair of eyes on it."""

    def __init__(self, path: Path, file: SQLiteFile) -> None:
        self.path = path
        self.file = file
        self.statements: list[str] = []

    def seen(self) -> dict[str, str]:
        """What another connection sees: only what was committed."""
        with closing(sqlite3.connect(self.path)) as other:
            return dict(other.execute("SELECT key, value FROM settings").fetchall())


@pytest.fixture
async def watched(path: Path) -> AsyncIterator[Watched]:
    watched = Watched(path, await SQLiteFile.open(path))

    def watch(connection: Any) -> None:
        connection.set_trace_callback(watched.statements.append)

    await watched.file.change(watch)
    watched.statements.clear()
    yield watched
    await watched.file.close()


def put(key: str, value: str = "x") -> Callable[[Connection], str]:
    def change(connection: Connection) -> str:
        connection.execute(
            "INSERT INTO settings VALUES ('test', :key, :value)", {"key": key, "value": value}
        )
        return key

    return change


async def test_a_change_is_committed_before_it_is_answered(watched: Watched) -> None:
    assert await watched.file.change(put("a")) == "a"
    assert watched.seen() == {"a": "x"}
    assert watched.statements.count("COMMIT") == 1


async def test_what_arrives_during_a_commit_shares_the_next(watched: Watched) -> None:
    names = [f"{number:03}" for number in range(100)]
    async with held_up(watched.file):
        rest = [asyncio.create_task(watched.file.change(put(name))) for name in names]
    assert await asyncio.gather(*rest) == names
    assert watched.statements.count("COMMIT") == 2
    assert sorted(watched.seen()) == names


@pytest.mark.parametrize("others", [0, 3])
async def test_a_commit_that_cannot_be_written(watched: Watched, others: int) -> None:
    await watched.file.change(put("before"))
    with files_no_larger_than(5_000):
        outcomes = await asyncio.gather(
            watched.file.change(put("large", "x" * 50_000)),
            *(watched.file.change(put(str(number), "x" * 50_000)) for number in range(others)),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [DiskError] * (1 + others)
        assert sorted(watched.seen()) == ["before"]
    assert await watched.file.change(put("after")) == "after"
    assert sorted(watched.seen()) == ["after", "before"]


@pytest.mark.parametrize("others", [0, 3])
async def test_a_full_disk(watched: Watched, others: int) -> None:
    await watched.file.change(put("before"))
    [pages] = await watched.file.change(lambda c: c.execute("PRAGMA page_count").fetchone())
    await watched.file.change(
        lambda c: c.execute(f"PRAGMA max_page_count = {pages + 1}").fetchall()
    )
    changes = [put("large", "x" * 50_000), *(put(str(number)) for number in range(others))]
    outcomes = await asyncio.gather(
        *(watched.file.change(change) for change in changes), return_exceptions=True
    )
    assert isinstance(outcomes[0], DiskFullError)
    await watched.file.change(lambda c: c.execute("PRAGMA max_page_count = 100000").fetchall())
    await watched.file.change(put("after"))
    kept = [outcome for outcome in outcomes if isinstance(outcome, str)]
    assert sorted(watched.seen()) == sorted(["after", "before", *kept])
