"""A person makes only so many public messages in a game within a minute."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.errors import TableError
from tabletop.rate_limit import RateLimit
from tabletop.time_control import MINUTE

MOST = 3
MOMENTS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, MINUTE // 2)), max_size=60)


@given(MOMENTS)
def test_no_minute_has_more_than_there_may_be(moments: list[tuple[int, int]]) -> None:
    restraint = RateLimit(MOST)
    noted: dict[int, list[int]] = {}
    now = 0
    for person, later in moments:
        now += later
        times = noted.setdefault(person, [])
        try:
            restraint.count(person, 1, now)
        except TableError as error:
            assert len([time for time in times if time > now - MINUTE]) == MOST
            seconds = int(str(error.parameters["seconds"]))
            assert (
                times[-MOST] + MINUTE - now <= seconds * 1_000 < times[-MOST] + MINUTE - now + 1_000
            )
        else:
            times.append(now)
    for times in noted.values():
        for number in range(len(times) - MOST):
            assert times[number + MOST] - times[number] >= MINUTE


def test_games_and_people_are_counted_apart_and_forgotten() -> None:
    restraint = RateLimit(1)
    for game in range(100):
        restraint.count(1, game, game)
        restraint.count(2, game, game)
    with pytest.raises(TableError):
        restraint.count(2, 99, 100)
    restraint.count(1, 1, MINUTE + 200)
    assert len(restraint) == 1
