"""Worker processes for computer players: small, and gone when the process that asks them is.

They are an ``Executor``; whatever else is one would do as well.
"""

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
        context.set_forkserver_preload(["players.levels"])
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


def stop(executor: Executor) -> None:
    """Shut an executor down without waiting; its processes, if it has any, are ended.

    A process pool offers no way to end a process that hangs before Python 3.14, and would wait for
    it when the interpreter exits.
    """
    workers = dict(getattr(executor, "_processes", None) or {})
    executor.shutdown(wait=False)
    for process in workers.values():
        process.kill()
