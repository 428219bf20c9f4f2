"""Two bots in one process, measured in turns, so that a busy moment of the machine slows both.

The processor's time of all threads is taken, without the simulated Discord's.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from typing import Any, TypeAlias

from lab.discord.in_process import InProcess

Work: TypeAlias = Callable[[], Coroutine[Any, Any, int]]
"""Has a bot answer some interactions, and returns their number."""

Begin: TypeAlias = Callable[[], Coroutine[Any, Any, tuple[InProcess, Work]]]
"""Starts a bot, warms up what it keeps, and returns it with the work to be measured."""


class _Side:
    """A bot in an event loop of its own, with what its answers took so far."""

    def __init__(self, begin: Begin, stack: ExitStack) -> None:
        # Its context holds the door to its own Discord, so each bot needs a runner of its own.
        self._runner = stack.enter_context(asyncio.Runner())
        self._inside, self._work = self._runner.run(begin())
        stack.callback(lambda: self._runner.run(self._inside.close()))
        self._seconds, self._answers = 0.0, 0

    def work(self) -> None:
        """Work once, and count it."""
        begun = self._inside.worked
        self._answers += self._runner.run(self._work())
        self._seconds += self._inside.worked - begun

    @property
    def mean(self) -> float:
        """The processor's seconds of an answer."""
        return self._seconds / self._answers


def in_turns(one: Begin, other: Begin, times: int) -> tuple[float, float]:
    """Measure the mean processor seconds of an answer of two bots that work so often in turns."""
    with ExitStack() as stack:
        first, second = _Side(one, stack), _Side(other, stack)
        # As ``bot.py`` does before it serves. Else a collection goes through all modules, and
        # through all that the simulated Discord remembers, at the cost of the bot that meets it.
        gc.collect()
        gc.freeze()
        stack.callback(gc.unfreeze)
        order = [first, second]
        for _ in range(times):
            for side in order:
                side.work()
            order.reverse()
        return first.mean, second.mean
