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
from db.share import Share
from db.timers.due import put_due
from db.timers.rows import StoredDue

PUT_MESSAGE: Final = insertion("messages", StoredMessage, "game_id", key=("game_id", "kind"))


def mark_shown(
    connection: Connection,
    game_id: int,
    news: int,
    messages: Sequence[StoredMessage] = (),
    chores: Sequence[StoredChore] = (),
    waiting: NewWaiting | None = None,
    dues: Sequence[StoredDue] = (),
    done: Sequence[StoredChore] = (),
) -> tuple[StoredChore, ...]:
    """Notes that the first ``news`` pieces of news were shown.

    Args:
        game_id: the game.
        news: how many.
        messages: where, if that is new.
        chores: what is to be done to other messages now, such as the one before.
        waiting: whom the game waits for now, if that may have changed.
        dues: what is to be done later.
        done: what was done to messages of whatever games.

    Returns:
        All that is to be done to messages of the game now.
    """
    assignments = "shown = CASE WHEN shown < :shown THEN :shown ELSE shown END, retry_at = NULL"
    update_game(connection, game_id, None, assignments, shown=news)
    forget_chores(connection, done)
    add_chores(connection, chores)
    for message in messages:
        connection.execute(PUT_MESSAGE, values(message, game_id=game_id))
    if waiting is not None:
        wait_for(connection, game_id, waiting)
    put_due(connection, *dues)
    return untried_chores(connection, game_id)


def unshown(connection: Connection, share: Share, at: int | None = None) -> tuple[int, ...]:
    """The numbers of the games with news that were not shown, in their order.

    Args:
        at: only those that are to be tried at this time; ``None`` for all.
    """
    due = "" if at is None else " AND (retry_at IS NULL OR retry_at <= :at)"
    rows = connection.execute(
        f"SELECT game_id FROM games WHERE shown < news{due}"
        f" AND {share.condition('guild_id')} ORDER BY game_id",
        {"at": at},
    )
    return tuple(game_id for [game_id] in rows)


def put_off(connection: Connection, game_id: int, retry_at: int) -> None:
    """Notes when to try again to show a game, until it is shown or moved."""
    connection.execute(
        "UPDATE games SET retry_at = :retry_at WHERE game_id = :game_id",
        {"game_id": game_id, "retry_at": retry_at},
    )
