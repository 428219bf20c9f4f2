"""Positions of the day: who answered one, what others chose, ratings, streaks, new positions.

The model of ratings is that of the club's ranking, Plackett's and Luce's of ``openskill``: an
answer is a game of two, which the person wins by finding it. Glicko would need periods of several
games, and a person has one answer a day; and one model for both rankings is one scale to read.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from cogs.daily import store
from cogs.daily.store import StoredAnswer, StoredRating
from db.outbox import Topic
from db.store import Store
from delivery.dispatcher import Dispatcher
from engine.actions import Action
from players.daily import Puzzle, choice_of, making
from players.levels import OPPONENTS
from players.player import Budget
from players.thinking import Kind, Question, ThinkingPool
from runtime.settings import number
from tabletop.publishing import Channels
from tabletop.rating import START, STEP, UNKNOWN, model
from tabletop.tables import Tables
from tabletop.time_control import DAY, HOUR

THOUSAND: Final = 1000
HARDEST: Final = 8.0
"""By how much a position that no level finds is stronger than a person without answers, in the
model's points; one that all find is weaker by as much."""
LEAST_ANSWERS: Final = 5  # answers below which a rating is provisional


def expected(puzzle: Puzzle) -> StoredRating:
    """Return a position's rating before any answer, by the levels that find it."""
    share = len(puzzle.found) / len(OPPONENTS)
    return _row(UNKNOWN.mu + HARDEST * (1 - 2 * share), UNKNOWN.sigma, 0)


def rated(
    puzzle: Puzzle, found: bool, person: StoredRating | None, position: StoredRating | None
) -> tuple[StoredRating, StoredRating]:
    """Return the ratings of a person and a position after an answer; None for a first one."""
    before = person or beginner(), position or expected(puzzle)
    teams = [[model().rating(mu=one.mu / THOUSAND, sigma=one.sigma / THOUSAND)] for one in before]
    after = model().rate(teams, ranks=[1.0, 2.0] if found else [2.0, 1.0])
    now, of_day = (
        _row(new.mu, new.sigma, old.answers + 1) for [new], old in zip(after, before, strict=True)
    )
    return now, of_day


def beginner() -> StoredRating:
    """Return the rating of a person without answers."""
    return _row(UNKNOWN.mu, UNKNOWN.sigma, 0)


def points(rating: StoredRating) -> int:
    """Return the number that people read: 1000 for a person without answers."""
    return round(START + STEP * (rating.mu / THOUSAND - UNKNOWN.mu))


def _row(mu: float, sigma: float, answers: int) -> StoredRating:
    return StoredRating(round(mu * THOUSAND), round(sigma * THOUSAND), answers)


FILE: Final = Path(__file__).with_name("positions.jsonl")
"""The positions that every clone has; ``python -m lab.cogs.daily`` adds to them."""


def in_file() -> dict[int, Puzzle]:
    """Return the positions of the file by day."""
    found = [Puzzle.from_json(line) for line in FILE.read_text("utf-8").splitlines()]
    return {puzzle.day: puzzle for puzzle in found}


class Positions:
    """The positions by day; those made here stand before the file's.

    People may have answered a position that was made here before a newer version had one for its
    day, and what they were asked does not change.
    """

    def __init__(self, kept: Store, known: dict[int, Puzzle] | None = None) -> None:
        self._store = kept
        self._known = in_file() if known is None else known
        self._made: dict[int, Puzzle] = {}

    async def load(self) -> None:
        """Load the positions that were made here."""
        rows = await self._store.ask(store.positions)
        self._made = {row.day: Puzzle.from_json(row.line) for row in rows}

    async def of(self, day: int) -> Puzzle | None:
        """Return the position of a day; None if there is none yet."""
        if day not in self._made and day not in self._known:
            # Another process may have made it.
            row = await self._store.ask(store.position, day)
            if row is not None:
                self._made[day] = Puzzle.from_json(row.line)
        return self._made.get(day) or self._known.get(day)

    def days(self, until: int) -> list[int]:
        """Return the days up to one that have a position, the latest first."""
        return sorted((day for day in {**self._known, **self._made} if day <= until), reverse=True)

    async def keep(self, puzzle: Puzzle) -> None:
        """Store a position that was made here."""
        made = store.StoredPosition(puzzle.day, puzzle.to_json())
        await self._store.change(store.keep_position, made)
        self._made[puzzle.day] = puzzle


