"""Menus that live for ever, like the buttons: everything they need stands in their custom id."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

import discord

from cogs.answering import answer_error
from cogs.app import Interaction, app_of, guild_of
from tables.table import Table
from translation import Words

MOST_OPTIONS = 25


class Menu(discord.ui.DynamicItem[discord.ui.Select[Any]], template="arkadia:no-menu"):
    """The base of all menus: a choice is carried out by ``choose`` and always answered.

    Attributes:
        caption: what stands in the closed menu, in English.
        numbers: the numbers in the custom id; the first is the game's.
    """

    what: ClassVar[str] = "no-menu"
    caption: ClassVar[str] = "…"

    def __init__(
        self,
        *numbers: int,
        options: Sequence[discord.SelectOption] = (),
        words: Words | None = None,
        disabled: bool = False,
    ) -> None:
        self.numbers = numbers
        custom_id = ":".join(["arkadia", self.what, *(str(number) for number in numbers)])
        super().__init__(
            discord.ui.Select(
                custom_id=custom_id,
                placeholder=words(self.caption) if words else self.caption,
                options=list(options)[:MOST_OPTIONS] or [discord.SelectOption(label="…")],
                disabled=disabled,
            )
        )

    def __init_subclass__(cls, *, what: str, count: int = 1) -> None:
        cls.what = what
        super().__init_subclass__(template=rf"arkadia:{what}" + r":([0-9]{1,9})" * count)

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu in which something was chosen."""
        return cls(*(int(number) for number in match.groups()))

    async def callback(self, interaction: Interaction) -> None:
        """Carry out the choice; whatever happens, the person gets an answer."""
        try:
            data: Mapping[str, Any] = interaction.data or {}
            await self.choose(interaction, [str(value) for value in data.get("values", [])])
        except Exception as error:  # noqa: BLE001 - becomes an answer and a line in the log
            await answer_error(interaction, error)

    async def choose(self, interaction: Interaction, values: list[str]) -> None:
        """What the menu does."""
        raise NotImplementedError

    async def table(self, interaction: Interaction) -> Table:
        """The table of the menu.

        Raises:
            TableError: if it is none of this server.
        """
        return await app_of(interaction).tables.get(self.numbers[0], guild_of(interaction))
