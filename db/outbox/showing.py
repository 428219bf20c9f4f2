"""All SQL about the news of games that were shown, and their messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from db.columns import insertion, numbers, values
from db.connection import Connection
from db.errors import UnknownNumberError
from db.games.changes import set_thread
from db.games.questions import unshown_in
from db.games.rows import StoredMessage
from db.outbox.items import done, fresh_changes, put
from db.outbox.recalls import end_recall
from db.outbox.rows import NewWaiting, StoredItem
from db.outbox.waiting import wait_for
from db.share import Share
from db.timers.due import drop_due_of, put_due
from db.timers.rows import StoredDue

# The larger count wins: an older message may be recorded after a newer one.
SHOW: Final = (
    "UPDATE games SET shown = CASE WHEN shown < :shown THEN :shown ELSE shown END"
    " WHERE game_id = :game_id RETURNING news - shown, ended_at"
)

PUT_MESSAGE: Final = insertion("messages", StoredMessage, "game_id", key=("game_id", "kind"))


def mark_shown(
    connection: Connection,
    game_id: int,
    news: int,
    messages: Sequence[StoredMessage] = (),
    new: Sequence[StoredItem] = (),
    waiting: NewWaiting | None = None,
    dues: Sequence[StoredDue] = (),
    finished: Sequence[StoredItem] = (),
    *,
    recalled: bool = False,
) -> tuple[StoredItem, ...]:
    """Record that a game's first ``news`` pieces of news were shown, and by which messages.

    Args:
        game_id: the game.
        news: how many pieces of news were shown.
        messages: the messages that show them, if new.
        new: items to put into the outbox, such as edits of the message before.
        waiting: the person that the game waits for now, if that may have changed.
        dues: timers to store.
        finished: the edits of messages that were made, of any game; their rows are deleted.
        recalled: whether the game was told anew because turns were lost.

    Returns:
        The pending edits of the game's messages.
    """
    row = connection.execute(SHOW, {"game_id": game_id, "shown": news}).fetchone()
    if row is None:
        raise UnknownNumberError("game", game_id)
    unshown, ended_at = row
    if ended_at is not None and unshown == 0:
        connection.execute("DELETE FROM untold WHERE game_id = :game_id", {"game_id": game_id})
    # As with a notice (``note_said``).
    drop_due_of(connection, "game", 0, game_id)
    done(connection, finished)
    put(connection, *new)
    for message in messages:
        connection.execute(PUT_MESSAGE, values(message, game_id=game_id))
    if waiting is not None:
        wait_for(connection, game_id, waiting)
    put_due(connection, *dues)
    if recalled:
        end_recall(connection, game_id)
    return fresh_changes(connection, game_id)


def note_thread(
    connection: Connection,
    game_id: int,
    thread_id: int | None,
    channel_id: int | None = None,
    found: Sequence[StoredItem] = (),
) -> None:
    """Record the thread in which a game is shown.

    Args:
        channel_id: the channel of the thread, if that is another one than before.
        found: the changes of messages that stand in the thread already. In this transaction: once
            it is noted, none can tell that they were posted before.
    """
    set_thread(connection, game_id, thread_id, channel_id)
    put(connection, *found)


def unshown(connection: Connection, share: Share) -> tuple[int, ...]:
    """Return the numbers of the games with news that were not shown, in their order."""
    return numbers(connection, f"{unshown_in(share)} ORDER BY game_id", {})
