"""The way of presses, modals and failed commands to what answers them."""

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from delivery.sender import cause_of
from ui.answers import TOO_OLD, did_not_arrive, reply, think
from ui.components import Component, ComponentCog, Press, Submitted, texts_of
from ui.failures import answer_error, remedied
from ui.interactions import Interaction, bound, where_of, words_of

log = logging.getLogger("arkadia.routing")

SUGGESTING: Final = logging.getLogger("discord.app_commands.tree")
"""Where discord.py logs that suggestions failed; nothing else can be done about them there."""


class Routing(commands.Cog):
    """A cog that routes presses and modals to their cogs, and answers failed commands."""

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
        refusal, view = await remedied(interaction, error)
        await answer_error(interaction, refusal, view=view)

    @commands.Cog.listener("on_interaction")
    async def pressed_or_sent(self, interaction: Interaction) -> None:
        """Carry out a press or a submitted modal, or answer that nothing knows it any more."""
        bound(interaction)
        handle = self._handler(interaction)
        if handle is None:
            return
        try:
            await think(interaction)
            await handle(interaction)
        except Exception as error:  # noqa: BLE001 - becomes an answer and a line in the log
            await answer_error(interaction, error)

    def _handler(self, interaction: Interaction) -> Callable[[Interaction], Awaitable[None]] | None:
        """Return what carries a press or modal out; None for an interaction of another kind."""
        data: Mapping[str, Any] = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        match interaction.type:
            case discord.InteractionType.modal_submit:
                for form in (form for cog in self._cogs() for form in cog.modals):
                    if match := form.pattern.fullmatch(custom_id):
                        sent = Submitted(match, texts_of(data.get("components", ())))
                        return lambda interaction: form.act(interaction, sent)
            case discord.InteractionType.component:
                if (component := _pressed_component(interaction)) is not None:
                    values = [str(value) for value in data.get("values", ())]
                    for handler in (handler for cog in self._cogs() for handler in cog.presses):
                        if match := handler.pattern.fullmatch(custom_id):
                            press = Press(match, component, values)
                            return lambda interaction: handler.act(interaction, press)
            case _:
                return None
        return _too_old

    def _cogs(self) -> Iterator[ComponentCog]:
        return (cog for cog in self.bot.cogs.values() if isinstance(cog, ComponentCog))


async def _too_old(interaction: Interaction) -> None:
    log.info("Unknown button", extra=where_of(interaction))
    await reply(interaction, words_of(interaction)(TOO_OLD))


def _pressed_component(interaction: Interaction) -> Component | None:
    """Return the pressed component as it stands on its message; None if it does not stand there."""
    data: Mapping[str, Any] = interaction.data or {}
    pressed = (data.get("component_type"), data.get("custom_id"))
    rows = interaction.message.components if interaction.message else []
    for row in rows:
        for part in row.children if isinstance(row, discord.ActionRow) else ():
            if isinstance(part, Component) and pressed == (part.type.value, part.custom_id):
                return part
    return None


def _worth_a_trace(record: logging.LogRecord) -> bool:
    """Turn the trace of suggestions that came too late or were lost into one line."""
    error = record.exc_info[1] if record.exc_info else None
    # Discord took them the first time; only its response was lost.
    again = isinstance(error, discord.HTTPException) and cause_of(error) == "done"
    if error is None or not (again or did_not_arrive(error)):
        return True
    log.info("No suggestions", extra={"why": str(error)})
    return False


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Routing(bot))
