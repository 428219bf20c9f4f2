"""All SQL about notices, edits of messages, news of games, and people whom games wait for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from db.errors import UnknownNumberError
from db.games.changes import set_thread
from db.games.questions import unshown_in
from db.games.rows import StoredMessage
from db.outbox.rows import CHANGES, NewWaiting, StoredItem, StoredWaiting, Topic, delete
from db.sql import (
    Connection,
    Shards,
    Subject,
    change,
    insertion,
    numbers,
    one_of,
    question,
    question_of_shards,
    select,
    select_one,
    values,
)
from db.sql import columns as columns_of
from db.timers import (
    IS_IN_GAME,
    StoredDue,
    drop_due_of,
    failing_since,
    ours,
    put_due,
    put_due_by,
    put_new_due,
)
from db.usage import Charge, pay

KEY: Final = ("kind", "guild_id", "subject_id", "message_id")
THAT: Final = " AND ".join(f"{column} = :{column}" for column in KEY)
COLUMNS: Final = columns_of(StoredItem)

PUT: Final = (
    f"INSERT INTO outbox ({', '.join(COLUMNS)}) VALUES (:{', :'.join(COLUMNS)})"
    f" ON CONFLICT ({', '.join(KEY)}) DO UPDATE SET news = CASE"
    " WHEN excluded.news = 1 THEN outbox.news + 1"
    " WHEN excluded.news > outbox.news THEN excluded.news ELSE outbox.news END,"
    " channel_id = excluded.channel_id"
)

OF: Final = "kind = :kind AND guild_id = :guild_id AND subject_id = :number"


def put(connection: Connection, *items: StoredItem) -> None:
    """Put items into the outbox; raise the count of news of an item that is there already.

    An item whose count is not 1 brings a count of its own, such as a week's number: the larger of
    that and the stored one is kept.
    """
    for item in items:
        connection.execute(PUT, values(item))


def to_do(connection: Connection, subject: Topic) -> tuple[StoredItem, ...]:
    """Return the pending notices and edits of a topic."""
    that = f"FROM outbox WHERE {OF} AND shown < news ORDER BY message_id"
    return select(connection, StoredItem, that, subject._asdict())


def fresh_changes(connection: Connection, game_id: int) -> tuple[StoredItem, ...]:
    """Return the edits of a game's messages that were not tried yet."""
    changes, given = one_of("kind", CHANGES)
    that = (
        f"FROM outbox WHERE {changes} AND subject_id = :game_id"
        " AND guild_id = (SELECT guild_id FROM games WHERE game_id = :game_id)"
        " AND attempts = 0 ORDER BY message_id"
    )
    return select(connection, StoredItem, that, {**given, "game_id": game_id})


def load(connection: Connection, subject: Topic) -> StoredItem | None:
    """Return the notice of a topic, posted or not."""
    that = f"FROM outbox WHERE {OF} AND message_id = 0"
    return select_one(connection, StoredItem, that, subject._asdict())


def unsaid_in(shards: Shards) -> str:
    """Return the SQL query for kind, server and number of the topics with news to post."""
    return (
        f"SELECT kind, guild_id, subject_id AS number FROM outbox"
        f" WHERE shown < news AND {shards.condition('guild_id')}"
        f" UNION SELECT 'game', 0, game_id FROM ({unshown_in(shards)}) AS games"
    )


def unsaid(connection: Connection, shards: Shards, later: int) -> tuple[Topic, ...]:
    """Return the topics with news that were not posted, the highest number first.

    Args:
        later: topics whose next attempt is scheduled after this time are left out.
    """
    rows = connection.execute(
        f"SELECT kind, guild_id, number FROM ({unsaid_in(shards)}) AS unsaid WHERE NOT EXISTS"
        " (SELECT 1 FROM due WHERE due.kind = unsaid.kind AND due.guild_id = unsaid.guild_id"
        " AND due.game_id = unsaid.number AND due.user_id = 0 AND at > :later)"
        " ORDER BY number DESC, kind",
        {"later": later},
    )
    return tuple(Topic(*row) for row in rows)


def done(connection: Connection, items: Iterable[StoredItem]) -> None:
    """Delete finished edits of messages, except those that were put into the outbox once more."""
    for item in items:
        # Put again while it was being done, an item has a higher count and stays.
        connection.execute(f"DELETE FROM outbox WHERE {THAT} AND news = :news", values(item))


def put_off(connection: Connection, items: Iterable[StoredItem], due: StoredDue, now: int) -> None:
    """Count a failed attempt at edits of messages, and schedule a retry, if none is sooner."""
    for item in items:
        connection.execute(f"UPDATE outbox SET attempts = attempts + 1 WHERE {THAT}", values(item))
    put_due_by(connection, replace(due, since=failing_since(connection, due, now)), now)


