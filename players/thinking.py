"""A pool of workers that think for computer players, asked from an event loop.

Questions wait in one queue by priority until a worker is free: quick turns, turns, hints, reviews,
positions of the day that are made ahead. A person has one question at a time. Under load each
question is given less time instead of being refused.

Workers are processes, or those of a Dask cluster; processes answer while its scheduler does not.
When a worker dies or hangs, the executor is replaced and the question retried, which is safe
because a decision depends on its arguments alone.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import time
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import partial
from itertools import count as counting
from random import Random
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar, cast

from engine.actions import Action
from engine.observation import Observation
from players.journeyman import Journeyman
from players.levels import LEVELS, decide
from players.player import Budget
from players.worker_processes import stop

T = TypeVar("T")

ATTEMPTS: Final = 3
HANG_AFTER_S: Final = 10.0
"""Seconds beyond its budget after which a worker is taken to hang, its cold start included."""
RETRY_AFTER_S: Final = 30.0
"""Seconds for which a cluster that failed is asked nothing."""
QUICK_TURN_S: Final = 0.1
"""The longest budget in seconds with which a turn counts as quick."""
LEAST_TIME_S: Final = 0.25
"""Seconds below which load does not shrink the time of a decision."""

_log = logging.getLogger(__name__)


class Kind(IntEnum):
    """The priority of a question, the most urgent first."""

    QUICK_TURN = 0
    TURN = 1
    HINT = 2
    REVIEW = 3
    SUPPLY = 4


@dataclass(frozen=True, slots=True)
class Question:
    """A question: its priority, and who asks it.

    Attributes:
        kind: its priority.
        person: the person who asks, limited to one question at a time; None for a table's turn.
        decisions: the number of decisions in the question, each with the full budget.
    """

    kind: Kind
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


@dataclass(order=True, slots=True)
class _Asked:
    """A question that waits, or is being answered ``until`` some time of the loop's."""

    kind: Kind
    number: int
    question: Question = field(compare=False)
    budget: Budget = field(compare=False)
    work: Callable[[Budget], Any] = field(compare=False)
    answer: asyncio.Future[Any] = field(compare=False)
    until: float = field(default=0.0, compare=False)

    @property
    def seconds(self) -> float:
        """The seconds it may take, all its decisions together."""
        return (self.budget.seconds or 0.0) * self.question.decisions


