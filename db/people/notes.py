"""All SQL about a person's private data in a game: the note, and the prepared turn."""

from __future__ import annotations

from typing import Final

from db.columns import insertion, select_one, values
from db.connection import Connection
from db.people.rows import StoredPlan

PUT_PLAN: Final = insertion(
    "prepared", StoredPlan, "game_id", "user_id", key=("game_id", "user_id")
)
PUT_NOTE: Final = (
    "INSERT INTO notes (game_id, user_id, text) VALUES (:game_id, :user_id, :text)"
    " ON CONFLICT (game_id, user_id) DO UPDATE SET text = excluded.text"
)
THEIRS: Final = "WHERE game_id = :game_id AND user_id = :user_id"


def note(connection: Connection, game_id: int, user_id: int) -> str | None:
    """Return a person's private note about a game, or ``None``."""
    row = connection.execute(
        f"SELECT text FROM notes {THEIRS}", {"game_id": game_id, "user_id": user_id}
    ).fetchone()
    return None if row is None else str(row[0])


def set_note(connection: Connection, game_id: int, user_id: int, text: str | None) -> None:
    """Store a person's private note about a game; ``None`` deletes it.

    Raises:
        ConflictError: if there is no such game.
    """
    given = {"game_id": game_id, "user_id": user_id, "text": text}
    connection.execute(f"DELETE FROM notes {THEIRS}" if text is None else PUT_NOTE, given)


def plan(connection: Connection, game_id: int, user_id: int) -> StoredPlan | None:
    """Return the turn that a person has prepared in a game, or ``None``."""
    given = {"game_id": game_id, "user_id": user_id}
    return select_one(connection, StoredPlan, f"FROM prepared {THEIRS}", given)


def set_plan(
    connection: Connection, game_id: int, user_id: int, prepared: StoredPlan | None
) -> None:
    """Store the turn that a person has prepared in a game; ``None`` deletes it.

    Raises:
        ConflictError: if there is no such game.
    """
    given = {"game_id": game_id, "user_id": user_id}
    if prepared is None:
        connection.execute(f"DELETE FROM prepared {THEIRS}", given)
    else:
        connection.execute(PUT_PLAN, values(prepared, **given))
