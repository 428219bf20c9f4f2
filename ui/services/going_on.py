"""Private panels that go on by themselves, once computer players have had their turns."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import discord

from runtime.logs import log_interaction
from runtime.newest import Newest

log = logging.getLogger("arkadia.panel")

GoOn: TypeAlias = Callable[[], Awaitable[None]]
"""Shows a person their next turn as a further answer to an interaction."""

MOST_WAITING: Final = 500
"""Panels that wait at most; computer players take seconds, so only a jam has more."""


class GoingOn:
    """The interactions whose answers go on after computer players' turns, one for each game.

    They are forgotten at a restart: then the button below the public message goes on.
    """

    def __init__(self) -> None:
        self._waiting: Newest[int, tuple[discord.Interaction[discord.Client], GoOn]] = Newest(
            MOST_WAITING
        )
        self._showing: set[asyncio.Task[None]] = set()

    def wait(
        self, number: int, interaction: discord.Interaction[discord.Client], go_on: GoOn
    ) -> None:
        """Have the newest answer about a game go on once its computer players have acted."""
        self._waiting[number] = interaction, go_on

    def forget(self, number: int) -> None:
        """Leave the answer about a game as it is."""
        self._waiting.pop(number, None)

    def begin(self, number: int) -> None:
        """Let a game's answer go on, in the background."""
        interaction, go_on = self._waiting.pop(number, (None, None))
        # Discord takes further answers for fifteen minutes.
        if interaction is None or go_on is None or interaction.is_expired():
            return
        task = asyncio.create_task(_shown(interaction.id, go_on))
        self._showing.add(task)
        task.add_done_callback(self._showing.discard)

    def close(self) -> None:
        """Stop what is being shown."""
        for task in self._showing:
            task.cancel()


async def _shown(number: int, go_on: GoOn) -> None:
    """Show what comes next to the person of an interaction."""
    log_interaction(number)
    try:
        await go_on()
    except Exception as error:  # noqa: BLE001 - the public message has the same news and a button
        log.warning("Panel does not go on", extra={"interaction": number, "why": str(error)})
