"""A database of the last version before 0.1.0 is played on, and nothing in it is lost."""

import json
from pathlib import Path
from typing import TypeAlias

import psycopg
import pytest

from db.database import Place
from db.errors import StillPlayingError
from db.games.rows import StoredEntry
from db.preferences import Preferences
from db.store import Store
from tests.db.filled import ADA, BELA
from tests.db.old_versions import before_release, before_release_on_server
from tests.db.real_games import played
from tests.visiting import column_names, rows, table_names, visiting

RUNNING = 1
GONE = {"acts", "history", "recalls"}  # tables of then
BESIDE = {"arkadia", "asked"}
"""The version on a server, and a table of today in which nothing is yet."""
TABLES = {"ledger": "usage"}  # tables that have another name today
COLUMNS = {
    "ledger": {"act_id": "usage_id"},
    "outbox": {"stands_id": "posted_id", "stands_in": "posted_in"},
    "waiting": {"called": "notified"},
}
"""Columns that have, by the table's name of then."""
LEFT_OUT = {"waiting": {"trying_at"}}  # columns of then that nothing asks for any more
ADDED = {"seats": {"left_id": None, "left_name": None}}
"""Columns of today: who left a seat in which another person plays on, and the name."""
VALUES = {
    "lesson": "castle|x|0",
    "learned": "yes",
    "tips": "no",
    "tips_had": "12.3=camp undo=undo",
    "told": "undo",
    "nudges": "no",
}

Named: TypeAlias = dict[str, list[dict[str, object]]]
"""The rows of each table, by the names of their columns."""


def named(place: Place) -> Named:
    with visiting(place) as connection:
        columns = {name: column_names(connection, name) for name in table_names(connection)}
    return {
        name: [dict(zip(columns[name], row, strict=True)) for row in table]
        for name, table in rows(place).items()
    }


def as_today(was: Named) -> Named:
    """What was there, by the names of today."""
    today = {
        TABLES.get(name, name): [
            {
                COLUMNS.get(name, {}).get(column, column): value
                for column, value in row.items()
                if column not in LEFT_OUT.get(name, ())
            }
            | ADDED.get(name, {})
            for row in table
        ]
        for name, table in was.items()
        if name not in GONE | BESIDE
    }
    for counter in today.get("sqlite_sequence", []):
        counter["name"] = TABLES.get(str(counter["name"]), counter["name"])
    return today


@pytest.fixture
def old(place: Place, request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if isinstance(place, Path):
        before_release(place)
        return place
    address: str = request.getfixturevalue("postgres").fresh()
    with psycopg.connect(address, autocommit=True) as connection:
        before_release_on_server(connection, tmp_path / "old.sqlite3")
    return address


async def test_it_is_played_on_and_people_in_it_are_forgotten(old: Place) -> None:
    was = as_today(named(old))
    assert all(was[name] for name in ("outbox", "usage", "waiting"))
    store = await Store.open(old)
    now = named(old)
    assert now["asked"] == []
    assert {name: table for name, table in now.items() if name not in BESIDE} == was
    assert await store.people.all_values() == {ADA: VALUES}
    preferred = {ADA: Preferences(theme="light"), BELA: Preferences(language="fr")}
    assert await store.people.all_preferences() == preferred
    entry = StoredEntry(str(played(5, 13).actions[12]), ADA, 9_000)
    await store.games.append(RUNNING, 12, [entry], news=True)
    kept = (await store.people.traces(ADA)).features
    assert {name: [*parts] for name, parts in kept.items()} == {
        "club": ["ranking", "standings"],
        "daily": ["answers", "rating"],
        "leagues": ["leagues"],
        "pages": ["visits"],
    }
    with pytest.raises(StillPlayingError) as caught:
        await store.people.forget(BELA, "Somebody")
    assert RUNNING in caught.value.games
    assert len(caught.value.why) == 1, "a league that runs"
    await store.games.hand_over(RUNNING, 0, "resigned", "caretaker", at=9_500)
    assert RUNNING in await store.people.forget(ADA, "Somebody")
    await store.close()
    left = json.dumps({name: table for name, table in rows(old).items() if name != "blocked"})
    assert str(ADA) not in left
    assert str(BELA) in left
