"""The totals of a database, for the host's commands and for monitoring."""

from __future__ import annotations

from dataclasses import dataclass

from db.connection import Connection
from db.games.rows import State
from db.share import ALONE, Share


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Counts of a database's contents.

    Attributes:
        games: the number of games in each state; states without games are left out.
        entries: the number of entries in all logs.
        people: the number of people with a seat.
        guilds: the number of servers with games.
        unshown: the number of games with news that were not shown.
        changes: the number of messages that wait for an edit or a deletion.
        size: the size of the database in bytes.
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
        connection: a connection to the database.
        size: the SQL query for the database's size in bytes, which SQLite and PostgreSQL word
            differently.
        share: the servers whose games count; entries, people and chores are counted of all.
    """

    def number(question: str) -> int:
        [found] = connection.execute(question).fetchone()
        return int(found)

    ours = share.condition("guild_id")
    games, unshown = games_now(connection, share)
    return Totals(
        games=games,
        entries=number("SELECT count(*) FROM log"),
        people=number("SELECT count(DISTINCT user_id) FROM seats"),
        guilds=number(f"SELECT count(DISTINCT guild_id) FROM games WHERE {ours}"),
        unshown=unshown,
        changes=number("SELECT count(*) FROM outbox WHERE message_id <> 0"),
        size=number(size),
    )


def games_now(connection: Connection, share: Share = ALONE) -> tuple[dict[State, int], int]:
    """Return the number of games in each state, and of those with news that were not shown.

    A monitor asks this again and again, so no log is counted.
    """
    ours = share.condition("guild_id")
    games = connection.execute(f"SELECT state, count(*) FROM games WHERE {ours} GROUP BY state")
    by_state: dict[State, int] = dict(games)
    unshown = f"SELECT count(*) FROM games WHERE shown < news AND {ours}"
    [found] = connection.execute(unshown).fetchone()
    return by_state, int(found)
