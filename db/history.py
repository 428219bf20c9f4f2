"""The history of a database, by which a bot notices that the database went back in time.

A backup that is put back, or a server that was lost and replaced by a copy, forgets changes that
people were told of. So each group of changes is counted in the transaction that keeps it, in a row
for each process that writes, and the newest count is also kept outside of the database: in the
memory of the process, and in a file, the witness.

An epoch is a stretch of history without such a loss. The next one begins when a process finds less
in its row than it knows, or finds another server than the one that wrote the row.
"""

from __future__ import annotations

import logging
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from db.connection import Connection
from db.errors import StoreError
from db.share import Share

log = logging.getLogger("arkadia.history")

NUMBERS_LEFT_OUT: Final = 1_000
"""Numbers of games and leagues that no new one gets after a loss: lost ones may have had them."""

NEWS_LEFT_OUT: Final = 100_000
"""By how much the count of a notice jumps, so that no lost message is taken for a later one."""

WITNESS_EVERY_S: Final = 1.0
"""Seconds between two writes of the witness while the database is written."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A point in the history of what one process writes.

    >>> Mark(5, 100).is_behind(Mark(5, 101)), Mark(6, 100).is_behind(Mark(5, 101))
    (True, False)

    Attributes:
        epoch: the number of the epoch: the second since 1970 in which it began; 0 for the first.
        commits: the number of groups of changes that were kept.
        cluster: the server that holds the database, and its timeline; empty for a file.
    """

    epoch: int = 0
    commits: int = 0
    cluster: str = ""

    def is_behind(self, known: Mark) -> bool:
        """Return whether the history up to a known point is not the past of this one."""
        # A later epoch began after its beginner had compared the counts.
        return (self.epoch, self.commits) < (known.epoch, known.commits)


@dataclass(frozen=True, slots=True)
class Lost:
    """A loss of history that was found when a database was opened.

    Attributes:
        commits: the number of lost groups of changes; None if that is unknown, and perhaps none
            are lost.
        games: the number of games whose messages are to be looked at.
    """

    commits: int | None
    games: int


class WentBackError(StoreError):
    """The database has forgotten what this process was told it keeps, or is another one.

    This process's memory is of a past that did not happen, so it has to start anew.

    Attributes:
        known: the newest point of history that this process knows.
    """

    def __init__(self, name: str, known: Mark) -> None:
        self.known = known
        super().__init__(
            f"{name} is as it was at an earlier time, so the bot starts again with it."
        )


class Witness:
    """The file that keeps the newest known point of history outside of the database.

    It may be older than the database, and is never newer: it is written after the commit.

    Args:
        path: the file; None to keep nothing.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._written = Mark()
        self._written_at = 0.0

    def read(self) -> Mark | None:
        """Return the point that the file names; None without a file that can be read."""
        if self._path is None:
            return None
        try:
            epoch, commits = self._path.read_text("ascii").split()
            return Mark(int(epoch), int(commits))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            log.warning("No witness", extra={"file": self._path.name, "why": str(error)})
            return None

    def note(self, mark: Mark) -> None:
        """Write a point into the file, unless one was written a moment ago."""
        if mark != self._written and time.monotonic() - self._written_at >= WITNESS_EVERY_S:
            self.write(mark)

    def write(self, mark: Mark) -> None:
        """Write a point into the file, which is never there in half."""
        self._written, self._written_at = mark, time.monotonic()
        if self._path is None:
            return
        new = self._path.with_name(f"{self._path.name}-new")
        try:
            handle = os.open(new, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
            try:
                os.write(handle, f"{mark.epoch} {mark.commits}\n".encode())
            finally:
                os.close(handle)
            new.replace(self._path)
        except OSError as error:
            log.warning("No witness", extra={"file": self._path.name, "why": str(error)})
            with suppress(OSError):
                new.unlink(missing_ok=True)


def witness_of(path: Path) -> Path:
    """Return the witness of a database's file, beside it."""
    return path.with_name(f"{path.name}-witness")


