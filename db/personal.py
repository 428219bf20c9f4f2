"""All SQL about what belongs to one person: preferences, notes, and the turn prepared."""

from __future__ import annotations

import sqlite3

from db.rows import Preferences, StoredPlan


def preferences(connection: sqlite3.Connection) -> dict[int, Preferences]:
    """The preferences of everybody who changed any, by person."""
    rows = connection.execute("SELECT user_id, theme, confirm, mention, language FROM preferences")
    return {
        user: Preferences(
            theme=theme, confirm=bool(confirm), mention=bool(mention), language=language
        )
        for user, theme, confirm, mention, language in rows
    }


def set_preferences(connection: sqlite3.Connection, user_id: int, chosen: Preferences) -> None:
    """Notes what a person prefers; the defaults need no row."""
    connection.execute("DELETE FROM preferences WHERE user_id = ?", (user_id,))
    if chosen != Preferences():
        connection.execute(
            "INSERT INTO preferences (user_id, theme, confirm, mention, language)"
            " VALUES (?, ?, ?, ?, ?)",
            (user_id, chosen.theme, chosen.confirm, chosen.mention, chosen.language),
        )


def note(connection: sqlite3.Connection, table_id: int, user_id: int) -> str | None:
    """A person's note about a table, if there is one."""
    row = connection.execute(
        "SELECT text FROM notes WHERE table_id = ? AND user_id = ?", (table_id, user_id)
    ).fetchone()
    return None if row is None else str(row[0])


def set_note(connection: sqlite3.Connection, table_id: int, user_id: int, text: str | None) -> None:
    """Writes a person's note about a table, or throws it away."""
    if text is None:
        connection.execute(
            "DELETE FROM notes WHERE table_id = ? AND user_id = ?", (table_id, user_id)
        )
    else:
        connection.execute(
            "INSERT OR REPLACE INTO notes (table_id, user_id, text) VALUES (?, ?, ?)",
            (table_id, user_id, text),
        )


def plan(connection: sqlite3.Connection, table_id: int, user_id: int) -> StoredPlan | None:
    """What a person has prepared at a table, if anything."""
    row = connection.execute(
        "SELECT turn, entry FROM prepared WHERE table_id = ? AND user_id = ?", (table_id, user_id)
    ).fetchone()
    return None if row is None else StoredPlan(*row)


def set_plan(
    connection: sqlite3.Connection, table_id: int, user_id: int, prepared: StoredPlan | None
) -> None:
    """Notes what a person would like to do in their next turn, or forgets it."""
    if prepared is None:
        connection.execute(
            "DELETE FROM prepared WHERE table_id = ? AND user_id = ?", (table_id, user_id)
        )
    else:
        connection.execute(
            "INSERT OR REPLACE INTO prepared (table_id, user_id, turn, entry) VALUES (?, ?, ?, ?)",
            (table_id, user_id, prepared.turn, prepared.entry),
        )
