"""All SQL about recalls: games whose messages may tell of turns that were lost with history."""

from __future__ import annotations

from collections.abc import Sequence

from db.columns import select_one
from db.connection import Connection
from db.outbox.items import put
from db.outbox.rows import StoredItem, StoredRecall


def recall(connection: Connection, game_id: int) -> StoredRecall | None:
    """Return a game's recall; None if its messages tell of nothing that was lost."""
    return select_one(
        connection,
        StoredRecall,
        "FROM recalls WHERE game_id = :game_id",
        {"game_id": game_id},
    )


def note_undone(
    connection: Connection, game_id: int, items: Sequence[StoredItem], *, unread: bool = False
) -> bool:
    """Record what a look at a game's messages found, and return whether the game is told anew.

    Args:
        game_id: the game.
        items: the edits of the messages that tell of what was lost; if there are none, the recall
            is over.
        unread: whether there may be more that cannot be edited, so that it is told in any case.
    """
    row = recall(connection, game_id)
    if row is None:
        return False
    if not items and not row.undone and not unread:
        end_recall(connection, game_id)
        return False
    # Only once, so that a look that is repeated after a crash, or after another loss, tells no game
    # twice.
    if not row.undone:
        given = {"game_id": game_id, "yes": True}
        connection.execute("UPDATE recalls SET undone = :yes WHERE game_id = :game_id", given)
        connection.execute("UPDATE games SET news = news + 1 WHERE game_id = :game_id", given)
    put(connection, *items)
    return True


def end_recall(connection: Connection, game_id: int) -> None:
    """Record that a game was told anew."""
    connection.execute("DELETE FROM recalls WHERE game_id = :game_id", {"game_id": game_id})
