"""Faces of buttons and menus: custom id, caption and look, without the handler of a press.

A face is a value. A message shows it with ``button`` or ``menu``; a class of a cog that has the
face carries the press out. The two know each other by the custom id, ``arkadia:<what>:<numbers>``,
so they work after any restart and any reload.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from i18n.translation import Words
from ui.limits import LABEL_LIMIT


@dataclass(frozen=True, slots=True)
class Face:
    """The custom id and caption of a button or menu; the base class of both kinds of face.

    >>> Face("take", "Take your turn", 2).custom_id(12, 34)
    'arkadia:take:12:34'

    Attributes:
        what: the word in the custom id, unique among all faces.
        caption: the English caption; in the catalogues it has the context ``button``.
        count: how many numbers the custom id holds; the first is mostly the game's.
        digits: the most digits of each number; an id of Discord's has up to 19.
    """

    what: str
    caption: str
    count: int = 1
    digits: int = field(default=9, kw_only=True)

    @property
    def pattern(self) -> str:
        """The regular expression that matches the face's custom ids."""
        # Digits alone and bounded: custom ids come back from clients and may be forged.
        return f"arkadia:{self.what}" + f":([0-9]{{1,{self.digits}}})" * self.count

    def custom_id(self, *numbers: int) -> str:
        """Return the face's custom id with some numbers in it."""
        # A button with fewer numbers would be sent and then match no face when it is pressed.
        assert len(numbers) == self.count
        return ":".join(["arkadia", self.what, *(str(number) for number in numbers)])


@dataclass(frozen=True, slots=True)
class ButtonFace(Face):
    """The custom id, caption and look of a button."""

    style: discord.ButtonStyle = discord.ButtonStyle.secondary

    def button(
        self,
        *numbers: int,
        words: Words,
        disabled: bool = False,
        row: int | None = None,
        label: str = "",
    ) -> discord.ui.Button[Any]:
        """Return a button with this face, to be put into a message.

        Args:
            label: the text on it in place of its caption, cut to Discord's limit.
        """
        return discord.ui.Button(
            label=label[:LABEL_LIMIT] or words.context("button", self.caption),
            style=self.style,
            custom_id=self.custom_id(*numbers),
            disabled=disabled,
            row=row,
        )


@dataclass(frozen=True, slots=True)
class MenuFace(Face):
    """The custom id and caption of a menu from which one entry is chosen."""

    def menu(
        self, *numbers: int, options: Sequence[discord.SelectOption], words: Words
    ) -> discord.ui.Select[Any]:
        """Return a menu with this face, to be put into a message."""
        return discord.ui.Select(
            custom_id=self.custom_id(*numbers),
            placeholder=words.context("button", self.caption),
            options=list(options),
        )
