"""Group commit: durable before it is answered, together but independent."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db.errors import ClosedError, ConflictError, DiskError, DiskFullError, StoreError
from db.sql import Connection
from db.sqlite.file import SQLiteFile
from tests.db.disk import files_no_larger_than
from tests.db.held_up import held_up


@pytest.fixture
def place(path: Path) -> Path:
    """What is tested here is SQLite's own."""
    return path


class Watched:
    """An open file, the statements that wrote it and a second pair of eyes on it."""

    def __init__(self, path: Path, file: SQLiteFile) -> None:
        self.path = path
        self.file = file
        self.statements: list[str] = []

    @property
    def commits(self) -> int:
        return self.statements.count("COMMIT")

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


def put_and_fail(key: str) -> Callable[[Connection], str]:
    def change(connection: Connection) -> str:
        put(key)(connection)
        raise LookupError(key)

    return change


async def test_a_change_is_committed_before_it_is_answered(watched: Watched) -> None:
    assert await watched.file.change(put("a")) == "a"
    assert watched.seen() == {"a": "x"}
    assert watched.commits == 1


async def test_what_arrives_during_a_commit_shares_the_next(watched: Watched) -> None:
    names = [f"{number:03}" for number in range(100)]
    async with held_up(watched.file):
        rest = [asyncio.create_task(watched.file.change(put(name))) for name in names]
    assert await asyncio.gather(*rest) == names
    assert watched.commits == 2
    assert sorted(watched.seen()) == names


async def test_one_that_fails_leaves_nothing_and_does_not_hurt_its_neighbours(
    watched: Watched,
) -> None:
    with pytest.raises(LookupError):
        await watched.file.change(put_and_fail("alone"))
    assert watched.seen() == {}
    watched.statements.clear()
    changes = [put("a"), put_and_fail("b"), put("a", "again"), put("c")]
    async with held_up(watched.file):
        tasks = [asyncio.create_task(watched.file.change(change)) for change in changes]
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [outcomes[0], outcomes[3]] == ["a", "c"]
    assert [type(outcome) for outcome in outcomes[1:3]] == [LookupError, ConflictError]
    assert watched.seen() == {"a": "x", "c": "x"}
    assert watched.commits == 2


async def test_a_question_that_fails(watched: Watched) -> None:
    with pytest.raises(StoreError, match="no such table"):
        await watched.file.read(lambda c: c.execute("SELECT * FROM nowhere"))
    assert await watched.file.read(lambda c: c.execute("SELECT 7").fetchone()[0]) == 7


@pytest.mark.parametrize("place", [0, 1], ids=["the one that runs", "one that waits"])
async def test_leaving_takes_nothing_back_and_stops_nobody(watched: Watched, place: int) -> None:
    async with held_up(watched.file) as first:
        tasks = [asyncio.create_task(watched.file.change(put(key))) for key in "ab"]
        await asyncio.sleep(0)
        leaver = [first, tasks[0]][place]
        leaver.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaver
    assert await tasks[1] == "b"
    assert sorted(watched.seen()) == ["a", "b"]
    assert await watched.file.change(put("c")) == "c"


async def test_closing_keeps_what_was_asked_for(watched: Watched) -> None:
    file = watched.file
    async with held_up(file):
        tasks = [asyncio.create_task(file.change(put(key))) for key in "abc"]
        await asyncio.sleep(0)
        closing_it = [asyncio.create_task(file.close()) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(ClosedError):
            await file.change(put("d"))
        closing_it[0].cancel()
    await asyncio.gather(*tasks)
    await file.close()
    await closing_it[1]
    assert sorted(watched.seen()) == ["a", "b", "c"]
    assert not watched.path.with_name(f"{watched.path.name}-wal").exists()


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
