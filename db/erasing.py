"""All SQL about forgetting: what is kept of a person or a server, and making it go for good.

These are the only changes that may touch what stands in a log. The log's triggers allow them for
whom ``erasing`` names, which is empty outside of these transactions.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, TypeVar

from db import club, due, leagues, personal
from db.columns import listed, read
from db.connection import Connection
from db.errors import StillPlayingError, StillThereError
from db.people_rows import GameTraces, Traces
from db.rows import StoredEntry, StoredPause, StoredResult, StoredSeat
from db.waiting import waiting_in

T = TypeVar("T")

STILL_PLAYED: Final = (
    "SELECT game_id FROM games WHERE state = 'lobby' AND host_id = :person"
    " UNION SELECT game_id FROM games JOIN seats USING (game_id) WHERE user_id = :person"
    " AND (state = 'lobby' OR state IN ('running', 'aside') AND status <> 'resigned')"
    " ORDER BY game_id"
)

STILL_IN_LEAGUE: Final = (
    "SELECT league_id FROM leagues JOIN entrants USING (league_id)"
    " WHERE user_id = :person AND state = 'running' AND left_round IS NULL"
)

THEIR_GAMES: Final = (
    "SELECT game_id FROM seats WHERE user_id = :person"
    " UNION SELECT game_id FROM games WHERE host_id = :person"
    " UNION SELECT game_id FROM invited WHERE user_id = :person"
    " UNION SELECT game_id FROM notes WHERE user_id = :person"
    " UNION SELECT game_id FROM prepared WHERE user_id = :person ORDER BY game_id"
)

FORGET: Final = (
    "INSERT INTO erasing (person) VALUES (:person)",
    "UPDATE log SET author = NULL WHERE author = :person"
    " AND game_id IN (SELECT game_id FROM seats WHERE user_id = :person)",
    "DELETE FROM votes WHERE user_id = :person",
    "DELETE FROM invited WHERE user_id = :person",
    "DELETE FROM notes WHERE user_id = :person",
    "DELETE FROM prepared WHERE user_id = :person",
    "DELETE FROM preferences WHERE user_id = :person",
    "DELETE FROM due WHERE user_id = :person",
    "DELETE FROM waiting WHERE user_id = :person",
    "DELETE FROM ranked WHERE user_id = :person",
    "UPDATE seats SET user_id = NULL, name = :name WHERE user_id = :person",
    "UPDATE games SET host_id = NULL WHERE host_id = :person",
    "DELETE FROM entrants WHERE user_id = :person"
    " AND league_id IN (SELECT league_id FROM leagues WHERE begun_at IS NULL)",
    "UPDATE entrants SET user_id = NULL, name = :name WHERE user_id = :person",
    "UPDATE leagues SET host_id = NULL WHERE host_id = :person",
    "DELETE FROM erasing",
)
"""Only who has or had a seat writes into a log, so those games' logs are all that need a look."""

OF_LEAGUES: Final = "league_id IN (SELECT league_id FROM leagues WHERE guild_id = :guild)"
OF_GUILD: Final = "game_id IN (SELECT game_id FROM games WHERE guild_id = :guild)"

DELETE_GUILD: Final = (
    "INSERT INTO erasing (guild) VALUES (:guild)",
    f"DELETE FROM log WHERE {OF_GUILD}",
    f"DELETE FROM votes WHERE {OF_GUILD}",
    f"DELETE FROM results WHERE {OF_GUILD}",
    f"DELETE FROM seats WHERE {OF_GUILD}",
    f"DELETE FROM invited WHERE {OF_GUILD}",
    f"DELETE FROM messages WHERE {OF_GUILD}",
    "DELETE FROM outbox WHERE guild_id = :guild",
    f"DELETE FROM notes WHERE {OF_GUILD}",
    f"DELETE FROM prepared WHERE {OF_GUILD}",
    f"DELETE FROM pauses WHERE {OF_GUILD}",
    f"DELETE FROM waiting WHERE {OF_GUILD}",
    f"DELETE FROM due WHERE guild_id = :guild OR guild_id = 0 AND {OF_GUILD}",
    f"DELETE FROM league_messages WHERE {OF_LEAGUES}",
    f"DELETE FROM league_seats WHERE {OF_LEAGUES}",
    f"DELETE FROM league_tables WHERE {OF_LEAGUES}",
    f"DELETE FROM entrants WHERE {OF_LEAGUES}",
    "DELETE FROM leagues WHERE guild_id = :guild",
    "DELETE FROM games WHERE guild_id = :guild",
    "DELETE FROM blocked WHERE guild_id = :guild",
    "DELETE FROM ranked WHERE guild_id = :guild",
    "DELETE FROM digests WHERE guild_id = :guild",
    "DELETE FROM settings WHERE scope IN ('announce', 'language') AND key = CAST(:guild AS TEXT)",
    "DELETE FROM left_guilds WHERE guild_id = :guild",
    "DELETE FROM erasing",
)


