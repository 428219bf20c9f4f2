"""All SQL about people's preferences, and about newcomers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from db.columns import columns, insertion, listed, read, select, values
from db.connection import Connection
from db.people.rows import Preferences

PUT_PREFERENCES: Final = insertion("preferences", Preferences, "user_id", key=("user_id",))
ADD_PREFERENCES: Final = (
    insertion("preferences", Preferences, "user_id") + " ON CONFLICT (user_id) DO NOTHING"
)
LOCK_PREFERENCES: Final = (
    f"UPDATE preferences SET theme = theme WHERE user_id = :user_id RETURNING {listed(Preferences)}"
)


def all_preferences(connection: Connection) -> dict[int, Preferences]:
    """Return all stored preferences by the person's id; people with the defaults are left out."""
    rows = connection.execute(f"SELECT {listed(Preferences)}, user_id FROM preferences")
    return {user: read(Preferences, row) for *row, user in rows}


def preferences_of(connection: Connection, people: Iterable[int]) -> dict[int, Preferences]:
    """Return the stored preferences of some people by id; people with the defaults are left out."""
    that = "FROM preferences WHERE user_id = :user_id"
    found = {user: select(connection, Preferences, that, {"user_id": user}) for user in people}
    return {user: chosen for user, rows in found.items() for chosen in rows}


def set_preferences(
    connection: Connection, user_id: int, chosen: Preferences, *, before: Preferences | None = None
) -> Preferences:
    """Store a person's preferences and return them; the defaults need no row.

    Args:
        user_id: the person.
        chosen: the new preferences.
        before: the preferences from which they were chosen: a field that is equal in both stays as
            it is stored, so that two changes at once both count.
    """
    if before is not None:
        # SELECT … FOR UPDATE in common SQL, since SQLite lacks it: an upsert, an UPDATE of nothing.
        connection.execute(ADD_PREFERENCES, values(Preferences(), user_id=user_id))
        [row] = connection.execute(LOCK_PREFERENCES, {"user_id": user_id}).fetchall()
        changed = {
            name: getattr(chosen, name)
            for name in columns(Preferences)
            if getattr(chosen, name) != getattr(before, name)
        }
        chosen = replace(read(Preferences, row), **changed)
    if chosen == Preferences():
        connection.execute("DELETE FROM preferences WHERE user_id = :user_id", {"user_id": user_id})
    else:
        connection.execute(PUT_PREFERENCES, values(chosen, user_id=user_id))
    return chosen


def has_finished(connection: Connection, user_id: int) -> bool:
    """Return whether a person has played a game to its end."""
    row = connection.execute(
        "SELECT 1 FROM archive WHERE user_id = :user_id LIMIT 1",
        {"user_id": user_id},
    ).fetchone()
    return row is not None
