"""Which level of computer players somebody is as strong as."""

from __future__ import annotations

import pytest

from db.club.rows import FinishedGame
from players.levels import OPPONENTS
from tabletop.club.strength import LAST, Meeting, likely_place
from tests.tabletop.club.games import ADA, BELA, computer, figures_in, finished, match, person

PLACES = range(len(OPPONENTS))
NAMES = [level.name for level in OPPONENTS]


def against(level: str, mine: int, theirs: int, number: int = 1) -> FinishedGame:
    return finished(number, [person(0, ADA, mine), computer(1, theirs, level)])


def level(*games: FinishedGame) -> str:
    found = figures_in(games)[ADA].level
    assert found is not None
    return found


def test_one_begins_low_and_climbs_by_winning() -> None:
    assert level(match(1, (ADA, 30), (BELA, 20))) == "apprentice"
    assert level(against("pupil", 10, 20)) == "pupil"
    assert level(against("pupil", 20, 10)) == "apprentice"
    climbed = [
        likely_place([Meeting(place, 1.0) for place in PLACES[:beaten]]) for beaten in PLACES
    ]
    assert climbed == sorted(climbed)
    assert likely_place([Meeting(PLACES[-1], 1.0)] * LAST) == PLACES[-1]
    assert likely_place([Meeting(0, 0.0)] * LAST) == 0


@pytest.mark.parametrize("place", PLACES[1:-1])
def test_who_wins_three_of_four_below_and_one_of_four_above_stands_between(place: int) -> None:
    below = [Meeting(place - 1, float(game % 4 > 0)) for game in range(LAST // 2)]
    above = [Meeting(place + 1, float(game % 4 == 0)) for game in range(LAST // 2)]
    assert abs(likely_place(below + above) - place) <= 1
    assert likely_place([Meeting(place, 0.5)] * LAST) == place


def test_only_the_last_games_count_and_only_those_played_to_the_end() -> None:
    lost = [against("master", 10, 20, number) for number in range(1, 40)]
    won = [against("mason", 20, 10, number) for number in range(40, 40 + LAST)]
    assert NAMES.index(level(*lost, *won)) >= NAMES.index("mason")
    assert NAMES.index(level(*won, *lost)) < NAMES.index("master")
    assert level(*won) == level(*lost, *won)
    left = finished(1, [person(0, ADA, 1, status="resigned"), computer(1, 30, "pupil")])
    assert figures_in([left])[ADA].level is None


def test_of_several_computers_each_is_met() -> None:
    seats = [person(0, ADA, 20), computer(1, 10, "foreman"), computer(2, 30, "master")]
    met = {"foreman": 1.0, "master": 0.0}
    one = likely_place([Meeting(NAMES.index(name), won) for name, won in met.items()])
    assert level(finished(1, seats)) == NAMES[one]


def test_a_level_that_is_no_longer_offered_says_nothing() -> None:
    assert level(against("grand-master", 99, 1)) == level(match(1, (ADA, 1), (BELA, 2)))
