"""The totals of a database, for the host's commands and for monitoring."""

from __future__ import annotations

from dataclasses import dataclass

from db.connection import Connection
from db.games.rows import State
from db.share import ALONE, Share


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """The amount of stored data.

    Attributes:
        games: the number of games by state, of the states that occur.
        entries: of all logs together.
        people: the people with a seat.
        guilds: servers with games.
        unshown: games with news that were not shown.
        changes: messages that wait for an edit or a deletion.
        size: of the file, in bytes.
    """

    games: dict[State, int]
    entries: int
    people: int
    guilds: int
    unshown: int
    changes: int
    size: int


def counts(connection: Connection, size: str, share: Share = ALONE) -> Totals:
    """Count the contents of a database.

    Args:
        connection: to the database.
        size: the query for its bytes, which each kind of database has of its own.
        share: the servers whose games count; entries, people and chores are counted of all.
    """

    def number(question: str) -> int:
        [found] = connection.execute(question).fetchone()
        return int(found)

    ours = share.condition("guild_id")
    return Totals(
        games=dict(
            connection.execute(f"SELECT state, count(*) FROM games WHERE {ours} GROUP BY state")
        ),
        entries=number("SELECT count(*) FROM log"),
        people=number("SELECT count(DISTINCT user_id) FROM seats"),
        guilds=number(f"SELECT count(DISTINCT guild_id) FROM games WHERE {ours}"),
        unshown=number(f"SELECT count(*) FROM games WHERE shown < news AND {ours}"),
        changes=number("SELECT count(*) FROM outbox WHERE message_id <> 0"),
        size=number(size),
    )
