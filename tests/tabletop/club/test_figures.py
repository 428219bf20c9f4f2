"""A person in figures."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

from db.club.rows import FinishedGame
from tabletop.club.figures import Figures
from tabletop.club.standings import LAST_TURNS, Standing, add_game, figures_of
from tests.tabletop.club.games import (
    ADA,
    BELA,
    CHIARA,
    computer,
    figures_in,
    finished,
    match,
    person,
    standings_in,
)


def figures(games: list[FinishedGame], who: int = ADA) -> Figures:
    return figures_in(games)[who]


def test_who_has_not_played_has_no_figures() -> None:
    assert set(figures_in([match(1, (BELA, 1), (CHIARA, 2))])) == {BELA, CHIARA}
    found = Figures(person=ADA)
    assert (found.games, found.wins, found.series, found.others) == (0, 0, 0, 0)
    assert (found.gold, found.turn, found.favourite, found.sale, found.rating) == (None,) * 5


def test_games_wins_and_the_longest_series() -> None:
    gold = [40, 40, 10, 30, 40, 40, 10]  # a shared victory is one
    games = [match(number, (ADA, mine), (BELA, 30)) for number, mine in enumerate(gold, start=1)]
    found = figures(games)
    assert (found.games, found.wins, found.series) == (7, 5, 3)
    assert found.gold == 40
    assert figures(games, BELA).series == 2


def test_what_somebody_builds_sells_and_takes() -> None:
    games = [
        finished(1, [person(0, ADA, 9, sale=12, turns="10 30", buildings="farm mill"), LOSER]),
        finished(2, [person(0, ADA, 9, sale=7, turns="20 500", buildings="farm mill"), LOSER]),
    ]
    found = figures(games)
    assert found.turn == 25
    assert found.favourite == ("farm", 2)
    assert found.sale == 12


LOSER = person(1, BELA, 1, sale=99, turns="7", buildings="tavern tavern tavern")


def test_games_against_computers_are_counted_apart() -> None:
    seats = [person(0, ADA, 50, sale=30, turns="5", buildings="farm"), computer(1, 20)]
    found = figures([finished(1, seats), match(2, (ADA, 1), (BELA, 2))])
    assert (found.others, found.other_wins) == (1, 1)
    assert (found.games, found.wins, found.sale, found.turn) == (1, 0, None, None)


def test_a_rating_is_provisional_before_five_games() -> None:
    games = [match(number, (ADA, 40), (BELA, 30)) for number in range(1, 6)]
    assert figures(games[:4]).rating is not None
    assert figures(games[:4]).provisional
    found = figures(games)
    assert not found.provisional
    assert found.rating == found.course[-1].rating
    assert len(found.course) == 5


def test_a_standing_is_kept_and_goes_on_where_it_was() -> None:
    seats = [person(0, ADA, 50, sale=3, turns="5 9"), computer(1, 20)]
    games = [match(number, (ADA, 40 + number), (BELA, 43)) for number in range(1, 8)]
    games.insert(3, finished(30, seats, at=3_500))
    for kept in range(len(games) + 1):
        before = standings_in(games[:kept])
        rows = [standing.stored(7) for standing in before.values()]
        again = {row.user_id: Standing.of(row) for row in rows}
        assert again == before
        for game in games[kept:]:
            add_game(game, again)
        assert again == standings_in(games)
        assert [replace(one.figures(), course=()) for one in before.values()] == [
            figures_of(row) for row in rows
        ]


def test_of_many_games_the_last_turns_count_and_the_middle_gold() -> None:
    slow = [match_with_turns(number, "1000 " * 50) for number in range(1, 9)]
    quick = [match_with_turns(number, "10 " * 50) for number in range(9, 13)]
    assert LAST_TURNS == 200
    assert figures([*slow, *quick]).turn == 10
    assert figures([*slow, *quick[:2]]).turn == 505
    for golds in ([7], [1, 9], [5, 1, 9], [4, 4, 4, 9], [1, 1, 8, 9]):
        games = [match(number, (ADA, gold), (BELA, 3)) for number, gold in enumerate(golds)]
        assert figures(games).gold == median(golds)


def match_with_turns(number: int, turns: str) -> FinishedGame:
    return finished(number, [person(0, ADA, 9, turns=turns), LOSER])
