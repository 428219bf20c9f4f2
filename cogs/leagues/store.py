"""The tables of leagues: their rows, all SQL, and what is done with people and servers in them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias

from db import sql
from db.errors import ConflictError, LimitReachedError, UnknownNumberError, WrongStateError
from db.features import FeatureTables, OfPeople, OfServers
from db.games.lobbies import begin, open_game
from db.games.rows import ClockChange, HelpLevel, Late, NewGame, StoredSeat, StoredStart
from db.outbox import StoredItem, put
from db.usage import AskedBy, once
from i18n.translation import N_

SIGNUP: Final = "signup"  # the kind of notice in which people sign up
STANDINGS: Final = "standings"  # the kind of notice that says how a league stands

LeagueState: TypeAlias = Literal["open", "running", "finished", "cancelled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLeague:
    """The columns of a league's row that are set when the league is opened."""

    guild_id: int
    channel_id: int
    host_id: int | None  # the person who opened it; ``None`` once forgotten
    name: str
    seats: int = 4
    rounds: int = 3
    # the seed of the draw; secret until the league begins
    seed: str = field(default="", repr=False)
    edition: str = ""
    setup: str = "first-game"
    mirror: bool = False
    help: HelpLevel = "none"
    language: str = "en"
    theme: str = "dark"
    created_at: int = 0
    clock: str = "72h+24h"
    late: Late = "ask"


@dataclass(frozen=True, slots=True)
class StoredEntrant:
    """A row with a person in a league."""

    # the person's number, from 1 in the order of the sign-up once the league has begun
    entrant: int
    user_id: int | None  # the person's id; ``None`` once they were forgotten
    name: str
    left_round: int | None = None  # the first round without them, if they left


@dataclass(frozen=True, slots=True)
class StoredLeagueSeat:
    """A row with a seat at a table of a league."""

    round: int  # the round and the number of the table
    number: int
    seat: int  # the seat's place in the turn order, from 0
    entrant: int
    gold: int | None = None  # the seat's gold at the game's end; ``None`` without a result
    # its place as the ranking counts it, 1 for the best; ``None`` without a result
    place: int | None = None
    resigned: bool = False  # whether the person had resigned from the game by its end


@dataclass(frozen=True, slots=True)
class StoredLeagueTable:
    """A row with a table of a league, at which one game is played."""

    round: int
    number: int
    game_id: int | None = None  # the number of its game; ``None`` until the game has been opened
    over_at: int | None = None  # when the league recorded the game's end
    state: str | None = field(default=None, metadata=sql.ELSEWHERE)
    # the thread, or else the channel, where the game is played
    place: int | None = field(default=None, metadata=sql.ELSEWHERE)
    seats: tuple[StoredLeagueSeat, ...] = field(default=(), metadata=sql.ELSEWHERE)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueSummary(NewLeague):
    """A league without its people and tables."""

    league_id: int
    state: LeagueState
    round: int  # the number of the round that is played; 0 before the league has begun
    begun_at: int | None
    ended_at: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLeague(LeagueSummary):
    """A league with its people and tables."""

    entrants: tuple[StoredEntrant, ...] = field(metadata=sql.ELSEWHERE)
    tables: tuple[StoredLeagueTable, ...] = field(metadata=sql.ELSEWHERE)


def load_league(connection: sql.Connection, league_id: int) -> StoredLeague | None:
    """Return a league with its people and tables; ``None`` if no league has the number."""
    given = {"league_id": league_id}
    row = connection.execute(
        f"SELECT {sql.listed(StoredLeague)} FROM leagues WHERE league_id = :league_id", given
    ).fetchone()
    if row is None:
        return None
    theirs = "WHERE league_id = :league_id ORDER BY"
    return sql.read(
        StoredLeague,
        row,
        entrants=sql.select(connection, StoredEntrant, f"FROM entrants {theirs} entrant", given),
        tables=_tables(connection, given),
    )


def _tables(connection: sql.Connection, given: dict[str, int]) -> tuple[StoredLeagueTable, ...]:
    seats: dict[tuple[int, int], list[StoredLeagueSeat]] = {}
    that = "FROM league_seats WHERE league_id = :league_id ORDER BY round, number, seat"
    for seat in sql.select(connection, StoredLeagueSeat, that, given):
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
    connection: sql.Connection, guild_id: int, states: Collection[LeagueState]
) -> tuple[LeagueSummary, ...]:
    """Return the leagues of a server that are in some states, the newest first."""
    in_state, given = sql.one_of("state", states)
    that = f"FROM leagues WHERE guild_id = :guild_id AND {in_state} ORDER BY league_id DESC"
    return sql.select(connection, LeagueSummary, that, {**given, "guild_id": guild_id})


