"""All SQL about timers, the rows of the table ``due``."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from db.columns import insertion, numbers, one_of, select, values
from db.connection import Connection
from db.share import Share
from db.timers.rows import StoredDue

KEY: Final = ("guild_id", "game_id", "user_id", "kind")
IS_IN_GAME: Final = (
    "(EXISTS (SELECT 1 FROM seats WHERE seats.game_id = :game_id AND seats.user_id = :user_id)"
    " OR EXISTS (SELECT 1 FROM games WHERE games.game_id = :game_id AND host_id = :user_id))"
)
"""The condition that a person has to do with a game. What waited for Discord may be stored when its
person was forgotten meanwhile."""

PUT_DUE: Final = insertion(
    "due", StoredDue, key=KEY, only_if=f"(:user_id = 0 OR :game_id = 0 OR {IS_IN_GAME})"
)
PUT_DUE_BY: Final = f"{PUT_DUE} WHERE excluded.at < due.at OR due.at <= :now"
THAT: Final = "WHERE " + " AND ".join(f"{column} = :{column}" for column in KEY)


def put_due(connection: Connection, *dues: StoredDue) -> None:
    """Store timers; a stored timer with the same key gets the new time.

    A timer about a person in a game is left out where that person is not there any more.
    """
    for due in dues:
        connection.execute(PUT_DUE, values(due))


def put_new_due(connection: Connection, due: StoredDue) -> None:
    """Store a timer, unless one with the same key is stored."""
    if connection.execute(f"SELECT 1 FROM due {THAT}", values(due)).fetchone() is None:
        put_due(connection, due)


def put_due_by(connection: Connection, due: StoredDue, now: int) -> None:
    """Store a timer, unless one with the same key is due earlier, but after ``now``."""
    connection.execute(PUT_DUE_BY, values(due, now=now))


def next_due(
    connection: Connection, share: Share, kinds: Collection[str], *, limit: int
) -> tuple[StoredDue, ...]:
    """Return the first timers of some kinds, overdue ones included, in the order of their times."""
    of_kind, given = one_of("kind", kinds)
    that = f"FROM due WHERE {of_kind} AND {ours(share)} ORDER BY at LIMIT :limit"
    return select(connection, StoredDue, that, {**given, "limit": limit})


def all_dues_of(connection: Connection, user_id: int) -> tuple[StoredDue, ...]:
    """Return all timers that concern a person, in the order of their times."""
    that = "FROM due WHERE user_id = :user_id ORDER BY at, kind, game_id"
    return select(connection, StoredDue, that, {"user_id": user_id})


def dues_of(connection: Connection, user_id: int, kind: str) -> tuple[StoredDue, ...]:
    """Return the timers of a kind for a person, in games in which the person has a seat."""
    that = (
        "FROM due WHERE user_id = :user_id AND kind = :kind AND EXISTS (SELECT 1 FROM games"
        " CROSS JOIN seats WHERE games.game_id = due.game_id AND games.guild_id = due.guild_id"
        " AND seats.game_id = due.game_id AND seats.user_id = due.user_id) ORDER BY at, game_id"
    )
    return select(connection, StoredDue, that, {"user_id": user_id, "kind": kind})


def ours(share: Share) -> str:
    """Return the condition that a thing's server, or its game's, is in a share."""
    return f"CASE guild_id WHEN 0 THEN {share.condition_of_game('due')}" + (
        f" ELSE {share.condition('guild_id')} END"
    )


def drop_due(connection: Connection, *dues: StoredDue) -> None:
    """Delete timers, except those that were rescheduled meanwhile."""
    # A thing rescheduled while it was being done has another time, and stays.
    connection.executemany(f"DELETE FROM due {THAT} AND at = :at", [values(due) for due in dues])


def drop_due_of(connection: Connection, kind: str, guild_id: int, game_id: int) -> None:
    """Delete the timer of a kind for a game or server, at whatever time it is due."""
    given = {"kind": kind, "guild_id": guild_id, "game_id": game_id, "user_id": 0}
    connection.execute(f"DELETE FROM due {THAT}", given)


def put_off_due(
    connection: Connection, dues: Iterable[StoredDue], at: int, why: str, now: int
) -> None:
    """Reschedule timers whose handler failed, except those that were rescheduled meanwhile."""
    connection.executemany(
        "UPDATE due SET at = :later, attempts = attempts + 1, why = :reason,"
        f" since = CASE since WHEN 0 THEN :now ELSE since END {THAT} AND at = :at",
        [values(due, later=at, reason=why, now=now) for due in dues],
    )


def failing_since(connection: Connection, due: StoredDue, now: int) -> int:
    """Return when a timer began to fail that fails now."""
    row = connection.execute(f"SELECT since FROM due {THAT}", values(due)).fetchone()
    return int(row[0]) if row and row[0] else now


def games_without(connection: Connection, share: Share, kind: str) -> tuple[int, ...]:
    """Return the numbers of the running games without a timer of a kind."""
    return numbers(
        connection,
        "SELECT game_id FROM games WHERE state = 'running'"
        f" AND {share.condition('guild_id')} AND NOT EXISTS"
        " (SELECT 1 FROM due WHERE due.guild_id = 0 AND due.game_id = games.game_id"
        " AND due.user_id = 0 AND kind = :kind) ORDER BY game_id",
        {"kind": kind},
    )
