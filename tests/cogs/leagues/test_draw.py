"""The draw: everybody plays, meets the others evenly and begins equally often, as the seed says."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.leagues.__main__ import main
from cogs.leagues.draw import Round, by_lot, draw, fingerprint, schedule, sizes
from cogs.leagues.league import Played, Standing, standings

SEATS = st.sampled_from((2, 3, 4))


def unevenness(rounds: Iterable[Round], people: Sequence[int]) -> int:
    """The difference between the most and the fewest meetings of any two people."""
    tables = [table for one in rounds for table in one.tables]
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    return spread(met, [*combinations(people, 2)])


def spread(counts: Counter[Any], keys: Iterable[Any]) -> int:
    found = [counts[one] for one in keys]
    return max(found) - min(found)


def present(round_: Round) -> list[int]:
    return sorted([one for table in round_.tables for one in table] + list(round_.resting))


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
@given(
    people=st.integers(3, 64),
    seats=SEATS,
    rounds=st.integers(1, 7),
    seed=st.text(min_size=1, max_size=5),
)
def test_all_play_and_meet_the_rest_evenly(people: int, seats: int, rounds: int, seed: str) -> None:
    everybody = range(1, people + 1)
    drawn = schedule(people, seats, rounds, seed)
    assert len(drawn) == rounds
    for round_ in drawn:
        assert present(round_) == list(everybody)
        assert [len(table) for table in round_.tables] == sizes(people, seats)
    assert unevenness(drawn, everybody) <= 3  # so much where six meet in two threes
    assert spread(Counter(table[0] for round_ in drawn for table in round_.tables), everybody) <= 2
    assert spread(Counter(one for round_ in drawn for one in round_.resting), everybody) <= 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("people", "seats", "rounds", "most"),
    [
        *((8, 2, 7, 0), (7, 2, 7, 0), (9, 3, 4, 0), (5, 4, 5, 0)),
        *((12, 3, 4, 1), (15, 3, 3, 1), (64, 4, 7, 1), (20, 4, 4, 1)),
        *((4, 2, 1, 1), (4, 2, 2, 1), (4, 2, 3, 0)),
    ],
)
def test_known_leagues_are_most_even(people: int, seats: int, rounds: int, most: int) -> None:
    assert unevenness(schedule(people, seats, rounds, "as even"), range(1, people + 1)) == most


@pytest.mark.slow
@settings(deadline=None, max_examples=4)
@given(people=st.integers(4, 12), seats=SEATS, leaver=st.integers(1, 4), first=st.integers(2, 4))
def test_who_left_is_drawn_no_more(people: int, seats: int, leaver: int, first: int) -> None:
    whole = schedule(people, seats, 5, "left")
    without = schedule(people, seats, 5, "left", {leaver: first})
    assert without[: first - 1] == whole[: first - 1]
    others = [one for one in range(1, people + 1) if one != leaver]
    assert all(present(round_) == others for round_ in without[first - 1 :])
    assert without[first - 1 :] == draw(others, seats, 5, "left", whole[: first - 1])


def test_a_draw_is_the_same_everywhere_and_ever_and_another_with_another_seed() -> None:
    first, second = schedule(7, 3, 2, "arkadia")
    assert first.tables == ((7, 4, 1), (6, 2), (3, 5))
    assert second.tables == ((1, 6, 5), (2, 7), (4, 3))
    assert schedule(7, 3, 2, "arcadia") != (first, second)
    assert (draw([7], 4, 3, "x"), sizes(1, 4), sizes(2, 4)) == ((), [], [2]), "nothing for one"


def test_lots_are_hashes_that_anybody_can_make() -> None:
    lots = {one: hashlib.sha256(f"s/standings/{one}".encode()).hexdigest() for one in range(9)}
    assert by_lot(range(9), "s", "standings") == sorted(lots, key=lambda one: lots[one])
    assert fingerprint("arkadia") == hashlib.sha256(b"arkadia").hexdigest()[:16]


def test_the_command_line_tells_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["draw", "--seed", "s", "--people", "5", "--seats", "4", "--rounds", "2"]
    assert main([*arguments, "--left", "3:2"]) == 0
    first, second = schedule(5, 4, 2, "s", {3: 2})
    assert capsys.readouterr().out.splitlines() == [
        f"fingerprint {fingerprint('s')}",
        f"round 1: {'-'.join(map(str, first.tables[0]))} ({first.resting[0]} out)",
        f"round 2: {'-'.join(map(str, second.tables[0]))}",
    ]


def order(found: Iterable[Standing]) -> list[int]:
    return [one.person for one in found]


@pytest.mark.parametrize(
    ("gold", "points"),
    [
        ((40, 30, 20, 10), (12, 8, 4, 0)),
        ((40, 30, 20), (12, 6, 0)),
        ((40, 30), (12, 0)),
        ((40, 40, 20, 10), (10, 10, 4, 0)),
        ((40, 30, 30, 30), (12, 4, 4, 4)),
        ((40, 30, 30, 10), (12, 6, 6, 0)),
        ((40, 40, 10), (9, 9, 0)),
        ((40, 30, 30), (12, 3, 3)),
        ((40, 40), (6, 6)),
        ((0, 0, 0, 0), (6, 6, 6, 6)),
    ],
)
def test_shared_places_share_their_points(gold: tuple[int, ...], points: tuple[int, ...]) -> None:
    table = Played(tuple(range(1, len(gold) + 1)), gold)
    assert tuple(table.points(one) for one in table.people) == points


def test_who_resigned_comes_last_whatever_the_caretaker_made_of_it() -> None:
    table = Played((1, 2, 3), (50, 20, 10), frozenset({1}))
    assert [table.points(one) for one in (1, 2, 3)] == [0, 12, 6]
    assert [table.won(one) for one in (1, 2, 3)] == [False, True, False]
    assert table.share(1) == 0


def test_a_game_without_a_result_is_like_a_round_without_a_game() -> None:
    found = standings([1, 2, 3, 4], [Played((1, 2, 3), None, frozenset({3}))], "s", rested={4: 1})
    assert {one.person: one.points for one in found} == {1: 6, 2: 6, 3: 0, 4: 6}
    assert all(one.games == one.wins == 0 for one in found)


def test_points_come_first_then_the_results_against_each_other() -> None:
    played = [Played((1, 2, 3), (10, 20, 30)), Played((1, 2, 3), (10, 30, 20))]
    assert order(standings([1, 2, 3], played, "s")) in ([2, 3, 1], [3, 2, 1])
    played = [Played((1, 2), (10, 11)), Played((1, 3), (90, 0)), Played((2, 3), (1, 2))]
    found = standings([1, 2, 3, 4], [*played, Played((3, 4), (0, 50))], "s")
    # Each of the first three won once; between them all is even, so their gold decides.
    assert [one.points for one in found] == [12, 12, 12, 12]
    assert {one.person: one.duels for one in found} == {1: 0, 2: 0, 3: -1, 4: 1}
    assert order(found)[::3] == [4, 3]


def test_then_the_share_of_the_gold_then_victories_and_last_a_lot_by_the_seed() -> None:
    found = standings([1, 2, 3, 4], [Played((1, 3), (60, 40)), Played((2, 4), (90, 10))], "s")
    assert (order(found), found[0].share) == ([2, 1, 3, 4], Fraction(9, 10))
    played = [Played((1, 9, 8), (50, 30, 20)), Played((1, 9, 8), (0, 50, 50))]
    played += [Played((2, 7, 6), (25, 0, 75)), Played((2, 7, 6), (25, 75, 0))]
    one, two, *_ = sorted(standings([1, 2, 6, 7, 8, 9], played, "s"), key=lambda one: one.person)
    assert (one.points, one.share) == (two.points, two.share)
    assert one.wins > two.wins
    assert one.rank < two.rank
    for seed in ("", "any", "c0ffee"):
        assert order(standings(range(1, 9), [], seed)) == by_lot(range(1, 9), seed, "standings")


def test_who_left_stands_after_all_others() -> None:
    found = standings([1, 2, 3], [Played((1, 2, 3), (30, 20, 10))], "s", left={1})
    assert (order(found), found[2].left, found[2].points) == ([2, 3, 1], True, Fraction(12))


GOLD = st.lists(st.integers(0, 9), min_size=6, max_size=6)


@settings(max_examples=30)
@given(tables=st.lists(st.tuples(st.permutations(range(1, 7)), GOLD), max_size=5))
def test_everybody_has_a_rank_whatever_happened(tables: list[tuple[list[int], list[int]]]) -> None:
    played = [
        Played(tuple(people[start : start + 3]), tuple(gold[start : start + 3]))
        for people, gold in tables
        for start in (0, 3)
    ]
    found = standings(range(1, 7), played, "s")
    assert [one.rank for one in found] == sorted(order(found)) == [1, 2, 3, 4, 5, 6]
    assert order(standings(range(6, 0, -1), played[::-1], "s")) == order(found)
    points = [one.points for one in found]
    assert points == sorted(points, reverse=True)