def leagues_of(connection: sql.Connection, user_id: int) -> tuple[int, ...]:
    """Return the numbers of the unfinished leagues that a person has joined and not left."""
    return sql.numbers(
        connection,
        "SELECT league_id FROM leagues JOIN entrants USING (league_id) WHERE user_id = :user_id"
        " AND state IN ('open', 'running') AND left_round IS NULL ORDER BY league_id",
        {"user_id": user_id},
    )


def league_of_game(connection: sql.Connection, game_id: int) -> int | None:
    """Return the number of the league that a game belongs to, or ``None``."""
    query = "SELECT league_id FROM league_tables WHERE game_id = :game_id"
    return next(iter(sql.numbers(connection, query, {"game_id": game_id})), None)


def leagues_to_tend(
    connection: sql.Connection, shards: sql.Shards, guild_id: int | None = None
) -> tuple[int, ...]:
    """Return the numbers of the running leagues, of one server or of all."""
    return sql.numbers(
        connection,
        "SELECT league_id FROM leagues WHERE state = 'running'"
        f" AND guild_id = coalesce(:guild_id, guild_id) AND {shards.condition('guild_id')}"
        " ORDER BY league_id",
        {"guild_id": guild_id},
    )


ADD_LEAGUE: Final = sql.insertion("leagues", NewLeague, "state", "round") + " RETURNING league_id"
ADD_ENTRANT: Final = sql.insertion("entrants", StoredEntrant, "league_id")
ADD_TABLE: Final = sql.insertion("league_tables", StoredLeagueTable, "league_id")
ADD_SEAT: Final = sql.insertion("league_seats", StoredLeagueSeat, "league_id")
THAT_TABLE: Final = "WHERE league_id = :league_id AND round = :round AND number = :number"

OPEN: Final[tuple[LeagueState, ...]] = ("open",)
RUNNING: Final[tuple[LeagueState, ...]] = ("running",)
LIVE: Final[tuple[LeagueState, ...]] = (*OPEN, *RUNNING)


def open_league(
    connection: sql.Connection, league: NewLeague, asked: AskedBy | None = None, *, most: int
) -> int:
    """Open a league for sign-up, and return its number.

    Raises:
        DoneBeforeError: if it was opened before.
        LimitReachedError: if its server has ``most`` unfinished leagues already.
    """
    once(connection, asked)
    [count] = connection.execute(
        "SELECT count(*) FROM leagues WHERE guild_id = :guild_id AND state IN ('open', 'running')",
        {"guild_id": league.guild_id},
    ).fetchone()
    if count >= most:
        raise LimitReachedError("leagues", most)
    [league_id] = connection.execute(
        ADD_LEAGUE, sql.values(league, state="open", round=0)
    ).fetchone()
    _put_notice(connection, league_id, SIGNUP, league.created_at)
    return int(league_id)


def set_entrants(
    connection: sql.Connection, league_id: int, entrants: Sequence[StoredEntrant]
) -> None:
    """Replace the people of a league that has not begun."""
    _update(connection, league_id, OPEN, "state = state")  # changes nothing: checks and locks it
    _put_notice(connection, league_id, SIGNUP)
    connection.execute("DELETE FROM entrants WHERE league_id = :id", {"id": league_id})
    connection.executemany(ADD_ENTRANT, [sql.values(one, league_id=league_id) for one in entrants])


def change_league(connection: sql.Connection, league_id: int, rules: Mapping[str, str]) -> None:
    """Change what the games of a league that has not begun are played by."""
    assignments = "clock = :clock, late = :late, help = :help, edition = :edition, theme = :theme"
    _update(connection, league_id, OPEN, assignments, **rules)
    _put_notice(connection, league_id, SIGNUP)


def begin_league(
    connection: sql.Connection, league_id: int, tables: Sequence[StoredLeagueTable], *, at: int
) -> None:
    """Begin the first round of a league, and store the tables of all its rounds."""
    _update(connection, league_id, OPEN, "state = 'running', round = 1, begun_at = :at", at=at)
    _put_notice(connection, league_id, STANDINGS, at)
    _put_notice(connection, league_id, SIGNUP)
    _add_tables(connection, league_id, tables)


def begin_round(connection: sql.Connection, league_id: int, number: int) -> None:
    """Set the round of a running league, and put its standings into the outbox."""
    _update(connection, league_id, RUNNING, "round = :round", round=number)
    _put_notice(connection, league_id, STANDINGS)


def open_league_game(
    connection: sql.Connection,
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
        {"league_id": league_id, "round": table.round, "number": table.number, "game_id": game_id},
    ).fetchall()
    if not found:
        raise ConflictError(f"Table {table.number} of round {table.round} has its game.")
    return game_id


