"""The base of cogs that have commands, buttons, menus or modals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from discord.ext import commands

from ui.answers import think
from ui.components.modals import Submitted, texts_of
from ui.components.presses import Component, Pressed
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

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Have a command's answer deferred if it takes long, and allow the command."""
        await think(interaction)
        return True

    def pressed(
        self, custom_id: str, component: Component, values: Sequence[str]
    ) -> Pressed | None:
        """Return the press on a button or menu; None if it is not one of this cog's."""
        for press in self.presses:
            if (match := press.pattern.fullmatch(custom_id)) is not None:
                return press(match, component, values)
        return None

    def submitted(
        self, custom_id: str, components: Iterable[Mapping[str, Any]]
    ) -> Submitted | None:
        """Return the submitted modal with a custom id; None if it is not one of this cog's."""
        for modal in self.modals:
            if (match := modal.pattern.fullmatch(custom_id)) is not None:
                return modal(match, texts_of(components))
        return None
