"""A pool of workers that think for computer players, asked from an event loop.

Questions wait in one queue by priority until a worker is free. Under load each is given less time
instead of being refused. Workers are small processes, which end with the process that started them,
or those of a Dask cluster; processes answer while its scheduler does not. When a worker dies or
hangs, the executor is replaced and the question retried, which is safe because a decision depends
on its arguments alone.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import time
from bisect import insort
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from enum import IntEnum
from functools import partial
from itertools import count as counting
from multiprocessing.context import ForkServerContext, ForkServerProcess
from random import Random
from threading import Thread
from types import ModuleType
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from engine.actions import Action
from engine.view import Observation
from players.journeyman import Journeyman
from players.levels import LEVELS, decide
from players.player import Budget

CONNECT_WITHIN_S: Final = 5.0  # seconds in which a cluster's scheduler must answer


class _BareProcess(ForkServerProcess):
    """A worker process that does not import the main module, and with it all of the bot."""

    @staticmethod
    def _Popen(process_obj: Any) -> Any:  # noqa: N802 - multiprocessing's name
        program = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            return ForkServerProcess._Popen(process_obj)
        finally:
            sys.modules["__main__"] = program


class _BareContext(ForkServerContext):
    """A context of a fork server: to fork the bot would copy its memory, and locks as they are."""

    Process = _BareProcess


def processes(count: int) -> Callable[[], Executor]:
    """Return a factory of executors of ``count`` processes that import engine and players only."""
    context = _BareContext()
    context.set_forkserver_preload(["players.levels"])
    return partial(ProcessPoolExecutor, count, mp_context=context, initializer=begin_work)


def begin_work() -> None:
    """Tie the life of a new worker process to its parent's, which alone deals with Ctrl-C."""
    parent = multiprocessing.parent_process()

    def end_with_parent() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()


def stop(executor: Executor) -> None:
    """Shut an executor down without waiting, and kill its processes, which may hang."""
    workers = dict(getattr(executor, "_processes", None) or {})
    executor.shutdown(wait=False)
    for process in workers.values():
        process.kill()


def cluster(address: str) -> Any:
    """Connect to the scheduler of a Dask cluster, whose workers must have this project's code."""
    # Imported here, because a bot with worker processes is installed without Dask.
    from distributed import Client

    return Client(address, timeout=CONNECT_WITHIN_S, set_as_default=False, name="arkadia")


T = TypeVar("T")
Turn: TypeAlias = asyncio.Future[None]

ATTEMPTS: Final = 3
HANG_AFTER_S: Final = 10.0
"""Seconds beyond its budget after which a worker is taken to hang, its cold start included."""
RETRY_AFTER_S: Final = 30.0  # seconds for which a cluster that failed is asked nothing
QUICK_TURN_S: Final = 0.1  # the longest budget in seconds with which a turn counts as quick
LEAST_TIME_S: Final = 0.25  # seconds below which load does not shrink the time of a decision

_log = logging.getLogger(__name__)


class Kind(IntEnum):
    """The priority of a question, the most urgent first."""

    QUICK_TURN, TURN, HINT, REVIEW, SUPPLY = range(5)


class Question(NamedTuple):
    """A question: its priority, the person who asks (None for a table's turn), its decisions.

    A person has one question at a time; each of the decisions has the full budget.
    """

    kind: Kind
    person: Hashable = None
    decisions: int = 1


class ThinkingError(RuntimeError):
    """Every attempt at a question failed, or the workers were stopped."""


class StillThinkingError(RuntimeError):
    """The person who asks still has a question that is not answered."""


