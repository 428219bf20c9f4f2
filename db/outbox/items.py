"""All SQL about the outbox's items: notices to post, and edits of messages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from db.columns import columns as columns_of
from db.columns import one_of, select, select_one, values
from db.connection import Connection
from db.games.questions import unshown_in
from db.outbox.rows import CHANGES, StoredItem, Topic
from db.share import Share
from db.timers.due import drop_due_of, failing_since, put_due_by
from db.timers.rows import StoredDue

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


def unsaid_in(share: Share) -> str:
    """Return the SQL query for kind, server and number of the topics with news to post."""
    return (
        f"SELECT kind, guild_id, subject_id AS number FROM outbox"
        f" WHERE shown < news AND {share.condition('guild_id')}"
        f" UNION SELECT 'game', 0, game_id FROM ({unshown_in(share)}) AS games"
        " UNION SELECT 'game', 0, game_id FROM recalls"
        f" WHERE {share.condition_of_game('recalls')}"
    )


def unsaid(connection: Connection, share: Share, later: int) -> tuple[Topic, ...]:
    """Return the topics with news that were not posted, the highest number first.

    Args:
        later: topics whose next attempt is scheduled after this time are left out.
    """
    rows = connection.execute(
        f"SELECT kind, guild_id, number FROM ({unsaid_in(share)}) AS unsaid WHERE NOT EXISTS"
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
        f" stands_id = :stands, stands_in = :place WHERE {THAT}",
        values(item, now=min(shown, item.news), stands=message, place=channel),
    )
    drop_due_of(connection, *item.topic)
    put(connection, *more)
