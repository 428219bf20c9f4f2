"""What discord.py has no answer to: forms, and buttons and menus of no pattern that is known."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import discord

from cogs.answering import answer_error, reply, where_of
from cogs.app import Interaction, words_of
from cogs.panel.pressing import submitted

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
        """Answer a press that no item answers to, and a form of a panel."""
        data: Mapping[str, Any] = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            await self._filled_in(interaction, custom_id, data)
            return
        if interaction.type is not discord.InteractionType.component or self.knows(custom_id):
            return
        log.info("Unknown button", extra=where_of(interaction))
        words = words_of(interaction)
        text = words("This button is of no use any more. `/arkadia board` shows a game as it is.")
        try:
            await reply(interaction, text)
        except discord.HTTPException as error:
            await answer_error(interaction, error)

    async def _filled_in(
        self, interaction: Interaction, custom_id: str, data: Mapping[str, Any]
    ) -> None:
        """Carry out a form, which discord.py would not know any more after a restart."""
        try:
            await submitted(interaction, custom_id, list(_texts(data.get("components", ()))))
        except Exception as error:  # noqa: BLE001 - becomes an answer and a line in the log
            await answer_error(interaction, error)


def _texts(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What was filled in in the text fields of a form."""
    for component in components:
        if "value" in component:
            yield str(component["value"])
        yield from _texts(component.get("components", ()))
        if "component" in component:
            yield from _texts((component["component"],))
