"""All that is kept of a person has a way out, in the schema as in what they may read."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from db.errors import ConflictError, ForgottenError
from db.people import forget, traces
from db.preferences import Preferences, StoredPlan
from db.sql import Connection
from db.store import Store
from db.timers import StoredDue
from tabletop.personal import Personal, Value, flag
from tests.db.filled import ADA, everywhere
from tests.db.people.columns_of_people import ANY_NUMBER, PERSONAL
from tests.db.samples import GUEST, GUILD, HOST, running, whole
from tests.visiting import table_names

NEVER_FILLED: Final = ("erasing", "person")
KEPT: Final = ("blocked", "user_id")  # what moderators decided outlasts the person


@pytest.fixture
async def connection(path: Path) -> Iterator[sqlite3.Connection]:  # type: ignore[misc]
    """A database in which Ada stands wherever a person can, open in a transaction."""
    store = await Store.open(path)
    await everywhere(store)
    await store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        yield connection


def places_of_people(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """The tables and columns in which people's ids stand, and may stand in these tests."""
    tables = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
    columns = [(table, name) for table, sql in tables for name in ANY_NUMBER.findall(sql)]
    return [place for place in columns if place[1] in PERSONAL and place != NEVER_FILLED]


def stands(connection: sqlite3.Connection, table: str, column: str) -> bool:
    question = f"SELECT count(*) FROM {table} WHERE {column} = ?"
    return bool(connection.execute(question, (ADA,)).fetchone()[0])


async def test_whatever_is_kept_of_a_person_is_exported(connection: sqlite3.Connection) -> None:
    whole = traces(connection, ADA)
    connection.execute("INSERT INTO erasing (person) VALUES (?)", (ADA,))
    for table, column in places_of_people(connection):
        assert stands(connection, table, column), f"{table}.{column} is not filled"
        connection.execute("SAVEPOINT whole")
        if table == "log":
            connection.execute("UPDATE log SET author = NULL WHERE author = ?", (ADA,))
        else:
            connection.execute(f"UPDATE {table} SET {column} = 7 WHERE {column} = ?", (ADA,))
        assert traces(connection, ADA) != whole, f"{table}.{column} is not exported"
        connection.execute("ROLLBACK TO whole")
        assert traces(connection, ADA) == whole


async def test_who_is_forgotten_stands_nowhere(connection: sqlite3.Connection) -> None:
    forget(connection, ADA, "a former player")
    left = [place for place in places_of_people(connection) if stands(connection, *place)]
    assert left == [KEPT]
    for table in table_names(connection):
        for row in connection.execute(f"SELECT * FROM {table}"):
            assert ADA not in row or table == "blocked"
            assert not any(str(ADA) in str(value) for value in row) or table == "blocked"


async def test_nothing_under_way_brings_back_who_is_forgotten(path: Path) -> None:
    store = await Store.open(path)
    await everywhere(store)

    async def bring_back(table: str, column: str) -> None:
        """Writes what stood there, as something does that was under way."""
        row = rows[table, column]
        given = {"ada": ADA, "game": game, **{f"v{place}": one for place, one in enumerate(row)}}
        listed = ", ".join(f":v{place}" for place in range(len(row)))
        row_again = f"INSERT OR IGNORE INTO {table} VALUES ({listed}) RETURNING 1"
        if table == "log":
            row_again = (
                "INSERT INTO log SELECT :game, max(seq) + 1, 'end', :ada, 0, 0 FROM log"
                " WHERE game_id = :game RETURNING 1"
            )
        named_again = (
            f"UPDATE OR IGNORE {table} SET {column} = :ada WHERE coalesce({column}, 0) <= 0"
        )

        def write(connection: Connection) -> None:
            if connection.execute(row_again, given).fetchone() is None:
                connection.execute(named_again, given)

        await store.change(write)

    with closing(sqlite3.connect(path)) as looking:
        places = [place for place in places_of_people(looking) if place != KEPT]
        found = {place: f"SELECT * FROM {place[0]} WHERE {place[1]} = {ADA}" for place in places}
        rows = {place: looking.execute(question).fetchone() for place, question in found.items()}
        game = rows["log", "author"][0]
        await store.people.forget(ADA, "a former player")
        for place in places:
            # A vote is of somebody with a seat.
            with pytest.raises(ConflictError if place[0] == "votes" else ForgottenError):
                await bring_back(*place)
            assert not stands(looking, *place), place
        store.people.let_in(ADA)
        await bring_back("preferences", "user_id")
        assert stands(looking, "preferences", "user_id")
    await store.close()


