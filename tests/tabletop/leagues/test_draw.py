"""The draw: everybody plays, meets the others evenly and begins equally often, as the seed says."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.leagues.__main__ import main
from tabletop.leagues.draw import (
    Round,
    by_lot,
    draw,
    fingerprint,
    meetings,
    schedule,
    sizes,
    unevenness,
)

SEATS = st.sampled_from((2, 3, 4))
PEOPLE = st.integers(3, 64)
ROUNDS = st.integers(1, 7)

MOST_UNEVEN = 3
"""How much more often some may meet than others: so much where six meet in two threes."""


def present(round_: Round) -> list[int]:
    """Everybody whom a round knows."""
    return sorted([one for table in round_.tables for one in table] + list(round_.resting))


def spread(counts: Counter[int], people: Sequence[int]) -> int:
    found = [counts[one] for one in people]
    return max(found) - min(found)


@given(people=st.integers(2, 200), seats=SEATS)
def test_tables_have_the_seats_or_one_fewer(people: int, seats: int) -> None:
    found = sizes(people, seats)
    assert found == sorted(found, reverse=True)
    assert sum(found) <= people
    if people >= seats:
        assert set(found) <= {seats, max(2, seats - 1)}
    resting = people - sum(found)
    assert resting <= 1
    assert not resting or (seats == 2 and people % 2) or (seats, people) == (4, 5)


@pytest.mark.slow
@settings(deadline=None, max_examples=10)
@given(people=PEOPLE, seats=SEATS, rounds=ROUNDS, seed=st.text(min_size=1, max_size=5))
def test_everybody_plays_once_a_round_and_meets_the_others_evenly(
    people: int, seats: int, rounds: int, seed: str
) -> None:
    everybody = range(1, people + 1)
    drawn = schedule(people, seats, rounds, seed)
    assert len(drawn) == rounds
    for round_ in drawn:
        assert present(round_) == list(everybody)
        assert [len(table) for table in round_.tables] == sizes(people, seats)
    assert unevenness(drawn, everybody) <= MOST_UNEVEN
    begun = Counter(table[0] for round_ in drawn for table in round_.tables)
    assert spread(begun, everybody) <= 2
    resting = Counter(one for round_ in drawn for one in round_.resting)
    assert spread(resting, everybody) <= 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("people", "seats", "rounds", "most"),
    [
        *((8, 2, 7, 0), (7, 2, 7, 0), (9, 3, 4, 0), (5, 4, 5, 0)),
        *((12, 3, 4, 1), (15, 3, 3, 1), (64, 4, 7, 1), (20, 4, 4, 1)),
    ],
)
def test_known_leagues_are_as_even_as_can_be(
    people: int, seats: int, rounds: int, most: int
) -> None:
    drawn = schedule(people, seats, rounds, "as even")
    assert unevenness(drawn, range(1, people + 1)) == most


@pytest.mark.slow
@settings(deadline=None, max_examples=4)
@given(people=st.integers(4, 12), seats=SEATS, leaver=st.integers(1, 4), first=st.integers(2, 4))
def test_who_left_is_drawn_no_more_and_what_was_played_stands(
    people: int, seats: int, leaver: int, first: int
) -> None:
    whole = schedule(people, seats, 5, "left")
    without = schedule(people, seats, 5, "left", {leaver: first})
    assert without[: first - 1] == whole[: first - 1]
    others = [one for one in range(1, people + 1) if one != leaver]
    for round_ in without[first - 1 :]:
        assert present(round_) == others
    again = draw(others, seats, 5, "left", whole[: first - 1])
    assert without[first - 1 :] == again


def test_nothing_is_drawn_for_one_person_alone() -> None:
    assert draw([7], 4, 3, "x") == ()
    assert sizes(1, 4) == []
    assert sizes(2, 4) == [2]


@settings(deadline=None, max_examples=4)
@given(people=st.integers(3, 10), seats=SEATS, rounds=st.integers(1, 3))
def test_the_seed_alone_decides(people: int, seats: int, rounds: int) -> None:
    assert schedule(people, seats, rounds, "7") == schedule(people, seats, rounds, "7")


def test_another_seed_draws_another_league() -> None:
    assert schedule(9, 3, 2, "7") != schedule(9, 3, 2, "8")


def test_a_draw_is_the_same_everywhere_and_ever() -> None:
    first, second = schedule(7, 3, 2, "arkadia")
    assert first.tables == ((7, 4, 1), (6, 2), (3, 5))
    assert second.tables == ((1, 6, 5), (2, 7), (4, 3))


def test_lots_are_hashes_that_anybody_can_make() -> None:
    lots = {one: hashlib.sha256(f"s/standings/{one}".encode()).hexdigest() for one in range(9)}
    assert by_lot(range(9), "s", "standings") == sorted(lots, key=lambda one: lots[one])
    assert fingerprint("arkadia") == hashlib.sha256(b"arkadia").hexdigest()[:16]


def test_meetings_are_counted() -> None:
    rounds = [Round(((3, 1), (2, 4))), Round(((1, 3, 2),), (4,))]
    assert meetings(rounds) == {(1, 3): 2, (2, 4): 1, (1, 2): 1, (2, 3): 1}
    assert unevenness(rounds, range(1, 5)) == 2


def test_the_command_line_tells_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["draw", "--seed", "s", "--people", "5", "--seats", "4", "--rounds", "2"]
    assert main([*arguments, "--left", "3:2"]) == 0
    told = capsys.readouterr().out.splitlines()
    first, second = schedule(5, 4, 2, "s", {3: 2})
    assert told[0] == f"fingerprint {fingerprint('s')}"
    assert told[1] == f"round 1: {'-'.join(map(str, first.tables[0]))} ({first.resting[0]} out)"
    assert told[2] == f"round 2: {'-'.join(map(str, second.tables[0]))}"
    assert main(["evenness", "--people", "4", "--rounds", "3"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["2", "4", "1", "1", "0"]
