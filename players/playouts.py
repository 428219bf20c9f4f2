"""Looking ahead: what an action leads to when everybody goes on as the journeyman would."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.actions import Action
from engine.imagining import Imagination, Imagined
from engine.view import Phase
from players.journeyman import judged
from players.judgement import WEIGHTS, Weights, worth

TURNS: Final = 10
"""So many turns are played on after the one that is looked at."""


class Playouts:
    """Games played on in the mind from what one seat knows.

    Args:
        imagination: what the seat knows.
        seat: the seat.
        turns: so many turns are played after this one, then the position is judged.
        weights: the judgement.
    """

    def __init__(
        self,
        imagination: Imagination,
        seat: int,
        turns: int = TURNS,
        weights: Weights = WEIGHTS,
    ) -> None:
        self._imagination = imagination
        self._seat = seat
        self._turns = turns
        self._weights = weights

    def value(self, action: Action, seed: int) -> float:
        """What an action is worth in one deal of the unseen cards, the seed's: gold over others."""
        position = self._imagination.position(Random(seed))
        last = position.turn + self._turns
        position.push(action)
        weights = self._weights
        while position.turn <= last and position.phase is not Phase.OVER:
            position.push(judged(position, weights))
        return self._judge(position)

    def _judge(self, position: Imagined) -> float:
        if position.result is not None:
            gold = position.result.gold
            mine = gold[self._seat]
            return float(mine - (sum(gold) - mine) / (len(gold) - 1))
        return worth(position, self._seat, self._weights)