def note_left(
    connection: sql.Connection,
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


def note_over(connection: sql.Connection, league_id: int, table: StoredLeagueTable) -> None:
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
        [sql.values(seat, league_id=league_id) for seat in table.seats],
    )


def end_league(connection: sql.Connection, league_id: int, state: LeagueState, *, at: int) -> None:
    """End a league, during its sign-up or while it runs."""
    _update(connection, league_id, LIVE, "state = :state, ended_at = :at", state=state, at=at)
    _put_current_notice(connection, league_id)


def move_league(connection: sql.Connection, league_id: int, channel_id: int) -> None:
    """Move an unfinished league to another channel, and put its current notice into the outbox."""
    _update(connection, league_id, LIVE, "channel_id = :id", id=channel_id)
    _put_current_notice(connection, league_id)


def _put_current_notice(connection: sql.Connection, league_id: int) -> None:
    """Put the league's current notice into the outbox: the sign-up, or the standings."""
    [begun_at] = connection.execute(
        "SELECT begun_at FROM leagues WHERE league_id = :id", {"id": league_id}
    ).fetchone()
    _put_notice(connection, league_id, SIGNUP if begun_at is None else STANDINGS)


def _put_notice(connection: sql.Connection, league_id: int, kind: str, since: int = 0) -> None:
    [guild, channel] = connection.execute(
        "SELECT guild_id, channel_id FROM leagues WHERE league_id = :id", {"id": league_id}
    ).fetchone()
    put(connection, StoredItem(kind, guild, league_id, channel, since=since))


def _add_tables(
    connection: sql.Connection, league_id: int, tables: Iterable[StoredLeagueTable]
) -> None:
    for table in tables:
        connection.execute(ADD_TABLE, sql.values(table, league_id=league_id))
        connection.executemany(
            ADD_SEAT, [sql.values(one, league_id=league_id) for one in table.seats]
        )


def _update(
    connection: sql.Connection,
    league_id: int,
    states: Collection[LeagueState],
    assignments: str,
    **given: int | str | None,
) -> None:
    allowed, more = sql.one_of("state", states)
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


OF_SERVER: Final = "league_id IN (SELECT league_id FROM leagues WHERE guild_id = :guild)"

TABLES: Final = FeatureTables(
    "leagues",
    version=1,
    schema=Path(__file__).with_name("schema.sql"),
    person=OfPeople(
        columns=(("entrants", "user_id"), ("leagues", "host_id")),
        forget=(
            "DELETE FROM entrants WHERE user_id = :person"
            " AND league_id IN (SELECT league_id FROM leagues WHERE begun_at IS NULL)",
            "UPDATE entrants SET user_id = NULL WHERE user_id = :person",
            "UPDATE leagues SET host_id = NULL WHERE host_id = :person",
        ),
        rename=(
            "UPDATE entrants SET name = :name WHERE user_id = :person AND (:language = ''"
            " OR league_id IN (SELECT league_id FROM leagues WHERE language = :language))",
        ),
        export={
            "leagues": "SELECT leagues.league_id, guild_id, leagues.name, state,"
            " CASE WHEN host_id = :person THEN 1 ELSE 0 END AS hosted,"
            " entrant, entrants.name AS entered_as, left_round"
            " FROM leagues LEFT JOIN entrants"
            " ON entrants.league_id = leagues.league_id AND user_id = :person"
            " WHERE host_id = :person OR user_id = :person ORDER BY leagues.league_id",
            "seats": "SELECT league_id, round, number, entrant, seat, gold, place, resigned"
            " FROM league_seats JOIN entrants USING (league_id, entrant)"
            " WHERE user_id = :person ORDER BY league_id, round",
        },
        veto=(
            "SELECT 1 FROM leagues JOIN entrants USING (league_id)"
            " WHERE user_id = :person AND state = 'running' AND left_round IS NULL",
            N_("You're in a league that's still running. Leave it first, or wait until it ends."),
        ),
        leaves=(
            "SELECT leagues.name FROM leagues JOIN entrants USING (league_id)"
            " WHERE user_id = :person AND state IN ('open', 'running') AND left_round IS NULL"
            " ORDER BY league_id",
            N_("- you leave these leagues: {names};"),
        ),
        privacy=(N_("- The leagues you've played in, with your results."),),
    ),
    server=OfServers(
        known=("SELECT guild_id FROM leagues",),
        erase=(
            f"DELETE FROM league_seats WHERE {OF_SERVER}",
            f"DELETE FROM league_tables WHERE {OF_SERVER}",
            f"DELETE FROM entrants WHERE {OF_SERVER}",
            "DELETE FROM leagues WHERE guild_id = :guild",
        ),
    ),
)
