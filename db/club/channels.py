"""All SQL about the channels in which servers are told something regularly."""

from __future__ import annotations

from typing import Final

from db.club.rows import StoredChannel
from db.columns import insertion, select_one, values
from db.connection import Connection

PUT_CHANNEL: Final = insertion("channels", StoredChannel, key=("kind", "guild_id"))

OF_SERVER: Final = "FROM channels WHERE kind = :kind AND guild_id = :guild_id"


def set_channel(connection: Connection, chosen: StoredChannel) -> None:
    """Store a server's channel for a kind of notice."""
    connection.execute(PUT_CHANNEL, values(chosen))


def drop_channel(connection: Connection, kind: str, guild_id: int) -> None:
    """Delete a server's channel for a kind of notice."""
    connection.execute(f"DELETE {OF_SERVER}", {"kind": kind, "guild_id": guild_id})


def channel(connection: Connection, kind: str, guild_id: int) -> StoredChannel | None:
    """Return a server's channel for a kind of notice; ``None`` if it has none."""
    return select_one(connection, StoredChannel, OF_SERVER, {"kind": kind, "guild_id": guild_id})
