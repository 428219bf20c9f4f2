"""A craftsman: judges as the journeyman does, but sees only some of what could be done.

What finishes a building everybody sees. Of the rest a craftsman looks at so many possibilities, and
among those that seem nearly as good as the best it takes the one that it is fond of. So it plays
worse than the journeyman without ever doing what makes no sense, and is known by what it likes.
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
from players.player import Budget
from players.sales import sale
from players.survey import Survey, ValuedAction

FORGONE: Final = 1.0
"""So much gold it gives up at most for what it is fond of."""

Fondness: TypeAlias = Callable[[Imagined, Build | Workers], float]
"""How much somebody likes an action, whatever it is worth."""


class Craftsman:
    """Somebody of the guild. It needs a millisecond or two.

    Args:
        fondness: what it likes.
        looks: so many of the things it could do it looks at in two decisions, besides what finishes
            buildings; of an odd number one more in one of them, as chance has it.
        weights: its judgement.
    """

    def __init__(self, fondness: Fondness, looks: int, weights: Weights = WEIGHTS) -> None:
        self._looks = looks
        self._fondness = fondness
        self._weights = weights

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """The action for a seat that has to act.

        Raises:
            ValueError: if it is not that seat's turn.
        """
        if observation.view.active != observation.seat:
            raise ValueError("it is not this seat's turn")
        imagination = Imagination(observation)
        position = imagination.position(rng)
        if position.phase is Phase.MUST:
            return self._on_board(position, imagination, rng)
        if position.phase is Phase.CASTLE:
            return max(pieces(position, self._weights), key=lambda piece: piece[0])[1]
        return sale(position, self._weights)

    def _on_board(self, position: Imagined, imagination: Imagination, rng: Random) -> Action:
        looks = (self._looks + rng.getrandbits(1)) // 2
        seen = looked_at(Survey(position, self._weights), looks, rng)
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


def looked_at(survey: Survey, looks: int, rng: Random) -> Sequence[ValuedAction]:
    """Everything that finishes a building, and so many of the other things to do, at random."""
    choices = survey.ranked()
    finishing = [choice for choice in choices if survey.finishes(choice.action)]
    others = [choice for choice in choices if not survey.finishes(choice.action)]
    return [*finishing, *rng.sample(others, min(looks, len(others)))]


def fond_of_large_buildings(position: Imagined, action: Build | Workers) -> float:
    """The squares of the building that is laid."""
    return action.squares.bit_count() if isinstance(action, Build) else 0.0


def fond_of_tents(position: Imagined, action: Build | Workers) -> float:
    """The neutral workers that an action takes or places."""
    if isinstance(action, Build):
        return (action.squares & position.start.edition.camps).bit_count()
    return action.neutral.bit_count() / 2
