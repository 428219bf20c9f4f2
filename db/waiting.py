"""Waits of games for people, and the record of what was shown of games: rows and all SQL."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from db import sql
from db.errors import UnknownNumberError
from db.games.rows import StoredMessage
from db.outbox import StoredItem, delete, fresh_changes, put
from db.timers import IS_IN_GAME, StoredDue, drop_due_of, put_due, put_new_due
from db.usage import Charge, pay


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredWaiting:
    """A row with the person that a running game waits for, and the notices they were given.

    Attributes:
        since: when they were notified of it, or when that was put off.
        notified: whether they were notified; else that was put off to the end of quiet hours.
        reminded: how often they were reminded of this turn.
        channel_id, message_id: the message in the game's place that reminded them last.
        nudged_by: the opponent who nudged them in this turn, 0 once that person was forgotten.
        nudged_at: when they got the nudge; ``None`` as long as it is to be sent.
    """

    game_id: int
    guild_id: int
    user_id: int
    turn: int
    since: int
    notified: bool
    reminded: int = 0
    reminded_at: int | None = None
    channel_id: int | None = None
    message_id: int | None = None
    nudged_by: int | None = None
    nudged_at: int | None = None

    @property
    def nudge_due(self) -> bool:
        """True if a nudge is to be sent."""
        return self.notified and self.nudged_by is not None and self.nudged_at is None


@dataclass(frozen=True, slots=True)
class NewWaiting:
    """The new wait of a game for a person, to be stored once its news are shown."""

    # the person that the game waits for; ``None`` if there is none to be told
    waiting: StoredWaiting | None = None
    due: StoredDue | None = None
    # the turn that is being played by a computer; ``None`` if it is a person's, or the game is over
    turn: int | None = None


PUT_WAITING: Final = sql.insertion("waiting", StoredWaiting, key=("game_id",), only_if=IS_IN_GAME)


def wait_for(connection: sql.Connection, game_id: int, new: NewWaiting) -> None:
    """Store the person that a game waits for, unless that person and turn are stored already.

    Notices of a turn stay recorded while a computer has the person's seat, so that the person is
    not told once more on coming back before the turn is over.
    """
    known, wanted = waiting_in(connection, game_id), new.waiting
    if known and wanted and (known.turn, known.user_id) == (wanted.turn, wanted.user_id):
        if new.due is not None:
            put_new_due(connection, new.due)
        if wanted.notified and not known.notified:  # told in its place, after all
            connection.execute(PUT_WAITING, sql.values(replace(known, notified=True)))
        return
    if known is not None:
        put(connection, *_message_to_delete(known))
        if wanted is None and known.turn == new.turn:
            left = replace(known, channel_id=None, message_id=None)
            connection.execute(PUT_WAITING, sql.values(left))
            return
        connection.execute("DELETE FROM waiting WHERE game_id = :game_id", {"game_id": game_id})
    if wanted is not None:
        connection.execute(PUT_WAITING, sql.values(wanted))
    if new.due is not None:
        put_due(connection, new.due)


def waiting_in(connection: sql.Connection, game_id: int) -> StoredWaiting | None:
    """Return the row of the person that a game waits for; None if it waits for no one."""
    that = "FROM waiting WHERE game_id = :game_id"
    return sql.select_one(connection, StoredWaiting, that, {"game_id": game_id})


def waiting_for(
    connection: sql.Connection, shards: sql.Shards, user_id: int, *, everywhere: bool = False
) -> tuple[StoredWaiting, ...]:
    """Return the rows of the games that wait for a person, the longest wait first.

    Args:
        everywhere: also on servers that other processes serve.
    """
    ours = "TRUE" if everywhere else shards.condition("guild_id")
    that = f"FROM waiting WHERE user_id = :user_id AND {ours} ORDER BY since, game_id"
    return sql.select(connection, StoredWaiting, that, {"user_id": user_id})


def nudge(
    connection: sql.Connection, game_id: int, turn: int, by: int, due: StoredDue, charge: Charge
) -> bool:
    """Store an opponent's nudge and the timer that sends it; return False if it came too late."""
    known = waiting_in(connection, game_id)
    if known is None or known.turn != turn or not known.notified or known.nudged_by is not None:
        return False
    pay(connection, charge)
    connection.execute(PUT_WAITING, sql.values(replace(known, nudged_by=by)))
    put_due(connection, due)
    return True


def note_notified(
    connection: sql.Connection, notified: Iterable[StoredWaiting], dues: Iterable[StoredDue] = ()
) -> tuple[StoredItem, ...]:
    """Record people's notices of their turns and the next timers; return the edits that follow.

    If a turn is over by now nothing is recorded for it, and its message is to be deleted.
    """
    old: list[StoredItem] = []
    for waiting in notified:
        known = waiting_in(connection, waiting.game_id)
        if known is None or (known.turn, known.user_id) != (waiting.turn, waiting.user_id):
            old += _message_to_delete(waiting)
            continue
        # A reminder replaces the one before: the channel keeps one at most for each game.
        if known.message_id != waiting.message_id:
            old += _message_to_delete(known)
        connection.execute(PUT_WAITING, sql.values(waiting))
    put(connection, *old)
    put_due(connection, *dues)
    return tuple(old)


def _message_to_delete(waiting: StoredWaiting) -> list[StoredItem]:
    if waiting.message_id is None or waiting.channel_id is None:
        return []
    return [delete(waiting.guild_id, waiting.game_id, waiting.channel_id, waiting.message_id)]


# The larger count wins: an older message may be recorded after a newer one.
SHOW: Final = (
    "UPDATE games SET shown = CASE WHEN shown < :shown THEN :shown ELSE shown END"
    " WHERE game_id = :game_id RETURNING news - shown, ended_at"
)

PUT_MESSAGE: Final = sql.insertion("messages", StoredMessage, "game_id", key=("game_id", "kind"))


def mark_shown(
    connection: sql.Connection,
    game_id: int,
    news: int,
    messages: Sequence[StoredMessage] = (),
    new: Sequence[StoredItem] = (),
    waiting: NewWaiting | None = None,
    dues: Sequence[StoredDue] = (),
) -> tuple[StoredItem, ...]:
    """Record that a game's first ``news`` pieces of news were shown, and by which messages.

    Args:
        messages: the messages that show them, if new.
        new: items to put into the outbox, such as edits of the message before.
        waiting: the person that the game waits for now, if that may have changed.
    """
    row = connection.execute(SHOW, {"game_id": game_id, "shown": news}).fetchone()
    if row is None:
        raise UnknownNumberError("game", game_id)
    unshown, ended_at = row
    if ended_at is not None and unshown == 0:
        connection.execute("DELETE FROM untold WHERE game_id = :game_id", {"game_id": game_id})
    # As with a notice (``note_said``).
    drop_due_of(connection, "game", 0, game_id)
    put(connection, *new)
    for message in messages:
        connection.execute(PUT_MESSAGE, sql.values(message, game_id=game_id))
    if waiting is not None:
        wait_for(connection, game_id, waiting)
    put_due(connection, *dues)
    return fresh_changes(connection, game_id)


class Waiting(sql.Subject):
    """The store's methods for what was shown of games, and for the people whom they wait for.

    ``mark_shown`` records the news that was shown, so that after a crash the bot knows the news
    that was saved but not shown.
    """

    mark_shown = sql.change(mark_shown)
    begin = sql.change(wait_for)
    of_person = sql.question_of_shards(waiting_for)
    in_game = sql.question(waiting_in)
    nudge = sql.change(nudge)
    note_notified = sql.change(note_notified)
