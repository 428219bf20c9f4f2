"""A pool of workers that think for computer players, scheduled by fair queueing.

Questions wait in a priority queue until a worker is free: quick turns, turns, hints, reviews,
positions of the day that are made ahead.
Among equals each server gets the same share of time, and a person has one question at a time.
Under load each question is given less time instead of being refused.

Any ``concurrent.futures.Executor`` can be injected. When a worker dies or hangs, the whole executor
is replaced and the question retried, which is safe because a decision is idempotent: it depends on
its arguments alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple, TypeVar, cast

from engine.actions import Action
from engine.observation import Observation
from players.fair_queue import FairQueue
from players.journeyman import Journeyman
from players.levels import LEVELS, decide
from players.player import Budget
from players.worker_processes import stop

T = TypeVar("T")

ATTEMPTS: Final = 3
HANG_AFTER_S: Final = 10.0
"""Seconds beyond its budget after which a worker is taken to hang, its cold start included."""
QUICK_TURN_S: Final = 0.1
"""The longest budget in seconds with which a turn counts as quick."""
LEAST_TIME_S: Final = 0.25
"""Seconds below which load does not shrink the time of a decision."""

_log = logging.getLogger(__name__)


class Kind(IntEnum):
    """The priority class of a question, the most urgent first."""

    QUICK_TURN = 0
    TURN = 1
    HINT = 2
    REVIEW = 3
    SUPPLY = 4


@dataclass(frozen=True, slots=True)
class Question:
    """The scheduling data of a question that waits for a worker.

    Attributes:
        kind: its priority class.
        server: the server whose share of the workers' time it uses.
        person: the person who asks, limited to one question at a time; None for a table's turn.
        decisions: the number of decisions in the question, each with the full budget.
    """

    kind: Kind
    server: Hashable = None
    person: Hashable = None
    decisions: int = 1


class Outlook(NamedTuple):
    """The questions ahead of a new one, and the estimated seconds until a worker takes it."""

    waiting: int
    seconds: float


class ThinkingError(RuntimeError):
    """Every attempt at a question failed, or the workers were stopped."""


class StillThinkingError(RuntimeError):
    """The person who asks still has a question that is not answered."""


@dataclass(eq=False, slots=True)
class _Asked:
    """A question that waits or is being answered; ``answer`` is the future its caller awaits."""

    question: Question
    budget: Budget
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    answer: asyncio.Future[Any]

    @property
    def seconds(self) -> float:
        """The seconds it may take, all its decisions together."""
        return (self.budget.seconds or 0.0) * self.question.decisions


class ThinkingPool:
    """Workers that answer one question each at a time, in a fair order.

    Args:
        make: makes an executor; called at the first question and at each replacement.
        count: the number of questions that the executor answers at once.
        patience: seconds to wait for an answer beyond the question's own time.
        failed: called for each question that no worker answered, to count it.
    """

    def __init__(
        self,
        make: Callable[[], Executor],
        count: int,
        *,
        patience: float = HANG_AFTER_S,
        failed: Callable[[], None] = lambda: None,
    ) -> None:
        self._make = make
        self._count = count
        self._patience = patience
        self._failed = failed
        self._queue: FairQueue[_Asked] = FairQueue()
        self._persons: set[Hashable] = set()
        self._answering: dict[_Asked, tuple[asyncio.Task[object], float]] = {}
        self._executor: Executor | None = None
        self._closed = False

    async def decide(
        self,
        level: str,
        observation: Observation,
        seed: int,
        budget: Budget | None = None,
        *,
        server: Hashable = None,
    ) -> Action:
        """Return the action of a level's player, or the journeyman's when all workers fail.

        The journeyman then thinks in a thread of this process. The default budget is the level's.

        Raises:
            ValueError: if there is no such level, or it is not that seat's turn.
        """
        if budget is None:
            budget = LEVELS[level].budget if level in LEVELS else Budget()
        quick = budget.seconds is not None and budget.seconds <= QUICK_TURN_S
        question = Question(Kind.QUICK_TURN if quick else Kind.TURN, server)
        try:
            return await self.ask(question, budget, decide, level, observation, seed)
        except ThinkingError:
            # A game must go on: the journeyman needs milliseconds and no worker.
            _log.error("workers failed for the level %s: the journeyman answers here", level)
            return await asyncio.to_thread(Journeyman().decide, observation, Random(seed), Budget())

    async def ask(
        self,
        question: Question,
        budget: Budget,
        function: Callable[..., T],
        *arguments: object,
    ) -> T:
        """Run a function in a worker and return its result.

        The function is called with the arguments and then the budget, shortened under load. It
        must be a top-level one; it, its arguments and its result are pickled. Exceptions
        it raises are raised here. A caller that is cancelled takes its question off the queue.

        Raises:
            StillThinkingError: if the person already has a question.
            ThinkingError: if workers died or hung at each attempt, could not be started, or were
                stopped.
        """
        if self._closed:
            raise ThinkingError("the workers were stopped")
        if question.person is not None:
            self._hold(question.person)
        loop = asyncio.get_running_loop()
        asked = _Asked(question, budget, function, arguments, loop.create_future())
        self._queue.push(
            asked, urgency=question.kind, share=question.server, cost=_cost(asked.seconds)
        )
        # Not started at once: questions asked in the same tick must all be queued before the first
        # is chosen, or the order of the calls would beat the priorities.
        loop.call_soon(self._go_on)
        try:
            return cast(T, await asked.answer)
        finally:
            # Still queued means cancelled. One that runs keeps its worker busy, so its person's
            # slot is freed only when the worker is done (``_answered``).
            if self._queue.remove(asked, urgency=question.kind, share=question.server):
                self._persons.discard(question.person)

    @contextmanager
    def holding(self, person: Hashable) -> Iterator[None]:
        """Reserve a person's only slot while the caller asks several questions without a person.

        Raises:
            StillThinkingError: if the person already has a question.
        """
        self._hold(person)
        try:
            yield
        finally:
            self._persons.discard(person)

    def outlook(self, kind: Kind) -> Outlook:
        """Estimate the wait of a question of some kind, if it were asked now."""
        before = list(self._queue.costs(kind))
        if not before and len(self._answering) < self._count:
            return Outlook(0, 0.0)
        now = asyncio.get_running_loop().time()
        work = sum(max(0.0, until - now) for _, until in self._answering.values())
        # The estimate counts the time that each will be given, which ``shrunk`` makes less.
        share = self._count / (self._count + len(before))
        work += sum(max(cost * share, min(cost, LEAST_TIME_S)) for cost in before)
        return Outlook(len(before), work / self._count)

    def close(self) -> None:
        """Stop the workers for good; waiting and running questions raise ``ThinkingError``."""
        self._closed = True
        stopped = list(self._answering)
        for task, _ in self._answering.values():
            task.cancel()
        while self._queue:
            stopped.append(self._queue.pop())
        for asked in stopped:
            if not asked.answer.done():
                asked.answer.set_exception(ThinkingError("the workers were stopped"))
        executor, self._executor = self._executor, None
        if executor is not None:
            stop(executor)

    def _hold(self, person: Hashable) -> None:
        if person in self._persons:
            raise StillThinkingError("one question at a time")
        self._persons.add(person)

    def _go_on(self) -> None:
        """Give waiting questions to free workers."""
        while not self._closed and self._queue and len(self._answering) < self._count:
            asked = self._queue.pop()
            # Shortened when it starts, not when it was asked: only now is the load known.
            asked.budget = shrunk(asked.budget, self._count, len(self._queue))
            loop = asyncio.get_running_loop()
            task = loop.create_task(self._ask_workers(asked))
            task.add_done_callback(partial(self._answered, asked))
            self._answering[asked] = task, loop.time() + _cost(asked.seconds)

    def _answered(self, asked: _Asked, task: asyncio.Task[object]) -> None:
        """Pass an answer on, if its caller still waits, and start the next question."""
        del self._answering[asked]
        self._persons.discard(asked.question.person)
        if not task.cancelled() and not asked.answer.done():
            error = task.exception()
            if error is None:
                asked.answer.set_result(task.result())
            else:
                if isinstance(error, ThinkingError):
                    self._failed()
                asked.answer.set_exception(error)
        self._go_on()

    async def _ask_workers(self, asked: _Asked) -> object:
        for attempt in range(1, ATTEMPTS + 1):
            executor = self._current()
            try:
                future = self._submit(executor, asked)
                return await asyncio.wait_for(
                    asyncio.wrap_future(future), asked.seconds + self._patience
                )
            except (BrokenExecutor, TimeoutError) as error:
                _log.warning(
                    "attempt %d of %d: a worker %s",
                    attempt,
                    ATTEMPTS,
                    "hangs" if isinstance(error, TimeoutError) else "died",
                )
                self._replace(executor)
        raise ThinkingError(f"{ATTEMPTS} attempts failed")

    def _current(self) -> Executor:
        if self._executor is None:
            with _starting():
                self._executor = self._make()
        return self._executor

    def _submit(self, executor: Executor, asked: _Asked) -> Future[object]:
        try:
            with _starting():
                return executor.submit(asked.function, *asked.arguments, asked.budget)
        except ThinkingError:
            self._replace(executor)
            raise

    def _replace(self, failed: Executor) -> None:
        """Stop a failed executor, unless another question has already replaced it."""
        # All questions of a broken executor fail together; only the first may throw it away, else
        # the others would stop the new one under their own second attempts.
        if self._executor is failed:
            self._executor = None
            stop(failed)


@contextmanager
def _starting() -> Iterator[None]:
    """Turn the error of a system that cannot start a process into ``ThinkingError``."""
    try:
        yield
    except OSError as error:
        raise ThinkingError(f"no worker can be started: {error}") from error


def shrunk(budget: Budget, workers: int, waiting: int) -> Budget:
    """Return a budget with its time divided among the questions that wait for the workers."""
    if budget.seconds is None or budget.seconds <= LEAST_TIME_S:
        return budget
    return replace(
        budget, seconds=max(LEAST_TIME_S, budget.seconds * (workers / (workers + waiting)))
    )


def _cost(seconds: float) -> float:
    """Return the seconds that a question is charged to its server's share."""
    # Never zero, or a server could ask without end for what has no time limit.
    return max(seconds, 0.01)
