"""All SQL about what belongs to one person: preferences, notes, and the turn prepared."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from db.columns import columns, insertion, listed, read, values
from db.connection import Connection
from db.people_rows import Preferences, StoredPlan

PUT_PREFERENCES: Final = insertion("preferences", Preferences, "user_id", key=("user_id",))
ADD_PREFERENCES: Final = (
    insertion("preferences", Preferences, "user_id") + " ON CONFLICT (user_id) DO NOTHING"
)
LOCK_PREFERENCES: Final = (
    f"UPDATE preferences SET theme = theme WHERE user_id = :user_id RETURNING {listed(Preferences)}"
)
PUT_PLAN: Final = insertion(
    "prepared", StoredPlan, "game_id", "user_id", key=("game_id", "user_id")
)
PUT_NOTE: Final = (
    "INSERT INTO notes (game_id, user_id, text) VALUES (:game_id, :user_id, :text)"
    " ON CONFLICT (game_id, user_id) DO UPDATE SET text = excluded.text"
)
THEIRS: Final = "WHERE game_id = :game_id AND user_id = :user_id"


def preferences(connection: Connection) -> dict[int, Preferences]:
    """The preferences of everybody who changed any, by person."""
    rows = connection.execute(f"SELECT {listed(Preferences)}, user_id FROM preferences")
    return {user: read(Preferences, row) for *row, user in rows}


def preferences_of(connection: Connection, user_id: int) -> Preferences | None:
    """The preferences of a person who changed any."""
    row = connection.execute(
        f"SELECT {listed(Preferences)} FROM preferences WHERE user_id = :user_id",
        {"user_id": user_id},
    ).fetchone()
    return None if row is None else read(Preferences, row)


def set_preferences(
    connection: Connection, user_id: int, chosen: Preferences, before: Preferences | None = None
) -> Preferences:
    """Notes what a person prefers, and gives it; the defaults need no row.

    Args:
        connection: to the database.
        user_id: the person.
        chosen: what they prefer now.
        before: what they preferred as far as was known: what is not another then stays as it is.
    """
    if before is not None:
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
    """Whether a person has played a game to its end."""
    row = connection.execute(
        "SELECT 1 FROM seats JOIN games ON games.game_id = seats.game_id"
        " WHERE seats.user_id = :user_id AND games.state = 'finished' LIMIT 1",
        {"user_id": user_id},
    ).fetchone()
    return row is not None


def note(connection: Connection, game_id: int, user_id: int) -> str | None:
    """A person's note about a game, if there is one."""
    row = connection.execute(
        f"SELECT text FROM notes {THEIRS}", {"game_id": game_id, "user_id": user_id}
    ).fetchone()
    return None if row is None else str(row[0])


def set_note(connection: Connection, game_id: int, user_id: int, text: str | None) -> None:
    """Writes a person's note about a game, or throws it away."""
    given = {"game_id": game_id, "user_id": user_id, "text": text}
    connection.execute(f"DELETE FROM notes {THEIRS}" if text is None else PUT_NOTE, given)


def plan(connection: Connection, game_id: int, user_id: int) -> StoredPlan | None:
    """What a person has prepared in a game, if anything."""
    row = connection.execute(
        f"SELECT {listed(StoredPlan)} FROM prepared {THEIRS}",
        {"game_id": game_id, "user_id": user_id},
    ).fetchone()
    return None if row is None else read(StoredPlan, row)


def set_plan(
    connection: Connection, game_id: int, user_id: int, prepared: StoredPlan | None
) -> None:
    """Notes what a person would like to do in their next turn, or forgets it."""
    given = {"game_id": game_id, "user_id": user_id}
    if prepared is None:
        connection.execute(f"DELETE FROM prepared {THEIRS}", given)
    else:
        connection.execute(PUT_PLAN, values(prepared, **given))


def set_blocked(connection: Connection, guild_id: int, user_id: int, blocked: bool) -> None:
    """Notes whether a person is kept from opening games on a server."""
    given = {"guild_id": guild_id, "user_id": user_id}
    connection.execute(
        "DELETE FROM blocked WHERE guild_id = :guild_id AND user_id = :user_id", given
    )
    if blocked:
        connection.execute(
            "INSERT INTO blocked (guild_id, user_id) VALUES (:guild_id, :user_id)", given
        )


def blocked_in(connection: Connection, guild_id: int) -> frozenset[int]:
    """Who is kept from opening games on a server."""
    rows = connection.execute(
        "SELECT user_id FROM blocked WHERE guild_id = :guild_id", {"guild_id": guild_id}
    )
    return frozenset(user for [user] in rows)


def blocked_by(connection: Connection, user_id: int) -> tuple[int, ...]:
    """The servers on which a person is kept from opening games."""
    rows = connection.execute(
        "SELECT guild_id FROM blocked WHERE user_id = :user_id ORDER BY guild_id",
        {"user_id": user_id},
    )
    return tuple(guild for [guild] in rows)
