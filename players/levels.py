"""The computer players by the name of their level."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from players.caretaker import Caretaker
from players.player import Player

LEVELS: Final[Mapping[str, type[Player]]] = MappingProxyType({"caretaker": Caretaker})
"""Every level with its player."""
