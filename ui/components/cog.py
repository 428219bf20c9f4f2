"""The base of cogs that have commands, buttons, menus or modals."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias, TypeVar

from discord.ext import commands

from ui.answers import think
from ui.components.modals import ModalHandler, Submitted, texts_of
from ui.components.presses import Component, Press, PressHandler
from ui.interactions import Interaction

T = TypeVar("T")

Answer: TypeAlias = Callable[[Interaction], Awaitable[None]]
"""Answers one interaction."""


class ComponentCog(commands.Cog):
    """A base class for cogs whose buttons, menus and modals work while the cog is loaded.

    Attributes:
        bot: the bot that has loaded the cog.
        presses: the handlers of buttons and menus.
        modals: the handlers of submitted modals.
    """

    presses: ClassVar[Sequence[PressHandler]] = ()
    modals: ClassVar[Sequence[ModalHandler]] = ()

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        self.bot = bot

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Have a command's answer deferred if it takes long, and allow the command."""
        await think(interaction)
        return True

    def pressed(self, custom_id: str, component: Component, values: Sequence[str]) -> Answer | None:
        """Return what carries out a press on a button or menu; None if it is not of this cog."""
        for handler in self.presses:
            if (match := handler.pattern.fullmatch(custom_id)) is not None:
                return _answer(handler.act, Press(match, component, values))
        return None

    def submitted(self, custom_id: str, components: Iterable[Mapping[str, Any]]) -> Answer | None:
        """Return what carries out a submitted modal; None if it is not of this cog."""
        for handler in self.modals:
            if (match := handler.pattern.fullmatch(custom_id)) is not None:
                return _answer(handler.act, Submitted(match, texts_of(components)))
        return None


def _answer(act: Callable[[Interaction, T], Awaitable[None]], what: T) -> Answer:
    async def answer(interaction: Interaction) -> None:
        await act(interaction, what)

    return answer
