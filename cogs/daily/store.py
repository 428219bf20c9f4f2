"""All SQL about positions of the day: those made here, answers and ratings."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from db.features import FeatureTables, OfPeople
from db.sql import Connection, insertion, numbers, select, select_one, values
from i18n.translation import N_

TABLES: Final = FeatureTables(
    "daily",
    version=1,
    schema=Path(__file__).with_name("schema.sql"),
    person=OfPeople(
        columns=(("daily_answers", "user_id"), ("daily_people", "user_id")),
        forget=(
            "DELETE FROM daily_answers WHERE user_id = :person",
            "DELETE FROM daily_people WHERE user_id = :person",
        ),
        export={
            "answers": "SELECT day, choice, found, timely, counted, answered_at FROM daily_answers"
            " WHERE user_id = :person ORDER BY day DESC",
            "rating": "SELECT mu, sigma, answers FROM daily_people WHERE user_id = :person",
        },
        privacy=(N_("- Your answers to positions of the day; others see only percentages."),),
    ),
)


@dataclass(frozen=True, slots=True)
class StoredPosition:
    """A row with a position that was made here, because the file has none for its day."""

    day: int  # its day, counted from the first of January 1970 in UTC
    line: str  # the position as a line of that file, which the store does not read


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """A row with a person's answer to the position of a day."""

    day: int
    user_id: int
    choice: str
    found: bool
    timely: bool  # whether it was given on that day, so that it counts in the person's streak
    counted: bool  # whether it counts in ratings, and in what others are shown
    answered_at: int


@dataclass(frozen=True, slots=True)
class StoredRating:
    """A row with the rating of a person, or of a day's position."""

    mu: int  # the strength in the model of ratings, in thousandths
    sigma: int  # its uncertainty, in thousandths
    answers: int


Rate: TypeAlias = Callable[
    [StoredRating | None, StoredRating | None], tuple[StoredRating, StoredRating]
]
"""Makes the ratings of a person and of a position after an answer from those before it."""

ADD_ANSWER: Final = (
    insertion("daily_answers", StoredAnswer)
    + " ON CONFLICT (user_id, day) DO NOTHING RETURNING day"
)
ADD_POSITION: Final = insertion("daily_positions", StoredPosition) + " ON CONFLICT (day) DO NOTHING"
PUT_PERSON: Final = insertion("daily_people", StoredRating, "user_id", key=("user_id",))
PUT_RATING: Final = insertion("daily_ratings", StoredRating, "day", key=("day",))
THEIRS: Final = "FROM daily_answers WHERE user_id = :user_id"


def positions(connection: Connection) -> tuple[StoredPosition, ...]:
    """Return all positions that were made here, the earliest day first."""
    return select(connection, StoredPosition, "FROM daily_positions ORDER BY day", {})


def position(connection: Connection, day: int) -> StoredPosition | None:
    """Return the position that was made here for a day."""
    that = "FROM daily_positions WHERE day = :day"
    return select_one(connection, StoredPosition, that, {"day": day})


def keep_position(connection: Connection, made: StoredPosition) -> None:
    """Store a position; the first that was stored for a day stays."""
    connection.execute(ADD_POSITION, values(made))


def answer(connection: Connection, given: StoredAnswer, rate: Rate) -> StoredAnswer:
    """Store a person's answer, and return the one that counts: the first to a position stays."""
    if connection.execute(ADD_ANSWER, values(given)).fetchone() is None:
        found = answer_of(connection, given.user_id, given.day)
        assert found is not None
        return found
    if given.counted:
        person, of_day = rate(
            rating_of(connection, given.user_id), rating_of_day(connection, given.day)
        )
        connection.execute(PUT_PERSON, values(person, user_id=given.user_id))
        connection.execute(PUT_RATING, values(of_day, day=given.day))
    return given


def answer_of(connection: Connection, user_id: int, day: int) -> StoredAnswer | None:
    """Return a person's answer to the position of a day."""
    asked = {"user_id": user_id, "day": day}
    return select_one(connection, StoredAnswer, f"{THEIRS} AND day = :day", asked)


def answers_of(connection: Connection, user_id: int) -> tuple[StoredAnswer, ...]:
    """Return all answers of a person, the latest day first."""
    return select(connection, StoredAnswer, f"{THEIRS} ORDER BY day DESC", {"user_id": user_id})


def choices(
    connection: Connection, day: int, most: int, without: int = 0
) -> tuple[tuple[str, int], ...]:
    """Return how often each choice was made among the first answers that count, by frequency."""
    rows = connection.execute(
        "SELECT choice, count(*) AS times FROM (SELECT choice, user_id FROM daily_answers"
        " WHERE day = :day AND counted ORDER BY answered_at, user_id LIMIT :most) AS first"
        " WHERE user_id <> :without GROUP BY choice ORDER BY times DESC, choice",
        {"day": day, "most": most, "without": without},
    )
    return tuple((choice, times) for choice, times in rows)


def counted(connection: Connection, day: int) -> int:
    """Return the number of answers to the position of a day that count."""
    query = "SELECT count(*) FROM daily_answers WHERE day = :day AND counted"
    [number] = numbers(connection, query, {"day": day})
    return number


def rating_of(connection: Connection, user_id: int) -> StoredRating | None:
    """Return a person's rating."""
    that = "FROM daily_people WHERE user_id = :user_id"
    return select_one(connection, StoredRating, that, {"user_id": user_id})


def rating_of_day(connection: Connection, day: int) -> StoredRating | None:
    """Return the rating of the position of a day."""
    that = "FROM daily_ratings WHERE day = :day"
    return select_one(connection, StoredRating, that, {"day": day})
