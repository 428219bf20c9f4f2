"""An event loop by a virtual clock, which draws the next one of the callbacks that are ready."""

from __future__ import annotations

import asyncio
import selectors
from collections import deque
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


class StuckError(Exception):
    """Nothing is ready, no timer runs, and the main task has not ended."""


class Clockwork(selectors.SelectSelector):
    """A selector that never waits: it moves a clock on instead.

    Attributes:
        now: the time in seconds.
    """

    def __init__(self, now: float) -> None:
        super().__init__()
        self.now = now
        self.moved: Callable[[float], None] = lambda now: None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Move the clock on by the time that would be waited for.

        Raises:
            StuckError: if that is for ever.
        """
        if timeout is None:
            raise StuckError("everything waits, and nothing is going to happen")
        self.now += max(timeout, 0.0)
        self.moved(self.now)
        return []


class DrawnLoop(asyncio.SelectorEventLoop):
    """A loop whose time and order of callbacks come from a source of chance.

    One callback runs at a time, drawn of all that are ready, so that a loop can be left after any
    of them, as by a kill. No thread is used: what is given to one runs in the loop, after a while.

    Args:
        rng: the source of chance.
        now: the time at which it begins, in seconds.
    """

    def __init__(self, rng: Random, now: float) -> None:
        self.clockwork = Clockwork(now)
        super().__init__(self.clockwork)
        self._rng = rng
        self._clock_resolution = 1e-9
        self.set_exception_handler(lambda loop, context: self._failed(context))
        self.failures: list[str] = []

    def time(self) -> float:
        """Return the virtual time in seconds."""
        return self.clockwork.now

    def run_in_executor(  # type: ignore[override]
        self, executor: object, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        """Run a function in the loop itself, after a drawn time."""
        future: asyncio.Future[T] = self.create_future()

        def run() -> None:
            if future.cancelled():
                return
            try:
                future.set_result(func(*args))
            except Exception as error:  # noqa: BLE001 - it is raised where the function was asked for
                future.set_exception(error)

        self.call_later(self._rng.uniform(0.0, 0.05), run)
        return future

    def _run_once(self) -> None:
        """Run one of the callbacks that are ready, drawn at random."""
        ready: deque[asyncio.Handle] = self._ready  # type: ignore[has-type]
        if len(ready) < 2:
            super()._run_once()  # type: ignore[misc]
            return
        place = self._rng.randrange(len(ready))
        chosen = ready[place]
        del ready[place]
        self._ready = deque((chosen,))
        super()._run_once()  # type: ignore[misc]
        # Timers that became due meanwhile and what the callback made ready are drawn from next.
        ready.extend(self._ready)
        self._ready = ready

    def _failed(self, context: Mapping[str, Any]) -> None:
        self.failures.append(f"{context.get('message')}: {context.get('exception')!r}")
