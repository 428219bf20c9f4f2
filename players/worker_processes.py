"""Small worker processes, which end with the process that started them; and Dask's clusters."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing.context import ForkServerContext, ForkServerProcess
from multiprocessing.popen_forkserver import Popen
from multiprocessing.process import BaseProcess
from threading import Thread
from types import ModuleType
from typing import Any, Final

CONNECT_WITHIN_S: Final = 5.0
"""Seconds in which a cluster's scheduler must answer."""


class _BareProcess(ForkServerProcess):
    """A worker process that does not import the main module.

    A child of the fork server would import the main module, and with it all of the bot, to find
    functions defined there. The functions asked here live in modules of their own.
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
    """A fork-server context whose processes are bare."""

    Process = _BareProcess


def processes(count: int) -> Callable[[], Executor]:
    """Return a factory of executors of ``count`` processes that import engine and players only."""

    def make() -> Executor:
        # A fork server, since forking the bot itself would copy its threads' locks as they stand,
        # and its memory.
        context = _BareContext()
        context.set_forkserver_preload(["players.levels"])
        return ProcessPoolExecutor(count, mp_context=context, initializer=begin_work)

    return make


def begin_work() -> None:
    """Tie the life of a new worker process to its parent's.

    Ctrl-C reaches the whole process group, but the parent alone deals with it. If the parent is
    killed, a worker would wait for its next question for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def stop(executor: Executor) -> None:
    """Shut an executor down without waiting, and kill its processes if it has any.

    Before Python 3.14 a process pool has no way to end a process that hangs, and would wait for it
    when the interpreter exits.
    """
    workers = dict(getattr(executor, "_processes", None) or {})
    executor.shutdown(wait=False)
    for process in workers.values():
        process.kill()


def cluster(address: str) -> Any:
    """Connect to the scheduler of a Dask cluster, whose workers must have this project's code.

    Raises:
        OSError: if it does not answer.
    """
    # Imported here, because a bot with worker processes is installed without Dask.
    from distributed import Client

    return Client(address, timeout=CONNECT_WITHIN_S, set_as_default=False, name="arkadia")
