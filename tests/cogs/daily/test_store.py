"""Positions of the day: the first answer stays, ratings follow, and few answers tell of nobody."""

import asyncio

import pytest

from cogs.daily import store as daily
from cogs.daily.store import StoredAnswer, StoredPosition, StoredRating
from db.store import Store

pytestmark = pytest.mark.databases

ADA, BELA, CHIARA = 30, 31, 32
DAY = 20_782
GUILD = 10


def given(
    person: int, choice: str, at: int, *, counted: bool = True, day: int = DAY
) -> StoredAnswer:
    """An answer, which is right if it ends the turn."""
    return StoredAnswer(day, person, choice, choice == "end", True, counted, at)


def up(*before: StoredRating | None) -> tuple[StoredRating, StoredRating]:
    one, other = (StoredRating(1_000, 500, (old.answers if old else 0) + 1) for old in before)
    return one, other


async def test_the_first_answer_stays_and_rates_once(store: Store) -> None:
    first, second = given(ADA, "end", 5), given(ADA, "banner", 6)
    assert await store.change(daily.answer, first, up) == first
    assert await store.change(daily.answer, second, up) == first
    assert await store.ask(daily.answer_of, ADA, DAY) == first
    assert await store.ask(daily.rating_of, ADA) == StoredRating(1_000, 500, 1)
    assert await store.ask(daily.rating_of_day, DAY) == StoredRating(1_000, 500, 1)
    later, other = given(ADA, "end", 9, day=DAY + 1), given(BELA, "end", 9)
    await store.change(daily.answer, later, up)
    assert await store.ask(daily.answers_of, ADA) == (later, first)
    assert await store.ask(daily.rating_of, ADA) == StoredRating(1_000, 500, 2)
    await store.change(daily.answer, other, up)
    [kept, _] = (await store.people.traces(ADA)).features["daily"]["answers"]
    assert (kept["day"], kept["choice"]) == (DAY + 1, "end")
    await store.people.forget(ADA, "Somebody")
    assert await store.ask(daily.answers_of, ADA) == ()
    assert await store.ask(daily.answers_of, BELA) == (other,)


async def test_two_answers_at_once_are_one(store: Store) -> None:
    both = [given(ADA, "end", 5), given(ADA, "banner", 5)]
    found = await asyncio.gather(*(store.change(daily.answer, one, up) for one in both))
    assert found[0] == found[1]
    assert await store.ask(daily.counted, DAY) == 1
    assert await store.ask(daily.rating_of_day, DAY) == StoredRating(1_000, 500, 1)


async def test_what_does_not_count_is_kept_and_shown_to_nobody(store: Store) -> None:
    await store.change(daily.answer, given(ADA, "end", 5, counted=False), up)
    assert await store.ask(daily.rating_of, ADA) is None
    assert await store.ask(daily.counted, DAY) == 0
    assert await store.ask(daily.choices, DAY, 9) == ()


async def test_choices_are_those_of_the_first_answers(store: Store) -> None:
    for person, choice, at in ((ADA, "end", 7), (BELA, "banner", 5), (CHIARA, "end", 6)):
        await store.change(daily.answer, given(person, choice, at), up)
    assert await store.ask(daily.choices, DAY, 2) == (("banner", 1), ("end", 1))
    assert await store.ask(daily.choices, DAY, 3) == (("end", 2), ("banner", 1))


async def test_the_first_position_of_a_day_stays(store: Store) -> None:
    await store.change(daily.keep_position, StoredPosition(DAY, "one"))
    await store.change(daily.keep_position, StoredPosition(DAY, "two"))
    await store.change(daily.keep_position, StoredPosition(DAY - 1, "three"))
    assert await store.ask(daily.position, DAY) == StoredPosition(DAY, "one")
    assert await store.ask(daily.position, DAY + 1) is None
    assert [one.line for one in await store.ask(daily.positions)] == ["three", "one"]