def note_said(
    connection: Connection,
    item: StoredItem,
    *,
    shown: int,
    channel: int,
    message: int,
    more: Iterable[StoredItem] = (),
) -> None:
    """Record the message that tells a notice, and how many of its news it tells.

    The retry of an attempt that failed before goes with it: one that a killed process left would
    make the next ones rarer.

    Args:
        item: the notice.
        shown: the count of its news in the message.
        channel: the message's channel.
        message: the message; 0 for none.
        more: items that follow, such as taking off the old buttons.
    """
    connection.execute(
        "UPDATE outbox SET shown = CASE WHEN shown < :now THEN :now ELSE shown END,"
        f" posted_id = :stands, posted_in = :place WHERE {THAT}",
        values(item, now=min(shown, item.news), stands=message, place=channel),
    )
    drop_due_of(connection, *item.topic)
    put(connection, *more)


FAILED: Final = (
    "SELECT kind, why, count(*), min(since), min(at) FROM due WHERE why <> '' AND {ours}"
    " GROUP BY kind, why"
)

OVERDUE: Final = (
    "SELECT kind, why, count(*), min(at), min(at) FROM due"
    " WHERE at <= :now AND why = '' AND {ours} GROUP BY kind, why"
)

# Topics that have a timer are among the others.
UNTRIED: Final = (
    "SELECT kind, '', count(*), 0, 0 FROM ({unsaid}) AS unsaid WHERE NOT EXISTS"
    " (SELECT 1 FROM due WHERE due.kind = unsaid.kind AND due.guild_id = unsaid.guild_id"
    " AND due.game_id = unsaid.number AND due.user_id = 0) GROUP BY kind"
)


@dataclass(frozen=True, slots=True)
class Backlog:
    """Messages or timers of one kind that wait for one reason.

    Attributes:
        kind: the kind of topics or timers.
        why: the reason of the last failure, as timers have it; empty while their turn comes.
        count: how many there are.
        since: the time from which on the first of them waits; 0 if that is not known.
        next_at: the time of the next attempt; 0 if it is under way.
    """

    kind: str
    why: str
    count: int
    since: int
    next_at: int


def backlog(connection: Connection, shards: Shards, now: int) -> tuple[Backlog, ...]:
    """Return what waits: what failed and is tried again, and what is due and was not tried yet.

    It costs as much as there is that waits.
    """
    found = [
        Backlog(*row)
        for query in (FAILED, OVERDUE, UNTRIED)
        for row in connection.execute(
            query.format(ours=ours(shards), unsaid=unsaid_in(shards)), {"now": now}
        )
    ]
    return tuple(sorted(found, key=lambda one: (one.why == "", one.since, one.kind)))


def untold(connection: Connection, guild_id: int) -> dict[int, str]:
    """Return why the news of a server's games are not shown, by the games' numbers."""
    return dict(
        connection.execute(
            "SELECT due.game_id, why FROM due JOIN games ON games.game_id = due.game_id"
            " WHERE due.kind = 'game' AND why <> '' AND games.guild_id = :guild_id"
            " AND shown < news",
            {"guild_id": guild_id},
        )
    )


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
        if wanted.notified and not known.notified:  # told in its place, after all
            connection.execute(PUT_WAITING, values(replace(known, notified=True)))
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
    connection: Connection, shards: Shards, user_id: int, *, everywhere: bool = False
) -> tuple[StoredWaiting, ...]:
    """Return the rows of the games that wait for a person, the longest wait first.

    Args:
        user_id: the person.
        everywhere: also on servers that other processes serve.
    """
    ours = "TRUE" if everywhere else shards.condition("guild_id")
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
    if known is None or known.turn != turn or not known.notified or known.nudged_by is not None:
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
) -> tuple[StoredItem, ...]:
    """Record that a game's first ``news`` pieces of news were shown, and by which messages.

    Args:
        game_id: the game.
        news: how many pieces of news were shown.
        messages: the messages that show them, if new.
        new: items to put into the outbox, such as edits of the message before.
        waiting: the person that the game waits for now, if that may have changed.
        dues: timers to store.

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
    put(connection, *new)
    for message in messages:
        connection.execute(PUT_MESSAGE, values(message, game_id=game_id))
    if waiting is not None:
        wait_for(connection, game_id, waiting)
    put_due(connection, *dues)
    return fresh_changes(connection, game_id)


def unshown(connection: Connection, shards: Shards) -> tuple[int, ...]:
    """Return the numbers of the games with news that were not shown, in their order."""
    return numbers(connection, f"{unshown_in(shards)} ORDER BY game_id", {})


class Outbox(Subject):
    """The store's methods for notices, for edits of messages, and for the news of games.

    ``mark_shown`` records the news that was shown, so that after a crash the bot knows the news
    that was saved but not shown.
    """

    put = change(put)
    to_do = question(to_do)
    notice = question(load)
    unsaid = question_of_shards(unsaid)
    untold = question(untold)
    backlog = question_of_shards(backlog)
    done = change(done)
    put_off = change(put_off)
    note_said = change(note_said)

    unshown = question_of_shards(unshown)
    mark_shown = change(mark_shown)
    note_thread = change(set_thread)

    wait_for = change(wait_for)
    waiting_for = question_of_shards(waiting_for)
    waiting_in = question(waiting_in)
    nudge = change(nudge)
    note_told = change(note_told)
