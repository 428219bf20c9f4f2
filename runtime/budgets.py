"""Budgets of memory: what is kept or waits is counted in bytes, and has a limit."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

MEGABYTE: Final = 1_000_000


class Budget:
    """A limit on the bytes of what is under way: more of it waits until there is room.

    Attributes:
        limit: the most bytes; what is larger than that alone goes when nothing else is there.
        memory: the bytes counted now.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.memory = 0
        self._waiting: deque[tuple[asyncio.Future[None], int]] = deque()

    async def take(self, size: int) -> None:
        """Count some bytes, once there is room for them; first come, first served."""
        if not self._waiting and self._fits(size):
            self.memory += size
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append((turn, size))
        try:
            await turn
        except (asyncio.CancelledError, GeneratorExit):  # the latter as its loop has ended
            if turn.done() and not turn.cancelled():
                self.give(size)
            raise

    def add(self, size: int) -> None:
        """Count some bytes without waiting."""
        self.memory += size

    def give(self, size: int) -> None:
        """Count some bytes no longer, and let those go on that have waited for them."""
        self.memory -= size
        while self._waiting:
            turn, wanted = self._waiting[0]
            if not turn.done() and not turn.get_loop().is_closed():
                if not self._fits(wanted):
                    break
                self.memory += wanted
                turn.set_result(None)
            self._waiting.popleft()

    def _fits(self, size: int) -> bool:
        return not self.memory or self.memory + size <= self.limit
