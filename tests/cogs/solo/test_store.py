"""Games of people alone in the database: the newest are kept, and an entry is appended once."""

import pytest

from cogs.solo.store import KEPT, StoredSolo, add, append, game_of, of_person
from db.store import Store

pytestmark = pytest.mark.databases

ADA, BELA = 7, 8


def new(user: int, at: int) -> StoredSolo:
    return StoredSolo(0, user, 1, "pupil", "{}", "", 0, at, over=False)


async def test_an_entry_is_appended_to_the_log_that_was_known(store: Store) -> None:
    number = await store.change(add, new(ADA, 1))
    assert await store.change(append, number, 0, "pass", at=2, over=False)
    assert not await store.change(append, number, 0, "pass", at=3, over=False)
    assert await store.change(append, number, 1, "end", at=4, over=True)
    found = await store.ask(game_of, ADA, number)
    assert found is not None
    assert (found.log, found.version, found.played_at, found.over) == ("pass\nend\n", 2, 4, True)
    assert await store.ask(game_of, BELA, number) is None


async def test_of_too_many_those_that_are_over_go_first_and_then_the_oldest(store: Store) -> None:
    numbers = [await store.change(add, new(ADA, at)) for at in range(KEPT)]
    await store.change(append, numbers[9], 0, "end", at=99, over=True)
    other = await store.change(add, new(BELA, 0))
    assert [one.game_id for one in await store.ask(of_person, ADA)][-1] == numbers[9]
    await store.change(add, new(ADA, 100))
    await store.change(add, new(ADA, 101))
    left = {one.game_id for one in await store.ask(of_person, ADA)}
    assert len(left) == KEPT
    assert not left & {numbers[9], numbers[0]}
    assert [one.game_id for one in await store.ask(of_person, BELA)] == [other]


async def test_the_stack_of_a_game_that_goes_on_is_exported_to_nobody(store: Store) -> None:
    running = await store.change(add, new(ADA, 1))
    ended = await store.change(add, new(ADA, 2))
    await store.change(append, ended, 0, "end", at=3, over=True)
    exported = (await store.people.traces(ADA)).features["solo"]["solo_games"]
    assert [(one["game_id"], one["start"]) for one in exported] == [(running, None), (ended, "{}")]
    await store.people.forget(ADA, "?")
    assert await store.ask(of_person, ADA) == ()
