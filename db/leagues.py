"""All SQL about leagues: each change and each question is one function of a connection."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from db import lobbies
from db.columns import insertion, listed, one_of, read, values
from db.connection import Connection
from db.errors import ConflictError, LimitReachedError, UnknownLeagueError, WrongLeagueStateError
from db.league_rows import (
    LeagueState,
    LeagueSummary,
    LeagueTraces,
    NewLeague,
    StoredEntrant,
    StoredLeague,
    StoredLeagueMessage,
    StoredLeagueSeat,
    StoredLeagueTable,
)
from db.rows import Limits, NewGame, StoredSeat, StoredStart
from db.share import ALONE, Share

ADD_LEAGUE: Final = (
    insertion("leagues", NewLeague, "state", "round", "news", "shown") + " RETURNING league_id"
)
ADD_ENTRANT: Final = insertion("entrants", StoredEntrant, "league_id")
ADD_TABLE: Final = insertion("league_tables", StoredLeagueTable, "league_id")
ADD_SEAT: Final = insertion("league_seats", StoredLeagueSeat, "league_id")
PUT_MESSAGE: Final = insertion(
    "league_messages", StoredLeagueMessage, "league_id", key=("league_id", "kind")
)
THAT_TABLE: Final = "WHERE league_id = :league_id AND round = :round AND number = :number"

OPEN: Final[tuple[LeagueState, ...]] = ("open",)
RUNNING: Final[tuple[LeagueState, ...]] = ("running",)
LIVE: Final[tuple[LeagueState, ...]] = (*OPEN, *RUNNING)


def open_league(connection: Connection, league: NewLeague, most: int) -> int:
    """Opens a league for sign-up if its server has not too many; its number.

    Raises:
        LimitReachedError: if it has.
    """
    [count] = connection.execute(
        "SELECT count(*) FROM leagues WHERE guild_id = :guild_id AND state IN ('open', 'running')",
        {"guild_id": league.guild_id},
    ).fetchone()
    if count >= most:
        raise LimitReachedError("leagues", most)
    [league_id] = connection.execute(
        ADD_LEAGUE, values(league, state="open", round=0, news=1, shown=0)
    ).fetchone()
    return int(league_id)


def set_entrants(connection: Connection, league_id: int, entrants: Sequence[StoredEntrant]) -> None:
    """Replaces the people of a league that has not begun."""
    _update(connection, league_id, OPEN, "news = news + 1")
    connection.execute("DELETE FROM entrants WHERE league_id = :id", {"id": league_id})
    connection.executemany(ADD_ENTRANT, [values(one, league_id=league_id) for one in entrants])


def begin_league(
    connection: Connection, league_id: int, tables: Sequence[StoredLeagueTable], at: int
) -> None:
    """Begins a league with the tables of all its rounds."""
    assignments = "state = 'running', round = 1, begun_at = :at, news = news + 1"
    _update(connection, league_id, OPEN, assignments, at=at)
    _add_tables(connection, league_id, tables)


def begin_round(connection: Connection, league_id: int, number: int) -> None:
    """Goes on to a round."""
    _update(connection, league_id, RUNNING, "round = :round, news = news + 1", round=number)


def open_league_game(
    connection: Connection,
    league_id: int,
    table: StoredLeagueTable,
    game: NewGame,
    seats: Sequence[StoredSeat],
    start: StoredStart,
    at: int,
) -> int:
    """Opens the game of a table, which runs at once; its number.

    Raises:
        ConflictError: if the table has a game already.
    """
    game_id = lobbies.open_game(connection, game, (), Limits())
    lobbies.begin(connection, game_id, seats, start, at, news=False)
    found = connection.execute(
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
    """Notes that a person plays no more from a round on, for which others tables are drawn."""
    _update(connection, league_id, RUNNING, "news = news + 1")
    given = {"league_id": league_id, "entrant": entrant, "round": left_round}
    connection.execute(
        "UPDATE entrants SET left_round = :round"
        " WHERE league_id = :league_id AND entrant = :entrant",
        given,
    )
    later = "WHERE league_id = :league_id AND round >= :round"
    connection.execute(f"DELETE FROM league_seats {later}", given)
    connection.execute(f"DELETE FROM league_tables {later}", given)
    _add_tables(connection, league_id, tables)


def note_over(connection: Connection, league_id: int, table: StoredLeagueTable) -> None:
    """Notes how a table's game ended, once."""
    _update(connection, league_id, RUNNING, "news = news + 1")
    given = {"league_id": league_id, "round": table.round, "number": table.number}
    connection.execute(
        f"UPDATE league_tables SET over_at = :over_at {THAT_TABLE}",
        {**given, "over_at": table.over_at},
    )
    connection.executemany(
        f"UPDATE league_seats SET gold = :gold, resigned = :resigned {THAT_TABLE} AND seat = :seat",
        [values(seat, league_id=league_id) for seat in table.seats],
    )


def end_league(connection: Connection, league_id: int, state: LeagueState, at: int) -> None:
    """Ends a league, begun or not."""
    assignments = "state = :state, ended_at = :at, news = news + 1"
    _update(connection, league_id, LIVE, assignments, state=state, at=at)


def move_league(connection: Connection, league_id: int, channel_id: int) -> None:
    """Takes a league to another channel, where nothing of it stands yet."""
    _update(connection, league_id, LIVE, "channel_id = :id, news = news + 1", id=channel_id)
    connection.execute("DELETE FROM league_messages WHERE league_id = :id", {"id": league_id})