async def test_preferences_of_everybody_who_changed_any(store: Store) -> None:
    light = Preferences(theme="light", confirm=False, mention=False, language="de")
    french = Preferences(language="fr")
    for person, chosen, kept in (
        (HOST, light, {HOST: light}),
        (GUEST, french, {HOST: light, GUEST: french}),
        (HOST, Preferences(), {GUEST: french}),
    ):
        await store.people.set_preferences(person, chosen)
        assert await store.people.all_preferences() == kept


async def test_a_feature_keeps_values_of_people(store: Store) -> None:
    colour, rain = Value("colour", "blue", str), flag("rain", True)
    personal = Personal(store)
    assert (personal.value(HOST, colour), personal.value(HOST, rain)) == ("blue", True)
    await personal.set_value(HOST, colour, "red")
    await personal.set_value(HOST, rain, False)
    await personal.set_value(GUEST, colour, "green")
    await personal.set_value(GUEST, colour, "blue")
    assert await store.people.all_values() == {HOST: {"colour": "red", "rain": "no"}}
    again = Personal(store)
    await again.load()
    assert (again.value(HOST, colour), again.value(HOST, rain)) == ("red", False)
    assert (await store.people.traces(HOST)).values == {"colour": "red", "rain": "no"}
    await store.people.forget(HOST, "Somebody")
    assert await store.people.all_values() == {}


async def test_a_note_and_a_plan_for_each_game_and_person(store: Store) -> None:
    games, people = [await running(store), await running(store)], store.people
    notes, plans = ("keep the red mill", "sell"), (StoredPlan(3, "pass"), StoredPlan(4, "end"))
    for note, plan in zip(notes, plans, strict=True):
        await people.set_note(games[0], HOST, note)
        await people.set_plan(games[0], HOST, plan)
    await people.set_note(games[0], GUEST, "sell silver")
    places = [(games[0], HOST), (games[0], GUEST), (games[1], HOST)]
    assert [await people.note(*one) for one in places] == [notes[1], "sell silver", None]
    assert [await people.plan(*one) for one in places] == [plans[1], None, None]
    await people.set_note(games[0], GUEST, None)
    await people.set_plan(games[0], HOST, None)
    assert [await people.note(*one) for one in places] == [notes[1], None, None]
    assert await people.plan(*places[0]) is None
    for attempt in (people.set_note(7, HOST, "where am I"), people.set_plan(7, HOST, plans[0])):
        with pytest.raises(ConflictError):
            await attempt


def test_a_plan_does_not_print_what_is_hidden() -> None:
    assert "mill" not in repr(StoredPlan(3, "build mill/red A1 draw stack"))


async def test_a_games_theme_and_language(store: Store) -> None:
    game = await running(store)
    await store.games.set_theme(game, "light")
    news = (await whole(store, game)).news
    await store.games.set_language(game, "nl")
    row = await whole(store, game)
    assert (row.theme, row.language, row.news, row.lot) == ("light", "nl", news + 1, "G5:4x3")


async def test_what_is_due_for_a_person_in_their_games(store: Store) -> None:
    game = await running(store)
    own = StoredDue("ended", 5, GUILD, game, HOST)
    others = (replace(own, user_id=GUEST), replace(own, kind="remind"), replace(own, guild_id=7))
    await store.timers.put(own, *others)
    assert await store.timers.of_person(HOST, "ended") == (own,)
