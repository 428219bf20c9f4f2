"""The position of the day: who answered it, what others chose, streaks, and servers' channels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from db.daily.rows import StoredAnswer, StoredRating
from db.outbox.rows import Topic
from delivery.dispatcher import Dispatcher
from engine.actions import Action
from players.daily.choices import choice_of
from players.daily.puzzle import Puzzle
from tabletop.club.channels import Channels
from tabletop.daily.positions import Positions
from tabletop.daily.rating import beginner, expected, rated
from tabletop.tables import Tables
from tabletop.time_control import DAY, HOUR

KIND: Final = "daily"
"""The kind of notice of a day's position."""
DAY_BEGINS: Final = "day"
"""The kind of due at which it is to be told."""
HOUR_OF_DAY: Final = 6
"""When channels are told of the day's position, in UTC."""
GRACE: Final = HOUR
"""How long after midnight an answer to the last day's position is still in time."""
BATCH: Final = 5
"""What others chose is told of the first answers in steps of so many: of one more answer nobody
can see what it was."""
LEAST_TOLD: Final = 10
"""Answers from which on is told what others chose."""
LEAST_ALIKE: Final = 2
"""Answers that a choice needs to be told: of a single one it could be known whose it is."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The choices that people made in a position, without anybody's name.

    Attributes:
        answers: the number of answers that it is made of.
        choices: choices with how many made them, the most frequent first.
    """

    answers: int
    choices: tuple[tuple[str, int], ...]

    def of(self, choice: str) -> int | None:
        """Return how many of a hundred made a choice; None of fewer than ``LEAST_ALIKE`` people.

        Only none is 0 and only all are 100.
        """
        count = dict(self.choices).get(choice, 0)
        if count < LEAST_ALIKE:
            return None
        share = max(1, round(100 * count / self.answers))
        return share if count == self.answers else min(99, share)


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's answers, the latest day first, with what follows from them."""

    answers: tuple[StoredAnswer, ...]
    rating: StoredRating
    streak: int

    def streak_on(self, day: int) -> int:
        """Return how many days in a row the person had answered on a day, with that day's."""
        return _streak((one.day for one in self.answers if one.timely and one.day <= day), day)


class Daily:
    """The service of the position of the day.

    Attributes:
        positions: the positions of all days.
        channels: the channels that servers chose to be told of them.
    """

    def __init__(self, tables: Tables, dispatcher: Dispatcher, positions: Positions) -> None:
        self._tables = tables
        self.channels = Channels(tables, dispatcher, KIND, DAY_BEGINS, next_time)
        self.positions = positions

    @property
    def today(self) -> int:
        """The day that it is in UTC, counted from the first of January 1970."""
        return self._tables.now() // DAY

    async def position(self, day: int) -> Puzzle | None:
        """Return the position of a day that has come; None if there is none."""
        return await self.positions.of(day) if day <= self.today else None

    async def answer_of(self, user: int, day: int) -> StoredAnswer | None:
        """Return a person's answer to the position of a day."""
        return await self._tables.store.daily.answer_of(user, day)

    async def answer(self, user: int, guild: int, puzzle: Puzzle, action: Action) -> StoredAnswer:
        """Store a person's answer, and return the one that counts: the first to a position stays.

        An answer of a person whom moderators of the server block is kept for that person alone.

        Raises:
            IllegalActionError: if the action is not legal.
        """
        if (reason := puzzle.position.refusal(action)) is not None:
            raise reason
        now, store = self._tables.now(), self._tables.store
        timely = puzzle.day in (now // DAY, (now - GRACE) // DAY)
        blocked = user in await store.games.blocked_in(guild) if guild else False
        found = puzzle.found_by(action)
        choice = choice_of(puzzle.position, action)
        given = StoredAnswer(puzzle.day, user, choice, found, timely, timely and not blocked, now)
        return await store.daily.answer(given, _rating(puzzle, found=found))

    async def standing(self, user: int) -> Standing:
        """Return what a person's answers come to."""
        answers = await self._tables.store.daily.answers_of(user)
        rating = await self._tables.store.daily.rating_of(user)
        days = (answer.day for answer in answers if answer.timely)
        return Standing(answers, rating or beginner(), _streak(days, self.today))

    async def rating_of(self, puzzle: Puzzle) -> StoredRating:
        """Return the rating of a position."""
        found = await self._tables.store.daily.rating_of_day(puzzle.day)
        return found or expected(puzzle)

    async def shares(self, day: int, without: int = 0) -> Shares | None:
        """Return what people chose in the position of a day; None while too few have answered.

        Args:
            day: the day.
            without: the person whose own answer is left out, who reads it.
        """
        store = self._tables.store
        answers = await store.daily.counted(day) // BATCH * BATCH
        if answers < LEAST_TOLD:
            return None
        choices = await store.daily.choices(day, answers, without)
        told = tuple(each for each in choices if each[1] >= LEAST_ALIKE)
        return Shares(sum(count for _, count in choices), told)

    async def come_due(self, guild: int) -> Topic | None:
        """Put the day's position into the outbox of a server and schedule the next; None if not.

        A bot that was down tells of the last day alone. While the position is not made yet, it is
        tried again later.
        """
        chosen, now = await self.channels.chosen(guild), self._tables.now()
        if chosen is None:
            return None
        day = last_day(now)
        if await self.positions.of(day) is None:
            await self.channels.note_due(guild, now + HOUR)
            return None
        # The day is the count: one that was missed is not told later.
        return await self.channels.tell(chosen, day)


def last_day(now: int) -> int:
    """Return the day of which channels were to be told last; the time in milliseconds UTC."""
    return (now - HOUR_OF_DAY * HOUR) // DAY


def next_time(now: int) -> int:
    """Return the next time at which channels are told, after a time."""
    return (last_day(now) + 1) * DAY + HOUR_OF_DAY * HOUR


def _streak(days: Iterable[int], today: int) -> int:
    """Return how many days in a row, up to today or the day before, are among some days."""
    known: Sequence[int] = sorted(set(days), reverse=True)
    if not known or known[0] < today - 1:
        return 0
    return next((at for at, day in enumerate(known) if day != known[0] - at), len(known))


def _rating(
    puzzle: Puzzle, *, found: bool
) -> Callable[[StoredRating | None, StoredRating | None], tuple[StoredRating, StoredRating]]:
    return lambda person, of_day: rated(
        person or beginner(), of_day or expected(puzzle), found=found
    )
