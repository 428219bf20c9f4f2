"""Presses: found by their custom ids, carried out by a cog, and always answered."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any, Self

import discord

from tabletop.table import Table
from ui.answers import answer_error, think
from ui.components.faces import Face
from ui.interactions import Interaction
from ui.interactions.audience import table_seen


class Pressed(discord.ui.DynamicItem[discord.ui.Item[Any]], ABC, template="arkadia:nothing"):
    """A button or menu that is known by a pattern of its custom id.

    Attributes:
        match: the custom id, taken apart.
    """

    def __init__(self, item: discord.ui.Item[Any], match: re.Match[str]) -> None:
        super().__init__(item)
        self.match = match

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Return the press of an item that discord.py matched."""
        return cls(item, match)

    async def callback(self, interaction: Interaction) -> None:
        """Carry out the press; an error becomes an answer."""
        try:
            await think(interaction)
            await self.press(interaction)
        except Exception as error:  # noqa: BLE001 - becomes an answer and a line in the log
            await answer_error(interaction, error)

    @abstractmethod
    async def press(self, interaction: Interaction) -> None:
        """Carry out the press."""

    @property
    def values(self) -> list[str]:
        """The values chosen, if it is a menu."""
        return self.item.values if isinstance(self.item, discord.ui.Select) else []

    @property
    def chosen(self) -> str:
        """The one value chosen, if it is a menu; a forged request may hold any text."""
        return self.values[0] if self.values else ""

    @property
    def chosen_number(self) -> int:
        """The number that was chosen; 0 for any other text."""
        # ``int`` would read other scripts' digits too, and numbers too large for the database.
        is_number = self.chosen.isascii() and self.chosen.isdecimal() and len(self.chosen) < 20
        return int(self.chosen) if is_number else 0


class Press(Pressed, template="arkadia:nothing"):
    """A press on a face; the cog that carries it out lists the class in ``presses``."""

    def __init_subclass__(cls, *, face: Face) -> None:
        super().__init_subclass__(template=face.pattern)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the custom id."""
        return tuple(int(number) for number in self.match.groups())

    async def table(self, interaction: Interaction) -> Table:
        """Return the table that the button or menu belongs to.

        Raises:
            TableError: if there is none on this server that the person may know of.
        """
        return await table_seen(interaction, self.numbers[0])
