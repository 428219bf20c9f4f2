"""All SQL about what is due at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from db.columns import insertion, numbers, one_of, select, values
from db.connection import Connection
from db.share import Share
from db.timers.rows import StoredDue

KEY: Final = ("guild_id", "game_id", "user_id", "kind")
PUT_DUE: Final = insertion("due", StoredDue, key=KEY)
PUT_DUE_BY: Final = f"{PUT_DUE} WHERE excluded.at < due.at OR due.at <= :now"
THAT: Final = "WHERE " + " AND ".join(f"{column} = :{column}" for column in KEY)


def put_due(connection: Connection, *dues: StoredDue) -> None:
    """Notes when things are due; one that is noted already is due at the new time instead."""
    for due in dues:
        connection.execute(PUT_DUE, values(due))


def put_new_due(connection: Connection, due: StoredDue) -> None:
    """Notes when something is due, unless it is due at some time already."""
    if connection.execute(f"SELECT 1 FROM due {THAT}", values(due)).fetchone() is None:
        put_due(connection, due)


def put_due_by(connection: Connection, due: StoredDue, now: int) -> None:
    """Notes that something is due at a time at the latest, or once more if it is due by now."""
    connection.execute(PUT_DUE_BY, values(due, now=now))


def next_due(
    connection: Connection, share: Share, kinds: Collection[str], *, limit: int
) -> tuple[StoredDue, ...]:
    """What is due first of these kinds, now or later, in the order of its times."""
    of_kind, given = one_of("kind", kinds)
    that = f"FROM due WHERE {of_kind} AND {_ours(share)} ORDER BY at LIMIT :limit"
    return select(connection, StoredDue, that, {**given, "limit": limit})


def all_dues_of(connection: Connection, user_id: int) -> tuple[StoredDue, ...]:
    """What is to be done at a time that concerns a person, in that order."""
    that = "FROM due WHERE user_id = :user_id ORDER BY at, kind, game_id"
    return select(connection, StoredDue, that, {"user_id": user_id})


def dues_of(connection: Connection, user_id: int, kind: str) -> tuple[StoredDue, ...]:
    """What is due of a kind for a person in games where they have a seat."""
    that = (
        "FROM due WHERE user_id = :user_id AND kind = :kind"
        " AND (guild_id, game_id) IN (SELECT guild_id, game_id FROM games WHERE game_id IN"
        " (SELECT game_id FROM seats WHERE user_id = :user_id)) ORDER BY at, game_id"
    )
    return select(connection, StoredDue, that, {"user_id": user_id, "kind": kind})


def _ours(share: Share) -> str:
    """The condition that something is about a server of a share, or a game there."""
    return f"CASE guild_id WHEN 0 THEN {share.condition_of_game('due')}" + (
        f" ELSE {share.condition('guild_id')} END"
    )


def drop_due(connection: Connection, *dues: StoredDue) -> None:
    """Forgets things that are noted for just these times."""
    connection.executemany(f"DELETE FROM due {THAT} AND at = :at", [values(due) for due in dues])


def put_off_due(connection: Connection, dues: Iterable[StoredDue], at: int) -> None:
    """Notes another time for things that are noted for just these times."""
    connection.executemany(
        f"UPDATE due SET at = :later, attempts = attempts + 1 {THAT} AND at = :at",
        [values(due, later=at) for due in dues],
    )


def games_without(connection: Connection, share: Share, kind: str) -> tuple[int, ...]:
    """The numbers of the games that run and about which nothing of a kind is due."""
    return numbers(
        connection,
        "SELECT game_id FROM games WHERE state = 'running'"
        f" AND {share.condition('guild_id')} AND NOT EXISTS"
        " (SELECT 1 FROM due WHERE due.guild_id = 0 AND due.game_id = games.game_id"
        " AND due.user_id = 0 AND kind = :kind) ORDER BY game_id",
        {"kind": kind},
    )
