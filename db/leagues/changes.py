"""All SQL that changes leagues: each change is one function of a connection."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from db.columns import insertion, one_of, values
from db.connection import Connection
from db.errors import ConflictError, LimitReachedError, UnknownNumberError, WrongStateError
from db.games.lobbies import begin, open_game
from db.games.rows import ClockChange, NewGame, StoredSeat, StoredStart
from db.leagues.rows import (
    SIGNUP,
    STANDINGS,
    LeagueState,
    NewLeague,
    StoredEntrant,
    StoredLeagueSeat,
    StoredLeagueTable,
)
from db.outbox.items import put
from db.outbox.rows import StoredItem

ADD_LEAGUE: Final = insertion("leagues", NewLeague, "state", "round") + " RETURNING league_id"
ADD_ENTRANT: Final = insertion("entrants", StoredEntrant, "league_id")
ADD_TABLE: Final = insertion("league_tables", StoredLeagueTable, "league_id")
ADD_SEAT: Final = insertion("league_seats", StoredLeagueSeat, "league_id")
THAT_TABLE: Final = "WHERE league_id = :league_id AND round = :round AND number = :number"

OPEN: Final[tuple[LeagueState, ...]] = ("open",)
RUNNING: Final[tuple[LeagueState, ...]] = ("running",)
LIVE: Final[tuple[LeagueState, ...]] = (*OPEN, *RUNNING)


def open_league(connection: Connection, league: NewLeague, *, most: int) -> int:
    """Open a league for sign-up, and return its number.

    Raises:
        LimitReachedError: if its server has ``most`` unfinished leagues already.
    """
    [count] = connection.execute(
        "SELECT count(*) FROM leagues WHERE guild_id = :guild_id AND state IN ('open', 'running')",
        {"guild_id": league.guild_id},
    ).fetchone()
    if count >= most:
        raise LimitReachedError("leagues", most)
    [league_id] = connection.execute(ADD_LEAGUE, values(league, state="open", round=0)).fetchone()
    _put_notice(connection, league_id, SIGNUP, league.created_at)
    return int(league_id)


def set_entrants(connection: Connection, league_id: int, entrants: Sequence[StoredEntrant]) -> None:
    """Replace the people of a league that has not begun."""
    _update(connection, league_id, OPEN, "state = state")  # changes nothing: checks and locks it
    _put_notice(connection, league_id, SIGNUP)
    connection.execute("DELETE FROM entrants WHERE league_id = :id", {"id": league_id})
    connection.executemany(ADD_ENTRANT, [values(one, league_id=league_id) for one in entrants])


def begin_league(
    connection: Connection, league_id: int, tables: Sequence[StoredLeagueTable], *, at: int
) -> None:
    """Begin the first round of a league, and store the tables of all its rounds."""
    assignments = "state = 'running', round = 1, begun_at = :at"
    _update(connection, league_id, OPEN, assignments, at=at)
    _put_notice(connection, league_id, STANDINGS, at)
    _put_notice(connection, league_id, SIGNUP)
    _add_tables(connection, league_id, tables)


def begin_round(connection: Connection, league_id: int, number: int) -> None:
    """Set the round of a running league, and put its standings into the outbox."""
    _update(connection, league_id, RUNNING, "round = :round", round=number)
    _put_notice(connection, league_id, STANDINGS)


def open_league_game(
    connection: Connection,
    league_id: int,
    table: StoredLeagueTable,
    game: NewGame,
    seats: Sequence[StoredSeat],
    start: StoredStart,
    *,
    at: int,
    clock: ClockChange | None = None,
) -> int:
    """Open and begin the game of a league's table, and return the game's number.

    No limit on the number of games applies.

    Raises:
        ConflictError: if the table has its game already.
    """
    game_id = open_game(connection, game)
    begin(connection, game_id, seats, start, at=at, news=False, clock=clock)
    found = connection.execute(
        # Idempotent: a table that has got its game meanwhile refuses another one.
        f"UPDATE league_tables SET game_id = :game_id {THAT_TABLE} AND game_id IS NULL"
        " RETURNING number",
        {
            "league_id": league_id,
            "round": table.round,
            "number": table.number,
            "game_id": game_id,
        },
    ).fetchall()
    if not found:
        raise ConflictError(f"Table {table.number} of round {table.round} has its game.")
    return game_id


def note_left(
    connection: Connection,
    league_id: int,
    entrant: int,
    left_round: int,
    tables: Sequence[StoredLeagueTable],
) -> None:
    """Record the round from which on a person has left a league, and replace its later tables."""
    _update(connection, league_id, RUNNING, "state = state")
    _put_notice(connection, league_id, STANDINGS)
    given = {"league_id": league_id, "entrant": entrant, "round": left_round}
    connection.execute(
        "UPDATE entrants SET left_round = :round"
        " WHERE league_id = :league_id AND entrant = :entrant",
        given,
    )
    # Rounds to come are drawn anew without the person; those already played stay as they are.
    later = "WHERE league_id = :league_id AND round >= :round"
    connection.execute(f"DELETE FROM league_seats {later}", given)
    connection.execute(f"DELETE FROM league_tables {later}", given)
    _add_tables(connection, league_id, tables)


def note_over(connection: Connection, league_id: int, table: StoredLeagueTable) -> None:
    """Record that the game of a league's table has ended, with the result of each seat."""
    _update(connection, league_id, RUNNING, "state = state")
    _put_notice(connection, league_id, STANDINGS)
    given = {"league_id": league_id, "round": table.round, "number": table.number}
    connection.execute(
        f"UPDATE league_tables SET over_at = :over_at {THAT_TABLE}",
        {**given, "over_at": table.over_at},
    )
    connection.executemany(
        "UPDATE league_seats SET gold = :gold, place = :place, resigned = :resigned"
        f" {THAT_TABLE} AND seat = :seat",
        [values(seat, league_id=league_id) for seat in table.seats],
    )


