"""A hostile visitor: presses of buttons, menus and forms that nobody was shown.

Each must be answered privately and in time. That games are not changed is seen by their verdict.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from simcord.backend.models import EPHEMERAL_FLAG
from simcord.backend.models import Message as Posted

from lab.discord.interactions import Interaction, Person
from lab.discord.model import new_id
from lab.discord.people import Hands
from lab.discord.rules import BUTTON, MENU, Json
from lab.soak.forging import Forger
from lab.soak.seats import EnoughError, Party

PAUSE_S: Final = 0.02
"""Seconds between two presses."""


class Hostile(Party):
    """A person who sits at no table, and presses what they forged."""

    async def play(self) -> None:
        """Press one forged component after the other, until the soak is over."""
        hands = Hands(self._discord, Person(new_id(), "@everyone"))
        with contextlib.suppress(EnoughError):
            while True:
                numbers = self._saved.numbers()
                versions = {number: self._saved.table(number).version for number in numbers[-12:]}
                forger = Forger(self._rng, versions)
                for _ in range(20):
                    answer = await self._press(hands, forger)
                    await self._note(answer)
                    for message in answer.messages:
                        if not message.flags & EPHEMERAL_FLAG:
                            self._ledger.lies.append(f"{self._last}: answered for all to see")
                    await asyncio.sleep(PAUSE_S)

    async def _press(self, hands: Hands, forger: Forger) -> Interaction:
        """Press a forged component of a message that the bot never sent."""
        custom_id, channel = forger.custom_id(), self._discord.channel.id
        message = Posted(new_id(), channel, self._discord.bot_user.id)
        self._discord.messages[channel][message.id] = message
        chance = self._rng.random()
        values = forger.values() if chance < 0.3 else None
        part: Json = {"type": BUTTON, "custom_id": custom_id, "style": 2, "label": "?"}
        if values is not None:
            part |= {"type": MENU, "options": [{"label": "?", "value": "?"}]}
        message.components = [{"type": 1, "components": [part]}]
        try:
            if chance > 0.9:
                field = {"type": 4, "custom_id": "text"}
                form = {"custom_id": custom_id, "components": [{"type": 1, "components": [field]}]}
                return await hands.fill(form, message, forger.typed())
            return await hands.press(message, custom_id, values)
        finally:
            # A mishap may have deleted the channel meanwhile.
            self._discord.messages.get(channel, {}).pop(message.id, None)
