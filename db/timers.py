"""All SQL about timers, and about the bot's heartbeats and outages."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from db import sql
from db.settings import set_setting, setting


@dataclass(frozen=True, slots=True)
class StoredDue:
    """A timer: a row that stays until its handler has succeeded.

    The key is kind, server, game and person; an id that does not apply is 0.
    """

    kind: str  # the name of its handler, which the store does not interpret
    at: int  # when the timer is due, in milliseconds UTC
    guild_id: int = 0
    # the number of the game; if ``guild_id`` is not 0, any number, such as a league's
    game_id: int = 0
    user_id: int = 0
    attempts: int = 0
    since: int = 0  # the time of the first of these failures; 0 without one
    # the reason of the last one, a word that the store does not read; empty without one
    why: str = ""


KEY: Final = ("guild_id", "game_id", "user_id", "kind")
IS_IN_GAME: Final = (
    "(EXISTS (SELECT 1 FROM seats WHERE seats.game_id = :game_id AND seats.user_id = :user_id)"
    " OR EXISTS (SELECT 1 FROM games WHERE games.game_id = :game_id AND host_id = :user_id))"
)
"""The condition that a person has to do with a game. What waited for Discord may be stored when its
person was forgotten meanwhile."""

PUT_DUE: Final = sql.insertion(
    "due", StoredDue, key=KEY, only_if=f"(:user_id = 0 OR :game_id = 0 OR {IS_IN_GAME})"
)
PUT_DUE_BY: Final = f"{PUT_DUE} WHERE excluded.at < due.at OR due.at <= :now"
THAT: Final = "WHERE " + " AND ".join(f"{column} = :{column}" for column in KEY)


def put_due(connection: sql.Connection, *dues: StoredDue) -> None:
    """Store timers; a stored timer with the same key gets the new time.

    A timer about a person in a game is left out where that person is not there any more.
    """
    for due in dues:
        connection.execute(PUT_DUE, sql.values(due))


def put_new_due(connection: sql.Connection, due: StoredDue) -> None:
    """Store a timer, unless one with the same key is stored."""
    if connection.execute(f"SELECT 1 FROM due {THAT}", sql.values(due)).fetchone() is None:
        put_due(connection, due)


def put_due_by(connection: sql.Connection, due: StoredDue, now: int) -> None:
    """Store a timer, unless one with the same key is due earlier, but after ``now``."""
    connection.execute(PUT_DUE_BY, sql.values(due, now=now))


def next_due(
    connection: sql.Connection, shards: sql.Shards, kinds: Collection[str], *, limit: int
) -> tuple[StoredDue, ...]:
    """Return the first timers of some kinds, overdue ones included, in the order of their times."""
    of_kind, given = sql.one_of("kind", kinds)
    that = f"FROM due WHERE {of_kind} AND {ours(shards)} ORDER BY at LIMIT :limit"
    return sql.select(connection, StoredDue, that, {**given, "limit": limit})


def all_dues_of(connection: sql.Connection, user_id: int) -> tuple[StoredDue, ...]:
    """Return all timers that concern a person, in the order of their times."""
    that = "FROM due WHERE user_id = :user_id ORDER BY at, kind, game_id"
    return sql.select(connection, StoredDue, that, {"user_id": user_id})


def dues_of(connection: sql.Connection, user_id: int, kind: str) -> tuple[StoredDue, ...]:
    """Return the timers of a kind for a person, in games in which the person has a seat."""
    that = (
        "FROM due WHERE user_id = :user_id AND kind = :kind AND EXISTS (SELECT 1 FROM games"
        " CROSS JOIN seats WHERE games.game_id = due.game_id AND games.guild_id = due.guild_id"
        " AND seats.game_id = due.game_id AND seats.user_id = due.user_id) ORDER BY at, game_id"
    )
    return sql.select(connection, StoredDue, that, {"user_id": user_id, "kind": kind})


def ours(shards: sql.Shards) -> str:
    """Return the condition that a thing's server, or its game's, is in the shards."""
    return f"CASE guild_id WHEN 0 THEN {shards.condition_of_game('due')}" + (
        f" ELSE {shards.condition('guild_id')} END"
    )


def drop_due(connection: sql.Connection, *dues: StoredDue) -> None:
    """Delete timers, except those that were rescheduled meanwhile."""
    # A thing rescheduled while it was being done has another time, and stays.
    connection.executemany(f"DELETE FROM due {THAT} AND at = :at", map(sql.values, dues))


def drop_due_of(connection: sql.Connection, kind: str, guild_id: int, game_id: int) -> None:
    """Delete the timer of a kind for a game or server, at whatever time it is due."""
    given = {"kind": kind, "guild_id": guild_id, "game_id": game_id, "user_id": 0}
    connection.execute(f"DELETE FROM due {THAT}", given)


def put_off_due(
    connection: sql.Connection, dues: Iterable[StoredDue], at: int, why: str, now: int
) -> None:
    """Reschedule timers whose handler failed, except those that were rescheduled meanwhile."""
    connection.executemany(
        "UPDATE due SET at = :later, attempts = attempts + 1, why = :reason,"
        f" since = CASE since WHEN 0 THEN :now ELSE since END {THAT} AND at = :at",
        [sql.values(due, later=at, reason=why, now=now) for due in dues],
    )


def failing_since(connection: sql.Connection, due: StoredDue, now: int) -> int:
    """Return when a timer began to fail that fails now."""
    row = connection.execute(f"SELECT since FROM due {THAT}", sql.values(due)).fetchone()
    return int(row[0]) if row and row[0] else now


def games_without(connection: sql.Connection, shards: sql.Shards, kind: str) -> tuple[int, ...]:
    """Return the numbers of the running games without a timer of a kind."""
    return sql.numbers(
        connection,
        "SELECT game_id FROM games WHERE state = 'running'"
        f" AND {shards.condition('guild_id')} AND NOT EXISTS"
        " (SELECT 1 FROM due WHERE due.guild_id = 0 AND due.game_id = games.game_id"
        " AND due.user_id = 0 AND kind = :kind) ORDER BY game_id",
        {"kind": kind},
    )


PUT_OUTAGE: Final = (
    "INSERT INTO outages (shard, began_at, ended_at) VALUES (:shard, :began_at, :ended_at)"
    " ON CONFLICT (shard, began_at) DO UPDATE SET ended_at = excluded.ended_at"
)

# An outage counts for no clock, so what the messages of running turns tell is to be edited.
EDIT_DEADLINES: Final = (
    "INSERT INTO outbox (kind, guild_id, subject_id, message_id, channel_id, since, news, shown,"
    " posted_id, posted_in, attempts) SELECT 'edit', guild_id, game_id, message_id,"
    " messages.channel_id, 0, 1, 0, 0, 0, 0 FROM messages JOIN games USING (game_id)"
    " WHERE kind = 'turn' AND state = 'running' AND clock <> 'endless' AND expired_at IS NULL"
    " AND {ours} ON CONFLICT (kind, guild_id, subject_id, message_id)"
    " DO UPDATE SET news = outbox.news + 1"
)

ALL_SHARDS: Final = -1  # the shard of an outage of the whole bot

SCOPE, SEEN_AT = "clocks", "seen_at"  # the setting that holds the bot's last heartbeat


def outages(connection: sql.Connection, shards: sql.Shards) -> tuple[tuple[int, int], ...]:
    """Return the beginnings and ends of outages, in the order of the beginnings."""
    rows = connection.execute(
        f"SELECT DISTINCT began_at, ended_at FROM outages WHERE {_of(shards)} ORDER BY began_at"
    )
    return tuple((began, ended) for began, ended in rows)


def seen_at(connection: sql.Connection, shards: sql.Shards) -> int | None:
    """Return the time of the last heartbeat; of several shards of this process, the oldest one."""
    found = [_seen(connection, key) for key in _keys(shards)]
    # The oldest: the clock of no shard may count time in which the bot was not there.
    noted = [at for at in found if at is not None]
    return min(noted) if noted else _seen(connection, SEEN_AT)


def note_seen(
    connection: sql.Connection, shards: sql.Shards, at: int, *, outage_since: int | None = None
) -> None:
    """Record a heartbeat.

    Args:
        outage_since: the beginning of an outage that ends now; ``None`` if there was none.
    """
    if outage_since is not None:
        connection.execute(EDIT_DEADLINES.format(ours=shards.condition("guild_id")))
        connection.executemany(
            PUT_OUTAGE,
            [
                {"shard": shard, "began_at": outage_since, "ended_at": at}
                for shard in _shards(shards)
            ],
        )
    for key in _keys(shards):
        set_setting(connection, SCOPE, key, str(at))


def note_clock_set_back(connection: sql.Connection, shards: sql.Shards, at: int) -> None:
    """Record a heartbeat after the clock was set back, and cut off outages after the new time."""
    given, ours = {"at": at}, _of(shards)
    connection.execute(f"DELETE FROM outages WHERE began_at >= :at AND {ours}", given)
    connection.execute(f"UPDATE outages SET ended_at = :at WHERE ended_at > :at AND {ours}", given)
    note_seen(connection, shards, at)


def _seen(connection: sql.Connection, key: str) -> int | None:
    found = setting(connection, SCOPE, key)
    return None if found is None else int(found)


def _keys(shards: sql.Shards) -> list[str]:
    if shards.alone:
        return [SEEN_AT]
    # One a shard: another start may give the shards to other processes.
    return [f"{SEEN_AT} {shard}/{shards.count}" for shard in shards.ids]


def _shards(shards: sql.Shards) -> tuple[int, ...]:
    return (ALL_SHARDS,) if shards.alone else shards.ids


def _of(shards: sql.Shards) -> str:
    if shards.alone:
        return "TRUE"
    return f"shard IN ({', '.join(map(str, (ALL_SHARDS, *shards.ids)))})"


class Timers(sql.Subject):
    """The store's methods for timers, and for the bot's heartbeats and outages."""

    put = sql.change(put_due)
    next = sql.question_of_shards(next_due)
    of_person = sql.question(dues_of)
    games_without = sql.question_of_shards(games_without)
    put_off = sql.change(put_off_due)
    drop = sql.change(drop_due)

    seen_at = sql.question_of_shards(seen_at)
    note_seen = sql.change(note_seen)
    note_clock_set_back = sql.change(note_clock_set_back)
    outages = sql.question_of_shards(outages)
