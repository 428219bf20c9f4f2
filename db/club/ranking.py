"""All SQL about the people in a server's ranking."""

from __future__ import annotations

from db.columns import numbers
from db.connection import Connection


def set_ranked(connection: Connection, guild_id: int, user_id: int, ranked: bool) -> None:
    """Add a person to a server's ranking, or remove the person from it."""
    given = {"guild_id": guild_id, "user_id": user_id}
    connection.execute(
        "INSERT INTO ranked (guild_id, user_id) VALUES (:guild_id, :user_id)"
        " ON CONFLICT (guild_id, user_id) DO NOTHING"
        if ranked
        else "DELETE FROM ranked WHERE guild_id = :guild_id AND user_id = :user_id",
        given,
    )


def ranked_in(connection: Connection, guild_id: int) -> frozenset[int]:
    """Return the ids of the people in the ranking of a server."""
    query = "SELECT user_id FROM ranked WHERE guild_id = :guild_id"
    return frozenset(numbers(connection, query, {"guild_id": guild_id}))


def ranked_by(connection: Connection, user_id: int) -> tuple[int, ...]:
    """Return the ids of the servers that list a person in their ranking."""
    query = "SELECT guild_id FROM ranked WHERE user_id = :user_id ORDER BY guild_id"
    return numbers(connection, query, {"user_id": user_id})
