"""Rows that are there once for the bot or for a server: settings, channels of notices, and epochs.

Epochs are stretches of a database's history between which changes were lost. A backup that is put
back, or a server that is replaced by an older copy, forgets changes that people were told of.
Another epoch begins then, when the host says so, or when something that only the bot can have made
tells of more than the database knows.
"""

from dataclasses import dataclass
from typing import Final

from db.sql import Connection, insertion, select_one, values


def setting(connection: Connection, scope: str, key: str) -> str | None:
    """Return the value of a setting; ``None`` if it is not stored."""
    row = connection.execute(
        "SELECT value FROM settings WHERE scope = :scope AND key = :key",
        {"scope": scope, "key": key},
    ).fetchone()
    return None if row is None else str(row[0])


def set_setting(connection: Connection, scope: str, key: str, value: str | None) -> None:
    """Store a setting; ``None`` deletes it."""
    given = {"scope": scope, "key": key, "value": value}
    if value is None:
        connection.execute("DELETE FROM settings WHERE scope = :scope AND key = :key", given)
    else:
        connection.execute(
            "INSERT INTO settings (scope, key, value) VALUES (:scope, :key, :value)"
            " ON CONFLICT (scope, key) DO UPDATE SET value = excluded.value",
            given,
        )


def next_slot(connection: Connection, scope: str, key: str, now: int, every: int) -> int:
    """Reserve the next slot of a rate limit that several processes share; return its time.

    A stored slot that lies more than a hundred slots ahead is ignored, since clocks of machines
    differ.
    """
    # One upsert reserves and reads, so that two processes that ask at once get two slots.
    next_one = "CAST(settings.value AS bigint) + :every"
    [found] = connection.execute(
        "INSERT INTO settings (scope, key, value) VALUES (:scope, :key,"
        " CAST(CAST(:now AS bigint) AS text))"
        " ON CONFLICT (scope, key) DO UPDATE SET value = CAST(CASE"
        f" WHEN {next_one} BETWEEN :now AND :latest THEN {next_one} ELSE :now END AS text)"
        " RETURNING value",
        {"scope": scope, "key": key, "now": now, "every": every, "latest": now + 100 * every},
    ).fetchone()
    return int(found)


KEY: Final = ("history", "epoch")
"""The setting with the second since 1970 in which the newest epoch began."""

NUMBERS_LEFT_OUT: Final = 1_000
"""Numbers of games and leagues that no new one gets after a loss: lost ones may have had them."""

NEWS_LEFT_OUT: Final = 100_000
"""By how much counts of news jump, so that no lost message is taken for a later one."""

APART_S: Final = 3_600  # seconds that pass at least between two epochs that begin without the host


def epoch_of(connection: Connection) -> int:
    """Return the epoch that a database is in; 0 for the first."""
    return int(setting(connection, *KEY) or 0)


def begin_epoch(connection: Connection, at: int) -> tuple[int, int]:
    """Begin another epoch; return it, and how many games go on in it, each told anew once."""
    # By the time, so that it differs from one that was lost with the history in which it began.
    epoch = max(at, epoch_of(connection) + 1)
    set_setting(connection, *KEY, str(epoch))
    jump = {"jump": NEWS_LEFT_OUT}
    going_on = connection.execute(
        "UPDATE games SET news = news + :jump WHERE state IN ('lobby', 'running')"
        " RETURNING game_id",
        jump,
    ).fetchall()
    connection.execute(
        "UPDATE outbox SET news = news + :jump, shown = shown + :jump"
        # The counts of servers' own notices are dates, such as a week's number.
        " WHERE message_id = 0 AND subject_id > 0 AND shown > 0",
        jump,
    )
    return epoch, len(going_on)


def reached(connection: Connection, game_id: int) -> tuple[int, int, int] | None:
    """Return the epoch, the length of a game's log, its count of news; None without a game."""
    row = connection.execute(
        "SELECT (SELECT coalesce(max(seq) + 1, 0) FROM log WHERE log.game_id = games.game_id), news"
        " FROM games WHERE game_id = :game_id",
        {"game_id": game_id},
    ).fetchone()
    return None if row is None else (epoch_of(connection), int(row[0]), int(row[1]))


@dataclass(frozen=True, slots=True)
class StoredChannel:
    """A row with the channel in which a server is told something regularly."""

    kind: str
    guild_id: int
    channel_id: int
    language: str
    chosen_at: int  # when it was turned on; it leaves earlier events out


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
