"""The outbox: notices to post and edits of messages, their rows and all SQL about them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from db import sql
from db.games.changes import set_thread
from db.games.questions import unshown_in
from db.sql import Connection, Shards, values
from db.timers import StoredDue, drop_due_of, failing_since, ours, put_due_by


class Topic(NamedTuple):
    """The key by which the outbox groups news: those of one topic are posted in order."""

    kind: str  # a word that the store does not read
    guild_id: int  # the server's id; 0 where the number alone identifies the subject
    number: int = 0  # the number of the game or league; 0 for the server itself


@dataclass(frozen=True, slots=True)
class StoredItem:
    """A row with a notice to post, or with an edit of a posted message.

    A notice is one row with a count of news, and its message tells only the newest state. The row
    of a notice stays when it was posted; that of an edit is deleted once it is done.
    """

    kind: str
    guild_id: int
    subject_id: int  # the number of the game or league that it is about; 0 for the server itself
    channel_id: int  # the channel to post in, or of the message that stands
    message_id: int = 0  # the message to edit; 0 for a notice
    since: int = 0  # the time of its first news
    news: int = 1
    shown: int = 0
    posted_id: int = 0  # the message that tells it, which the next one replaces; 0 for none
    posted_in: int = 0
    attempts: int = 0

    @property
    def topic(self) -> Topic:
        """The item's topic."""
        return Topic(self.kind, self.guild_id, self.subject_id)


STRIP: Final = "strip"  # a message loses its buttons, because another one replaces it

RETIRE: Final = "retire"
"""A message loses its buttons and what it asks for, because another one replaces it."""

EDIT: Final = "edit"  # a message is to tell how things are now

DELETE: Final = "delete"

RENAME: Final = "rename"
"""A thread is to have the name that its game has now; the thread stands for the message."""

PIN: Final = "pin"

TAG: Final = "tag"
"""A post in a forum is to have the tags of its game as it is; the post stands for the message."""

CHANGES: Final = (STRIP, RETIRE, EDIT, DELETE, RENAME, PIN, TAG)
"""The kinds of edits of messages and threads that stand."""


def change(kind: str, guild: int, subject: int, channel: int, message: int = 0) -> StoredItem:
    """Return a change of a message, or of a thread, which stands for its own message."""
    return StoredItem(kind, guild, subject, channel, message or channel)


strip: Final = partial(change, STRIP)
retire: Final = partial(change, RETIRE)
edit: Final = partial(change, EDIT)
delete: Final = partial(change, DELETE)
pin: Final = partial(change, PIN)
rename: Final = partial(change, RENAME)
tag: Final = partial(change, TAG)

KEY: Final = ("kind", "guild_id", "subject_id", "message_id")
THAT: Final = " AND ".join(f"{column} = :{column}" for column in KEY)
COLUMNS: Final = sql.columns(StoredItem)

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
    return sql.select(connection, StoredItem, that, subject._asdict())


def fresh_changes(connection: Connection, game_id: int) -> tuple[StoredItem, ...]:
    """Return the edits of a game's messages that were not tried yet."""
    changes, given = sql.one_of("kind", CHANGES)
    that = (
        f"FROM outbox WHERE {changes} AND subject_id = :game_id"
        " AND guild_id = (SELECT guild_id FROM games WHERE game_id = :game_id)"
        " AND attempts = 0 ORDER BY message_id"
    )
    return sql.select(connection, StoredItem, that, {**given, "game_id": game_id})


def load(connection: Connection, subject: Topic) -> StoredItem | None:
    """Return the notice of a topic, posted or not."""
    that = f"FROM outbox WHERE {OF} AND message_id = 0"
    return sql.select_one(connection, StoredItem, that, subject._asdict())


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
        message: the message; 0 for none.
        more: items that follow, such as taking off the old buttons.
    """
    connection.execute(
        "UPDATE outbox SET shown = CASE WHEN shown < :now THEN :now ELSE shown END,"
        f" posted_id = :message, posted_in = :place WHERE {THAT}",
        values(item, now=min(shown, item.news), message=message, place=channel),
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
    """Messages or timers of one kind that wait for one reason."""

    kind: str
    why: str  # the reason of the last failure, as timers have it; empty while their turn comes
    count: int
    since: int  # the time from which on the first of them waits; 0 if that is not known
    next_at: int  # the time of the next attempt; 0 if it is under way


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


def unshown(connection: Connection, shards: Shards) -> tuple[int, ...]:
    """Return the numbers of the games with news that were not shown, in their order."""
    return sql.numbers(connection, f"{unshown_in(shards)} ORDER BY game_id", {})


class Outbox(sql.Subject):
    """The store's methods for notices, for edits of messages, and for news not shown yet."""

    put = sql.change(put)
    to_do = sql.question(to_do)
    notice = sql.question(load)
    unsaid = sql.question_of_shards(unsaid)
    untold = sql.question(untold)
    backlog = sql.question_of_shards(backlog)
    done = sql.change(done)
    put_off = sql.change(put_off)
    note_said = sql.change(note_said)
    unshown = sql.question_of_shards(unshown)
    note_thread = sql.change(set_thread)
