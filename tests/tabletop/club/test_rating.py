"""Ratings follow from the finished games and from nothing else."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from db.club.rows import FinishedGame
from tabletop.club.rating import START, UNKNOWN, Strength, model
from tests.tabletop.club.games import ADA, BELA, CHIARA, DENIZ, figures_in, match

PEOPLE = (ADA, BELA, CHIARA, DENIZ, None)


def some_games(rng: Random) -> list[FinishedGame]:
    """Games of two to four people each, some of them forgotten, with ties."""
    games = []
    for number in range(1, rng.randint(2, 12)):
        people = rng.sample(PEOPLE, rng.randint(2, 4))
        games.append(match(number, *((person, rng.randint(0, 9)) for person in people)))
    return games


def last(games: list[FinishedGame]) -> dict[int, int]:
    """Everybody's rating after all games."""
    return {person: one.course[-1].rating for person, one in figures_in(games).items()}


def test_a_person_without_games_is_as_the_model_begins() -> None:
    assert Strength(model().rating().mu, model().rating().sigma) == UNKNOWN


def test_nobody_has_played() -> None:
    assert figures_in([]) == {}


def test_winners_rise_and_losers_fall() -> None:
    games = [match(number, (ADA, 40), (BELA, 30), (CHIARA, 20)) for number in range(1, 8)]
    ratings = last(games)
    assert ratings[ADA] > ratings[BELA] > ratings[CHIARA]
    assert ratings[ADA] > START


def test_a_tie_among_equals_leaves_them_equal() -> None:
    ratings = last([match(1, (ADA, 40), (BELA, 40), (CHIARA, 10))])
    assert ratings[ADA] == ratings[BELA] > ratings[CHIARA]


def test_nothing_fades_with_time() -> None:
    games = [match(1, (ADA, 40), (BELA, 30), at=1), match(2, (ADA, 40), (BELA, 30), at=2)]
    later = [games[0], match(2, (ADA, 40), (BELA, 30), at=10**13)]
    assert last(games) == last(later)


def test_somebody_forgotten_is_somebody_unknown_in_each_game() -> None:
    games = [match(number, (ADA, 40), (None, 30)) for number in (1, 2)]
    unknown = [match(number, (ADA, 40), (100 + number, 30)) for number in (1, 2)]
    assert last(games) == {ADA: last(unknown)[ADA]}


def test_a_course_has_a_point_for_each_game_of_the_person() -> None:
    games = [match(1, (ADA, 40), (BELA, 30)), match(2, (BELA, 1), (CHIARA, 2))]
    found = figures_in(games)
    assert [point.at for point in found[ADA].course] == [1_000]
    assert [point.at for point in found[BELA].course] == [1_000, 2_000]


@given(st.integers(0, 2**32))
def test_the_order_of_numbers_people_and_seats_does_not_matter(seed: int) -> None:
    rng = Random(seed)
    games = some_games(rng)
    numbers = rng.sample(range(1, 1_000), len(games))
    renamed = dict(zip(PEOPLE, [*rng.sample(range(50, 500), 4), None], strict=True))
    others = []
    for number, game in zip(numbers, games, strict=True):
        places = [(renamed[seat.user_id], result.gold) for seat, result in game.seats]
        rng.shuffle(places)
        others.append(match(number, *places, at=game.ended_at))
    rng.shuffle(others)
    before, after = last(games), last(others)
    assert {renamed[person] for person in before} == set(after)
    for person, rating in before.items():
        assert abs(after[renamed[person] or 0] - rating) <= 1  # sums in another order
