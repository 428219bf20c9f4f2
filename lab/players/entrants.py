"""Entrants of matches: the levels, and others that people never meet at a table.

``master-0.1`` is the first version's master, which took each opponent for a journeyman; it stays as
it is, so that later ones can be measured against it. ``journeyman~1`` to ``journeyman~8`` judge
by other numbers than the journeyman and play about as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Final

from players.crowd import drifted_weights
from players.journeyman import Journeyman
from players.judgement import Weights
from players.levels import LEVELS, Level, LevelError
from players.master import Master
from players.player import Budget, Player

DRIFT: Final = 0.2
"""The distance of their numbers from the journeyman's: see ``players.crowd.drifted_weights``."""
DRIFTED: Final = (1, 9, 14, 16, 17, 18, 20, 26)
"""Seeds of numbers that play about as well as the journeyman's: most others are far worse."""


def drifted(seed: int) -> Weights:
    """Return the journeyman's weights, each but the rivals' multiplied by a random factor."""
    return drifted_weights(Weights(), Random(f"drifted {seed}"), DRIFT)


def master_0_1() -> Master:
    """Return the master as it was in the first version."""
    return Master(Weights(), width=16, turns=10, surprise=0.0, drift=0.0)


OTHERS: Final[Mapping[str, Callable[[], Player]]] = MappingProxyType(
    {
        "master-0.1": master_0_1,
        **{
            f"journeyman~{number}": partial(Journeyman, drifted(seed))
            for number, seed in enumerate(DRIFTED, start=1)
        },
    }
)
"""The entrants that are no level, by name."""


def entrant(name: str) -> Player:
    """Return the player of a name; ``mason@20`` is a mason with another number than its own.

    Raises:
        LevelError: if no entrant has that name.
    """
    return OTHERS[name]() if name in OTHERS else _level(name).player()


def own_budget(name: str) -> Budget:
    """Return a player's budget for a decision at people's tables; 2 seconds if it is no level.

    Raises:
        LevelError: if no entrant has that name.
    """
    return Budget(seconds=2.0) if name in OTHERS else _level(name).budget


def thinks(name: str) -> bool:
    """Return whether a player uses all the time it is given, not a fixed number of playouts."""
    return isinstance(entrant(name), Master) and own_budget(name).playouts is None


def _level(name: str) -> Level:
    base, _, number = name.partition("@")
    level = LEVELS.get(base)
    if level is None or (number and not (number.isdecimal() and level.number)):
        known = ", ".join([*LEVELS, *OTHERS])
        raise LevelError(f"there is no player “{name}”; there are {known}")
    return replace(level, number=int(number)) if number else level
