"""How long a text from Discord may be: one boundary, before any code of ours reads it.

Discord keeps a command's options as short as its definition says, but not while they are typed:
what suggestions are asked for comes with up to 6,000 characters in each option.
"""

from __future__ import annotations

from typing import Any, Final

import discord

from ui.interactions import Interaction
from ui.limits import OPTION_LIMIT

LONGEST: Final = 1000
"""Characters of anything that was sent off; no option and no field takes more."""


def bound(interaction: Interaction) -> None:
    """Cut every string of what a person sent to its longest: options, fields, choices, ids."""
    typing = interaction.type is discord.InteractionType.autocomplete
    longest = OPTION_LIMIT if typing else LONGEST
    left: list[Any] = [interaction.data]
    while left:
        part = left.pop()
        if isinstance(part, dict | list):
            for key, value in part.items() if isinstance(part, dict) else enumerate(part):
                if isinstance(value, str):
                    part[key] = value[:longest]
                else:
                    left.append(value)
