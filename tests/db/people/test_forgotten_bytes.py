"""What was forgotten stands in no file of the database, while the bot has it open and writes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from db.database import Place
from db.people.rows import Preferences
from db.people.tombstones import Tombstones
from db.store import Store
from tests.db.samples import LOBBY, NEW, SEATS, START, entry
from tests.kept_bytes import found, kept

PERSON = 1_234_567_890_123_456_789
NAME = "Zuleika Unmistakable"
NOTE = "the seals of the castle are for the fifth turn"


async def filled(store: Store, games: int = 40) -> None:
    """Games of a person with all that is kept of them, written over again and again."""
    seats = (replace(SEATS[0], user_id=PERSON, name=NAME), SEATS[1])
    for number in range(games):
        game = await store.games.open(NEW, LOBBY)
        await store.games.begin(game, seats, START, at=2_000)
        for seq in range(8):
            await store.games.append(game, seq, [entry(seq, author=PERSON)], news=False)
        await store.people.set_note(game, PERSON, f"{NOTE} {number}")
        await store.games.set_state(game, "closed", at=5_000)
        await store.people.set_preferences(PERSON, Preferences(confirm=bool(number % 2)))


@pytest.mark.slow
async def test_no_byte_is_left_of_who_is_forgotten(
    store: Store, place: Place, tmp_path: Path
) -> None:
    await filled(store)
    assert found(place, PERSON, NAME, NOTE) == [PERSON, NAME, NOTE]
    await store.people.forget(PERSON, "Somebody")
    await store.purge()
    assert found(place, PERSON, NAME, NOTE) == []
    for number in range(40):  # the bot goes on
        await store.people.set_preferences(number + 1, Preferences(confirm=bool(number % 2)))
    assert found(place, PERSON, NAME, NOTE) == []
    backup, _ = await store.back_up(tmp_path, 1_795_348_800_000, kept=None)
    assert found(backup.path, PERSON, NAME, NOTE) == []
    assert len(kept(place)) > 10_000


@pytest.mark.slow
async def test_without_purging_something_is_found(store: Store, place: Place) -> None:
    await filled(store)
    await store.people.forget(PERSON, "Somebody")
    assert found(place, PERSON, NAME, NOTE) != []


def test_tombstones_have_no_id_and_know_who_came_later(tmp_path: Path) -> None:
    path = tmp_path / "arkadia.sqlite3-forgotten"
    stones = Tombstones(path)
    assert (stones.count, stones.forgotten_after(0, [PERSON])) == (0, [])
    assert [stones.add(person) for person in (7, PERSON, 8)] == [1, 2, 3]
    assert Tombstones(path).forgotten_after(1, [7, 8, 9, PERSON]) == [8, PERSON]
    assert str(PERSON) not in path.read_text()
    assert oct(path.stat().st_mode & 0o777) == "0o600"
    other = Tombstones(tmp_path / "other")
    other.add(PERSON)
    assert not set(path.read_text().split()) & set((tmp_path / "other").read_text().split())
