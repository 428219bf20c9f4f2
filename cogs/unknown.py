"""Buttons and menus that no pattern matches any more: of an older version, or invented."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from typing import Any

import discord

from cogs.answering import answer_error, reply, where_of
from cogs.app import Interaction, words_of

log = logging.getLogger("arkadia.unknown")


class Unknown:
    """Answers what nobody else would: Discord shows a failure after three seconds otherwise."""

    def __init__(self, items: Iterable[type[discord.ui.DynamicItem[Any]]]) -> None:
        self._patterns: list[re.Pattern[str]] = [
            item.__discord_ui_compiled_template__ for item in items
        ]

    def knows(self, custom_id: str) -> bool:
        """Whether one of the items answers to that custom id."""
        return any(pattern.fullmatch(custom_id) for pattern in self._patterns)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a press that no item answers to."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Mapping[str, Any] = interaction.data or {}
        if self.knows(str(data.get("custom_id", ""))):
            return
        log.info("Unknown button", extra=where_of(interaction))
        words = words_of(interaction)
        text = words("This button is of no use any more. `/arkadia board` shows a game as it is.")
        try:
            await reply(interaction, text)
        except discord.HTTPException as error:
            await answer_error(interaction, error)
