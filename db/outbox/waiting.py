"""All SQL about the people whom games wait for, and the notices they were given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from db.columns import insertion, select, select_one, values
from db.connection import Connection
from db.ledger.acts import pay
from db.ledger.rows import Charge
from db.outbox.items import put
from db.outbox.rows import NewWaiting, StoredItem, StoredWaiting, delete
from db.share import Share
from db.timers.due import IS_IN_GAME, put_due, put_new_due
from db.timers.rows import StoredDue

PUT_WAITING: Final = insertion("waiting", StoredWaiting, key=("game_id",), only_if=IS_IN_GAME)


def wait_for(connection: Connection, game_id: int, new: NewWaiting) -> None:
    """Store the person that a game waits for, unless that person and turn are stored already.

    Notices of a turn stay recorded while a computer has the person's seat, so that the person is
    not told once more on coming back before the turn is over.
    """
    known, wanted = waiting_in(connection, game_id), new.waiting
    if known and wanted and (known.turn, known.user_id) == (wanted.turn, wanted.user_id):
        if new.due is not None:
            put_new_due(connection, new.due)
        if wanted.called and not known.called:  # told in its place, after all
            connection.execute(PUT_WAITING, values(replace(known, called=True)))
        return
    if known and wanted is None and known.turn == new.turn:
        put(connection, *_message_to_delete(known))
        connection.execute(PUT_WAITING, values(replace(known, channel_id=None, message_id=None)))
        return
    if known is not None:
        put(connection, *_message_to_delete(known))
        connection.execute("DELETE FROM waiting WHERE game_id = :game_id", {"game_id": game_id})
    if wanted is not None:
        connection.execute(PUT_WAITING, values(wanted))
    if new.due is not None:
        put_due(connection, new.due)


def waiting_in(connection: Connection, game_id: int) -> StoredWaiting | None:
    """Return the row of the person that a game waits for; None if it waits for no one."""
    that = "FROM waiting WHERE game_id = :game_id"
    return select_one(connection, StoredWaiting, that, {"game_id": game_id})


def waiting_for(
    connection: Connection, share: Share, user_id: int, *, everywhere: bool = False
) -> tuple[StoredWaiting, ...]:
    """Return the rows of the games that wait for a person, the longest wait first.

    Args:
        user_id: the person.
        everywhere: also on servers that other processes serve.
    """
    ours = "TRUE" if everywhere else share.condition("guild_id")
    that = f"FROM waiting WHERE user_id = :user_id AND {ours} ORDER BY since, game_id"
    return select(connection, StoredWaiting, that, {"user_id": user_id})


def nudge(
    connection: Connection, game_id: int, turn: int, by: int, due: StoredDue, charge: Charge
) -> bool:
    """Store that an opponent nudges the person of a turn, and the timer that sends it.

    Returns:
        Whether it was stored: False if the turn is over, or has been nudged.

    Raises:
        LimitReachedError: if it exceeds a limit.
    """
    known = waiting_in(connection, game_id)
    if known is None or known.turn != turn or not known.called or known.nudged_by is not None:
        return False
    pay(connection, charge)
    connection.execute(PUT_WAITING, values(replace(known, nudged_by=by)))
    put_due(connection, due)
    return True


def note_told(
    connection: Connection, told: Iterable[StoredWaiting], dues: Iterable[StoredDue] = ()
) -> tuple[StoredItem, ...]:
    """Record the notices that people were given of their turns, and the timers of the next ones.

    If a turn is over by now nothing is recorded for it, and its message is to be deleted.

    Returns:
        The edits of messages that follow.
    """
    old: list[StoredItem] = []
    for waiting in told:
        known = waiting_in(connection, waiting.game_id)
        if known is None or (known.turn, known.user_id) != (waiting.turn, waiting.user_id):
            old += _message_to_delete(waiting)
            continue
        # A reminder replaces the one before: the channel keeps one at most for each game.
        if known.message_id != waiting.message_id:
            old += _message_to_delete(known)
        connection.execute(PUT_WAITING, values(waiting))
    put(connection, *old)
    put_due(connection, *dues)
    return tuple(old)


def _message_to_delete(waiting: StoredWaiting) -> list[StoredItem]:
    if waiting.message_id is None or waiting.channel_id is None:
        return []
    return [delete(waiting.guild_id, waiting.game_id, waiting.channel_id, waiting.message_id)]
