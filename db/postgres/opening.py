"""Opening a PostgreSQL database: connecting, and migrating it to today's schema.

The bot's tables are in one schema, the first of the search path; ``holding`` locks that schema.
"""

from __future__ import annotations

from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from db.errors import (
    BAD_ADDRESS,
    ForeignDatabaseError,
    NewerDatabaseError,
    OldServerError,
    UnreachableError,
    UnwritableError,
)
from db.postgres.holding import Claim, HeldSchema, hold
from db.postgres.migrate import TODAY, Schema
from db.postgres.wording import as_store_error
from runtime.address import Address, read_address

OLDEST_SERVER: Final = 130_000
"""PostgreSQL 13: older versions had no support from their makers when this was written."""

OPTIONS: Final[dict[str, Any]] = {
    "application_name": "arkadia",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Timeouts after which a server counts as gone, in seconds and once in milliseconds; an address may
override them."""


def name_of(address: str) -> str:
    """Return scheme, host and database of an address, for messages.

    Raises:
        UnreachableError: if the text is no address of PostgreSQL's.
    """
    return str(_read(address))


def _read(address: str) -> Address:
    found = read_address(address)
    if found is None:
        raise UnreachableError(BAD_ADDRESS)
    return found


def connect(address: str) -> psycopg.Connection[Any]:
    """Connect to a PostgreSQL server, without running a statement.

    Raises:
        StoreError: if it cannot be reached or is too old.
    """
    read = _read(address)
    name = str(read)
    try:
        options = {**OPTIONS, **conninfo_to_dict(address)}
    except psycopg.Error:
        raise UnreachableError(BAD_ADDRESS) from None
    try:
        # Autocommit, since the link begins and commits transactions itself, one for each group.
        connection = psycopg.connect(**options, autocommit=True)
    except psycopg.Error as error:  # its own words would name the user in a trace
        raise as_store_error(error, name, read.redacted(str(error))) from None
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
    address: str, claim: Claim | None = None, schema: Schema = TODAY
) -> psycopg.Connection[Any]:
    """Connect, hold the schema, create or migrate its tables, and make commits durable.

    Args:
        address: of the database.
        claim: the share to hold; all of it if none is given.
        schema: today's.

    Raises:
        StoreError: names the fault, such as ``InUseError``.
    """
    connection = connect(address)
    try:
        name = name_of(address)
        held = HeldSchema(
            name,
            today=lambda: inspect(connection, name, schema) == schema.version,
            prepare=lambda: _prepare(connection, name, schema),
        )
        hold(connection, held, claim or Claim())
        _make_commits_durable(connection)
    except psycopg.Error as error:
        connection.close()
        raise as_store_error(error, name_of(address)) from error
    except BaseException:
        connection.close()
        raise
    return connection


def inspect(connection: psycopg.Connection[Any], name: str, schema: Schema = TODAY) -> int:
    """Return the version of the bot's tables; 0 in an empty schema.

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
                f"The schema “{where}” of {name} has tables of another program. Name "
                "another, as in postgresql://…?options=-csearch_path%3Darkadia."
            )
        return 0
    row = connection.execute("SELECT version FROM arkadia").fetchone()
    if row is None:
        raise ForeignDatabaseError(f"The table “arkadia” of {name} is not ours.")
    if row[0] > schema.version:
        raise NewerDatabaseError(
            f"{name} was written by a newer version of the bot (schema {row[0]}; "
            f"this one has {schema.version}). Update the bot, or put back the backup made "
            "before the update."
        )
    return int(row[0])


def cluster_of(connection: psycopg.Connection[Any]) -> str:
    """Return the server's identity and timeline, which another one or a restored one does not have.

    It is empty where the server does not tell it.
    """
    try:
        row = connection.execute(
            "SELECT system_identifier::text || '/' ||"
            " left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) FROM pg_control_system()"
        ).fetchone()
    except (psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedFunction):
        return ""
    return str(row[0]) if row else ""


def _prepare(connection: psycopg.Connection[Any], name: str, schema: Schema) -> None:
    version = inspect(connection, name, schema)
    if version == 0:
        schema.create(connection)
    elif version < schema.version:
        schema.migrate(connection, version)


def _make_commits_durable(connection: psycopg.Connection[Any]) -> None:
    """Make commits durable, even if the server's default is not; a stricter one stays."""
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
