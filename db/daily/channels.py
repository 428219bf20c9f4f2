"""All SQL about the channels that are told of each day's position."""

from __future__ import annotations

from typing import Final

from db.columns import insertion, select_one, values
from db.connection import Connection
from db.daily.rows import StoredDailyChannel

PUT_CHANNEL: Final = insertion("daily_channels", StoredDailyChannel, key=("guild_id",))


def set_channel(connection: Connection, chosen: StoredDailyChannel) -> None:
    """Store the channel of a server."""
    connection.execute(PUT_CHANNEL, values(chosen))


def drop_channel(connection: Connection, guild_id: int) -> None:
    """Delete the channel of a server."""
    connection.execute(
        "DELETE FROM daily_channels WHERE guild_id = :guild_id", {"guild_id": guild_id}
    )


def channel(connection: Connection, guild_id: int) -> StoredDailyChannel | None:
    """Return the channel of a server; ``None`` if it has none."""
    that = "FROM daily_channels WHERE guild_id = :guild_id"
    return select_one(connection, StoredDailyChannel, that, {"guild_id": guild_id})
