"""The description of a rating's chart: its first, last, highest and lowest value."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime

from i18n.translation import ENGLISH, Words


def describe_course(course: Sequence[tuple[int, int]], *, name: str, words: Words = ENGLISH) -> str:
    """Describe the chart of a rating.

    Args:
        course: for each game its end in milliseconds UTC, and the rating after it.
        name: the person's.
        words: the reader's language.
    """
    ratings = [rating for _, rating in course]
    return words(
        "The rating of {name} by time: {first} on {begin}, {last} on {end}; at most {most}, at "
        "least {least}.",
        name=name,
        first=ratings[0],
        begin=words.day(day_of(course[0][0])),
        last=ratings[-1],
        end=words.day(day_of(course[-1][0])),
        most=max(ratings),
        least=min(ratings),
    )


def day_of(at: int) -> date:
    """Return the day, UTC, of a time in milliseconds."""
    return datetime.fromtimestamp(at / 1000, UTC).date()
