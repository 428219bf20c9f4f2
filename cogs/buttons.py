"""Buttons that live for ever: everything they need stands in their custom id.

A custom id is ``arkadia:<what>:<game>`` with more numbers behind it where needed. Buttons are found
by the pattern of their ids, so that they work after any restart, and every press is answered.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Self, TypeVar, cast

import discord

from cogs.answering import answer_error
from cogs.app import Interaction, app_of, guild_of
from tables.table import Table
from translation import Words


class Answered(ABC):
    """Something that is pressed: whatever happens then, the person gets an answer."""

    async def callback(self, interaction: Interaction) -> None:
        """Carry out the press; an error becomes an answer."""
        try:
            await self.press(interaction)
        except Exception as error:  # noqa: BLE001 - becomes an answer and a line in the log
            await answer_error(interaction, error)

    @abstractmethod
    async def press(self, interaction: Interaction) -> None:
        """What pressing it does."""


ItemT = TypeVar("ItemT", bound=discord.ui.Item[Any])


class Lasting(Answered, discord.ui.DynamicItem[ItemT], template="arkadia:nothing"):
    """The base of what is known again by its custom id.

    Attributes:
        caption: what stands on it, in English.
        numbers: the numbers in the custom id; the first is the game's.
    """

    what: ClassVar[str] = "nothing"
    caption: ClassVar[str] = "…"

    def __init__(self, item: ItemT, numbers: tuple[int, ...]) -> None:
        super().__init__(item)
        self.numbers = numbers

    def __init_subclass__(cls, *, what: str, count: int = 1) -> None:
        cls.what = what
        super().__init_subclass__(template=rf"arkadia:{what}" + r":([0-9]{1,9})" * count)

    @classmethod
    def id_of(cls, numbers: tuple[int, ...]) -> str:
        """The custom id with some numbers."""
        return ":".join(["arkadia", cls.what, *(str(number) for number in numbers)])

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """What was pressed, with the numbers of its custom id."""
        found = cls.__new__(cls)
        discord.ui.DynamicItem.__init__(found, cast(ItemT, item))
        found.numbers = tuple(int(number) for number in match.groups())
        return found

    async def table(self, interaction: Interaction) -> Table:
        """The table it belongs to.

        Raises:
            TableError: if it is none of this server.
        """
        return await app_of(interaction).tables.get(self.numbers[0], guild_of(interaction))


class Press(Lasting[discord.ui.Button[Any]], what="button"):
    """The base of all buttons.

    Attributes:
        style: how it looks.
    """

    style: ClassVar[discord.ButtonStyle] = discord.ButtonStyle.secondary

    def __init__(self, *numbers: int, words: Words, disabled: bool = False) -> None:
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=words(self.caption),
            style=self.style,
            custom_id=self.id_of(numbers),
            disabled=disabled,
        )
        super().__init__(button, numbers)


class Menu(Lasting[discord.ui.Select[Any]], what="menu"):
    """The base of all menus from which one thing is chosen."""

    def __init__(
        self, *numbers: int, options: Sequence[discord.SelectOption], words: Words
    ) -> None:
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=self.id_of(numbers), placeholder=words(self.caption), options=list(options)
        )
        super().__init__(menu, numbers)


def view_of(*items: discord.ui.Item[Any]) -> discord.ui.View:
    """A view of items that outlive it."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view
