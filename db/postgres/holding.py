"""Leases on a PostgreSQL database, or on some of its shards, by advisory locks.

The locks belong to the very connection that writes, so a process that loses the connection cannot
write any more. A process that serves everything has the schema's lock for itself. Processes that
share the schema have that lock together, which keeps the former away, and each has the locks of its
shards for itself.

A process that gets a lock back after a lost connection may have missed another holder in between.
So the holders of shards leave their names there, as a fencing token would.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

import psycopg

from db.errors import InUseError, StoreError, TakenError
from db.share import ALONE, Share

LOCK: Final = 0x41524B44
"""The first key of our advisory locks: ``ARKD``."""

SCHEMA: Final = f"({LOCK}, hashtext(current_schema()))"
SET_UP: Final = f"({LOCK}, hashtext(current_schema() || '/set-up'))"
"""Held while a process creates the tables, besides the schema's lock: others wait for that."""

SHARD: Final = f"(hashtextextended(current_schema() || '/' || %s::text, {LOCK}))"

RETRY_AFTER_S: Final = 0.02
"""Seconds between two attempts."""

ATTEMPTS_WHILE_ENDING: Final = 250
"""Attempts while the own former connection ends, which the server took for alive."""

ATTEMPTS: Final = 25
"""Attempts when another bot holds it, which may have been killed a moment ago."""


