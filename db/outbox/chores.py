"""All SQL about what is still to be done to messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from db.columns import insertion, listed, read, values
from db.connection import Connection
from db.outbox.rows import ChoreKind, StoredChore
from db.share import Share

PUT_CHORE: Final = insertion("chores", StoredChore, key=("message_id", "what"))
THAT: Final = "WHERE message_id = :message_id AND what = :what"


def add_chores(connection: Connection, chores: Iterable[StoredChore]) -> None:
    """Notes what is to be done to messages, until it is done or impossible."""
    for chore in chores:
        connection.execute(PUT_CHORE, values(chore))


def chores_due(
    connection: Connection, share: Share, at: int, *, limit: int = 100
) -> tuple[StoredChore, ...]:
    """What is to be done to messages at this time, what waits longest first."""
    rows = connection.execute(
        f"SELECT {listed(StoredChore)} FROM chores WHERE (retry_at IS NULL OR retry_at <= :at)"
        f" AND {share.condition_of_game('chores')}"
        " ORDER BY coalesce(retry_at, 0), message_id LIMIT :limit",
        {"at": at, "limit": limit},
    )
    return tuple(read(StoredChore, row) for row in rows)


def untried_chores(connection: Connection, game_id: int) -> tuple[StoredChore, ...]:
    """What is to be done to messages of a game and was not tried yet."""
    rows = connection.execute(
        f"SELECT {listed(StoredChore)} FROM chores"
        " WHERE game_id = :game_id AND retry_at IS NULL ORDER BY message_id",
        {"game_id": game_id},
    )
    return tuple(read(StoredChore, row) for row in rows)


def forget_chores(connection: Connection, done: Iterable[StoredChore]) -> None:
    """Notes that things were done to messages, or never can be."""
    for chore in done:
        that = {"message_id": chore.message_id, "what": chore.what}
        connection.execute(f"DELETE FROM chores {THAT}", that)


def put_off_chore(connection: Connection, message_id: int, what: ChoreKind, retry_at: int) -> None:
    """Notes that something could not be done to a message, and when to try again."""
    connection.execute(
        f"UPDATE chores SET attempts = attempts + 1, retry_at = :retry_at {THAT}",
        {"message_id": message_id, "what": what, "retry_at": retry_at},
    )
