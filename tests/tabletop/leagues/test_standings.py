"""Places become points, and equal points are told apart by the stated rules, in their order."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.leagues.draw import by_lot
from tabletop.leagues.standings import WITHOUT_GAME, Played, Standing, standings


def order(found: list[Standing]) -> list[int]:
    return [one.person for one in found]


@pytest.mark.parametrize(
    ("gold", "points"),
    [
        ((40, 30, 20, 10), (12, 8, 4, 0)),
        ((40, 30, 20), (12, 6, 0)),
        ((40, 30), (12, 0)),
        ((40, 40, 20, 10), (10, 10, 4, 0)),
        ((40, 30, 30, 30), (12, 4, 4, 4)),
        ((40, 40, 10), (9, 9, 0)),
        ((40, 40), (6, 6)),
        ((0, 0, 0, 0), (6, 6, 6, 6)),
    ],
)
def test_places_are_worth_points_and_shared_places_share_them(
    gold: tuple[int, ...], points: tuple[int, ...]
) -> None:
    table = Played(tuple(range(1, len(gold) + 1)), gold)
    assert tuple(table.points(one) for one in table.people) == points


@given(gold=st.lists(st.integers(0, 5), min_size=2, max_size=4))
def test_a_table_of_any_size_gives_six_points_for_each_who_sits_there(gold: list[int]) -> None:
    table = Played(tuple(range(len(gold))), tuple(gold))
    assert sum(table.points(one) for one in table.people) == WITHOUT_GAME * len(gold)


def test_who_resigned_comes_last_whatever_the_caretaker_made_of_it() -> None:
    table = Played((1, 2, 3), (50, 20, 10), frozenset({1}))
    assert [table.points(one) for one in (1, 2, 3)] == [0, 12, 6]
    assert not table.won(1)
    assert table.won(2)
    assert table.share(1) == 0


def test_a_game_without_a_result_is_like_a_round_without_a_game() -> None:
    table = Played((1, 2, 3), None, frozenset({3}))
    found = standings([1, 2, 3, 4], [table], "s", rested={4: 1})
    assert {one.person: one.points for one in found} == {1: 6, 2: 6, 3: 0, 4: 6}
    assert all(one.games == one.wins == 0 for one in found)


def test_points_come_first() -> None:
    played = [Played((1, 2, 3), (10, 20, 30)), Played((1, 2, 3), (10, 30, 20))]
    assert order(standings([1, 2, 3], played, "s")) in ([2, 3, 1], [3, 2, 1])


def test_then_the_results_against_each_other() -> None:
    played = [Played((1, 2), (10, 11)), Played((1, 3), (90, 0)), Played((2, 3), (1, 2))]
    played.append(Played((3, 4), (0, 50)))
    found = standings([1, 2, 3, 4], played, "s")
    # Each of the first three won once; between them all is even, so their gold decides.
    assert [one.points for one in found] == [12, 12, 12, 12]
    assert {one.person: one.duels for one in found} == {1: 0, 2: 0, 3: -1, 4: 1}
    assert found[0].person == 4
    assert found[3].person == 3


def test_then_the_share_of_the_gold() -> None:
    played = [Played((1, 3), (60, 40)), Played((2, 4), (90, 10))]
    assert order(standings([1, 2, 3, 4], played, "s")) == [2, 1, 3, 4]
    found = standings([1, 2, 3, 4], played, "s")
    assert found[0].share == Fraction(9, 10)


def test_then_victories() -> None:
    played = [Played((1, 9, 8), (50, 30, 20)), Played((1, 9, 8), (0, 50, 50))]
    played += [Played((2, 7, 6), (25, 0, 75)), Played((2, 7, 6), (25, 75, 0))]
    rows = {one.person: one for one in standings([1, 2, 6, 7, 8, 9], played, "s")}
    assert (rows[1].points, rows[1].share) == (rows[2].points, rows[2].share)
    assert rows[1].wins > rows[2].wins
    assert rows[1].rank < rows[2].rank


@pytest.mark.slow
@given(seed=st.text(max_size=4))
def test_last_a_lot_by_the_seed(seed: str) -> None:
    assert order(standings(range(1, 9), [], seed)) == by_lot(range(1, 9), seed, "standings")


def test_who_left_stands_after_all_others() -> None:
    found = standings([1, 2, 3], [Played((1, 2, 3), (30, 20, 10))], "s", left={1})
    assert order(found) == [2, 3, 1]
    assert found[2].left
    assert found[2].points == 12


@settings(max_examples=30)
@given(
    tables=st.lists(
        st.tuples(
            st.permutations(range(1, 7)), st.lists(st.integers(0, 9), min_size=6, max_size=6)
        ),
        max_size=5,
    )
)
def test_all_have_a_rank_of_their_own_whatever_happened(
    tables: list[tuple[list[int], list[int]]],
) -> None:
    played = [
        Played(tuple(people[start : start + 3]), tuple(gold[start : start + 3]))
        for people, gold in tables
        for start in (0, 3)
    ]
    found = standings(range(1, 7), played, "s")
    assert [one.rank for one in found] == [1, 2, 3, 4, 5, 6]
    assert sorted(order(found)) == [1, 2, 3, 4, 5, 6]
    assert order(standings(range(6, 0, -1), played[::-1], "s")) == order(found)
    points = [one.points for one in found]
    assert points == sorted(points, reverse=True)
