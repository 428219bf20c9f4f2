"""All SQL about the bot's heartbeats, and its outages."""

from __future__ import annotations

from typing import Final

from db.connection import Connection
from db.settings import set_setting, setting
from db.share import Share

PUT_OUTAGE: Final = (
    "INSERT INTO outages (shard, began_at, ended_at) VALUES (:shard, :began_at, :ended_at)"
    " ON CONFLICT (shard, began_at) DO UPDATE SET ended_at = excluded.ended_at"
)

# An outage counts for no clock, so what the messages of running turns tell is to be edited.
EDIT_DEADLINES: Final = (
    "INSERT INTO outbox (kind, guild_id, subject_id, message_id, channel_id, since, news, shown,"
    " stands_id, stands_in, attempts) SELECT 'edit', guild_id, game_id, message_id,"
    " messages.channel_id, 0, 1, 0, 0, 0, 0 FROM messages JOIN games USING (game_id)"
    " WHERE kind = 'turn' AND state = 'running' AND clock <> 'endless' AND expired_at IS NULL"
    " AND {ours} ON CONFLICT (kind, guild_id, subject_id, message_id)"
    " DO UPDATE SET news = outbox.news + 1"
)

ALL_SHARDS: Final = -1
"""The shard of an outage of the whole bot."""

SCOPE, SEEN_AT = "clocks", "seen_at"
"""The setting that holds the bot's last heartbeat."""


def outages(connection: Connection, share: Share) -> tuple[tuple[int, int], ...]:
    """Return the beginnings and ends of outages, in the order of the beginnings."""
    rows = connection.execute(
        f"SELECT DISTINCT began_at, ended_at FROM outages WHERE {_ours(share)} ORDER BY began_at"
    )
    return tuple((began, ended) for began, ended in rows)


def seen_at(connection: Connection, share: Share) -> int | None:
    """Return the time of the last heartbeat; of several shards of this process, the oldest one."""
    found = [_seen(connection, key) for key in _keys(share)]
    # The oldest: the clock of no shard may count time in which the bot was not there.
    noted = [at for at in found if at is not None]
    return min(noted) if noted else _seen(connection, SEEN_AT)


def note_seen(
    connection: Connection, share: Share, at: int, *, outage_since: int | None = None
) -> None:
    """Record a heartbeat.

    Args:
        at: the time.
        outage_since: the beginning of an outage that ends now; ``None`` if there was none.
    """
    if outage_since is not None:
        connection.execute(EDIT_DEADLINES.format(ours=share.condition("guild_id")))
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
    """Record a heartbeat after the clock was set back, and cut off outages after the new time."""
    given, ours = {"at": at}, _ours(share)
    connection.execute(f"DELETE FROM outages WHERE began_at >= :at AND {ours}", given)
    connection.execute(f"UPDATE outages SET ended_at = :at WHERE ended_at > :at AND {ours}", given)
    note_seen(connection, share, at)


def _seen(connection: Connection, key: str) -> int | None:
    found = setting(connection, SCOPE, key)
    return None if found is None else int(found)


def _keys(share: Share) -> list[str]:
    """Return the settings that hold the heartbeats."""
    if share.alone:
        return [SEEN_AT]
    # One a shard: another start may give the shards to other processes.
    return [f"{SEEN_AT} {shard}/{share.count}" for shard in share.ids]


def _shards(share: Share) -> tuple[int, ...]:
    """Return the shards to record an outage for."""
    return (ALL_SHARDS,) if share.alone else share.ids


def _ours(share: Share) -> str:
    """Return the condition that an outage concerned servers of the share."""
    if share.alone:
        return "TRUE"
    return f"shard IN ({', '.join(map(str, (ALL_SHARDS, *share.ids)))})"
