"""The computer players by the name of their level."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from players.apprentice import Apprentice
from players.caretaker import Caretaker
from players.journeyman import Journeyman
from players.master import Master
from players.player import Budget, Player

LEVELS: Final[Mapping[str, type[Player]]] = MappingProxyType(
    {
        "caretaker": Caretaker,
        "apprentice": Apprentice,
        "journeyman": Journeyman,
        "master": Master,
    }
)
"""Every level with its player; the caretaker plays for people who left, not for its own sake."""

OPPONENTS: Final = ("apprentice", "journeyman", "master")
"""The levels one can play against, the weakest first."""

BUDGETS: Final[Mapping[str, Budget]] = MappingProxyType(
    {
        "caretaker": Budget(),
        "apprentice": Budget(seconds=0.05),
        "journeyman": Budget(seconds=0.05),
        "master": Budget(seconds=2.0),
    }
)
"""How long a decision of each level takes at a table of people."""


class LevelError(ValueError):
    """There is no such level; the text names those there are."""


def player(level: str) -> Player:
    """A player of that level.

    Raises:
        LevelError: if there is no such level.
    """
    kind = LEVELS.get(level)
    if kind is None:
        raise LevelError(f"there is no level «{level}»; there are {', '.join(LEVELS)}")
    return kind()
