"""All SQL about servers and the totals of a database, and the store's methods for both."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from db import settings, sql
from db.errors import StillThereError
from db.features import features_in
from db.games.questions import GOING_ON, unshown_in
from db.games.rows import State
from db.outbox import CHANGES

OF_GUILD: Final = "game_id IN (SELECT game_id FROM games WHERE guild_id = :guild)"

OF_GAMES: Final = "log votes results untold seats invited messages notes prepared pauses waiting"
OF_SERVERS: Final = (
    "uncounted early_ends recounts endings outbox games blocked usage channels left_guilds"
)
"""The tables whose rows are of a game, and those whose rows are of a server."""

DELETE_GUILD: Final = (
    "INSERT INTO erasing (guild) VALUES (:guild)",
    # First what asks who sat there, and what is of a server or else of a game.
    "DELETE FROM archive WHERE guild_id = :guild"
    f" AND user_id IN (SELECT user_id FROM seats WHERE {OF_GUILD} UNION SELECT 0)",
    f"DELETE FROM due WHERE guild_id = :guild OR guild_id = 0 AND {OF_GUILD}",
    *(f"DELETE FROM {table} WHERE {OF_GUILD}" for table in OF_GAMES.split()),
    *(f"DELETE FROM {table} WHERE guild_id = :guild" for table in OF_SERVERS.split()),
    "DELETE FROM settings WHERE key = CAST(:guild AS TEXT)",  # of any scope
    "DELETE FROM erasing",
)


def note_guilds(connection: sql.Connection, present: Collection[int], at: int) -> None:
    """Record when the bot left each server with stored data, or that it is there again.

    Args:
        present: the ids of all servers that the bot is on, also of those that an outage of
            Discord's makes unreachable.
    """
    rows = connection.execute(
        f"SELECT guild_id FROM games WHERE {GOING_ON} UNION SELECT guild_id FROM endings"
        " UNION SELECT guild_id FROM blocked UNION SELECT guild_id FROM channels"
        + "".join(
            f" UNION {query}" for one in features_in(connection) for query in one.server.known
        )
    )
    gone = {guild for [guild] in rows} - set(present)
    connection.executemany(
        "DELETE FROM left_guilds WHERE guild_id = :guild", [{"guild": guild} for guild in present]
    )
    connection.executemany(
        "INSERT INTO left_guilds (guild_id, left_at) VALUES (:guild, :at)"
        " ON CONFLICT (guild_id) DO NOTHING",
        [{"guild": guild, "at": at} for guild in gone],
    )


def guilds_left(connection: sql.Connection, before: int) -> tuple[int, ...]:
    """Return the servers that the bot left before a time, the earliest first."""
    query = "SELECT guild_id FROM left_guilds WHERE left_at < :before ORDER BY left_at, guild_id"
    return sql.numbers(connection, query, {"before": before})


def delete_guild(connection: sql.Connection, guild_id: int, before: int) -> tuple[int, ...]:
    """Delete all data of a server that the bot left before a time, and return its games' numbers.

    Raises:
        StillThereError: if the bot is on the server, or left it at that time or later.
    """
    # Asked again within the transaction: the bot may have been invited back since it was listed.
    if guild_id not in guilds_left(connection, before):
        raise StillThereError(guild_id)
    given = {"guild": guild_id}
    query = "SELECT game_id FROM games WHERE guild_id = :guild ORDER BY game_id"
    games = sql.numbers(connection, query, given)
    features = [statement for one in features_in(connection) for statement in one.server.erase]
    # Those of features first: their rows name games, and no row of the core names theirs.
    for statement in (*features, *DELETE_GUILD):
        connection.execute(statement, given)
    return games


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Figures of a database that cost the same however many games there are."""

    games: dict[State, int]  # the number of games in each state; states without games are left out
    guilds: int
    unshown: int  # the number of games with news that were not shown
    changes: int  # the number of messages that wait for an edit or a deletion
    size: int


def counts(connection: sql.Connection, size: str, shards: sql.Shards = sql.ALONE) -> Totals:
    """Return the figures of a database.

    Args:
        size: the SQL query for the database's size in bytes, which SQLite and PostgreSQL word
            differently.
        shards: the servers whose games count; messages are counted of all.
    """
    ours = shards.condition("guild_id")
    games, unshown = games_now(connection, shards)
    guilds = (
        f"SELECT count(*) FROM (SELECT guild_id FROM games WHERE {GOING_ON} AND {ours}"
        f" UNION SELECT guild_id FROM endings WHERE games > 0 AND {ours}) AS guilds"
    )
    kinds, given = sql.one_of("kind", CHANGES)
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


def games_now(
    connection: sql.Connection, shards: sql.Shards = sql.ALONE
) -> tuple[dict[State, int], int]:
    """Return the number of games in each state, and of those with news that were not shown.

    A monitor asks this again and again: games that are over were counted when they ended.
    """
    ours = shards.condition("guild_id")
    rows = connection.execute(
        f"SELECT state, count(*) FROM games WHERE {GOING_ON} AND {ours} GROUP BY state"
        f" UNION ALL SELECT state, CAST(sum(games) AS bigint) FROM endings WHERE {ours}"
        " GROUP BY state"
    )
    by_state: dict[State, int] = {state: count for state, count in rows if count}
    return by_state, _number(connection, f"SELECT count(*) FROM ({unshown_in(shards)}) AS unshown")


def entries_and_people(connection: sql.Connection) -> tuple[int, int]:
    """Count the entries of all logs, and the people with a seat; both take long in a large one."""
    people = "SELECT count(DISTINCT user_id) FROM seats"
    return _number(connection, "SELECT count(*) FROM log"), _number(connection, people)


def _number(connection: sql.Connection, query: str) -> int:
    [found] = connection.execute(query).fetchone()
    return int(found)


class Admin(sql.Subject):
    """The store's methods for settings, rate limits, servers and the channels that they chose."""

    setting = sql.question(settings.setting)
    set_setting = sql.change(settings.set_setting)
    next_slot = sql.change(settings.next_slot)

    set_channel = sql.change(settings.set_channel)
    drop_channel = sql.change(settings.drop_channel)
    channel = sql.question(settings.channel)

    note_guilds = sql.change(note_guilds)
    guilds_left = sql.question(guilds_left)
    delete_guild = sql.change(delete_guild)

    games_now = sql.question_of_shards(games_now)
