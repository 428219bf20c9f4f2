"""All SQL about the servers that the bot left, and the deletion of their data."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from db.columns import numbers
from db.connection import Connection
from db.errors import StillThereError
from db.games.questions import GOING_ON

OF_LEAGUES: Final = "league_id IN (SELECT league_id FROM leagues WHERE guild_id = :guild)"
OF_GUILD: Final = "game_id IN (SELECT game_id FROM games WHERE guild_id = :guild)"

DELETE_GUILD: Final = (
    "INSERT INTO erasing (guild) VALUES (:guild)",
    f"DELETE FROM log WHERE {OF_GUILD}",
    f"DELETE FROM votes WHERE {OF_GUILD}",
    f"DELETE FROM results WHERE {OF_GUILD}",
    "DELETE FROM archive WHERE guild_id = :guild"
    f" AND user_id IN (SELECT user_id FROM seats WHERE {OF_GUILD} UNION SELECT 0)",
    f"DELETE FROM untold WHERE {OF_GUILD}",
    "DELETE FROM uncounted WHERE guild_id = :guild",
    "DELETE FROM early_ends WHERE guild_id = :guild",
    "DELETE FROM recounts WHERE guild_id = :guild",
    "DELETE FROM standings WHERE guild_id = :guild",
    "DELETE FROM endings WHERE guild_id = :guild",
    f"DELETE FROM seats WHERE {OF_GUILD}",
    f"DELETE FROM invited WHERE {OF_GUILD}",
    f"DELETE FROM messages WHERE {OF_GUILD}",
    "DELETE FROM outbox WHERE guild_id = :guild",
    f"DELETE FROM notes WHERE {OF_GUILD}",
    f"DELETE FROM prepared WHERE {OF_GUILD}",
    f"DELETE FROM pauses WHERE {OF_GUILD}",
    f"DELETE FROM waiting WHERE {OF_GUILD}",
    f"DELETE FROM recalls WHERE {OF_GUILD}",
    f"DELETE FROM due WHERE guild_id = :guild OR guild_id = 0 AND {OF_GUILD}",
    f"DELETE FROM league_seats WHERE {OF_LEAGUES}",
    f"DELETE FROM league_tables WHERE {OF_LEAGUES}",
    f"DELETE FROM entrants WHERE {OF_LEAGUES}",
    "DELETE FROM leagues WHERE guild_id = :guild",
    "DELETE FROM games WHERE guild_id = :guild",
    "DELETE FROM blocked WHERE guild_id = :guild",
    "DELETE FROM ledger WHERE guild_id = :guild",
    "DELETE FROM ranked WHERE guild_id = :guild",
    "DELETE FROM records WHERE guild_id = :guild",
    "DELETE FROM channels WHERE guild_id = :guild",
    "DELETE FROM settings WHERE scope IN"
    " ('announce', 'language', 'ranking', 'ranking-asked', 'forum') AND key = CAST(:guild AS TEXT)",
    "DELETE FROM left_guilds WHERE guild_id = :guild",
    "DELETE FROM erasing",
)


def note_guilds(connection: Connection, present: Collection[int], at: int) -> None:
    """Record when the bot left each server with stored data, or that it is there again.

    Args:
        present: the ids of all servers that the bot is on, also of those that an outage of
            Discord's makes unreachable.
        at: the time.
    """
    rows = connection.execute(
        f"SELECT guild_id FROM games WHERE {GOING_ON} UNION SELECT guild_id FROM endings"
        " UNION SELECT guild_id FROM blocked"
        " UNION SELECT guild_id FROM ranked UNION SELECT guild_id FROM channels"
        " UNION SELECT guild_id FROM leagues"
    )
    gone = {guild for [guild] in rows} - set(present)
    connection.executemany(
        "DELETE FROM left_guilds WHERE guild_id = :guild", [{"guild": guild} for guild in present]
    )
    connection.executemany(
        "INSERT INTO left_guilds (guild_id, left_at) VALUES (:guild, :at)"
        " ON CONFLICT (guild_id) DO NOTHING",
        [{"guild": guild, "at": at} for guild in gone],
    )


def guilds_left(connection: Connection, before: int) -> tuple[int, ...]:
    """Return the servers that the bot left before a time, the earliest first."""
    question = "SELECT guild_id FROM left_guilds WHERE left_at < :before ORDER BY left_at, guild_id"
    return numbers(connection, question, {"before": before})


def delete_guild(connection: Connection, guild_id: int, before: int) -> tuple[int, ...]:
    """Delete all data of a server that the bot left before a time, and return its games' numbers.

    Raises:
        StillThereError: if the bot is on the server, or left it at that time or later.
    """
    # Asked again within the transaction: the bot may have been invited back since it was listed.
    if guild_id not in guilds_left(connection, before):
        raise StillThereError(guild_id)
    given = {"guild": guild_id}
    question = "SELECT game_id FROM games WHERE guild_id = :guild ORDER BY game_id"
    games = numbers(connection, question, given)
    for statement in DELETE_GUILD:
        connection.execute(statement, given)
    return games