def row_of(share: Share) -> int:
    """Return the key of the row in which a process counts: its first shard."""
    return min(share.ids)


def counting(share: Share) -> str:
    """Return the statement that counts a group of changes."""
    return f"UPDATE history SET commits = commits + 1 WHERE shard = {row_of(share)}"


def found_in(connection: Connection, share: Share, cluster: str = "") -> tuple[Mark, bool]:
    """Return a process's point in an opened database, and whether another server wrote it.

    Args:
        cluster: the server that holds the database now.
    """
    rows = {
        shard: Mark(*row)
        for shard, *row in connection.execute("SELECT shard, epoch, commits, cluster FROM history")
    }
    own = rows.get(row_of(share))
    moved = any(mark.cluster != cluster for mark in ([own] if own else rows.values()))
    if own is None:
        own = Mark(max((mark.epoch for mark in rows.values()), default=0), 0, cluster)
        connection.execute(
            "INSERT INTO history (shard, epoch, commits, cluster)"
            " VALUES (:shard, :epoch, :commits, :cluster)",
            {"shard": row_of(share), "epoch": own.epoch, "commits": 0, "cluster": cluster},
        )
    return Mark(own.epoch, own.commits, cluster), moved


def settle(connection: Connection, cluster: str, share: Share | None = None) -> None:
    """Record that no history was lost on the way to another server.

    Args:
        share: the process whose history it is; that of all processes if none is given.
    """
    whose = "" if share is None else f" WHERE shard = {row_of(share)}"
    connection.execute(f"UPDATE history SET cluster = :cluster{whose}", {"cluster": cluster})


def newest_in(connection: Connection) -> Mark:
    """Return the newest point of history of a database that no process shares."""
    row = connection.execute("SELECT epoch, commits FROM history WHERE shard = 0").fetchone()
    return Mark(*row) if row else Mark()


def begin_epoch(connection: Connection, share: Share, mark: Mark, at: int) -> int:
    """Begin another epoch of what a process writes, and return how many games are looked after.

    Every game that goes on is to be compared with its messages, which may tell of lost turns.

    Args:
        mark: the first point of the epoch.
        at: the time, in milliseconds UTC.
    """
    connection.execute(
        "UPDATE history SET epoch = :epoch, commits = :commits, cluster = :cluster"
        " WHERE shard = :shard",
        {
            "epoch": mark.epoch,
            "commits": mark.commits,
            "cluster": mark.cluster,
            "shard": row_of(share),
        },
    )
    # A row of an epoch before keeps its count: its messages were not looked at since.
    connection.execute(
        "INSERT INTO recalls (game_id, news, since) SELECT game_id, news, :at FROM games"
        f" WHERE state IN ('lobby', 'running') AND {share.condition('guild_id')}"
        " ON CONFLICT (game_id) DO UPDATE SET since = excluded.since",
        {"at": at},
    )
    connection.execute(
        "UPDATE outbox SET news = news + :jump, shown = shown + :jump"
        # The counts of servers' own notices are dates, such as a week's number.
        f" WHERE message_id = 0 AND subject_id > 0 AND shown > 0 AND {share.condition('guild_id')}",
        {"jump": NEWS_LEFT_OUT},
    )
    question = f"SELECT count(*) FROM recalls WHERE {share.condition_of_game('recalls')}"
    [games] = connection.execute(question).fetchone()
    return int(games)


def next_epoch(found: Mark, known: Mark | None, at: int) -> Mark:
    """Return the first point of the epoch that follows a loss.

    Args:
        found: the point that the database is at.
        known: the newest known point.
        at: the time, in milliseconds UTC.
    """
    known = known or Mark()
    # By the time, so that it differs from one that was lost with the history in which it began.
    epoch = max(at // 1000, found.epoch + 1, known.epoch + 1)
    return Mark(epoch, max(found.commits, known.commits), found.cluster)
