"""What a game came to, compared with the game itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from db.games.rows import StoredEntry, StoredGame
from db.store import Store
from engine.actions import Banner, Build, End
from engine.position import Position
from engine.story import story_of
from tabletop.club.results import results_of
from tests.db.real_games import played, stored
from tests.db.samples import GUILD


async def a_game(store: Store, seed: int, people: int = 2) -> StoredGame:
    """A finished game as it is stored."""
    number = await stored(store, played(seed, people=people), GUILD)
    found = await store.games.load(number)
    assert found is not None
    return found


@pytest.mark.parametrize(("seed", "people"), [(1, 2), (2, 3), (3, 4)])
async def test_gold_sales_and_buildings_are_those_of_the_game(
    store: Store, seed: int, people: int
) -> None:
    game = played(seed, people=people)
    results = results_of(await a_game(store, seed, people))
    assert game.position.result is not None
    assert tuple(result.gold for result in results) == game.position.result.gold
    sales = story_of(game).sales
    assert [result.sale for result in results] == [max(sold, default=0) for sold in sales]
    position, built = Position(game.start), [list[str]() for _ in results]
    for action in game.actions:
        if isinstance(action, Build):
            built[position.active].append(action.card.form)
        position.push(action)
    assert [result.buildings.split() for result in results] == [sorted(forms) for forms in built]
    assert any(isinstance(action, Banner) for action in game.actions)


async def test_a_turn_takes_from_the_end_of_the_one_before_to_its_own(store: Store) -> None:
    game = await a_game(store, 1)
    ends = [entry for entry in game.log if entry.entry == str(End())]
    log, at = [], game.begun_at or 0
    for entry in game.log:
        at += 100 if entry is ends[0] else 7 if entry.entry == str(End()) else 0
        log.append(replace(entry, at=at))
    first, second = results_of(replace(game, log=tuple(log)))
    assert first.turns.split() == ["100", *["7"] * (len(first.turns.split()) - 1)]
    assert set(second.turns.split()) == {"7"}
    assert len(first.turns.split()) + len(second.turns.split()) == len(ends)


async def test_what_a_computer_played_takes_nobodys_time(store: Store) -> None:
    game = await a_game(store, 1)
    log = tuple(StoredEntry(entry.entry, None, entry.at) for entry in game.log)
    results = results_of(replace(game, log=log))
    assert {result.turns for result in results} == {""}
    # What is left is of the end: the turns were no doing of the person's.
    assert "three-at-once" in results_of(game)[0].feats.split()
    assert "three-at-once" not in results[0].feats.split()


async def test_a_game_that_is_not_over_has_come_to_nothing(store: Store) -> None:
    number = await stored(store, played(1, 20), GUILD)
    found = await store.games.load(number)
    assert found is not None
    assert results_of(found) == ()
