"""Computer players in worker processes: asked from an event loop that never waits for them.

The executor comes from outside, so that any ``concurrent.futures.Executor`` will do. A worker that
dies takes its executor with it, and one that hangs is not heard of again; both are replaced by a
new executor and the question is asked again. Nothing is lost by that: a decision depends on what
was asked and on nothing else.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from multiprocessing.context import ForkServerContext, ForkServerProcess
from multiprocessing.popen_forkserver import Popen
from multiprocessing.process import BaseProcess
from random import Random
from threading import Thread
from types import ModuleType
from typing import Final, ParamSpec, TypeVar

from engine.actions import Action
from engine.observation import Observation
from players.deciding import decide
from players.journeyman import Journeyman
from players.levels import BUDGETS
from players.player import Budget

P = ParamSpec("P")
T = TypeVar("T")

ATTEMPTS: Final = 3
PATIENCE: Final = 10.0
"""Seconds beyond its budget after which a worker is held to hang; a cold start is among them."""

_log = logging.getLogger(__name__)


class WorkersError(RuntimeError):
    """The workers failed at a question as often as they are asked it."""


class _BareProcess(ForkServerProcess):
    """A worker process that does not import the program it belongs to.

    A child of the fork server would import the main module, and with it all of the bot, only to
    find the functions that are defined there. Our questions live in modules of their own.
    """

    @staticmethod
    def _Popen(process_obj: BaseProcess) -> Popen:  # noqa: N802 - multiprocessing's name
        program = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            return Popen(process_obj)
        finally:
            sys.modules["__main__"] = program


class _BareContext(ForkServerContext):
    """Makes bare processes."""

    Process = _BareProcess


def processes(count: int) -> Callable[[], Executor]:
    """What makes executors of so many worker processes, which import engine and players only."""

    def make() -> Executor:
        context = _BareContext()
        context.set_forkserver_preload(["players.deciding"])
        return ProcessPoolExecutor(count, mp_context=context, initializer=begin_work)

    return make


def begin_work() -> None:
    """Make a new worker process end when, and only when, the process that asks it does.

    Somebody's Ctrl-C is for that process to deal with. If it is killed itself, a worker would go
    on waiting for its next question for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Workers:
    """Worker processes that are asked one question each at a time.

    Args:
        make: gives an executor; called at the first question and when one has to be replaced.
        count: how many questions it can answer at once; more wait for their turn.
        patience: seconds to wait for an answer beyond the time the question itself may take.
    """

    def __init__(
        self, make: Callable[[], Executor], count: int, *, patience: float = PATIENCE
    ) -> None:
        self._make = make
        self._patience = patience
        self._free = asyncio.Semaphore(count)
        self._executor: Executor | None = None
        self._closed = False

    async def decide(
        self, level: str, observation: Observation, seed: int, budget: Budget | None = None
    ) -> Action:
        """The action of a level's player; the journeyman's, thought up here, when workers fail.

        Without a budget it is the level's own.

        Raises:
            ValueError: if there is no such level, or it is not that seat's turn.
        """
        limit = budget or BUDGETS.get(level) or Budget()
        try:
            return await self.run(limit.seconds or 0.0, decide, level, observation, seed, limit)
        except WorkersError:
            _log.error("workers failed for a %s: the journeyman answers here", level)
            return await asyncio.to_thread(
                Journeyman().decide, observation, Random(seed), BUDGETS["journeyman"]
            )

    async def run(
        self, seconds: float, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """The answer of a worker to a question that may take so many seconds.

        The question is a top-level function and it, its arguments and its answer are pickled. What
        it raises is raised here.

        Raises:
            WorkersError: if workers died or hung each time it was asked, or were stopped.
        """
        async with self._free:
            for attempt in range(1, ATTEMPTS + 1):
                executor = self._current()
                try:
                    future = executor.submit(question, *args, **kwargs)
                    return await asyncio.wait_for(
                        asyncio.wrap_future(future), seconds + self._patience
                    )
                except (BrokenExecutor, TimeoutError) as error:
                    _log.warning(
                        "attempt %d of %d: a worker %s",
                        attempt,
                        ATTEMPTS,
                        "hangs" if isinstance(error, TimeoutError) else "died",
                    )
                    self._replace(executor)
        raise WorkersError(f"{ATTEMPTS} attempts failed")

    def close(self) -> None:
        """Stop the workers for good; a question that is being answered is dropped."""
        self._closed = True
        executor, self._executor = self._executor, None
        if executor is not None:
            stop(executor)

    def _current(self) -> Executor:
        if self._closed:
            raise WorkersError("the workers were stopped")
        if self._executor is None:
            self._executor = self._make()
        return self._executor

    def _replace(self, failed: Executor) -> None:
        """Stop an executor unless another question has had it replaced already."""
        if self._executor is failed:
            self._executor = None
            stop(failed)


def stop(executor: Executor) -> None:
    """Shut an executor down without waiting; its processes, if it has any, are ended.

    A process pool offers no way to end a process that hangs before Python 3.14, and would wait for
    it when the interpreter exits.
    """
    workers = dict(getattr(executor, "_processes", None) or {})
    executor.shutdown(wait=False)
    for process in workers.values():
        process.kill()
