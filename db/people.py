"""All SQL about the export of a person's data, and about forgetting the person for good.

Only this module and ``db.servers`` may change or delete entries of a log. The log's
triggers allow them for the ids in ``erasing``, which is empty outside of these transactions.

Tombstones of forgotten people keep a backup that is restored later from bringing them back. Their
list is a file of its own beside the database, which a backup may replace: a key, then a keyed hash
for each person, in the order in which they were forgotten. It holds no id.
"""

import hashlib
import hmac
import os
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Final

from db import preferences, sql
from db.errors import ForgottenError, StillPlayingError
from db.features import Feature, features_in
from db.games.changes import RENAME_THREADS
from db.games.lobbies import blocked_by
from db.games.rows import StoredEntry, StoredPause, StoredResult, StoredSeat
from db.preferences import GameTraces, Traces, note, plan, preferences_of, values_of
from db.settings import set_setting
from db.timers import all_dues_of
from db.usage import hide, usage_of
from db.waiting import StoredWaiting, waiting_in

NO_NAMES: Final[Mapping[str, str]] = MappingProxyType({})

STILL_PLAYED: Final = (
    "SELECT game_id FROM games WHERE state = 'lobby' AND host_id = :person"
    " UNION SELECT game_id FROM games JOIN seats USING (game_id) WHERE user_id = :person"
    " AND (state = 'lobby' OR state IN ('running', 'aside') AND status <> 'resigned')"
    " ORDER BY game_id"
)

THEIR_SEATS: Final = "SELECT game_id FROM seats WHERE user_id = :person OR left_id = :person"

THEIR_GAMES: Final = (
    f"{THEIR_SEATS}"
    " UNION SELECT game_id FROM games WHERE host_id = :person"
    " UNION SELECT game_id FROM invited WHERE user_id = :person"
    " UNION SELECT game_id FROM notes WHERE user_id = :person"
    " UNION SELECT game_id FROM prepared WHERE user_id = :person ORDER BY game_id"
)

NAMED: Final = (
    ("seats", "user_id"),
    ("seats", "left_id"),
    ("games", "host_id"),
    ("invited", "user_id"),
    ("votes", "user_id"),
    ("notes", "user_id"),
    ("prepared", "user_id"),
    ("preferences", "user_id"),
    ("feature_values", "user_id"),
    ("archive", "user_id"),
    ("waiting", "user_id"),
    ("waiting", "nudged_by"),
    ("due", "user_id"),
    ("usage", "user_id"),
    ("usage", "target_id"),
)
"""The core's tables and columns that name people, beside the logs' authors."""

UNPURGED: Final = ("forgotten", "unpurged")
"""Scope and key of the setting that stands as long as the files may have bytes of the forgotten."""

THEIRS: Final = "votes invited notes prepared preferences feature_values due waiting archive"
"""The tables whose rows of a person go."""

FORGET: Final = (
    "INSERT INTO erasing (person) VALUES (:person)",
    f"UPDATE log SET author = NULL WHERE author = :person AND game_id IN ({THEIR_SEATS})",
    *(f"DELETE FROM {table} WHERE user_id = :person" for table in THEIRS.split()),
    "UPDATE waiting SET nudged_by = 0 WHERE nudged_by = :person",
    RENAME_THREADS.format(those=f"IN ({THEIR_SEATS})"),
    f"UPDATE games SET quiet = NULL WHERE state <> 'running' AND game_id IN ({THEIR_SEATS})",
    "UPDATE seats SET user_id = NULL WHERE user_id = :person",
    "UPDATE seats SET left_id = NULL WHERE left_id = :person",
    "UPDATE games SET host_id = NULL WHERE host_id = :person",
    "DELETE FROM erasing",
)
"""Only the owner of a seat writes into a log, so the logs of those games are all that need a
look."""


def _named(connection: sql.Connection) -> tuple[tuple[str, str], ...]:
    """Return the tables and columns that name people, of features too, beside the logs' authors."""
    return (*NAMED, *(one for found in features_in(connection) for one in found.person.columns))


def all_ids(connection: sql.Connection) -> tuple[int, ...]:
    """Return the ids of all people with data that forgetting deletes."""
    query = " UNION ".join(
        f"SELECT {column} FROM {table} WHERE {column} > 0"
        for table, column in (*_named(connection), ("log", "author"))
    )
    return sql.numbers(connection, query, {})


def traces(connection: sql.Connection, person: int) -> Traces:
    """Return all data stored about one person, for an export."""
    given = {"person": person}
    games = sql.numbers(connection, THEIR_GAMES, given)
    archived = "SELECT game_id FROM archive WHERE user_id = :person ORDER BY game_id"
    return Traces(
        preferences_of(connection, [person]).get(person),
        tuple(_in_game(connection, game_id, person) for game_id in games),
        blocked_by(connection, person),
        all_dues_of(connection, person),
        sql.numbers(connection, archived, given),
        usage_of(connection, person),
        values_of(connection, [person]).get(person, {}),
        {
            feature.name: found
            for feature in features_in(connection)
            if (found := _in_feature(connection, feature, person))
        },
    )


