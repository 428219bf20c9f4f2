"""Computer players asked from an event loop that never waits for them, and shared fairly.

Questions wait until a worker is free. A table's turns come before hints, hints before reviews, and
turns that need hardly any time before a master's; among equals every server gets the same time; a
person has one question at a time. The more questions wait, the less time each is given.

The executor comes from outside, so that any ``concurrent.futures.Executor`` will do. A worker that
dies takes its executor with it, and one that hangs is not heard of again; both are replaced by a
new executor and the question is asked again. Nothing is lost by that: a decision depends on what
was asked and on nothing else.
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
PATIENCE: Final = 10.0
"""Seconds beyond its budget after which a worker is held to hang; a cold start is among them."""
QUICK: Final = 0.1
"""A turn that may take so many seconds at most is a quick one."""
LEAST: Final = 0.25
"""However many wait, a decision that may take longer is given so many seconds."""

_log = logging.getLogger(__name__)


class Kind(IntEnum):
    """What a question is about, the most urgent first."""

    QUICK_TURN = 0
    TURN = 1
    HINT = 2
    REVIEW = 3


@dataclass(frozen=True, slots=True)
class Question:
    """Who asks for what.

    Attributes:
        kind: what it is about.
        server: whose share of the time it counts against.
        person: who may have only one question at a time, or None where nobody asks.
        decisions: how many decisions it is about, each with the budget given.
    """

    kind: Kind
    server: Hashable = None
    person: Hashable = None
    decisions: int = 1


class Outlook(NamedTuple):
    """How many questions come before a new one, and the seconds until it is thought about."""

    waiting: int
    seconds: float


class ThinkingError(RuntimeError):
    """The workers failed at a question as often as they are asked it, or were stopped."""


class StillThinkingError(RuntimeError):
    """The person who asks has another question that is not answered yet."""


@dataclass(eq=False, slots=True)
class _Asked:
    """A question that waits or is being answered; ``answer`` belongs to whoever asked."""

    question: Question
    budget: Budget
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    answer: asyncio.Future[Any]

    @property
    def seconds(self) -> float:
        """The time it may take."""
        return (self.budget.seconds or 0.0) * self.question.decisions


class ThinkingPool:
    """Workers that are asked one question each at a time.

    Args:
        make: gives an executor; called at the first question and when one has to be replaced.
        count: how many questions it can answer at once.
        patience: seconds to wait for an answer beyond the time the question itself may take.
        failed: called at each question that no worker answered, to count it.
    """

    def __init__(
        self,
        make: Callable[[], Executor],
        count: int,
        *,
        patience: float = PATIENCE,
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
        """The action of a level's player; the journeyman's, thought up here, when workers fail.

        Without a budget it is the level's own.

        Raises:
            ValueError: if there is no such level, or it is not that seat's turn.
        """
        if budget is None:
            budget = LEVELS[level].budget if level in LEVELS else Budget()
        quick = budget.seconds is not None and budget.seconds <= QUICK
        question = Question(Kind.QUICK_TURN if quick else Kind.TURN, server)
        try:
            return await self.ask(question, budget, decide, level, observation, seed)
        except ThinkingError:
            _log.error("workers failed for the level %s: the journeyman answers here", level)
            return await asyncio.to_thread(Journeyman().decide, observation, Random(seed), Budget())

    async def ask(
        self,
        question: Question,
        budget: Budget,
        function: Callable[..., T],
        *arguments: object,
    ) -> T:
        """The answer of a worker: what the function gives for the arguments and then a budget.

        The budget it is given is the one given here, or less where many wait. The function is a
        top-level one and it, its arguments and its answer are pickled. What it raises is raised
        here. Whoever stops waiting is not answered.

        Raises:
            StillThinkingError: if that person has asked something already.
            ThinkingError: if workers died or hung each time it was asked, could not be started, or
                were stopped.
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
        # All that is asked at the same moment waits before the first is chosen.
        loop.call_soon(self._go_on)
        try:
            return cast(T, await asked.answer)
        finally:
            if self._queue.remove(asked, urgency=question.kind, share=question.server):
                self._persons.discard(question.person)

    @contextmanager
    def holding(self, person: Hashable) -> Iterator[None]:
        """Keeps a person's one question for several that belong together and name nobody.

        Raises:
            StillThinkingError: if that person has asked something already.
        """
        self._hold(person)
        try:
            yield
        finally:
            self._persons.discard(person)

    def outlook(self, kind: Kind) -> Outlook:
        """What somebody has to expect who asks now."""
        before = list(self._queue.costs(kind))
        if not before and len(self._answering) < self._count:
            return Outlook(0, 0.0)
        now = asyncio.get_running_loop().time()
        work = sum(max(0.0, until - now) for _, until in self._answering.values())
        share = self._count / (self._count + len(before))
        work += sum(max(cost * share, min(cost, LEAST)) for cost in before)
        return Outlook(len(before), work / self._count)

    def close(self) -> None:
        """Stop the workers for good; a question that is being answered is dropped."""
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
        """Begin with what waits while workers are free."""
        while not self._closed and self._queue and len(self._answering) < self._count:
            asked = self._queue.pop()
            asked.budget = shrunk(asked.budget, self._count, len(self._queue))
            loop = asyncio.get_running_loop()
            task = loop.create_task(self._ask_workers(asked))
            task.add_done_callback(partial(self._answered, asked))
            self._answering[asked] = task, loop.time() + _cost(asked.seconds)

    def _answered(self, asked: _Asked, task: asyncio.Task[object]) -> None:
        """Pass an answer on, if anybody still waits for it, and go on with the next question."""
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
        """Stop an executor unless another question has had it replaced already."""
        if self._executor is failed:
            self._executor = None
            stop(failed)


@contextmanager
def _starting() -> Iterator[None]:
    """Starts workers, which a system without memory or room on its disk does not allow."""
    try:
        yield
    except OSError as error:
        raise ThinkingError(f"no worker can be started: {error}") from error


def shrunk(budget: Budget, workers: int, waiting: int) -> Budget:
    """What is left of a budget's time while others wait for the same workers."""
    if budget.seconds is None or budget.seconds <= LEAST:
        return budget
    return replace(budget, seconds=max(LEAST, budget.seconds * (workers / (workers + waiting))))


def _cost(seconds: float) -> float:
    """The time a worker is taken for, which is never nothing."""
    return max(seconds, 0.01)
