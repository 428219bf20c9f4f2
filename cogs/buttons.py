"""Buttons that live for ever: everything they need stands in their custom id.

A custom id is ``arkadia:<what>:<game>`` with more numbers behind it where needed. Buttons are found
by the pattern of their ids, so that they work after any restart, and every press is answered.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, Self

import discord

from cogs.answering import answer_error
from cogs.app import Interaction, app_of, guild_of
from tables.table import Table
from translation import Words


class Answered:
    """Something that is pressed: whatever happens then, the person gets an answer."""

    async def callback(self, interaction: Interaction) -> None:
        """Carry out the press; an error becomes an answer."""
        try:
            await self.press(interaction)
        except Exception as error:  # noqa: BLE001 - becomes an answer and a line in the log
            await answer_error(interaction, error)

    async def press(self, interaction: Interaction) -> None:
        """What pressing it does."""
        raise NotImplementedError


class Press(Answered, discord.ui.DynamicItem[discord.ui.Button[Any]], template="arkadia:nothing"):
    """The base of all buttons: a press is carried out by ``press`` and always answered.

    Attributes:
        caption: the button's label, in English.
        style: how it looks.
        numbers: the numbers in the custom id; the first is the game's.
    """

    what: ClassVar[str] = "nothing"
    caption: ClassVar[str] = "…"
    style: ClassVar[discord.ButtonStyle] = discord.ButtonStyle.secondary

    def __init__(self, *numbers: int, words: Words | None = None, disabled: bool = False) -> None:
        self.numbers = numbers
        custom_id = ":".join(["arkadia", self.what, *(str(number) for number in numbers)])
        label = words(self.caption) if words else self.caption
        super().__init__(
            discord.ui.Button(label=label, style=self.style, custom_id=custom_id, disabled=disabled)
        )

    def __init_subclass__(cls, *, what: str, count: int = 1) -> None:
        cls.what = what
        super().__init_subclass__(template=rf"arkadia:{what}" + r":([0-9]{1,9})" * count)

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        return cls(*(int(number) for number in match.groups()))

    async def table(self, interaction: Interaction) -> Table:
        """The table of the button.

        Raises:
            TableError: if it is none of this server.
        """
        return await app_of(interaction).tables.get(self.numbers[0], guild_of(interaction))


def view_of(*items: discord.ui.Item[Any]) -> discord.ui.View:
    """A view of items that outlive it."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view
