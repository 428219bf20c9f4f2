"""All SQL about settings: values stored once for the whole bot, or for a server."""

from __future__ import annotations

from db.connection import Connection


def setting(connection: Connection, scope: str, key: str) -> str | None:
    """Return the value of a setting; ``None`` if it is not stored."""
    row = connection.execute(
        "SELECT value FROM settings WHERE scope = :scope AND key = :key",
        {"scope": scope, "key": key},
    ).fetchone()
    return None if row is None else str(row[0])


def set_setting(connection: Connection, scope: str, key: str, value: str | None) -> None:
    """Store a setting; ``None`` deletes it."""
    given = {"scope": scope, "key": key, "value": value}
    if value is None:
        connection.execute("DELETE FROM settings WHERE scope = :scope AND key = :key", given)
    else:
        connection.execute(
            "INSERT INTO settings (scope, key, value) VALUES (:scope, :key, :value)"
            " ON CONFLICT (scope, key) DO UPDATE SET value = excluded.value",
            given,
        )


def claim_setting(connection: Connection, scope: str, key: str, value: str) -> str:
    """Store a setting unless there is one, and return the value that stands."""
    given = {"scope": scope, "key": key, "value": value}
    connection.execute(
        "INSERT INTO settings (scope, key, value) VALUES (:scope, :key, :value)"
        " ON CONFLICT (scope, key) DO NOTHING",
        given,
    )
    return setting(connection, scope, key) or value


def next_slot(connection: Connection, scope: str, key: str, now: int, every: int) -> int:
    """Reserve the next slot of a rate limit that several processes share; return its time.

    A stored slot that lies more than a hundred slots ahead is ignored, since clocks of machines
    differ.

    Args:
        scope: the scope of the setting that holds the last slot.
        key: the key of that setting.
        now: the present time.
        every: milliseconds between two slots.
    """
    # One upsert reserves and reads, so that two processes that ask at once get two slots.
    next_one = "CAST(settings.value AS bigint) + :every"
    [found] = connection.execute(
        "INSERT INTO settings (scope, key, value) VALUES (:scope, :key,"
        " CAST(CAST(:now AS bigint) AS text))"
        " ON CONFLICT (scope, key) DO UPDATE SET value = CAST(CASE"
        f" WHEN {next_one} BETWEEN :now AND :latest THEN {next_one} ELSE :now END AS text)"
        " RETURNING value",
        {"scope": scope, "key": key, "now": now, "every": every, "latest": now + 100 * every},
    ).fetchone()
    return int(found)
