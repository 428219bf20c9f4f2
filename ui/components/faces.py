"""How buttons and menus look, apart from what they do.

A face is a value. A message shows it with ``button`` or ``menu``; a cog says by a class
that has the face what happens then. The two know each other by the custom id,
``arkadia:<what>:<numbers>``, so they work after any restart, and whatever cog was reloaded.
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
    """What is the same for everything that answers.

    Attributes:
        what: the word in the custom id that tells it apart from all others.
        caption: what stands on it, in English; in the catalogues in the context ``button``.
        count: how many numbers stand in the custom id; the first is mostly the game's.
        digits: how many each of them may have; an id of Discord's has up to 19.
    """

    what: str
    caption: str
    count: int = 1
    digits: int = field(default=9, kw_only=True)

    @property
    def pattern(self) -> str:
        """The regular expression of its custom ids."""
        return f"arkadia:{self.what}" + f":([0-9]{{1,{self.digits}}})" * self.count

    def custom_id(self, *numbers: int) -> str:
        """The custom id with some numbers."""
        assert len(numbers) == self.count
        return ":".join(["arkadia", self.what, *(str(number) for number in numbers)])


@dataclass(frozen=True, slots=True)
class ButtonFace(Face):
    """How a button looks."""

    style: discord.ButtonStyle = discord.ButtonStyle.secondary

    def button(
        self,
        *numbers: int,
        words: Words,
        disabled: bool = False,
        row: int | None = None,
        label: str = "",
    ) -> discord.ui.Button[Any]:
        """The button, to be put into a message.

        Args:
            label: what stands on it in place of its caption, cut to what Discord takes.
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
    """How a menu looks from which one thing is chosen."""

    def menu(
        self, *numbers: int, options: Sequence[discord.SelectOption], words: Words
    ) -> discord.ui.Select[Any]:
        """The menu, to be put into a message."""
        return discord.ui.Select(
            custom_id=self.custom_id(*numbers),
            placeholder=words.context("button", self.caption),
            options=list(options),
        )
