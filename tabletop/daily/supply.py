"""The supply of positions: more are made when few are left, by workers that have nothing else."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final

from players.daily.making import making
from players.player import Budget
from players.thinking import Kind, Question, ThinkingPool
from tabletop.daily.service import Daily

PATIENCE: Final = Budget(seconds=8.0)
"""How long a piece of work may take; the work itself is limited by playouts."""

log = logging.getLogger("arkadia.daily")


class Supply:
    """A maker of the positions that are missing.

    Args:
        ahead: days after today for which there is to be a position; 0 makes none.
    """

    def __init__(self, daily: Daily, thinking: ThinkingPool, ahead: int) -> None:
        self._daily = daily
        self._thinking = thinking
        self._ahead = ahead

    async def tend(self) -> None:
        """Make the positions that are missing from today on, the earliest first.

        Raises:
            ThinkingError: if no worker answers.
            StoreError: if a position cannot be stored.
        """
        today = self._daily.today
        for day in range(today, today + self._ahead + 1) if self._ahead else ():
            if await self._daily.positions.of(day) is None:
                await self._make(day)

    async def _make(self, day: int) -> None:
        work, result = making(day), None
        log.info("Making a position", extra={"day": day})
        while True:
            try:
                step = work.send(result)
            except StopIteration as end:
                await self._daily.positions.keep(end.value)
                log.info("Made a position", extra={"day": day})
                return
            result = await self._ask(step.function, *step.arguments)

    async def _ask(self, function: Callable[..., Any], *arguments: object) -> Any:
        question = Question(Kind.SUPPLY)
        return await self._thinking.ask(question, PATIENCE, function, *arguments)
