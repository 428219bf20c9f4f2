"""All SQL about settings: what is noted once for a whole bot, or a server."""

from __future__ import annotations

from db.connection import Connection


def setting(connection: Connection, scope: str, key: str) -> str | None:
    """A setting, if it was made."""
    row = connection.execute(
        "SELECT value FROM settings WHERE scope = :scope AND key = :key",
        {"scope": scope, "key": key},
    ).fetchone()
    return None if row is None else str(row[0])


def set_setting(connection: Connection, scope: str, key: str, value: str | None) -> None:
    """Makes a setting; ``None`` takes it back."""
    given = {"scope": scope, "key": key, "value": value}
    if value is None:
        connection.execute("DELETE FROM settings WHERE scope = :scope AND key = :key", given)
    else:
        connection.execute(
            "INSERT INTO settings (scope, key, value) VALUES (:scope, :key, :value)"
            " ON CONFLICT (scope, key) DO UPDATE SET value = excluded.value",
            given,
        )


def next_slot(connection: Connection, scope: str, key: str, now: int, every: int) -> int:
    """Reserves the next time at which something may be done that processes do one after another.

    Clocks of machines differ: a time that is further away than a hundred others counts for nothing.

    Args:
        scope: the setting that notes the last time reserved,
        key: and its key.
        now: the time.
        every: milliseconds between two times.
    """
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
