"""Row classes of the position of the day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class StoredPosition:
    """A row with a position that was made here, because the file has none for its day.

    Attributes:
        day: its day, counted from the first of January 1970 in UTC.
        line: the position as a line of that file, which the store does not read.
    """

    day: int
    line: str


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """A row with a person's answer to the position of a day.

    Attributes:
        choice: the person's choice, which the store does not read.
        found: whether it is the best.
        timely: whether it was given on that day, so that it counts in the person's streak.
        counted: whether it counts in ratings, and in what others are shown.
    """

    day: int
    user_id: int
    choice: str
    found: bool
    timely: bool
    counted: bool
    answered_at: int


@dataclass(frozen=True, slots=True)
class StoredRating:
    """A row with the rating of a person, or of a day's position.

    Attributes:
        mu: the strength in the model of ratings, in thousandths.
        sigma: its uncertainty, in thousandths.
        answers: the number of answers that it is made of.
    """

    mu: int
    sigma: int
    answers: int


@dataclass(frozen=True, slots=True)
class DailyTraces:
    """The stored data of a person about positions of the day: the answers and the rating."""

    answers: tuple[StoredAnswer, ...]
    rating: StoredRating | None


NO_ANSWERS: Final = DailyTraces((), None)
