"""All SQL about which news of games were shown, and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from db.columns import insertion, values
from db.connection import Connection
from db.games.changes import update_game
from db.games.rows import StoredMessage
from db.outbox.chores import add_chores, forget_chores, untried_chores
from db.outbox.rows import NewWaiting, StoredChore
from db.outbox.waiting import wait_for
from db.share import ALONE, Share
from db.timers.due import put_due
from db.timers.rows import StoredDue

PUT_MESSAGE: Final = insertion("messages", StoredMessage, "game_id", key=("game_id", "kind"))


def mark_shown(
    connection: Connection,
    game_id: int,
    news: int,
    messages: Sequence[StoredMessage],
    chores: Sequence[StoredChore],
    waiting: NewWaiting | None,
    dues: Sequence[StoredDue],
    done: Sequence[StoredChore],
) -> tuple[StoredChore, ...]:
    """Notes that so much of the news was shown, and where; gives what is to be done then."""
    assignments = "shown = CASE WHEN shown < :shown THEN :shown ELSE shown END, retry_at = NULL"
    update_game(connection, game_id, None, assignments, shown=news)
    forget_chores(connection, done)
    add_chores(connection, chores)
    for message in messages:
        connection.execute(PUT_MESSAGE, values(message, game_id=game_id))
    if waiting is not None:
        wait_for(connection, game_id, waiting)
    put_due(connection, dues)
    return untried_chores(connection, game_id)


def unshown(connection: Connection, at: int | None = None, share: Share = ALONE) -> tuple[int, ...]:
    """The numbers of the games with news that were not shown, to be tried at a time."""
    due = "" if at is None else " AND (retry_at IS NULL OR retry_at <= :at)"
    rows = connection.execute(
        f"SELECT game_id FROM games WHERE shown < news{due}"
        f" AND {share.condition('guild_id')} ORDER BY game_id",
        {"at": at},
    )
    return tuple(game_id for [game_id] in rows)


def put_off(connection: Connection, game_id: int, retry_at: int) -> None:
    """Notes when to try again to show a game's news."""
    connection.execute(
        "UPDATE games SET retry_at = :retry_at WHERE game_id = :game_id",
        {"game_id": game_id, "retry_at": retry_at},
    )
