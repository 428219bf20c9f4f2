"""The course of a rating."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from render import Size, Theme, draw_course
from words.course import describe_course

DAY = 86_400_000
COURSES = {
    "one game": [(0, 1000)],
    "all at once": [(DAY, 950), (DAY, 1020)],
    "a year": [(day * DAY, 1000 + day % 90) for day in range(365)],
    "far up": [(0, -900), (DAY, 4000)],
}


@pytest.mark.parametrize("course", COURSES.values(), ids=COURSES)
@pytest.mark.parametrize("theme", list(Theme))
def test_any_course_fits(course: list[tuple[int, int]], theme: Theme) -> None:
    picture = draw_course(course, name="W" * 200, theme=theme)
    assert Image.open(io.BytesIO(picture)).width == Size.NORMAL.value[0]
    assert len(picture) <= 100_000


def test_other_games_make_another_picture() -> None:
    course = [(0, 1000), (DAY, 1100), (2 * DAY, 1050)]
    others = [[*course[:2], (2 * DAY, 1060)], [course[0], (DAY // 2, 1100), course[2]], course[:2]]
    shown = {draw_course(one, name="Ada") for one in (course, *others)}
    assert len(shown) == 4


@pytest.mark.parametrize("course", [[], [(2, 1000), (1, 1000)]])
def test_what_is_no_course_is_refused(course: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="order of their ends"):
        draw_course(course, name="Ada")


def test_it_is_told_in_words() -> None:
    course = [(0, 1000), (DAY, 1100), (2 * DAY, 990), (3 * DAY, 1050)]
    assert describe_course(course, name="Ada") == (
        "The rating of Ada by time: 1000 on 1 Jan 1970, 1050 on 4 Jan 1970; at most 1100, at "
        "least 990."
    )
