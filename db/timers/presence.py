"""All SQL about when the bot was there, and when it was not."""

from __future__ import annotations

from typing import Final

from db.connection import Connection
from db.settings import set_setting, setting
from db.share import Share

PUT_OUTAGE: Final = (
    "INSERT INTO outages (shard, began_at, ended_at) VALUES (:shard, :began_at, :ended_at)"
    " ON CONFLICT (shard, began_at) DO UPDATE SET ended_at = excluded.ended_at"
)

ALL_SHARDS: Final = -1
"""The shard of an outage that concerned everybody."""

SCOPE, SEEN_AT = "clocks", "seen_at"
"""The setting that says when the bot was last there."""


def outages(connection: Connection, share: Share) -> tuple[tuple[int, int], ...]:
    """From when to when the bot was not there, in the order of the beginnings."""
    rows = connection.execute(
        f"SELECT DISTINCT began_at, ended_at FROM outages WHERE {_ours(share)} ORDER BY began_at"
    )
    return tuple((began, ended) for began, ended in rows)


def seen_at(connection: Connection, share: Share) -> int | None:
    """When it was noted last that the bot is there, or the part of it that this process is."""
    found = [_seen(connection, key) for key in _keys(share)]
    noted = [at for at in found if at is not None]
    return min(noted) if noted else _seen(connection, SEEN_AT)


def note_seen(
    connection: Connection, share: Share, at: int, *, outage_since: int | None = None
) -> None:
    """Notes that the bot is there.

    Args:
        at: when.
        outage_since: from when on it was not; ``None`` if it was all the time.
    """
    if outage_since is not None:
        connection.executemany(
            PUT_OUTAGE,
            [
                {"shard": shard, "began_at": outage_since, "ended_at": at}
                for shard in _shards(share)
            ],
        )
    for key in _keys(share):
        set_setting(connection, SCOPE, key, str(at))


def note_clock_set_back(connection: Connection, share: Share, at: int) -> None:
    """Notes that the bot is there, at a time that seemed to be over."""
    given, ours = {"at": at}, _ours(share)
    connection.execute(f"DELETE FROM outages WHERE began_at >= :at AND {ours}", given)
    connection.execute(f"UPDATE outages SET ended_at = :at WHERE ended_at > :at AND {ours}", given)
    note_seen(connection, share, at)


def _seen(connection: Connection, key: str) -> int | None:
    found = setting(connection, SCOPE, key)
    return None if found is None else int(found)


def _keys(share: Share) -> list[str]:
    """The settings that say when the bot was last there."""
    if share.alone:
        return [SEEN_AT]
    return [f"{SEEN_AT} {shard}/{share.count}" for shard in share.ids]


def _shards(share: Share) -> tuple[int, ...]:
    """What an outage is noted for."""
    return (ALL_SHARDS,) if share.alone else share.ids


def _ours(share: Share) -> str:
    """The condition that an outage concerned some servers."""
    if share.alone:
        return "TRUE"
    return f"shard IN ({', '.join(map(str, (ALL_SHARDS, *share.ids)))})"
