"""All SQL about the people who chose whether a server's ranking shows them."""

from __future__ import annotations

from db.columns import numbers
from db.connection import Connection


def set_ranked(connection: Connection, guild_id: int, user_id: int, shown: bool) -> None:
    """Store whether a person wants to be in a server's ranking."""
    connection.execute(
        "INSERT INTO ranked (guild_id, user_id, shown) VALUES (:guild_id, :user_id, :shown)"
        " ON CONFLICT (guild_id, user_id) DO UPDATE SET shown = excluded.shown",
        {"guild_id": guild_id, "user_id": user_id, "shown": shown},
    )


def choices_in(connection: Connection, guild_id: int) -> dict[int, bool]:
    """Return the people of a server who chose, and whether they want to be in the ranking."""
    query = "SELECT user_id, shown FROM ranked WHERE guild_id = :guild_id"
    rows = connection.execute(query, {"guild_id": guild_id})
    return {user: bool(shown) for user, shown in rows}


def chosen_by(connection: Connection, user_id: int, shown: bool) -> tuple[int, ...]:
    """Return the ids of the servers where a person chose to be in the ranking, or out of it."""
    query = (
        "SELECT guild_id FROM ranked WHERE user_id = :user_id AND shown = :shown ORDER BY guild_id"
    )
    return numbers(connection, query, {"user_id": user_id, "shown": shown})
