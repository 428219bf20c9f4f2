"""Bound the length of texts from Discord, before any other code reads them.

Discord keeps a command's options as short as its definition says, but not while they are typed:
a request for suggestions comes with up to 6,000 characters in each option.
"""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from ui.interactions import Interaction
from ui.limits import OPTION_LIMIT

LONGEST: Final = 1000
"""Characters of any submitted text; no option and no field takes more."""


class BoundTree(app_commands.CommandTree[discord.Client]):
    """The tree of commands; what is typed for one is cut before anything reads it."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Cut the options of a command or of a request for suggestions, and allow it."""
        bound(interaction)
        return True


def bound(interaction: Interaction) -> None:
    """Cut every string of an interaction to the most that is allowed: options, fields, ids."""
    typing = interaction.type is discord.InteractionType.autocomplete
    longest = OPTION_LIMIT if typing else LONGEST
    # A stack and no recursion: the depth of the data is the sender's choice.
    left: list[Any] = [interaction.data]
    while left:
        part = left.pop()
        if isinstance(part, dict | list):
            for key, value in part.items() if isinstance(part, dict) else enumerate(part):
                if isinstance(value, str):
                    part[key] = value[:longest]
                else:
                    left.append(value)