class ThinkingPool:
    """Workers that answer ``count`` questions at a time, the most urgent first.

    ``make`` makes their processes, again at each replacement, and ``connect`` the client of a
    cluster (``distributed.Client``). An answer may take ``patience`` seconds beyond the question's
    own time; ``failed`` is called for each question that no worker answered.
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
        self._waiting: list[tuple[Kind, int, Turn]] = []
        self._running, self._numbers = 0, counting()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._persons: set[Hashable] = set()
        self._executor: Executor | None = None
        self._client: Any = None
        self._away_until, self._connecting = 0.0, asyncio.Lock()
        self._closed = False

    async def decide(
        self, level: str, observation: Observation, seed: int, budget: Budget | None = None
    ) -> Action:
        """Return the action of a level's player, by default with the level's budget.

        When all workers fail, it is the journeyman's: it needs milliseconds and no worker.
        """
        if budget is None:
            budget = LEVELS[level].budget if level in LEVELS else Budget()
        quick = budget.seconds is not None and budget.seconds <= QUICK_TURN_S
        question = Question(Kind.QUICK_TURN if quick else Kind.TURN)
        try:
            return await self.ask(question, budget, decide, level, observation, seed)
        except ThinkingError:
            _log.error("workers failed for the level %s: the journeyman answers here", level)
            return await asyncio.to_thread(Journeyman().decide, observation, Random(seed), Budget())

    async def ask(
        self, question: Question, budget: Budget, function: Callable[..., T], *arguments: object
    ) -> T:
        """Call a function in a worker with arguments and the budget, which load shortens.

        All are pickled. What the function raises is raised here. A caller that is cancelled takes
        its question off the queue.
        """
        if self._closed:
            raise ThinkingError("the workers were stopped")
        turn: Turn = asyncio.get_running_loop().create_future()
        work = partial(function, *arguments)
        task = asyncio.create_task(self._answered(turn, question, budget, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                raise ThinkingError("the workers were stopped") from None
            if not turn.done():  # else it keeps its worker busy, and its person waits for that
                task.cancel()
            raise
        except ThinkingError:
            self._failed()
            raise

    @contextmanager
    def holding(self, person: Hashable) -> Iterator[None]:
        """Reserve a person's only slot while the caller asks several questions without a person."""
        if person in self._persons:
            raise StillThinkingError("one question at a time")
        self._persons |= {person} - {None}
        try:
            yield
        finally:
            self._persons.discard(person)

    def waiting(self, kind: Kind) -> int:
        """Return how many questions would come before one of some kind, if it were asked now."""
        return sum(one <= kind for one, *_ in self._waiting)

    def close(self) -> None:
        """Stop the workers for good; waiting and running questions raise ``ThinkingError``."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        self._leave(self._client, self._executor)

    async def _answered(
        self, turn: Turn, question: Question, budget: Budget, work: Callable[[Budget], T]
    ) -> T:
        place = question.kind, next(self._numbers), turn
        with self.holding(question.person):
            insort(self._waiting, place)
            # Not at once: of questions asked in the same tick the most urgent is the first.
            turn.get_loop().call_soon(self._go_on)
            try:
                await turn
                # Shortened when it starts, not when it was asked: only now is the load known.
                budget = shrunk(budget, self._count, len(self._waiting))
                seconds = (budget.seconds or 0.0) * question.decisions
                return await self._ask_workers(work, budget, seconds + self._patience)
            finally:
                if place in self._waiting:
                    self._waiting.remove(place)
                else:
                    self._running -= 1
                self._go_on()

    def _go_on(self) -> None:
        while self._waiting and self._running < self._count:
            self._running += 1
            self._waiting.pop(0)[-1].set_result(None)

    async def _ask_workers(self, work: Callable[[Budget], T], budget: Budget, patience: float) -> T:
        for attempt in range(1, ATTEMPTS + 1):
            client, executor = await self._reached(), None
            try:
                if client is None:
                    executor = self._executor = self._executor or self._make()
                else:
                    executor = client.get_executor(pure=False, retries=0)
                future = asyncio.wrap_future(executor.submit(work, budget))
                return await asyncio.wait_for(future, patience)
            except (Exception, asyncio.CancelledError) as error:
                if not _is_of_workers(error, client):
                    raise
                _log.warning("attempt %d of %d: a worker failed: %r", attempt, ATTEMPTS, error)
                self._leave(client, executor)
                if client is None and not isinstance(error, (BrokenExecutor, TimeoutError)):
                    raise ThinkingError(f"no worker can be started: {error}") from error
        raise ThinkingError(f"{ATTEMPTS} attempts failed")

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

    def _leave(self, client: Any, executor: Executor | None) -> None:
        """Leave a failed cluster for a while, or stop failed processes, unless this was done."""
        if executor is not None and self._executor is executor:
            self._executor = None
            stop(executor)
        if client is not None and self._client is client:
            self._client, self._away_until = None, self._clock() + RETRY_AFTER_S
            Thread(target=client.close, daemon=True).start()  # which waits for the network


def _is_of_workers(error: BaseException, client: Any) -> bool:
    """Return whether workers failed, and not the question or who asks it."""
    if isinstance(error, asyncio.CancelledError):  # by Dask, which lost its scheduler
        task = asyncio.current_task()
        return client is not None and task is not None and not task.cancelling()
    dasks = client is not None and type(error).__module__.startswith("distributed")
    # A process that cannot be started is an OSError, and so is a timeout.
    return dasks or isinstance(error, BrokenExecutor | (TimeoutError if client else OSError))


def shrunk(budget: Budget, workers: int, waiting: int) -> Budget:
    """Return a budget with its time divided among the questions that wait for the workers."""
    if budget.seconds is None or budget.seconds <= LEAST_TIME_S:
        return budget
    share = workers / (workers + waiting)
    return replace(budget, seconds=max(LEAST_TIME_S, budget.seconds * share))
