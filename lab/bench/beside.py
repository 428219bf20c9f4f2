"""Two bots in one process, measured in turns, so that a busy moment of the machine slows both.

The processor's time of all threads is taken, without the simulated Discord's.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from typing import Any, Final, TypeAlias

import discord

from lab.bench.row import Row
from lab.discord.in_process import InProcess

PICTURE: Final = b"\x89PNG" + bytes(75_000)
"""What a bot with a constant answer sends."""

Work: TypeAlias = Callable[[], Coroutine[Any, Any, int]]
"""Has a bot answer some interactions, and returns their number."""

Begin: TypeAlias = Callable[[], Coroutine[Any, Any, tuple[InProcess, Work]]]
"""Starts a bot, warms up what it keeps, and returns it with the work to be measured."""


def buttons(count: int) -> discord.ui.View:
    """Return some buttons, as many as the answer has that is measured."""
    view = discord.ui.View(timeout=None)
    for number in range(count):
        view.add_item(discord.ui.Button(label=f"{number}", custom_id=f"constant:{number}"))
    return view


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
    def mean_ms(self) -> float:
        """The processor's milliseconds of an answer."""
        return 1e3 * self._seconds / self._answers


def in_turns(name: str, one: Begin, other: Begin, peer: str, times: int) -> Row:
    """Measure the mean of an answer of two bots that work so often in turns."""
    with ExitStack() as stack:
        order = [ours, constant] = [_Side(one, stack), _Side(other, stack)]
        # As ``bot.py`` does before it serves. Else a collection goes through all modules, and
        # through all that the simulated Discord remembers, at the cost of the bot that meets it.
        gc.collect()
        gc.freeze()
        stack.callback(gc.unfreeze)
        for _ in range(times):
            for side in order:
                side.work()
            order.reverse()
        cost, least = ours.mean_ms, constant.mean_ms
    ratio = cost / least
    ok = cost <= 3.5 and ratio <= 5.5
    return Row(name, cost, "ms", peer, least, ratio, "≤ 3.5 ms, ≤ 5.5×", ok)
