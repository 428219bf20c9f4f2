"""The computer players' levels in words."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from players.levels import OPPONENTS
from translation import N_

LEVEL_NAMES: Final = {
    "apprentice": N_("Apprentice"),
    "journeyman": N_("Journeyman"),
    "master": N_("Master builder"),
}

LEVEL_NOTES: Final = {
    "apprentice": N_("A friendly beginner"),
    "journeyman": N_("Plays soundly, one turn ahead"),
    "master": N_("The strongest; thinks for a few seconds"),
}

LEVEL_CHOICES: Final = [
    app_commands.Choice(name=LEVEL_NAMES[level], value=level) for level in OPPONENTS
]
"""The levels as choices of a command's option."""
