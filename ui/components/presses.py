"""Base classes for the handlers of presses on buttons and menus, found by custom id."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any, Self

import discord

from tabletop.table import Table
from ui.answers import think
from ui.components.faces import Face
from ui.failures import answer_error
from ui.interactions import Interaction
from ui.interactions.audience import table_seen


class Pressed(discord.ui.DynamicItem[discord.ui.Item[Any]], ABC, template="arkadia:nothing"):
    """A handler of a press on a button or menu, found by a pattern of its custom id.

    Attributes:
        match: the match of the custom id with the pattern.
    """

    def __init__(self, item: discord.ui.Item[Any], match: re.Match[str]) -> None:
        super().__init__(item)
        self.match = match

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Return the handler for an item whose custom id matched; discord.py calls this."""
        return cls(item, match)

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press, and answer any error that is raised."""
        try:
            await think(interaction)
            await self.press(interaction)
        except Exception as error:  # noqa: BLE001 - becomes an answer and a line in the log
            await answer_error(interaction, error)

    @abstractmethod
    async def press(self, interaction: Interaction) -> None:
        """Handle the press; each subclass implements this."""

    @property
    def values(self) -> list[str]:
        """The values chosen in a menu; empty for a button."""
        return self.item.values if isinstance(self.item, discord.ui.Select) else []

    @property
    def chosen(self) -> str:
        """The value chosen in a menu, else an empty text; a forged request may hold any text."""
        return self.values[0] if self.values else ""

    @property
    def chosen_number(self) -> int:
        """The value chosen in a menu, as an integer; 0 if the value is not a number."""
        # ``int`` would read other scripts' digits too, and numbers too large for the database.
        is_number = self.chosen.isascii() and self.chosen.isdecimal() and len(self.chosen) < 20
        return int(self.chosen) if is_number else 0


class Press(Pressed, template="arkadia:nothing"):
    """A base class for handlers of presses on one face; a cog lists them in ``presses``."""

    def __init_subclass__(cls, *, face: Face) -> None:
        super().__init_subclass__(template=face.pattern)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers in the custom id of the pressed button or menu."""
        return tuple(int(number) for number in self.match.groups())

    async def table(self, interaction: Interaction) -> Table:
        """Return the table whose number comes first in the custom id.

        Raises:
            TableError: if the server has no such table, or the person may not know of it.
        """
        return await table_seen(interaction, self.numbers[0])
