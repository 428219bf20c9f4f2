"""All SQL that finds and reads leagues: each question is one function of a connection."""

from __future__ import annotations

from collections.abc import Collection

from db.columns import listed, numbers, one_of, read, select, select_one
from db.connection import Connection
from db.leagues.rows import (
    LeagueState,
    LeagueSummary,
    LeagueTraces,
    StoredEntrant,
    StoredLeague,
    StoredLeagueSeat,
    StoredLeagueTable,
)
from db.share import Share


def load_league(connection: Connection, league_id: int) -> StoredLeague | None:
    """Return a league with its people and tables; ``None`` if no league has the number."""
    given = {"league_id": league_id}
    row = connection.execute(
        f"SELECT {listed(StoredLeague)} FROM leagues WHERE league_id = :league_id", given
    ).fetchone()
    if row is None:
        return None
    theirs = "WHERE league_id = :league_id ORDER BY"
    return read(
        StoredLeague,
        row,
        entrants=select(connection, StoredEntrant, f"FROM entrants {theirs} entrant", given),
        tables=_tables(connection, given),
    )


def _tables(connection: Connection, given: dict[str, int]) -> tuple[StoredLeagueTable, ...]:
    seats: dict[tuple[int, int], list[StoredLeagueSeat]] = {}
    that = "FROM league_seats WHERE league_id = :league_id ORDER BY round, number, seat"
    for seat in select(connection, StoredLeagueSeat, that, given):
        seats.setdefault((seat.round, seat.number), []).append(seat)
    return tuple(
        StoredLeagueTable(
            round_,
            number,
            game_id,
            over_at,
            state,
            place,
            seats=tuple(seats.get((round_, number), ())),
        )
        for round_, number, game_id, over_at, state, place in connection.execute(
            "SELECT round, number, league_tables.game_id, over_at, games.state,"
            " coalesce(games.thread_id, games.channel_id)"
            " FROM league_tables LEFT JOIN games ON games.game_id = league_tables.game_id"
            " WHERE league_id = :league_id ORDER BY round, number",
            given,
        )
    )


def leagues_in(
    connection: Connection, guild_id: int, states: Collection[LeagueState]
) -> tuple[LeagueSummary, ...]:
    """Return the leagues of a server that are in some states, the newest first."""
    in_state, given = one_of("state", states)
    that = f"FROM leagues WHERE guild_id = :guild_id AND {in_state} ORDER BY league_id DESC"
    return select(connection, LeagueSummary, that, {**given, "guild_id": guild_id})


def leagues_of(connection: Connection, user_id: int) -> tuple[int, ...]:
    """Return the numbers of the unfinished leagues that a person has joined and not left."""
    return numbers(
        connection,
        "SELECT league_id FROM leagues JOIN entrants USING (league_id) WHERE user_id = :user_id"
        " AND state IN ('open', 'running') AND left_round IS NULL ORDER BY league_id",
        {"user_id": user_id},
    )


def league_of_game(connection: Connection, game_id: int) -> int | None:
    """Return the number of the league that a game belongs to, or ``None``."""
    query = "SELECT league_id FROM league_tables WHERE game_id = :game_id"
    return next(iter(numbers(connection, query, {"game_id": game_id})), None)


def leagues_to_tend(
    connection: Connection, share: Share, guild_id: int | None = None
) -> tuple[int, ...]:
    """Return the numbers of the running leagues, of one server or of all."""
    return numbers(
        connection,
        "SELECT league_id FROM leagues WHERE state = 'running'"
        f" AND guild_id = coalesce(:guild_id, guild_id) AND {share.condition('guild_id')}"
        " ORDER BY league_id",
        {"guild_id": guild_id},
    )


def league_traces(connection: Connection, person: int) -> tuple[LeagueTraces, ...]:
    """Return the data stored about a person in each league, for an export."""
    rows = connection.execute(
        "SELECT league_id, guild_id, name, state, host_id FROM leagues WHERE host_id = :person"
        " OR league_id IN (SELECT league_id FROM entrants WHERE user_id = :person)"
        " ORDER BY league_id",
        {"person": person},
    ).fetchall()
    return tuple(
        LeagueTraces(
            league_id,
            guild_id,
            name,
            state,
            host_id == person,
            *_played(connection, league_id, person),
        )
        for league_id, guild_id, name, state, host_id in rows
    )


def _played(
    connection: Connection, league_id: int, person: int
) -> tuple[StoredEntrant | None, tuple[StoredLeagueSeat, ...]]:
    given = {"league_id": league_id, "person": person}
    theirs = "FROM entrants WHERE league_id = :league_id AND user_id = :person"
    entrant = select_one(connection, StoredEntrant, theirs, given)
    if entrant is None:
        return None, ()
    given["entrant"] = entrant.entrant
    seats = "FROM league_seats WHERE league_id = :league_id AND entrant = :entrant ORDER BY round"
    return entrant, select(connection, StoredLeagueSeat, seats, given)
