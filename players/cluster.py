"""Workers on a Dask cluster, for computer players of several processes or machines.

They are an ``Executor`` like the worker processes, and as thin as can be: what Dask itself has for
that lets a question that hangs go on for ever, so that each further attempt takes one more worker
away. Here a question that is given up ends its worker, whose nanny starts another.

Dask is not needed by anybody else, so it is imported when a cluster is first asked.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

T = TypeVar("T")

CONNECTING: Final = 5.0
"""Seconds in which a scheduler must answer."""

RESTARTING: Final = 20.0
"""Seconds in which a nanny must have started another worker."""

_log = logging.getLogger(__name__)


def cluster(address: str) -> Callable[[], Executor]:
    """What makes executors of a cluster's workers, which must have our code where they find it.

    Args:
        address: of the scheduler, such as ``tcp://host:8786``.
    """
    return partial(ClusterExecutor, address)


class ClusterExecutor(Executor):
    """A connection to a cluster; nothing here waits for it but a thread of its own."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Any = None
        self._tasks: dict[Future[Any], Any] = {}
        self._thread = ThreadPoolExecutor(1, "cluster")

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Asks a worker.

        Its answer ends in ``BrokenExecutor`` if the cluster cannot be reached or workers died of
        the question. To cancel it ends the worker that has not answered.
        """
        answer: Future[T] = Future()
        self._tasks[answer] = None
        answer.add_done_callback(self._over)
        self._thread.submit(self._hand_on, answer, partial(fn, *args, **kwargs))
        return answer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leaves the cluster; what is not answered yet is broken."""
        for answer in list(self._tasks):
            _fail(answer, BrokenExecutor("The cluster was left."))
        self._thread.submit(self._leave)
        self._thread.shutdown(wait=wait)

    def _hand_on(self, answer: Future[Any], work: Callable[[], Any]) -> None:
        """Gives a question to the cluster."""
        if answer.done():
            return
        try:
            task = self._connected().submit(work, pure=False, retries=0)
        except (OSError, RuntimeError, TimeoutError) as error:  # no scheduler, or no more
            _fail(answer, BrokenExecutor(f"{self._address} cannot be reached: {error}"))
            return
        self._tasks[answer] = task
        task.add_done_callback(partial(self._answered, answer))

    def _connected(self) -> Any:
        if self._client is None:
            from distributed import Client

            self._client = Client(
                self._address, timeout=CONNECTING, set_as_default=False, name="arkadia"
            )
        return self._client

    def _answered(self, answer: Future[Any], task: Any) -> None:
        """Passes on what a worker answered."""
        from distributed import KilledWorker

        if answer.done():
            return
        try:
            result = task.result()
        except (KilledWorker, CancelledError, TimeoutError, OSError) as error:
            _fail(answer, BrokenExecutor(f"A worker of {self._address} died: {error}"))
        except Exception as error:  # noqa: BLE001 - it is raised where the question was asked
            _fail(answer, error)
        else:
            with suppress(Exception):  # somebody has just given it up
                answer.set_result(result)

    def _over(self, answer: Future[Any]) -> None:
        task = self._tasks.pop(answer, None)
        if answer.cancelled() and task is not None:
            with suppress(RuntimeError):  # the cluster was left
                self._thread.submit(self._end, task)

    def _end(self, task: Any) -> None:
        """Ends the workers that have a question which nobody waits for any more."""
        try:
            having = [
                worker for worker, keys in self._client.processing().items() if task.key in keys
            ]
            task.cancel(force=True)
            if having:
                self._client.restart_workers(having, timeout=RESTARTING, raise_for_error=False)
        except Exception as error:  # noqa: BLE001 - the next question finds out
            _log.warning("A worker could not be ended: %s", error)

    def _leave(self) -> None:
        if self._client is not None:
            self._client.close(timeout=CONNECTING)


def _fail(answer: Future[Any], error: Exception) -> None:
    with suppress(Exception):  # somebody has just given it up
        answer.set_exception(error)
