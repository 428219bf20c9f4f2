"""All SQL about the export of a person's data, and about forgetting the person for good.

Only this module and ``db.admin.servers`` may change or delete entries of a log. The log's
triggers allow them for the ids in ``erasing``, which is empty outside of these transactions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from db.acts.outcomes import asked_by
from db.club.ranking import chosen_by
from db.club.rows import StoredResult
from db.club.standings import standings_everywhere
from db.columns import listed, numbers, read, select, select_one
from db.connection import Connection
from db.daily.answers import daily_traces
from db.errors import StillPlayingError
from db.games.changes import RENAME_THREADS
from db.games.lobbies import blocked_by
from db.games.rows import StoredEntry, StoredPause, StoredSeat
from db.leagues.questions import league_traces
from db.ledger.acts import acts_of, hide
from db.outbox.rows import StoredWaiting
from db.outbox.waiting import waiting_in
from db.people.notes import note, plan
from db.people.preferences import preferences_of
from db.people.rows import GameTraces, Traces
from db.people.visits import visits_of
from db.settings import set_setting
from db.timers.due import all_dues_of

NO_NAMES: Final[Mapping[str, str]] = MappingProxyType({})

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

NAMED: Final = (
    ("seats", "user_id"),
    ("games", "host_id"),
    ("invited", "user_id"),
    ("votes", "user_id"),
    ("notes", "user_id"),
    ("prepared", "user_id"),
    ("preferences", "user_id"),
    ("ranked", "user_id"),
    ("standings", "user_id"),
    ("archive", "user_id"),
    ("acts", "user_id"),
    ("visits", "user_id"),
    ("waiting", "user_id"),
    ("waiting", "nudged_by"),
    ("due", "user_id"),
    ("entrants", "user_id"),
    ("leagues", "host_id"),
    ("ledger", "user_id"),
    ("ledger", "target_id"),
    ("daily_answers", "user_id"),
    ("daily_people", "user_id"),
)
"""The tables and columns that name people, beside the logs' authors."""

ALL_IDS: Final = " UNION ".join(
    f"SELECT {column} FROM {table} WHERE {column} > 0"
    for table, column in (*NAMED, ("log", "author"))
)

STANDS: Final = " UNION ALL ".join(
    (
        *[f"SELECT 1 FROM {table} WHERE {column} = :person" for table, column in NAMED],
        "SELECT 1 FROM log WHERE game_id = :game_id AND author = :person",
    )
)

UNPURGED: Final = ("forgotten", "unpurged")
"""Scope and key of the setting that stands as long as the files may have bytes of the forgotten."""

ARCHIVED: Final = "SELECT game_id FROM archive WHERE user_id = :person ORDER BY game_id"

FORGET: Final = (
    "INSERT INTO erasing (person) VALUES (:person)",
    # First, as long as seats have the person: answers to others in these games may have the name.
    # Empty, an act is still known to be done. One without an outcome gets none later, because a
    # process may have it in memory.
    "UPDATE acts SET outcome = '' WHERE game_id = 0 OR game_id IN"
    " (SELECT game_id FROM seats WHERE user_id = :person"
    " UNION SELECT game_id FROM games WHERE host_id = :person)",
    "UPDATE log SET author = NULL WHERE author = :person"
    " AND game_id IN (SELECT game_id FROM seats WHERE user_id = :person)",
    "DELETE FROM votes WHERE user_id = :person",
    "DELETE FROM invited WHERE user_id = :person",
    "DELETE FROM notes WHERE user_id = :person",
    "DELETE FROM prepared WHERE user_id = :person",
    "DELETE FROM preferences WHERE user_id = :person",
    "DELETE FROM due WHERE user_id = :person",
    "DELETE FROM waiting WHERE user_id = :person",
    "UPDATE waiting SET nudged_by = 0 WHERE nudged_by = :person",
    "DELETE FROM ranked WHERE user_id = :person",
    "DELETE FROM standings WHERE user_id = :person",
    "DELETE FROM archive WHERE user_id = :person",
    RENAME_THREADS.format(those="IN (SELECT game_id FROM seats WHERE user_id = :person)"),
    "DELETE FROM daily_answers WHERE user_id = :person",
    "DELETE FROM daily_people WHERE user_id = :person",
    "DELETE FROM acts WHERE user_id = :person",
    # A link that was given before is still closed; the row is known by a keyed hash, for an hour.
    "UPDATE visits SET user_id = 0 WHERE kind = 'closed' AND user_id = :person",
    "DELETE FROM visits WHERE user_id = :person",
    "UPDATE games SET quiet = NULL WHERE state <> 'running'"
    " AND game_id IN (SELECT game_id FROM seats WHERE user_id = :person)",
    "UPDATE seats SET user_id = NULL WHERE user_id = :person",
    "UPDATE games SET host_id = NULL WHERE host_id = :person",
    "DELETE FROM entrants WHERE user_id = :person"
    " AND league_id IN (SELECT league_id FROM leagues WHERE begun_at IS NULL)",
    "UPDATE entrants SET user_id = NULL WHERE user_id = :person",
    "UPDATE leagues SET host_id = NULL WHERE host_id = :person",
    "DELETE FROM erasing",
)
"""Only the owner of a seat writes into a log, so the logs of those games are all that need a
look."""


