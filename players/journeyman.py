"""The journeyman: a greedy player, which looks one turn ahead with a sound judgement."""

from __future__ import annotations

from random import Random

from engine.actions import Action, Build, Pass
from engine.imagining import Imagination, Imagined
from engine.observation import Observation
from engine.view import Phase
from players.card_draws import draws
from players.castle_pieces import pieces
from players.judgement import WEIGHTS, Weights
from players.player import Budget, must_be_due
from players.sales import sale
from players.survey import Survey


class Journeyman:
    """A greedy player by the judgement of the turn's end, which takes a millisecond or two."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self._weights = weights

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """Return the action of the highest judgement, with the best card to draw.

        Raises:
            ValueError: if it is not the observing seat's turn.
        """
        must_be_due(observation)
        imagination = Imagination(observation)
        position = imagination.position(rng)
        action = judged(position, self._weights)
        if isinstance(action, Build):
            return draws(position, action, imagination.unseen, self._weights)[0]
        return action


def judged(position: Imagined, weights: Weights = WEIGHTS) -> Action:
    """Return the active seat's action of the highest value; a tile's draw is from the stack."""
    # Also the move of every seat in playouts, where choosing a draw would cost another survey.
    if position.phase is Phase.MUST:
        return Survey(position, weights).best() or Pass()
    if position.phase is Phase.CASTLE:
        return max(pieces(position, weights), key=lambda piece: piece[0])[1]
    return sale(position, weights)