KIND: Final = "daily"  # the kind of notice of a day's position
DAY_BEGINS: Final = "day"  # the kind of due at which it is to be told
HOUR_OF_DAY: Final = 6  # when channels are told of the day's position, in UTC
GRACE: Final = HOUR  # how long after midnight an answer to the last day's position is still in time
BATCH: Final = 5
"""What others chose is told of the first answers in steps of so many: of one more answer nobody
can see what it was."""
LEAST_TOLD: Final = 10  # answers from which on is told what others chose
LEAST_ALIKE: Final = 2
"""Answers that a choice needs to be told: of a single one it could be known whose it is."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The choices that people made in a position, without anybody's name."""

    answers: int
    choices: tuple[tuple[str, int], ...]  # choices with how many made them, the most frequent first

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
    """The service of the position of the day."""

    def __init__(self, tables: Tables, dispatcher: Dispatcher, positions: Positions) -> None:
        self._tables = tables
        self._store = tables.store
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
        return await self._store.ask(store.answer_of, user, day)

    async def answer(
        self, user: int, guild: int | None, puzzle: Puzzle, action: Action
    ) -> StoredAnswer:
        """Store a person's answer, and return the one that counts: the first to a position stays.

        An answer of a person whom moderators of the server block is kept for that person alone.

        Raises:
            IllegalActionError: if the action is not legal.
        """
        if (reason := puzzle.position.refusal(action)) is not None:
            raise reason
        now = self._tables.now()
        timely = puzzle.day in (now // DAY, (now - GRACE) // DAY)
        blocked = guild is not None and user in await self._store.games.blocked_in(guild)
        found = puzzle.found_by(action)
        choice = choice_of(puzzle.position, action)
        given = StoredAnswer(puzzle.day, user, choice, found, timely, timely and not blocked, now)
        return await self._store.change(store.answer, given, partial(rated, puzzle, found))

    async def standing(self, user: int) -> Standing:
        """Return what a person's answers come to."""
        answers = await self._store.ask(store.answers_of, user)
        rating = await self._store.ask(store.rating_of, user)
        days = (answer.day for answer in answers if answer.timely)
        return Standing(answers, rating or beginner(), _streak(days, self.today))

    async def rating_of(self, puzzle: Puzzle) -> StoredRating:
        """Return the rating of a position."""
        return await self._store.ask(store.rating_of_day, puzzle.day) or expected(puzzle)

    async def shares(self, day: int, without: int = 0) -> Shares | None:
        """Return what people, but one, chose on a day; None while too few have answered."""
        answers = await self._store.ask(store.counted, day) // BATCH * BATCH
        if answers < LEAST_TOLD:
            return None
        choices = await self._store.ask(store.choices, day, answers, without)
        common = tuple(each for each in choices if each[1] >= LEAST_ALIKE)
        return Shares(sum(count for _, count in choices), common)

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


PATIENCE: Final = Budget(seconds=8.0)
"""How long a piece of work may take; the work itself is limited by playouts."""

log = logging.getLogger("arkadia.daily")


@dataclass(frozen=True, slots=True)
class DailySettings:
    """The number of positions that are made before their day."""

    daily_ahead: int = number(
        3, "for how many days ahead missing positions of the day are made", 0, 30
    )


class Supply:
    """A maker of the positions that are missing for some days ahead; of none if these are 0."""

    def __init__(self, daily: Daily, thinking: ThinkingPool, ahead: int) -> None:
        self._daily = daily
        self._thinking = thinking
        self._ahead = ahead

    async def tend(self) -> None:
        """Make the positions that are missing from today on, the earliest first."""
        today = self._daily.today
        for day in range(today, today + self._ahead + 1) if self._ahead else ():
            if await self._daily.positions.of(day) is None:
                await self._make(day)

    async def _make(self, day: int) -> None:
        work, result = making(day), None
        log.info("Making a position", extra={"day": day})
        while True:
            try:
                step = work.send(result)
            except StopIteration as end:
                await self._daily.positions.keep(end.value)
                log.info("Made a position", extra={"day": day})
                return
            result = await self._thinking.ask(
                Question(Kind.SUPPLY), PATIENCE, step.function, *step.arguments
            )
