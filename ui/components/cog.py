"""The base of cogs that have commands, buttons, menus or modals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from discord.ext import commands

from ui.answers import think
from ui.components.modals import Submitted, texts_of
from ui.components.presses import Pressed
from ui.interactions import Interaction


class ComponentCog(commands.Cog):
    """A base class for cogs whose buttons, menus and modals work while the cog is loaded.

    Attributes:
        bot: the bot that has loaded the cog.
        presses: the classes that carry out buttons and menus.
        modals: the classes that carry out submitted modals.
    """

    presses: ClassVar[Sequence[type[Pressed]]] = ()
    modals: ClassVar[Sequence[type[Submitted]]] = ()

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the cog's buttons and menus with the bot."""
        self.bot.add_dynamic_items(*self.presses)

    async def cog_unload(self) -> None:
        """Remove the cog's buttons and menus from the bot."""
        self.bot.remove_dynamic_items(*self.presses)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Have a command's answer deferred if it takes long, and allow the command."""
        await think(interaction)
        return True

    def knows(self, custom_id: str) -> bool:
        """Return whether a button or menu of this cog has that custom id."""
        patterns = (press.__discord_ui_compiled_template__ for press in self.presses)
        return any(pattern.fullmatch(custom_id) for pattern in patterns)

    def submitted(self, custom_id: str, interaction: Interaction) -> Submitted | None:
        """Return the submitted modal with a custom id; None if it is not one of this cog's."""
        # discord.py has patterns for buttons and none for modals; ``cogs/routing.py`` asks each
        # cog.
        for modal in self.modals:
            if (match := modal.pattern.fullmatch(custom_id)) is not None:
                data: Mapping[str, Any] = interaction.data or {}
                return modal(match, texts_of(data.get("components", ())))
        return None
