"""Opening a PostgreSQL database: reaching it, holding it, and bringing it to today's schema.

The bot's tables are in one schema, the first of the search path. Who holds it has an advisory lock
of it on the very connection that writes: who loses the connection cannot write any more.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from db.errors import (
    ForeignDatabaseError,
    InUseError,
    NewerDatabaseError,
    OldServerError,
    UnreachableError,
    UnwritableError,
)
from db.postgres.migrate import TODAY, Schema
from db.postgres.wording import worded

OLDEST_SERVER: Final = 130_000
"""The first server that is tested by its makers no more is older than this: PostgreSQL 13."""

LOCK: Final = 0x41524B44
"""What marks an advisory lock as ours: ``ARKD``."""

OPTIONS: Final[dict[str, Any]] = {
    "application_name": "arkadia",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How soon a server that is gone is noticed, in seconds and once in milliseconds; others may be
given in the address."""

PAUSE: Final = 0.02
"""Seconds between two attempts to hold a schema."""

PATIENTLY: Final = 250
"""So often it is tried while the own connection before ends, which the server took for alive."""

BRIEFLY: Final = 25
"""So often it is tried when another bot holds it, which may have been killed a moment ago."""


@dataclass(frozen=True, slots=True)
class Backend:
    """The server's end of a connection.

    Attributes:
        pid: its process.
        started: when that began, since the numbers of processes are used again.
    """

    pid: int
    started: str


def name_of(address: str) -> str:
    """An address without its password, for what is said of it.

    Raises:
        UnreachableError: if it is none.
    """
    try:
        parts = conninfo_to_dict(address)
    except psycopg.Error as error:
        raise UnreachableError(f"The address of the database is none: {error}.") from error
    host = parts.get("host") or parts.get("hostaddr") or "localhost"
    return f"postgresql://{host}/{parts.get('dbname') or parts.get('user') or ''}"


def connect(address: str) -> psycopg.Connection[Any]:
    """Connects to a server, which is neither asked nor changed.

    Raises:
        StoreError: if it cannot be reached or is too old.
    """
    name = name_of(address)
    options = {**OPTIONS, **conninfo_to_dict(address)}
    try:
        connection = psycopg.connect(**options, autocommit=True, prepare_threshold=None)
    except psycopg.Error as error:
        raise worded(error, name) from error
    info = connection.info
    encoding = info.parameter_status("server_encoding")
    if info.server_version < OLDEST_SERVER or encoding != "UTF8":
        connection.close()
        raise OldServerError(
            f"{name} is PostgreSQL {info.server_version // 10_000} with {encoding}; the bot needs "
            "13 or newer, and a database with UTF8."
        )
    return connection


def open_held(
    address: str, before: Backend | None = None, schema: Schema = TODAY
) -> psycopg.Connection[Any]:
    """Connects, holds the schema, makes or migrates its tables, and sees that commits are durable.

    Args:
        address: of the database.
        before: the own connection that was lost, which is ended if it still holds the schema.
        schema: today's.

    Raises:
        StoreError: names what is wrong, such as ``InUseError``.
    """
    connection = connect(address)
    try:
        _hold(connection, name_of(address), before)
        _prepare(connection, name_of(address), schema)
    except psycopg.Error as error:
        connection.close()
        raise worded(error, name_of(address)) from error
    except BaseException:
        connection.close()
        raise
    return connection


def backend_of(connection: psycopg.Connection[Any]) -> Backend:
    """The server's end of a connection."""
    row = connection.execute(
        "SELECT pid, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()"
    ).fetchone()
    assert row is not None
    return Backend(*row)


def inspect(connection: psycopg.Connection[Any], name: str, schema: Schema = TODAY) -> int:
    """The version of the tables of ours; 0 where there is nothing.

    Raises:
        ForeignDatabaseError: if they are another program's.
        NewerDatabaseError: if a newer version of the bot made them.
        UnwritableError: if there is no schema for them.
    """
    row = connection.execute(
        "SELECT current_schema(), to_regclass(quote_ident(current_schema()) || '.arkadia'),"
        " (SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace(current_schema()))"
    ).fetchone()
    assert row is not None
    where, ours, count = row
    if where is None:
        raise UnwritableError(f"{name} has no schema of its search path. Make one, or name it.")
    if ours is None:
        if count:
            raise ForeignDatabaseError(
                f"The schema “{where}” of {name} has tables of another program. Name another, as "
                "in postgresql://…?options=-csearch_path%3Darkadia."
            )
        return 0
    row = connection.execute("SELECT version FROM arkadia").fetchone()
    if row is None:
        raise ForeignDatabaseError(f"The table “arkadia” of {name} is not ours.")
    if row[0] > schema.version:
        raise NewerDatabaseError(
            f"{name} was written by a newer version of the bot (schema {row[0]}; this one has "
            f"{schema.version}). Update the bot, or put back the backup made before the update."
        )
    return int(row[0])


def _hold(connection: psycopg.Connection[Any], name: str, before: Backend | None) -> None:
    attempts, ending = 0, before is not None
    while True:
        attempts += 1
        row = connection.execute(
            "SELECT pg_try_advisory_lock(%s, hashtext(current_schema()))", [LOCK]
        ).fetchone()
        if row == (True,):
            return
        if attempts >= (PATIENTLY if ending else BRIEFLY):
            raise InUseError(f"{name} is in use by another running bot. Stop that one first.")
        ending = before is not None and _end(connection, before)
        time.sleep(PAUSE)


def _end(connection: psycopg.Connection[Any], before: Backend) -> bool:
    """Ends the own connection before, if it is that which holds the schema."""
    ended = connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN pg_locks USING (pid)"
        " WHERE locktype = 'advisory' AND classid = %s"
        " AND objid::bigint = hashtext(current_schema())::bigint & 4294967295"
        " AND pid = %s AND backend_start::text = %s",
        [LOCK, before.pid, before.started],
    )
    return ended.fetchone() is not None


def _prepare(connection: psycopg.Connection[Any], name: str, schema: Schema) -> None:
    version = inspect(connection, name, schema)
    # Durable whatever the server's habit; one that waits for more than its own disk still does.
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', FALSE)"
        " WHERE current_setting('synchronous_commit') IN ('off', 'local')"
    )
    # A bot whose machine is gone does not hold the schema for hours.
    connection.execute(
        "SELECT set_config('tcp_keepalives_idle', '5', FALSE),"
        " set_config('tcp_keepalives_interval', '2', FALSE),"
        " set_config('tcp_keepalives_count', '3', FALSE)"
    )
    if version == 0:
        schema.create(connection)
    elif version < schema.version:
        schema.migrate(connection, version)