def mark_league_shown(
    connection: Connection, league_id: int, news: int, messages: Sequence[StoredLeagueMessage]
) -> None:
    """Notes that so much of a league's news was shown, and where."""
    shown = "shown = CASE WHEN shown < :shown THEN :shown ELSE shown END"
    _update(connection, league_id, None, shown, shown=news)
    connection.executemany(PUT_MESSAGE, [values(one, league_id=league_id) for one in messages])


def load_league(connection: Connection, league_id: int) -> StoredLeague | None:
    """A whole league."""
    given = {"league_id": league_id}
    row = connection.execute(
        f"SELECT {listed(StoredLeague)} FROM leagues WHERE league_id = :league_id", given
    ).fetchone()
    if row is None:
        return None
    entrants = connection.execute(
        f"SELECT {listed(StoredEntrant)} FROM entrants WHERE league_id = :league_id"
        " ORDER BY entrant",
        given,
    )
    messages = connection.execute(
        f"SELECT {listed(StoredLeagueMessage)} FROM league_messages WHERE league_id = :league_id"
        " ORDER BY kind",
        given,
    )
    return read(
        StoredLeague,
        row,
        entrants=tuple(read(StoredEntrant, one) for one in entrants),
        tables=_tables(connection, given),
        messages=tuple(read(StoredLeagueMessage, one) for one in messages),
    )


def _tables(connection: Connection, given: dict[str, int]) -> tuple[StoredLeagueTable, ...]:
    seats: dict[tuple[int, int], list[StoredLeagueSeat]] = {}
    for row in connection.execute(
        f"SELECT {listed(StoredLeagueSeat)} FROM league_seats WHERE league_id = :league_id"
        " ORDER BY round, number, seat",
        given,
    ):
        seat = read(StoredLeagueSeat, row)
        seats.setdefault((seat.round, seat.number), []).append(seat)
    return tuple(
        StoredLeagueTable(
            *(round_, number, game_id, over_at, state, place),
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
    """The leagues of a server in one of these states, the newest first."""
    in_state, given = one_of("state", states)
    rows = connection.execute(
        f"SELECT {listed(LeagueSummary)} FROM leagues"
        f" WHERE guild_id = :guild_id AND {in_state} ORDER BY league_id DESC",
        {**given, "guild_id": guild_id},
    )
    return tuple(read(LeagueSummary, row) for row in rows)


def leagues_of(connection: Connection, user_id: int) -> tuple[int, ...]:
    """The numbers of the unfinished leagues in which a person plays."""
    rows = connection.execute(
        "SELECT league_id FROM leagues JOIN entrants USING (league_id) WHERE user_id = :user_id"
        " AND state IN ('open', 'running') AND left_round IS NULL ORDER BY league_id",
        {"user_id": user_id},
    )
    return tuple(league_id for [league_id] in rows)


def league_of_game(connection: Connection, game_id: int) -> int | None:
    """The league to which a game belongs, if it does."""
    row = connection.execute(
        "SELECT league_id FROM league_tables WHERE game_id = :game_id", {"game_id": game_id}
    ).fetchone()
    return None if row is None else int(row[0])


def leagues_to_tend(
    connection: Connection, guild_id: int | None, share: Share = ALONE
) -> tuple[int, ...]:
    """The numbers of the leagues that run or have something to show, of one server or all."""
    rows = connection.execute(
        "SELECT league_id FROM leagues WHERE (state = 'running' OR shown < news)"
        f" AND guild_id = coalesce(:guild_id, guild_id) AND {share.condition('guild_id')}"
        " ORDER BY league_id",
        {"guild_id": guild_id},
    )
    return tuple(league_id for [league_id] in rows)


def league_traces(connection: Connection, person: int) -> tuple[LeagueTraces, ...]:
    """What is kept of a person in leagues."""
    rows = connection.execute(
        "SELECT league_id, guild_id, name, state, host_id FROM leagues WHERE host_id = :person"
        " OR league_id IN (SELECT league_id FROM entrants WHERE user_id = :person)"
        " ORDER BY league_id",
        {"person": person},
    ).fetchall()
    return tuple(
        LeagueTraces(
            *(league_id, guild_id, name, state, host_id == person),
            *_played(connection, league_id, person),
        )
        for league_id, guild_id, name, state, host_id in rows
    )


def _played(
    connection: Connection, league_id: int, person: int
) -> tuple[StoredEntrant | None, tuple[StoredLeagueSeat, ...]]:
    given = {"league_id": league_id, "person": person}
    row = connection.execute(
        f"SELECT {listed(StoredEntrant)} FROM entrants"
        " WHERE league_id = :league_id AND user_id = :person",
        given,
    ).fetchone()
    if row is None:
        return None, ()
    entrant = read(StoredEntrant, row)
    seats = connection.execute(
        f"SELECT {listed(StoredLeagueSeat)} FROM league_seats"
        " WHERE league_id = :league_id AND entrant = :entrant ORDER BY round",
        {**given, "entrant": entrant.entrant},
    )
    return entrant, tuple(read(StoredLeagueSeat, seat) for seat in seats)


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
    """Changes a league that is in one of these states."""
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
        raise UnknownLeagueError(league_id)
    raise WrongLeagueStateError(league_id, row[0])
