"""All SQL about standings: what people's counted games came to, kept as games finish."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from db.club.records import put_records
from db.club.results import put_results
from db.club.rows import StoredRecord, StoredResult, StoredStanding
from db.columns import among, columns, listed, numbers, read, select, values
from db.connection import Connection
from db.games.archive import put_in
from db.settings import set_setting, setting
from db.share import Share

COLUMNS: Final = columns(StoredStanding)

# Only of people with a seat: someone forgotten meanwhile is not brought back.
PUT: Final = (
    f"INSERT INTO standings ({', '.join(COLUMNS)})"
    " SELECT CAST(:guild_id AS bigint), CAST(:user_id AS bigint), :name, :figures, :memory,"
    " CAST(:games AS bigint), CAST(:unlisted AS bigint)"
    " WHERE EXISTS (SELECT 1 FROM seats WHERE user_id = :user_id)"
    " ON CONFLICT (guild_id, user_id) DO UPDATE SET name = excluded.name,"
    " figures = excluded.figures, memory = excluded.memory, games = excluded.games"
)

THEIR_CHOICE: Final = (
    "FROM standings LEFT JOIN ranked ON ranked.guild_id = standings.guild_id"
    " AND ranked.user_id = standings.user_id WHERE standings.guild_id = :guild_id"
)
SHOWN: Final = "coalesce(ranked.shown, :everybody AND games > unlisted)"
"""Whether a person is in the ranking: by their choice, else by the server's rule."""

RULES: Final = ("standings", "rules")
"""The setting that names the rules by which the standings were made."""


def uncounted(
    connection: Connection, share: Share, guild_id: int | None, *, limit: int
) -> tuple[int, ...]:
    """Return the numbers of finished games that are not counted, in the order of their ends.

    Games of a server whose standings are made anew are left out.

    Args:
        guild_id: only those of this server.
        limit: the most numbers to return.
    """
    of_guild = share.condition("guild_id") if guild_id is None else "guild_id = :guild_id"
    return numbers(
        connection,
        f"SELECT game_id FROM uncounted WHERE {of_guild} AND NOT EXISTS"
        " (SELECT 1 FROM recounts WHERE recounts.guild_id = uncounted.guild_id)"
        " ORDER BY ended_at, game_id LIMIT :limit",
        {"guild_id": guild_id, "limit": limit},
    )


def count_game(
    connection: Connection,
    game_id: int,
    results: Sequence[StoredResult],
    standings: Sequence[StoredStanding],
    records: Sequence[StoredRecord] = (),
) -> bool:
    """Store the results of a finished game, the standings of its people and its records.

    Returns:
        Whether it was stored: False if the game is counted already, or was set aside meanwhile.
    """
    query = "DELETE FROM uncounted WHERE game_id = :game_id RETURNING game_id"
    if connection.execute(query, {"game_id": game_id}).fetchone() is None:
        return False
    put_results(connection, game_id, results)
    if results:
        put_in(connection, game_id)
    put_standings(connection, standings)
    put_records(connection, records)
    return True


def put_standings(connection: Connection, standings: Sequence[StoredStanding]) -> None:
    """Store the standings of some people."""
    connection.executemany(PUT, [values(standing) for standing in standings])


def standings_of(
    connection: Connection, guild_id: int, people: Collection[int]
) -> tuple[StoredStanding, ...]:
    """Return the standings of some people on a server; people without one are left out."""
    return tuple(
        read(StoredStanding, row)
        for chosen, given in among("user_id", people)
        for row in connection.execute(
            f"SELECT {listed(StoredStanding)} FROM standings"
            f" WHERE guild_id = :guild_id AND {chosen}",
            {**given, "guild_id": guild_id},
        )
    )


def ranked_standings(
    connection: Connection, guild_id: int, everybody: bool
) -> tuple[StoredStanding, ...]:
    """Return the standings of the people in the ranking of a server.

    Args:
        everybody: whether people who chose nothing are in it.
    """
    names = ", ".join(f"standings.{name}" for name in COLUMNS)
    rows = connection.execute(
        f"SELECT {names} {THEIR_CHOICE} AND {SHOWN}", {"guild_id": guild_id, "everybody": everybody}
    )
    return tuple(read(StoredStanding, row) for row in rows)


def hidden_players(connection: Connection, guild_id: int, everybody: bool) -> int:
    """Return the number of people with games against people who are not in the ranking."""
    given = {"guild_id": guild_id, "everybody": everybody}
    query = f"SELECT count(*) {THEIR_CHOICE} AND games > 0 AND NOT ({SHOWN})"
    [found] = numbers(connection, query, given)
    return found


def standings_everywhere(connection: Connection, user_id: int) -> tuple[StoredStanding, ...]:
    """Return the standings of a person on all servers."""
    that = "FROM standings WHERE user_id = :user_id ORDER BY guild_id"
    return select(connection, StoredStanding, that, {"user_id": user_id})


def unlist(connection: Connection, guild_id: int) -> None:
    """Leave out of a server's ranking whom it lists by its rule, until their next game counts."""
    connection.execute(
        "UPDATE standings SET unlisted = games WHERE guild_id = :guild_id", {"guild_id": guild_id}
    )


def to_recount(connection: Connection, share: Share) -> tuple[int, ...]:
    """Return the servers whose standings are to be made anew."""
    query = f"SELECT guild_id FROM recounts WHERE {share.condition('guild_id')} ORDER BY guild_id"
    return numbers(connection, query, {})


def put_recounted(
    connection: Connection, guild_id: int, standings: Sequence[StoredStanding]
) -> None:
    """Replace all standings of a server by those that were made anew."""
    given = {"guild_id": guild_id}
    query = "SELECT user_id, unlisted FROM standings WHERE guild_id = :guild_id"
    unlisted = dict(connection.execute(query, given))
    connection.execute("DELETE FROM standings WHERE guild_id = :guild_id", given)
    put_standings(
        connection, [replace(one, unlisted=unlisted.get(one.user_id, 0)) for one in standings]
    )
    connection.execute("DELETE FROM recounts WHERE guild_id = :guild_id", given)


def ask_for_recount(connection: Connection) -> int:
    """Have the standings of all servers made anew, and return the number of the servers."""
    connection.execute(
        "INSERT INTO recounts (guild_id) SELECT DISTINCT guild_id FROM endings"
        " WHERE state = 'finished' ON CONFLICT (guild_id) DO NOTHING"
    )
    return len(numbers(connection, "SELECT guild_id FROM recounts", {}))


def set_rules(connection: Connection, rules: str) -> None:
    """Have all standings made anew if they were made by other rules than these."""
    known = setting(connection, *RULES)
    if known != rules:
        if known is not None:
            ask_for_recount(connection)
        set_setting(connection, *RULES, rules)
