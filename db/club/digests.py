"""All SQL about weekly digests."""

from __future__ import annotations

from typing import Final

from db.club.rows import StoredDigest
from db.columns import insertion, select_one, values
from db.connection import Connection

PUT_DIGEST: Final = insertion("digests", StoredDigest, key=("guild_id",))


def set_digest(connection: Connection, digest: StoredDigest) -> None:
    """Store the channel and the language of a server's weekly digest."""
    connection.execute(PUT_DIGEST, values(digest))


def drop_digest(connection: Connection, guild_id: int) -> None:
    """Delete the channel and the language of a server's weekly digest."""
    connection.execute("DELETE FROM digests WHERE guild_id = :guild_id", {"guild_id": guild_id})


def digest(connection: Connection, guild_id: int) -> StoredDigest | None:
    """Return the channel and the language of a server's weekly digest; ``None`` if it has none."""
    that = "FROM digests WHERE guild_id = :guild_id"
    return select_one(connection, StoredDigest, that, {"guild_id": guild_id})
