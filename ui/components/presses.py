"""Base classes for the handlers of presses on buttons and menus, found by custom id."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeAlias

import discord

from tabletop.table import Table
from ui.components.faces import Face
from ui.interactions import Interaction
from ui.interactions.audience import table_seen

Component: TypeAlias = discord.Button | discord.SelectMenu
"""A button or menu as it stands on a message."""


class Pressed(ABC):
    """A press on a button or menu: the base class of its handlers, listed by a cog's ``presses``.

    Attributes:
        pattern: the regular expression of the custom ids.
        match: the match of the custom id with the pattern.
        component: the button or menu as it stands on its message.
        values: the values chosen in a menu; empty for a button.
    """

    # discord.py's ``DynamicItem`` would make an object of every item of the message, a tenth of a
    # press on the panel, to find the one that is pressed.
    pattern: ClassVar[re.Pattern[str]]

    def __init__(
        self, match: re.Match[str], component: Component, values: Sequence[str] = ()
    ) -> None:
        self.match = match
        self.component = component
        self.values = values

    def __init_subclass__(cls, *, template: str) -> None:
        super().__init_subclass__()
        cls.pattern = re.compile(template)

    @abstractmethod
    async def press(self, interaction: Interaction) -> None:
        """Handle the press; each subclass implements this."""

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