class ThinkingPool:
    """Workers that answer one question each at a time, the most urgent first.

    Args:
        make: makes an executor of processes; called when it is needed and at each replacement.
        count: the number of questions that are answered at once.
        connect: connects to a cluster, and returns its client (``distributed.Client``).
        patience: seconds to wait for an answer beyond the question's own time.
        failed: called for each question that no worker answered, to count it.
        clock: the time in seconds.
    """

    def __init__(
        self,
        make: Callable[[], Executor],
        count: int,
        *,
        connect: Callable[[], Any] | None = None,
        patience: float = HANG_AFTER_S,
        failed: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._make, self._count, self._connect = make, count, connect
        self._patience, self._failed, self._clock = patience, failed, clock
        self._waiting: list[_Asked] = []
        self._running: list[_Asked] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._persons: set[Hashable] = set()
        self._numbers = counting()
        self._executor: Executor | None = None
        self._client: Any = None
        self._away_until = 0.0
        self._connecting = asyncio.Lock()
        self._closed = False

    async def decide(
        self, level: str, observation: Observation, seed: int, budget: Budget | None = None
    ) -> Action:
        """Return the action of a level's player, or the journeyman's when all workers fail.

        The journeyman then thinks in a thread of this process. The default budget is the level's.

        Raises:
            ValueError: if there is no such level, or it is not that seat's turn.
        """
        if budget is None:
            budget = LEVELS[level].budget if level in LEVELS else Budget()
        quick = budget.seconds is not None and budget.seconds <= QUICK_TURN_S
        question = Question(Kind.QUICK_TURN if quick else Kind.TURN)
        try:
            return await self.ask(question, budget, decide, level, observation, seed)
        except ThinkingError:
            # A game must go on: the journeyman needs milliseconds and no worker.
            _log.error("workers failed for the level %s: the journeyman answers here", level)
            return await asyncio.to_thread(Journeyman().decide, observation, Random(seed), Budget())

    async def ask(
        self, question: Question, budget: Budget, function: Callable[..., T], *arguments: object
    ) -> T:
        """Run a top-level function in a worker, and return its result or raise its error.

        It is called with the arguments and then the budget, shortened under load. All of these
        are pickled. A caller that is cancelled takes its question off the queue.

        Raises:
            StillThinkingError: if the person already has a question.
            ThinkingError: if workers died or hung at each attempt, could not be started, or were
                stopped.
        """
        if self._closed:
            raise ThinkingError("the workers were stopped")
        if question.person is not None:
            self._hold(question.person)
        loop, work = asyncio.get_running_loop(), partial(function, *arguments)
        place = question.kind, next(self._numbers)
        asked = _Asked(*place, question, budget, work, loop.create_future())
        heapq.heappush(self._waiting, asked)
        # Not started at once: questions asked in the same tick must all be queued before the first
        # is chosen, or the order of the calls would beat the priorities.
        loop.call_soon(self._go_on)
        try:
            return cast(T, await asked.answer)
        finally:
            # One that runs keeps its worker busy, and its person waits for that.
            if asked in self._waiting:
                self._waiting.remove(asked)
                heapq.heapify(self._waiting)
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
        before = [asked.seconds for asked in self._waiting if asked.kind <= kind]
        if not before and len(self._running) < self._count:
            return Outlook(0, 0.0)
        now = asyncio.get_running_loop().time()
        work = sum(max(0.0, asked.until - now) for asked in self._running)
        # The estimate counts the time that each will be given, which ``shrunk`` makes less.
        share = self._count / (self._count + len(before))
        work += sum(max(cost * share, min(cost, LEAST_TIME_S)) for cost in before)
        return Outlook(len(before), work / self._count)

    def close(self) -> None:
        """Stop the workers for good; waiting and running questions raise ``ThinkingError``."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        for asked in (*self._running, *self._waiting):
            if not asked.answer.done():
                asked.answer.set_exception(ThinkingError("the workers were stopped"))
        self._waiting.clear()
        self._replace(self._executor)
        self._leave(self._client)

    def _hold(self, person: Hashable) -> None:
        if person in self._persons:
            raise StillThinkingError("one question at a time")
        self._persons.add(person)

    def _go_on(self) -> None:
        """Give waiting questions to free workers."""
        while not self._closed and self._waiting and len(self._running) < self._count:
            asked = heapq.heappop(self._waiting)
            self._running.append(asked)
            task = asyncio.create_task(self._answer(asked))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _answer(self, asked: _Asked) -> None:
        """Pass a worker's answer on, if its caller still waits, and start the next question."""
        # Shortened when it starts, not when it was asked: only now is the load known.
        asked.budget = shrunk(asked.budget, self._count, len(self._waiting))
        asked.until = asyncio.get_running_loop().time() + asked.seconds
        try:
            result = await self._ask_workers(asked)
            if not asked.answer.done():
                asked.answer.set_result(result)
        except Exception as error:  # noqa: BLE001 - it is raised where the question was asked
            if not asked.answer.done():
                if isinstance(error, ThinkingError):
                    self._failed()
                asked.answer.set_exception(error)
        finally:
            self._running.remove(asked)
            self._persons.discard(asked.question.person)
            self._go_on()

    async def _ask_workers(self, asked: _Asked) -> object:
        for attempt in range(1, ATTEMPTS + 1):
            client = await self._reached()
            executor = self._own() if client is None else client.get_executor(pure=False, retries=0)
            try:
                future = executor.submit(asked.work, asked.budget)
                patience = asked.seconds + self._patience
                return await asyncio.wait_for(asyncio.wrap_future(future), patience)
            except (Exception, asyncio.CancelledError) as error:
                if not self._is_of_workers(error, client):
                    raise
                _log.warning("attempt %d of %d: a worker failed: %r", attempt, ATTEMPTS, error)
                self._replace(executor)
                self._leave(client)
        raise ThinkingError(f"{ATTEMPTS} attempts failed")

    def _is_of_workers(self, error: BaseException, client: Any) -> bool:
        """Return whether workers failed, not the question; if a process cannot start, raise."""
        if isinstance(error, asyncio.CancelledError):  # by Dask, which lost its scheduler
            task = asyncio.current_task()
            return client is not None and task is not None and not task.cancelling()
        if client is None and isinstance(error, OSError) and not isinstance(error, TimeoutError):
            self._replace(self._executor)
            raise ThinkingError(f"no worker can be started: {error}") from error
        dasks = client is not None and type(error).__module__.startswith("distributed")
        return dasks or isinstance(error, (BrokenExecutor, TimeoutError))

    def _own(self) -> Executor:
        """Return the executor of processes."""
        try:
            self._executor = self._executor or self._make()
        except OSError as error:
            raise ThinkingError(f"no worker can be started: {error}") from error
        return self._executor

    async def _reached(self) -> Any:
        """Return the cluster's client; None if there is none, or while it does not answer."""
        async with self._connecting:
            if self._connect is None or self._clock() < self._away_until:
                return None
            if self._client is None:
                try:
                    self._client = await asyncio.to_thread(self._connect)
                except OSError as error:  # a TimeoutError is one
                    self._away_until = self._clock() + RETRY_AFTER_S
                    _log.error("the cluster does not answer, so processes do: %s", error)
            return self._client

    def _replace(self, failed: Executor | None) -> None:
        """Stop a failed executor, unless another question has already replaced it."""
        if failed is not None and self._executor is failed:
            self._executor = None
            stop(failed)

    def _leave(self, failed: Any) -> None:
        """Leave the cluster for a while, unless another question has already done so."""
        if failed is not None and self._client is failed:
            self._client, self._away_until = None, self._clock() + RETRY_AFTER_S
            Thread(target=failed.close, daemon=True).start()  # which waits for the network


def shrunk(budget: Budget, workers: int, waiting: int) -> Budget:
    """Return a budget with its time divided among the questions that wait for the workers."""
    if budget.seconds is None or budget.seconds <= LEAST_TIME_S:
        return budget
    return replace(
        budget, seconds=max(LEAST_TIME_S, budget.seconds * (workers / (workers + waiting)))
    )
