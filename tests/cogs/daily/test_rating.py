"""Ratings by positions of the day."""

from dataclasses import replace

from cogs.daily.service import (
    _streak,
    beginner,
    expected,
    in_file,
    last_day,
    next_time,
    points,
    rated,
)
from players.levels import OPPONENTS
from tabletop.time_control import DAY, HOUR

PUZZLE = next(iter(in_file().values()))


def test_the_fewer_levels_find_a_position_the_higher_it_begins() -> None:
    names = [level.name for level in OPPONENTS]
    begins = [points(expected(replace(PUZZLE, found=tuple(names[:count])))) for count in range(9)]
    assert begins == sorted(begins, reverse=True)
    assert len(set(begins)) == len(begins)
    assert points(beginner()) == 1000


def test_who_finds_it_rises_and_the_position_falls_and_the_other_way_round() -> None:
    person, position = beginner(), expected(PUZZLE)
    up, down = rated(PUZZLE, True, person, position)
    assert rated(PUZZLE, True, None, None) == (up, down)
    assert points(up) > points(person)
    assert points(down) < points(position)
    down, up = rated(PUZZLE, False, person, position)
    assert points(down) < points(person)
    assert points(up) > points(position)
    assert (down.answers, up.answers) == (1, 1)
    assert down.sigma < person.sigma


def test_a_streak_is_days_in_a_row_up_to_yesterday() -> None:
    days: list[list[int]] = [[], [9, 8, 7, 5], [8, 7], [7, 6]]
    assert [_streak(known, 9) for known in days] == [0, 3, 2, 0]


def test_channels_are_told_in_the_morning() -> None:
    day = 20_783
    for hours, last in ((5, day - 1), (6, day), (29, day)):
        now = day * DAY + hours * HOUR
        assert (last_day(now), next_time(now)) == (last, (last + 1) * DAY + 6 * HOUR)
    assert last_day(day * DAY + 6 * HOUR - 1) == day - 1