def _in_feature(
    connection: sql.Connection, feature: Feature, person: int
) -> dict[str, list[dict[str, object]]]:
    found = {}
    flags = feature.flags

    def exported(column: str, value: object) -> object:
        return bool(value) if column in flags and value is not None else value

    for name, query in feature.person.export.items():
        rows = connection.execute(query, {"person": person})
        columns = [column[0] for column in rows.description]
        found[name] = [
            {column: exported(column, value) for column, value in zip(columns, row, strict=True)}
            for row in rows
        ]
    return {name: rows for name, rows in found.items() if rows}


def to_leave(connection: sql.Connection, person: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what features would take a person out of: a sentence with {names}, and the names."""
    found = []
    for feature in features_in(connection):
        for query, sentence in [feature.person.leaves] if feature.person.leaves else []:
            names = tuple(name for [name] in connection.execute(query, {"person": person}))
            found.append((sentence, names))
    return tuple((sentence, names) for sentence, names in found if names)


def kept_by_features(connection: sql.Connection) -> tuple[str, ...]:
    """Return the sentences on what features keep of people, in the source language."""
    return tuple(one for feature in features_in(connection) for one in feature.person.privacy)


def _in_game(connection: sql.Connection, game_id: int, person: int) -> GameTraces:
    given = {"game_id": game_id, "person": person}
    ours = "WHERE game_id = :game_id AND"
    their_seat = f"{ours} seat IN (SELECT seat FROM seats {ours} user_id = :person)"

    def is_in(table: str, column: str) -> bool:
        query = f"SELECT game_id FROM {table} {ours} {column} = :person"
        return bool(sql.numbers(connection, query, given))

    row = connection.execute(
        f"SELECT {sql.listed(GameTraces)} FROM games WHERE game_id = :game_id", given
    ).fetchone()
    votes = connection.execute(f"SELECT about FROM votes {ours} user_id = :person", given)
    waits = waiting_in(connection, game_id)
    return sql.read(
        GameTraces,
        row,
        hosted=is_in("games", "host_id"),
        invited=is_in("invited", "user_id"),
        left=is_in("seats", "left_id"),
        seat=sql.select_one(connection, StoredSeat, f"FROM seats {ours} user_id = :person", given),
        entries=sql.select(
            connection, StoredEntry, f"FROM log {ours} author = :person ORDER BY seq", given
        ),
        votes=tuple(sorted(about for [about] in votes)),
        note=note(connection, game_id, person),
        plan=plan(connection, game_id, person),
        pauses=sql.select(connection, StoredPause, f"FROM pauses {their_seat}", given),
        waiting=_without_opponent(waits) if waits and waits.user_id == person else None,
        nudging=is_in("waiting", "nudged_by"),
        result=sql.select_one(connection, StoredResult, f"FROM results {their_seat}", given),
    )


def _without_opponent(waiting: StoredWaiting) -> StoredWaiting:
    return waiting if waiting.nudged_by is None else replace(waiting, nudged_by=0)


def invited_to(connection: sql.Connection, person: int) -> tuple[int, ...]:
    """Return the numbers of the lobbies in which a seat is kept for a person."""
    that = "SELECT game_id FROM games JOIN invited USING (game_id)"
    return sql.numbers(
        connection, f"{that} WHERE state = 'lobby' AND user_id = :person", {"person": person}
    )


def is_named(connection: sql.Connection, person: int, games: Iterable[int]) -> bool:
    """Return whether anything names a person, of all logs those of some games."""
    logs = ", ".join(map(str, games)) or "0"
    query = " UNION ALL ".join(
        (
            *[
                f"SELECT 1 FROM {table} WHERE {column} = :person"
                for table, column in _named(connection)
            ],
            f"SELECT 1 FROM log WHERE game_id IN ({logs}) AND author = :person",
        )
    )
    return connection.execute(f"{query} LIMIT 1", {"person": person}).fetchone() is not None


RENAME: Final = (
    "UPDATE seats SET name = :name WHERE user_id = :person AND (:language = '' OR game_id IN"
    " (SELECT game_id FROM games WHERE language = :language))"
)

RENAME_LEFT: Final = RENAME.replace("user_id", "left_id").replace("SET name", "SET left_name")
"""The same where the person left a seat in which another one plays on."""


def forget(
    connection: sql.Connection, person: int, name: str, names: Mapping[str, str] = NO_NAMES
) -> tuple[int, ...]:
    """Delete a person's data, and return the numbers of the games that changed.

    The person's id is removed from seats, hosts and logs; their preferences, notes, plans, votes
    and places in rankings are deleted. Their actions in games are kept without an author, and
    their seats under another name. A moderator's block is kept, too. Acts that limits count stay
    under a keyed hash, until they are deleted.

    What features keep goes first, in the order of their names: their statements may look for the
    person among seats and hosts, and none of the core's looks at their tables.

    Args:
        names: the name in games and leagues of certain languages.

    Raises:
        StillPlayingError: if they sit in a lobby, host one, have not resigned from a game that is
            not over, or a feature objects.
    """
    given = {"person": person}
    known = [feature.person for feature in features_in(connection)]
    playing = sql.numbers(connection, STILL_PLAYED, given)
    # Checked in this transaction: a seat taken while others were handed over is not overlooked.
    why = [
        sentence
        for query, sentence in (one.veto for one in known if one.veto)
        if connection.execute(query, given).fetchone()
    ]
    if playing or why:
        raise StillPlayingError(playing, tuple(why))
    games = sql.numbers(connection, THEIR_GAMES, given)
    # The games were listed before: afterwards none of them names the person.
    for language, new_name in {"": name, **names}.items():
        for statement in [*chain.from_iterable(one.rename for one in known), RENAME, RENAME_LEFT]:
            connection.execute(statement, {**given, "language": language, "name": new_name})
    for statement in [*chain.from_iterable(one.forget for one in known), *FORGET]:
        connection.execute(statement, given)
    hide(connection, person)
    set_setting(connection, *UNPURGED, "yes")
    return games


class Tombstones:
    """The file that lists the forgotten people, as keyed hashes of their ids.

    Args:
        path: the file; created when the first person is forgotten.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def count(self) -> int:
        """The number of forgotten people."""
        return len(self._lines()[1:])

    def add(self, person: int) -> int:
        """Add a person to the list durably, and return the number of forgotten people."""
        lines = self._lines()
        new = [] if lines else [secrets.token_hex(32)]
        # Keyed: ids of Discord are few enough that a plain hash could be searched for each of them.
        new.append(_hash((lines or new)[0], person))
        handle = os.open(self._path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        try:
            os.write(handle, "".join(f"{line}\n" for line in new).encode())
            os.fsync(handle)
        finally:
            os.close(handle)
        return self.count

    def forgotten_after(self, count: int, people: Iterable[int]) -> list[int]:
        """Return those of some people whom the list has after its first ``count`` entries."""
        lines = self._lines()
        later = set(lines[1 + count :])
        return [person for person in people if later and _hash(lines[0], person) in later]

    def _lines(self) -> list[str]:
        return self._path.read_text("ascii").splitlines() if self._path.exists() else []


def _hash(key: str, person: int) -> str:
    return hmac.new(bytes.fromhex(key), str(person).encode(), hashlib.sha256).hexdigest()


class People(sql.Subject):
    """The store's methods for personal data, its export, and its deletion."""

    def __init__(self, store: sql.Runs) -> None:
        super().__init__(store)
        self._kept_out: dict[int, tuple[int, ...]] = {}

    all_preferences = sql.question(preferences.all_preferences)
    preferences_of = sql.question(preferences.preferences_of)
    set_preferences = sql.change(preferences.set_preferences)
    all_values = sql.question(preferences.all_values)
    values_of = sql.question(preferences.values_of)
    set_value = sql.change(preferences.set_value)
    has_finished = sql.question(preferences.has_finished)

    note = sql.question(preferences.note)
    set_note = sql.change(preferences.set_note)
    plan = sql.question(preferences.plan)
    set_plan = sql.change(preferences.set_plan)

    traces = sql.question(traces)
    to_leave = sql.question(to_leave)
    kept_by_features = sql.question(kept_by_features)
    all_ids = sql.question(all_ids)
    invited_to = sql.question(invited_to)

    async def forget(
        self, person: int, name: str, names: Mapping[str, str] = NO_NAMES
    ) -> tuple[int, ...]:
        """Delete a person's data, as ``forget`` says.

        From then on a change that would bring the person back is refused by ``ForgottenError``:
        something may be under way that knows the person. ``let_in`` ends that.
        """

        def work(connection: sql.Connection) -> tuple[int, ...]:
            games = forget(connection, person, name, names)
            self._kept_out = {**self._kept_out, person: games}
            return games

        return await self.store.change(work)

    def let_in(self, person: int) -> None:
        """Let a person come back who was forgotten, now that nothing is under way from before."""
        self._kept_out = {one: games for one, games in self._kept_out.items() if one != person}

    def refuse_forgotten(self, connection: sql.Connection) -> None:
        """Raise ``ForgottenError`` if a change has brought back a person who is kept out."""
        for person, games in self._kept_out.items():
            if is_named(connection, person, games):
                raise ForgottenError
