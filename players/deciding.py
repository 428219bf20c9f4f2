"""The way into computer players from outside: one function that another process can be sent."""

from __future__ import annotations

from random import Random

from engine.actions import Action
from engine.observation import Observation
from players.levels import player
from players.player import Budget


def decide(level: str, observation: Observation, seed: int, budget: Budget) -> Action:
    """The action that a level's player takes for the seat that observes.

    Everything it is given and gives back can be pickled in little.

    Raises:
        LevelError: if there is no such level.
        ValueError: if it is not that seat's turn.
    """
    return player(level).decide(observation, Random(seed), budget)
