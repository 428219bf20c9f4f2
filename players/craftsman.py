"""The craftsmen: players with the journeyman's evaluation, a small sample and a style.

A craftsman considers every action that finishes a building and a random sample of the others, and
among those nearly as good as the best it takes the one it is fond of. So it plays worse than the
journeyman without senseless moves, and has a style that people recognise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

from engine.actions import Action, Build, Pass, Workers
from engine.imagining import Imagination, Imagined
from engine.observation import Observation
from engine.view import Phase
from players.card_draws import draws
from players.castle_pieces import pieces
from players.judgement import WEIGHTS, Weights
from players.player import Budget, must_be_due
from players.sales import sale
from players.survey import Survey, ValuedAction

FORGONE: Final = 1.0
"""The most gold that it gives up for an action that it is fond of."""

Fondness: TypeAlias = Callable[[Imagined, Build | Workers], float]
"""How much a craftsman likes an action, apart from its value."""


class Craftsman:
    """A craftsman, which decides in a millisecond or two.

    Args:
        fondness: scores an action by the craftsman's style; the highest score is preferred.
        looks: twice the size of the sample of actions that finish no building; an odd number is
            rounded up or down at random.
        weights: the parameters of the evaluation.
    """

    def __init__(self, fondness: Fondness, looks: int, weights: Weights = WEIGHTS) -> None:
        self._looks = looks
        self._fondness = fondness
        self._weights = weights

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """Return an action; on the board, a sampled good one that fits the style best.

        Raises:
            ValueError: if it is not the observing seat's turn.
        """
        must_be_due(observation)
        imagination = Imagination(observation)
        position = imagination.position(rng)
        if position.phase is Phase.MUST:
            return self._on_board(position, imagination, rng)
        if position.phase is Phase.CASTLE:
            return max(pieces(position, self._weights), key=lambda piece: piece[0])[1]
        return sale(position, self._weights)

    def _on_board(self, position: Imagined, imagination: Imagination, rng: Random) -> Action:
        # Half steps: with a sample of one the stonecutter won 64.7 % of free games against the
        # apprentice, with two 85.0 %, and the goal is seven to eight of ten.
        looks = (self._looks + rng.getrandbits(1)) // 2
        seen = sampled_actions(Survey(position, self._weights), looks, rng)
        if not seen:
            return Pass()
        least = max(choice.worth for choice in seen) - FORGONE
        good = [choice for choice in seen if choice.worth >= least]
        action = max(
            good, key=lambda each: (self._fondness(position, each.action), each.worth)
        ).action
        if isinstance(action, Build):
            return draws(position, action, imagination.unseen, self._weights)[0]
        return action


def sampled_actions(survey: Survey, looks: int, rng: Random) -> Sequence[ValuedAction]:
    """Return all actions that finish a building, and a random sample of the others.

    Args:
        survey: the board as the seat sees it.
        looks: the size of the sample.
        rng: the source of the sample.
    """
    choices = survey.ranked()
    finishing = [choice for choice in choices if survey.finishes(choice.action)]
    others = [choice for choice in choices if not survey.finishes(choice.action)]
    return [*finishing, *rng.sample(others, min(looks, len(others)))]


def fond_of_large_buildings(position: Imagined, action: Build | Workers) -> float:
    """Score an action by the number of squares of the tile that it lays."""
    return action.squares.bit_count() if isinstance(action, Build) else 0.0


def fond_of_tents(position: Imagined, action: Build | Workers) -> float:
    """Score an action by the camps it covers, or half the neutral workers it places."""
    if isinstance(action, Build):
        return (action.squares & position.start.edition.camps).bit_count()
    return action.neutral.bit_count() / 2
