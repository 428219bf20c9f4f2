"""A circuit breaker between a cluster and the bot's own processes.

After ``FAILURES`` failures in a row the cluster is asked nothing for ``RETRY_AFTER_S`` seconds, and
own processes answer. Then one question is a probe: if the cluster answers it, all go there again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any, Final, TypeVar

from players.worker_processes import stop

T = TypeVar("T")
Work = Callable[[], Any]

FAILURES: Final = 2
"""Failures in a row that open the circuit."""

RETRY_AFTER_S: Final = 30.0
"""Seconds from the last failure to the next probe."""

_log = logging.getLogger(__name__)


class Breaker:
    """A factory of executors that share one circuit; its state outlives each of them.

    Args:
        cluster: makes an executor on the cluster.
        own: makes the executor that answers in the cluster's place.
        clock: the time in seconds.
    """

    def __init__(
        self,
        cluster: Callable[[], Executor],
        own: Callable[[], Executor],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.cluster = cluster
        self.own = own
        self._clock = clock
        self._lock = Lock()
        self._failures = 0
        self._probe_at = 0.0

    def __call__(self) -> Executor:
        """Return a new executor on this circuit."""
        return BreakingExecutor(self)

    @property
    def is_open(self) -> bool:
        """True while own processes answer."""
        return self._failures >= FAILURES

    def admits(self) -> bool:
        """Return whether the cluster takes the next question, as usual or as a probe."""
        with self._lock:
            if not self.is_open:
                return True
            if self._clock() < self._probe_at:
                return False
            self._probe_at = self._clock() + RETRY_AFTER_S  # one probe at a time
            return True

    def failed(self) -> None:
        """Count a failure of the cluster."""
        with self._lock:
            self._failures += 1
            self._probe_at = self._clock() + RETRY_AFTER_S
            if self._failures == FAILURES:
                _log.error("the cluster fails: own processes answer in its place")

    def answered(self) -> None:
        """Forget the failures, since the cluster answers."""
        with self._lock:
            if self.is_open:
                _log.warning("the cluster answers again")
            self._failures = 0


class BreakingExecutor(Executor):
    """An executor that asks the cluster or own processes, as its circuit says.

    A question that the cluster fails is asked of own processes at once. Cancelling a question that
    the cluster has counts as a failure: it hangs.
    """

    def __init__(self, circuit: Breaker) -> None:
        self._circuit = circuit
        self._lock = Lock()
        self._cluster: Executor | None = None
        self._own: Executor | None = None
        self._closed = False

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Submit a call to the cluster or to own processes.

        The future raises ``BrokenExecutor`` if own processes failed too.
        """
        work: Callable[[], T] = partial(fn, *args, **kwargs)
        if not self._circuit.admits():
            return self._own_executor().submit(work)
        answer: Future[T] = Future()
        asked = self._cluster_executor().submit(work)
        answer.add_done_callback(partial(_cancel_with, asked))
        asked.add_done_callback(partial(self._cluster_answered, answer, work))
        return answer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect from the cluster and kill own processes."""
        with self._lock:
            self._closed = True
            executors = [each for each in (self._cluster, self._own) if each is not None]
        for each in executors:
            stop(each)

    def _cluster_executor(self) -> Executor:
        with self._lock:
            self._cluster = self._cluster or self._circuit.cluster()
            return self._cluster

    def _own_executor(self) -> Executor:
        with self._lock:
            if self._closed:
                raise BrokenExecutor("The workers were stopped.")
            self._own = self._own or self._circuit.own()
            return self._own

    def _cluster_answered(self, answer: Future[Any], work: Work, asked: Future[Any]) -> None:
        if asked.cancelled():
            self._circuit.failed()
            return
        error = asked.exception()
        if not isinstance(error, BrokenExecutor):
            self._circuit.answered()
            _pass_on(answer, asked)
        elif self._closed:
            _pass_on(answer, asked)
        else:
            self._circuit.failed()
            self._ask_own(answer, work)

    def _ask_own(self, answer: Future[Any], work: Work) -> None:
        try:
            asked = self._own_executor().submit(work)
        except (BrokenExecutor, OSError, RuntimeError) as error:
            with suppress(Exception):  # the caller has just cancelled it
                answer.set_exception(BrokenExecutor(f"No own process answers: {error}"))
            return
        answer.add_done_callback(partial(_cancel_with, asked))
        asked.add_done_callback(partial(_pass_on, answer))


def _cancel_with(asked: Future[Any], answer: Future[Any]) -> None:
    if answer.cancelled():
        asked.cancel()


def _pass_on(answer: Future[Any], asked: Future[Any]) -> None:
    if asked.cancelled():
        answer.cancel()
        return
    error = asked.exception()
    with suppress(Exception):  # the caller has just cancelled it
        if error is None:
            answer.set_result(asked.result())
        else:
            answer.set_exception(error)