@dataclass(frozen=True, slots=True)
class Backend:
    """The process of the PostgreSQL server that serves a connection.

    Attributes:
        pid: the number of the process.
        started: when the process began; it tells apart processes that had the same number.
    """

    pid: int
    started: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A process's request to hold a share of a database.

    Attributes:
        share: the servers to hold.
        holder: the process's name.
        before: the process's own connection that held the share and was lost.
    """

    share: Share = ALONE
    holder: str = field(default_factory=lambda: uuid4().hex)
    before: Backend | None = None


@dataclass(frozen=True, slots=True)
class HeldSchema:
    """A schema that a process wants to hold, with the functions that prepare its tables.

    Attributes:
        name: the database's name for messages.
        today: returns whether the tables are of today's version.
        prepare: creates or migrates the tables; no other process may hold the schema then.
    """

    name: str
    today: Callable[[], bool]
    prepare: Callable[[], None]


def backend_of(connection: psycopg.Connection[Any]) -> Backend:
    """Return the process of the server that serves a connection."""
    row = connection.execute(
        "SELECT pid, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()"
    ).fetchone()
    assert row is not None
    return Backend(*row)


def hold(connection: psycopg.Connection[Any], schema: HeldSchema, claim: Claim) -> None:
    """Hold a schema, or shards of it, for as long as the connection lasts.

    Raises:
        InUseError: if another process holds the schema or one of the shards.
        TakenError: if another process has held them since this one lost its connection.
        StoreError: if the schema's tables cannot be used.
    """
    take = _take_all if claim.share.alone else _take_shards
    attempts, ending = 0, claim.before is not None
    while True:
        attempts += not _is_being_set_up(connection)
        # Attempts and not a lock that waits: a bot that cannot have its share is to say so and end.
        trouble = take(connection, schema, claim)
        if trouble is None:
            return
        connection.execute("SELECT pg_advisory_unlock_all()")
        if attempts >= (ATTEMPTS_WHILE_ENDING if ending else ATTEMPTS):
            raise trouble
        ending = claim.before is not None and _end(connection, claim.before)
        time.sleep(RETRY_AFTER_S)


def _take_all(
    connection: psycopg.Connection[Any], schema: HeldSchema, claim: Claim
) -> StoreError | None:
    """Hold the whole schema, or return the obstacle."""
    if not _locked(connection, "pg_try_advisory_lock", SCHEMA):
        return InUseError(f"{schema.name} is in use by another running bot. Stop that one first.")
    schema.prepare()
    connection.execute("DELETE FROM settings WHERE scope = 'holder'")
    return None


def _take_shards(
    connection: psycopg.Connection[Any], schema: HeldSchema, claim: Claim
) -> StoreError | None:
    """Hold shards of the schema, or return the obstacle."""
    share = claim.share
    if not _locked(connection, "pg_try_advisory_lock_shared", SCHEMA):
        return InUseError(
            f"{schema.name} is in use by another running bot that serves all servers. Stop "
            "that one first."
        )
    if not schema.today() or _count(connection) != share.count:
        trouble = _set_up(connection, schema, share.count)
        if trouble is not None:
            return trouble
    for shard in share.ids:
        if not _locked(connection, "pg_try_advisory_lock", SHARD, shard):
            return InUseError(
                f"Shard {shard} of {schema.name} is served by another running bot. Stop that one "
                "first, or name other shards in ARKADIA_SHARD_IDS."
            )
    if claim.before is not None and _holders(connection, share) != {claim.holder}:
        raise TakenError(f"Another bot has served shards of {schema.name} meanwhile.")
    for shard in share.ids:
        _note(connection, "holder", str(shard), claim.holder)
    return None


def _set_up(
    connection: psycopg.Connection[Any], schema: HeldSchema, count: int
) -> StoreError | None:
    """Prepare the schema for a count of shards, alone for a moment, or return the obstacle."""
    # Given up first: two processes that both set up would keep each other out by their shared
    # locks.
    connection.execute(f"SELECT pg_advisory_unlock_shared{SCHEMA}")
    _locked(connection, "pg_try_advisory_lock", SET_UP)
    if not _locked(connection, "pg_try_advisory_lock", SCHEMA):
        if not schema.today():
            return InUseError(
                f"{schema.name} is in use by bots of another version. Stop all of them first."
            )
        return InUseError(
            f"{schema.name} is in use by running bots, for which ARKADIA_SHARDS is "
            f"{_count(connection)}, and here it is {count}. Stop all of them; the next one to "
            "start sets the number."
        )
    schema.prepare()
    _note(connection, "shards", "count", str(count))
    connection.execute("DELETE FROM settings WHERE scope = 'holder'")
    connection.execute(f"SELECT pg_advisory_lock_shared{SCHEMA}")
    connection.execute(f"SELECT pg_advisory_unlock{SCHEMA}, pg_advisory_unlock{SET_UP}")
    return None


def _is_being_set_up(connection: psycopg.Connection[Any]) -> bool:
    """Return whether another process creates the tables at this moment."""
    if not _locked(connection, "pg_try_advisory_lock", SET_UP):
        return True
    connection.execute(f"SELECT pg_advisory_unlock{SET_UP}")
    return False


def _locked(connection: psycopg.Connection[Any], how: str, what: str, *given: object) -> bool:
    return connection.execute(f"SELECT {how}{what}".encode(), given).fetchone() == (True,)


def _count(connection: psycopg.Connection[Any]) -> int | None:
    """Return the number of shards that share the database, if it is recorded."""
    row = connection.execute(
        "SELECT value FROM settings WHERE scope = 'shards' AND key = 'count'"
    ).fetchone()
    return None if row is None else int(row[0])


def _holders(connection: psycopg.Connection[Any], share: Share) -> set[str]:
    """Return the names of the last holders of these shards."""
    rows = connection.execute(
        "SELECT value FROM settings WHERE scope = 'holder' AND key = ANY(%s)",
        [[str(shard) for shard in share.ids]],
    )
    return {value for [value] in rows}


def _note(connection: psycopg.Connection[Any], scope: str, key: str, value: str) -> None:
    connection.execute(
        "INSERT INTO settings (scope, key, value) VALUES (%s, %s, %s)"
        " ON CONFLICT (scope, key) DO UPDATE SET value = excluded.value",
        [scope, key, value],
    )


def _end(connection: psycopg.Connection[Any], before: Backend) -> bool:
    """End the own former connection, if it is the one that holds the schema."""
    # A server notices a lost client only when keepalives fail, so the dead lease is ended by hand.
    ended = connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN pg_locks USING (pid)"
        " WHERE locktype = 'advisory' AND classid = %s"
        " AND objid::bigint = hashtext(current_schema())::bigint & 4294967295"
        " AND pid = %s AND backend_start::text = %s",
        [LOCK, before.pid, before.started],
    )
    return ended.fetchone() is not None
