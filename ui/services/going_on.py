"""Private panels that go on by themselves, once computer players have had their turns."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

import discord

MOST_WAITING: Final = 500
"""Panels that wait at most; computer players take seconds, so only a jam has more."""


class GoingOn:
    """The interactions whose answers are brought up to date after computer players' turns.

    They are forgotten at a restart: then the button below the public message goes on.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[int, discord.Interaction[discord.Client]] = OrderedDict()

    def wait(self, number: int, interaction: discord.Interaction[discord.Client]) -> None:
        """Note the interaction with the newest answer about a game that goes on soon."""
        self._waiting[number] = interaction
        self._waiting.move_to_end(number)
        if len(self._waiting) > MOST_WAITING:
            self._waiting.popitem(last=False)

    def take(self, number: int) -> discord.Interaction[discord.Client] | None:
        """Return and forget a game's interaction; None if none waits that can still be answered."""
        interaction = self._waiting.pop(number, None)
        # Discord takes further answers for fifteen minutes.
        return None if interaction is None or interaction.is_expired() else interaction