def traces(connection: Connection, person: int) -> Traces:
    """Everything that is kept of a person."""
    games = _numbers(connection, THEIR_GAMES, {"person": person})
    return Traces(
        personal.preferences_of(connection, person),
        tuple(_in_game(connection, game_id, person) for game_id in games),
        personal.blocked_by(connection, person),
        club.ranked_by(connection, person),
        leagues.league_traces(connection, person),
        due.all_dues_of(connection, person),
    )


def _in_game(connection: Connection, game_id: int, person: int) -> GameTraces:
    given = {"game_id": game_id, "person": person}

    def rows(question: str) -> list[Any]:
        return connection.execute(f"{question} AND game_id = :game_id", given).fetchall()

    [row] = rows(f"SELECT {listed(GameTraces)} FROM games WHERE TRUE")
    seats = rows(f"SELECT {listed(StoredSeat)} FROM seats WHERE user_id = :person")
    entries = connection.execute(
        f"SELECT {listed(StoredEntry)} FROM log WHERE game_id = :game_id AND author = :person"
        " ORDER BY seq",
        given,
    )
    pauses = rows(
        f"SELECT {listed(StoredPause)} FROM pauses WHERE seat IN (SELECT seat FROM seats"
        " WHERE seats.game_id = pauses.game_id AND user_id = :person)"
    )
    votes = rows("SELECT about FROM votes WHERE user_id = :person")
    results = rows(
        f"SELECT {listed(StoredResult)} FROM results WHERE seat IN (SELECT seat FROM seats"
        " WHERE seats.game_id = results.game_id AND user_id = :person)"
    )
    waits = waiting_in(connection, game_id)
    return read(
        GameTraces,
        row,
        hosted=bool(rows("SELECT 1 FROM games WHERE host_id = :person")),
        invited=bool(rows("SELECT 1 FROM invited WHERE user_id = :person")),
        seat=read(StoredSeat, seats[0]) if seats else None,
        entries=tuple(read(StoredEntry, entry) for entry in entries),
        votes=tuple(sorted(about for [about] in votes)),
        note=personal.note(connection, game_id, person),
        plan=personal.plan(connection, game_id, person),
        pauses=tuple(read(StoredPause, pause) for pause in pauses),
        waiting=waits if waits and waits.user_id == person else None,
        result=read(StoredResult, results[0]) if results else None,
    )


def forget(connection: Connection, person: int, name: str) -> tuple[int, ...]:
    """Takes a person out of everything; the numbers of the games that changed.

    Raises:
        StillPlayingError: if they play in a game or a league that is not over.
    """
    given = {"person": person, "name": name}
    playing = _numbers(connection, STILL_PLAYED, given)
    if playing or connection.execute(STILL_IN_LEAGUE, given).fetchall():
        raise StillPlayingError(playing)
    games = _numbers(connection, THEIR_GAMES, given)
    for statement in FORGET:
        connection.execute(statement, given)
    return games


def note_guilds(connection: Connection, present: Collection[int], at: int) -> None:
    """Notes on which servers the bot is, and that it left all others."""
    rows = connection.execute(
        "SELECT guild_id FROM games UNION SELECT guild_id FROM blocked"
        " UNION SELECT guild_id FROM ranked UNION SELECT guild_id FROM digests"
        " UNION SELECT guild_id FROM leagues"
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


def guilds_left(connection: Connection, before: int) -> tuple[int, ...]:
    """The servers that the bot left before a time, in the order of its leaving."""
    question = "SELECT guild_id FROM left_guilds WHERE left_at < :before ORDER BY left_at, guild_id"
    return _numbers(connection, question, {"before": before})


def delete_guild(connection: Connection, guild: int, before: int) -> tuple[int, ...]:
    """Deletes all games of a server that the bot left before a time; their numbers.

    Raises:
        StillThereError: if the bot is on that server, or left it later.
    """
    if guild not in guilds_left(connection, before):
        raise StillThereError(guild)
    given = {"guild": guild}
    question = "SELECT game_id FROM games WHERE guild_id = :guild ORDER BY game_id"
    games = _numbers(connection, question, given)
    for statement in DELETE_GUILD:
        connection.execute(statement, given)
    return games


def _numbers(connection: Connection, question: str, given: dict[str, Any]) -> tuple[int, ...]:
    return tuple(number for [number] in connection.execute(question, given))