def all_ids(connection: Connection) -> tuple[int, ...]:
    """Return the ids of all people with data that forgetting deletes."""
    return numbers(connection, ALL_IDS, {})


def traces(connection: Connection, person: int) -> Traces:
    """Return all data stored about one person, for an export."""
    games = numbers(connection, THEIR_GAMES, {"person": person})
    return Traces(
        preferences_of(connection, [person]).get(person),
        tuple(_in_game(connection, game_id, person) for game_id in games),
        blocked_by(connection, person),
        chosen_by(connection, person, shown=True),
        league_traces(connection, person),
        all_dues_of(connection, person),
        standings_everywhere(connection, person),
        numbers(connection, ARCHIVED, {"person": person}),
        acts_of(connection, person),
        asked_by(connection, person),
        visits_of(connection, person),
        chosen_by(connection, person, shown=False),
        daily_traces(connection, person),
    )


def _in_game(connection: Connection, game_id: int, person: int) -> GameTraces:
    given = {"game_id": game_id, "person": person}
    ours = "WHERE game_id = :game_id AND"
    their_seat = f"{ours} seat IN (SELECT seat FROM seats {ours} user_id = :person)"

    def is_in(table: str, column: str) -> bool:
        query = f"SELECT game_id FROM {table} {ours} {column} = :person"
        return bool(numbers(connection, query, given))

    row = connection.execute(
        f"SELECT {listed(GameTraces)} FROM games WHERE game_id = :game_id", given
    ).fetchone()
    votes = connection.execute(f"SELECT about FROM votes {ours} user_id = :person", given)
    waits = waiting_in(connection, game_id)
    return read(
        GameTraces,
        row,
        hosted=is_in("games", "host_id"),
        invited=is_in("invited", "user_id"),
        seat=select_one(connection, StoredSeat, f"FROM seats {ours} user_id = :person", given),
        entries=select(
            connection, StoredEntry, f"FROM log {ours} author = :person ORDER BY seq", given
        ),
        votes=tuple(sorted(about for [about] in votes)),
        note=note(connection, game_id, person),
        plan=plan(connection, game_id, person),
        pauses=select(connection, StoredPause, f"FROM pauses {their_seat}", given),
        waiting=_without_opponent(waits) if waits and waits.user_id == person else None,
        nudging=is_in("waiting", "nudged_by"),
        result=select_one(connection, StoredResult, f"FROM results {their_seat}", given),
    )


def _without_opponent(waiting: StoredWaiting) -> StoredWaiting:
    """Return a wait without the id of the opponent who nudged its person."""
    return waiting if waiting.nudged_by is None else replace(waiting, nudged_by=0)


def invited_to(connection: Connection, person: int) -> tuple[int, ...]:
    """Return the numbers of the lobbies in which a seat is kept for a person."""
    that = "SELECT game_id FROM games JOIN invited USING (game_id)"
    return numbers(
        connection, f"{that} WHERE state = 'lobby' AND user_id = :person", {"person": person}
    )


def stands(connection: Connection, person: int, game_id: int) -> bool:
    """Return whether anything names a person, of all logs that of one game."""
    given = {"person": person, "game_id": game_id}
    return connection.execute(f"{STANDS} LIMIT 1", given).fetchone() is not None


RENAME: Final = (
    "UPDATE seats SET name = :name WHERE user_id = :person AND (:language = '' OR game_id IN"
    " (SELECT game_id FROM games WHERE language = :language))",
    "UPDATE entrants SET name = :name WHERE user_id = :person AND (:language = '' OR league_id IN"
    " (SELECT league_id FROM leagues WHERE language = :language))",
)
"""The names of a person's seats, in all games and leagues or those of a language."""


def forget(
    connection: Connection, person: int, name: str, names: Mapping[str, str] = NO_NAMES
) -> tuple[int, ...]:
    """Delete a person's data, and return the numbers of the games that changed.

    The person's id is removed from seats, hosts and logs; their preferences, notes, plans, votes
    and places in rankings are deleted. Their actions in games are kept without an author, and
    their seats under another name. A moderator's block is kept, too. Acts in the ledger count on
    under a keyed hash, until they are deleted.

    Args:
        person: the person's id.
        name: the name that the person's seats get.
        names: the name in games and leagues of certain languages.

    Raises:
        StillPlayingError: if they sit in a lobby, host one, have not resigned from a game that is
            not over, or have not left a league that runs.
    """
    given = {"person": person}
    playing = numbers(connection, STILL_PLAYED, given)
    # Checked in this transaction: a seat taken while others were handed over is not overlooked.
    if playing or connection.execute(STILL_IN_LEAGUE, given).fetchall():
        raise StillPlayingError(playing)
    games = numbers(connection, THEIR_GAMES, given)
    # The games were listed before: afterwards none of them names the person.
    for language, called in {"": name, **names}.items():
        for statement in RENAME:
            connection.execute(statement, {**given, "language": language, "name": called})
    for statement in FORGET:
        connection.execute(statement, given)
    hide(connection, person)
    set_setting(connection, *UNPURGED, "yes")
    return games
