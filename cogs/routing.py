"""The handling of modals, failed commands and unknown buttons, which discord.py hands to no cog."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from ui.answers import ALREADY_ANSWERED, UnansweredError, did_not_arrive, reply, think
from ui.components.cog import ComponentCog
from ui.failures import answer_error
from ui.interactions import Interaction, where_of, words_of
from ui.panel.remedies import remedied

log = logging.getLogger("arkadia.routing")

SUGGESTING: Final = logging.getLogger("discord.app_commands.tree")
"""Where discord.py logs that suggestions failed; nothing else can be done about them there."""


class Routing(commands.Cog):
    """A cog that routes modals to their cogs, and answers failed commands and unknown presses.

    Without an answer Discord shows a failure after three seconds.
    """

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        self.bot = bot
        # Put back on unload, so that a reload of this module leaves no handler of the old one.
        self._before = bot.tree.on_error

    async def cog_load(self) -> None:
        """Install the error handler for commands, and the log filter for late suggestions."""
        self.bot.tree.error(self._answer_error)
        SUGGESTING.addFilter(_worth_a_trace)

    async def cog_unload(self) -> None:
        """Restore the previous error handler, and remove the log filter."""
        SUGGESTING.removeFilter(_worth_a_trace)
        self.bot.tree.error(self._before)

    async def _answer_error(
        self, interaction: Interaction, error: app_commands.AppCommandError
    ) -> None:
        told, view = await remedied(interaction, error)
        await answer_error(interaction, told, view=view)

    @commands.Cog.listener("on_interaction")
    async def pressed_or_sent(self, interaction: Interaction) -> None:
        """Handle a submitted modal, or answer a press on an unknown component."""
        data: Mapping[str, Any] = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        match interaction.type:
            case discord.InteractionType.modal_submit:
                await self._submit(custom_id, interaction)
            case discord.InteractionType.component:
                known = any(cog.knows(custom_id) for cog in self._cogs())
                # A known press is carried out by discord.py itself, beside this listener.
                if not known or not _stands_there(interaction):
                    await _too_old(interaction)

    async def _submit(self, custom_id: str, interaction: Interaction) -> None:
        for cog in self._cogs():
            if (modal := cog.submitted(custom_id, interaction)) is not None:
                try:
                    await think(interaction)
                    await modal.submit(interaction)
                except Exception as error:  # noqa: BLE001 - becomes an answer and a line in the log
                    await answer_error(interaction, error)
                return
        await _too_old(interaction)

    def _cogs(self) -> Iterator[ComponentCog]:
        return (cog for cog in self.bot.cogs.values() if isinstance(cog, ComponentCog))


async def _too_old(interaction: Interaction) -> None:
    log.info("Unknown button", extra=where_of(interaction))
    words = words_of(interaction)
    text = words("This button is too old to work. `/arkadia board` shows a game as it is.")
    try:
        await reply(interaction, text)
    except (discord.HTTPException, UnansweredError) as error:
        await answer_error(interaction, error)


def _stands_there(interaction: Interaction) -> bool:
    """Return whether the pressed component stands on its message with the same custom id.

    discord.py drops a press on any other component without an answer.
    """
    data: Mapping[str, Any] = interaction.data or {}
    pressed = (data.get("component_type"), data.get("custom_id"))
    rows = interaction.message.components if interaction.message else []
    parts = [part for row in rows if isinstance(row, discord.ActionRow) for part in row.children]
    return any(pressed == (part.type.value, part.custom_id) for part in parts)


def _worth_a_trace(record: logging.LogRecord) -> bool:
    """Turn the trace of suggestions that came too late or were lost into one line."""
    error = record.exc_info[1] if record.exc_info else None
    # Discord took them the first time; only its response was lost.
    again = isinstance(error, discord.HTTPException) and error.code == ALREADY_ANSWERED
    if error is None or not (again or did_not_arrive(error)):
        return True
    log.info("No suggestions", extra={"why": str(error)})
    return False


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Routing(bot))
