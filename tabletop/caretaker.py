"""The caretaker: a computer that plays on for people who resigned, so that the others can go on."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Final

from engine.actions import Action
from engine.game import Game
from players import levels
from players.caretaker import Caretaker
from players.player import Budget

CARETAKER: Final = levels.CARETAKER.name
"""The level of a seat whose owner has resigned."""


def play_caretakers(game: Game, seats: Collection[int]) -> list[Action]:
    """Play the turns of the caretaker until another seat's turn, and return the actions."""
    played: list[Action] = []
    caretaker = Caretaker()
    while not game.position.over and game.position.active in seats:
        observation = game.position.observe(game.position.active)
        # The caretaker draws no random numbers, so any generator will do.
        action = caretaker.decide(observation, Random(0), Budget())
        game.apply(action)
        played.append(action)
    return played
