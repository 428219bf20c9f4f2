"""Tables of features: made, changed and left alone, and people in them forgotten all the same."""

import asyncio
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from db.database import copy, upkeep_of
from db.errors import ForeignDatabaseError, NewerTablesError, StillPlayingError, StoreError
from db.features import FeatureTables
from db.sql import Connection, Shards
from db.store import Store, opened
from lab.postgres import PostgresServer
from tests.db.likes import SCHEMA, like, liked, tables_of_likes
from tests.db.samples import GUEST, GUILD, HOST
from tests.visiting import column_names, rows, visiting

LATER = (
    "ALTER TABLE likes ADD COLUMN since INTEGER NOT NULL DEFAULT 7; UPDATE likes SET loud = loud;"
)


@pytest.fixture
def likes(tmp_path: Path) -> FeatureTables:
    return tables_of_likes(tmp_path)


def later(tables: FeatureTables, script: str = LATER) -> FeatureTables:
    (tables.schema.parent / "migrations").mkdir()
    (tables.schema.parent / "migrations" / "0002_since.sql").write_text(script)
    since = "\n,since INTEGER NOT NULL DEFAULT 7) STRICT;"
    tables.schema.write_text(SCHEMA.replace("\n) STRICT;", since))
    return replace(tables, version=2)


async def test_who_is_forgotten_while_a_feature_is_off(store: Store, likes: FeatureTables) -> None:
    await store.load(likes)
    await store.change(like, HOST)
    await store.change(like, GUEST, colour="mine")
    await store.close()
    async with opened(store.place) as store:
        assert (await store.people.kept_by_features()).count("- What you like.") == 1
        kept = (await store.people.traces(HOST)).features
        assert json.dumps(kept) == '{"likes": {"colours": [{"colour": "red", "loud": true}]}}'
        await store.people.forget(HOST, "Somebody")
        assert await store.ask(liked, HOST) == 0
        with pytest.raises(StillPlayingError) as caught:
            await store.people.forget(GUEST, "Somebody")
        assert (caught.value.games, caught.value.why) == ((), ("No.",))
        assert GUEST in await store.people.all_ids()
        await store.admin.note_guilds(set(), 1)
        await store.admin.delete_guild(GUILD, 2)
        assert await store.ask(liked, GUEST) == 0
        await store.change(drop)


def drop(connection: Connection) -> None:
    """Takes the feature out of a schema that is lent again."""
    connection.execute("DROP TABLE likes")
    connection.execute("DELETE FROM features WHERE name = 'likes'")


async def test_tables_become_those_of_a_later_version_wholly_and_never_of_an_earlier(
    store: Store, likes: FeatureTables
) -> None:
    def kept() -> tuple[list[str], object]:
        with visiting(store.place) as visitor:
            return column_names(visitor, "likes"), rows(store.place)

    for _again in range(2):
        await store.load(likes)
        await store.change(like, HOST)
    before = kept()
    new = later(likes, f"{LATER}\nINSERT INTO nowhere VALUES (1);")
    with pytest.raises(StoreError):
        await store.load(new)
    assert kept() == before
    new.migrations[2].write_text(LATER)
    await store.load(new)
    assert "since" in kept()[0]
    with pytest.raises(NewerTablesError):
        await store.load(likes)
    assert await store.ask(liked, HOST) == 2
    await store.change(drop)


async def test_copies_and_backups_have_tables_of_features_that_are_off(
    tmp_path: Path, likes: FeatureTables, postgres: PostgresServer
) -> None:
    file, back, address = tmp_path / "one.sqlite3", tmp_path / "back.sqlite3", postgres.fresh()
    store = await Store.open(file)
    await store.load(likes)
    await store.change(like, HOST)
    before = rows(file)
    await store.load(later(likes))
    await store.close()
    kept = rows(tmp_path / "one.sqlite3-before-likes-2")
    assert (kept["likes"], kept["features"]) == (before["likes"], before["features"])
    copy(file, address)
    copy(address, back)
    assert rows(back) == rows(file)
    for place in (file, address):
        backup, _ = upkeep_of(place).back_up(tmp_path, 1_795_348_800_000, None)
        assert rows(backup.path)["likes"] == rows(file)["likes"]
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE foreigners (x TEXT)")
        connection.commit()
    with pytest.raises(ForeignDatabaseError):
        upkeep_of(file).back_up(tmp_path, 1_795_348_900_000, None)


async def test_processes_load_it_at_once(likes: FeatureTables, postgres: PostgresServer) -> None:
    address, shares = postgres.fresh(), [Shards(2, (shard,)) for shard in range(2)]
    async with opened(address, shares[0]) as one, opened(address, shares[1]) as other:
        await asyncio.gather(one.load(likes), other.load(likes))
        new = later(likes)
        await asyncio.gather(one.load(new), other.load(new))
        await asyncio.gather(one.change(like, HOST), other.change(like, HOST))
        assert [await store.ask(liked, HOST) for store in (one, other)] == [2, 2]
