"""The totals of a database, for the host's commands and for monitoring."""

from __future__ import annotations

from dataclasses import dataclass

from db.columns import one_of
from db.connection import Connection
from db.games.questions import GOING_ON, unshown_in
from db.games.rows import State
from db.outbox.rows import CHANGES
from db.share import ALONE, Share


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Figures of a database that cost the same however many games there are.

    Attributes:
        games: the number of games in each state; states without games are left out.
        guilds: the number of servers with games.
        unshown: the number of games with news that were not shown.
        changes: the number of messages that wait for an edit or a deletion.
        size: the size of the database in bytes.
    """

    games: dict[State, int]
    guilds: int
    unshown: int
    changes: int
    size: int


def counts(connection: Connection, size: str, share: Share = ALONE) -> Totals:
    """Return the figures of a database.

    Args:
        connection: a connection to the database.
        size: the SQL query for the database's size in bytes, which SQLite and PostgreSQL word
            differently.
        share: the servers whose games count; messages are counted of all.
    """
    ours = share.condition("guild_id")
    games, unshown = games_now(connection, share)
    guilds = (
        f"SELECT count(*) FROM (SELECT guild_id FROM games WHERE {GOING_ON} AND {ours}"
        f" UNION SELECT guild_id FROM endings WHERE games > 0 AND {ours}) AS guilds"
    )
    kinds, given = one_of("kind", CHANGES)
    [changes] = connection.execute(
        f"SELECT count(*) FROM outbox WHERE {kinds} AND message_id <> 0", given
    ).fetchone()
    return Totals(
        games=games,
        guilds=_number(connection, guilds),
        unshown=unshown,
        changes=changes,
        size=_number(connection, size),
    )


def games_now(connection: Connection, share: Share = ALONE) -> tuple[dict[State, int], int]:
    """Return the number of games in each state, and of those with news that were not shown.

    A monitor asks this again and again: games that are over were counted when they ended.
    """
    ours = share.condition("guild_id")
    rows = connection.execute(
        f"SELECT state, count(*) FROM games WHERE {GOING_ON} AND {ours} GROUP BY state"
        f" UNION ALL SELECT state, CAST(sum(games) AS bigint) FROM endings WHERE {ours}"
        " GROUP BY state"
    )
    by_state: dict[State, int] = {state: count for state, count in rows if count}
    return by_state, _number(connection, f"SELECT count(*) FROM ({unshown_in(share)}) AS unshown")


def entries_and_people(connection: Connection) -> tuple[int, int]:
    """Count the entries of all logs, and the people with a seat; both take long in a large one."""
    people = "SELECT count(DISTINCT user_id) FROM seats"
    return _number(connection, "SELECT count(*) FROM log"), _number(connection, people)


def _number(connection: Connection, question: str) -> int:
    [found] = connection.execute(question).fetchone()
    return int(found)