def end_league(connection: Connection, league_id: int, state: LeagueState, *, at: int) -> None:
    """End a league, during its sign-up or while it runs."""
    assignments = "state = :state, ended_at = :at"
    _update(connection, league_id, LIVE, assignments, state=state, at=at)
    _put_current_notice(connection, league_id)


def move_league(connection: Connection, league_id: int, channel_id: int) -> None:
    """Move an unfinished league to another channel, and put its current notice into the outbox."""
    _update(connection, league_id, LIVE, "channel_id = :id", id=channel_id)
    _put_current_notice(connection, league_id)


def _put_current_notice(connection: Connection, league_id: int) -> None:
    """Put the league's current notice into the outbox: the sign-up, or the standings."""
    [begun_at] = connection.execute(
        "SELECT begun_at FROM leagues WHERE league_id = :id", {"id": league_id}
    ).fetchone()
    _put_notice(connection, league_id, SIGNUP if begun_at is None else STANDINGS)


def _put_notice(connection: Connection, league_id: int, kind: str, since: int = 0) -> None:
    """Put a notice about a league into the outbox."""
    [guild, channel] = connection.execute(
        "SELECT guild_id, channel_id FROM leagues WHERE league_id = :id", {"id": league_id}
    ).fetchone()
    put(connection, StoredItem(kind, guild, league_id, channel, since=since))


def _add_tables(
    connection: Connection, league_id: int, tables: Iterable[StoredLeagueTable]
) -> None:
    for table in tables:
        connection.execute(ADD_TABLE, values(table, league_id=league_id))
        connection.executemany(ADD_SEAT, [values(one, league_id=league_id) for one in table.seats])


def _update(
    connection: Connection,
    league_id: int,
    states: Collection[LeagueState] | None,
    assignments: str,
    **given: int | str | None,
) -> None:
    """Change a league that is in one of these states."""
    allowed, more = ("TRUE", {}) if states is None else one_of("state", states)
    changed = connection.execute(
        f"UPDATE leagues SET {assignments} WHERE league_id = :league_id AND {allowed}"
        " RETURNING league_id",
        {**given, **more, "league_id": league_id},
    ).fetchall()
    if changed:
        return
    row = connection.execute(
        "SELECT state FROM leagues WHERE league_id = :league_id", {"league_id": league_id}
    ).fetchone()
    if row is None:
        raise UnknownNumberError("league", league_id)
    raise WrongStateError("league", league_id, row[0])
