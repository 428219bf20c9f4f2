"""An ``Executor`` of workers on a Dask cluster, shared by several bots or machines.

Dask's own executor lets a hanging task run for ever, so that each further attempt would take one
more worker away. Here cancelling a question restarts its worker, by the worker's nanny.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

T = TypeVar("T")

CONNECT_WITHIN_S: Final = 5.0
"""Seconds in which a scheduler must answer."""

RESTART_WITHIN_S: Final = 20.0
"""Seconds in which a nanny must have started another worker."""

_log = logging.getLogger(__name__)


def cluster(address: str) -> Callable[[], Executor]:
    """Return a factory of executors on a cluster, whose workers must have this project's code.

    Args:
        address: the scheduler's address, such as ``tcp://host:8786``.
    """
    return partial(ClusterExecutor, address)


class ClusterExecutor(Executor):
    """An executor on a Dask cluster; a thread of its own does all waiting for the network."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Any = None
        self._tasks: dict[Future[Any], Any] = {}
        self._thread = ThreadPoolExecutor(1, "cluster")

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Submit a call to a worker.

        The future raises ``BrokenExecutor`` if the cluster cannot be reached or workers died of
        the call. Cancelling it restarts the worker that has not answered.
        """
        answer: Future[T] = Future()
        self._tasks[answer] = None
        answer.add_done_callback(self._over)
        self._thread.submit(self._hand_on, answer, partial(fn, *args, **kwargs))
        return answer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect from the cluster; pending futures raise ``BrokenExecutor``."""
        for answer in list(self._tasks):
            _fail(answer, BrokenExecutor("The cluster was left."))
        self._thread.submit(self._leave)
        self._thread.shutdown(wait=wait)

    def _hand_on(self, answer: Future[Any], work: Callable[[], Any]) -> None:
        """Submit a question to the cluster, connecting first if necessary."""
        if answer.done():
            return
        try:
            # Not pure: Dask would answer an equal call from its cache. No retries, since the pool
            # in ``players.thinking`` retries, with a new executor.
            task = self._connected().submit(work, pure=False, retries=0)
        except (OSError, RuntimeError, TimeoutError) as error:  # no scheduler, or no more
            _fail(answer, BrokenExecutor(f"{self._address} cannot be reached: {error}"))
            return
        self._tasks[answer] = task
        task.add_done_callback(partial(self._answered, answer))

    def _connected(self) -> Any:
        if self._client is None:
            # Imported here, because a bot with worker processes is installed without Dask.
            from distributed import Client

            self._client = Client(
                self._address, timeout=CONNECT_WITHIN_S, set_as_default=False, name="arkadia"
            )
        return self._client

    def _answered(self, answer: Future[Any], task: Any) -> None:
        """Pass a worker's result or exception on."""
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
            with suppress(Exception):  # the caller has just cancelled it
                answer.set_result(result)

    def _over(self, answer: Future[Any]) -> None:
        task = self._tasks.pop(answer, None)
        if answer.cancelled() and task is not None:
            with suppress(RuntimeError):  # the cluster was left
                self._thread.submit(self._end, task)

    def _end(self, task: Any) -> None:
        """Restart the workers that still run an abandoned question."""
        try:
            having = [
                worker for worker, keys in self._client.processing().items() if task.key in keys
            ]
            task.cancel(force=True)
            # Cancelling alone forgets the task; a call that already runs goes on in its worker.
            if having:
                self._client.restart_workers(
                    having, timeout=RESTART_WITHIN_S, raise_for_error=False
                )
        except Exception as error:  # noqa: BLE001 - the next question finds out
            _log.warning("A worker could not be ended: %s", error)

    def _leave(self) -> None:
        if self._client is not None:
            self._client.close(timeout=CONNECT_WITHIN_S)


def _fail(answer: Future[Any], error: Exception) -> None:
    with suppress(Exception):  # the caller has just cancelled it
        answer.set_exception(error)
