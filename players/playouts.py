"""Playouts: the value of an action when all seats go on much as the journeyman would.

People are no journeymen, and a search that believes they are overfits to moves that will not be
played. So each seat of a playout judges by randomly drifted numbers, and now and then takes the
second-best action.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.actions import Action, Pass
from engine.imagining import Imagination, Imagined
from engine.view import Phase
from players.crowd import DRIFT, crowd
from players.journeyman import judged
from players.judgement import WEIGHTS, Weights, worth
from players.survey import Survey

TURNS: Final = 10
"""Turns played on after the current one; 16 were no better (47.5 % ± 16), 4 were worse."""
SURPRISE: Final = 0.3
"""The probability that a seat builds or places workers otherwise than a journeyman would."""


class Playouts:
    """Simulated continuations of a game from the knowledge of one seat.

    Args:
        imagination: deals positions that fit the seat's knowledge.
        seat: the seat whose gain is the value.
        turns: turns played after the current one before the position is judged.
        surprise: the probability that a seat takes the second-best action on the board.
        weights: the parameters by which the last position is evaluated.
        drift: the spread of the seats' own judgements around that one (``players.crowd``).
    """

    def __init__(
        self,
        imagination: Imagination,
        seat: int,
        turns: int = TURNS,
        surprise: float = SURPRISE,
        weights: Weights = WEIGHTS,
        drift: float = DRIFT,
    ) -> None:
        self._imagination = imagination
        self._seat = seat
        self._turns = turns
        self._surprise = surprise
        self._weights = weights
        self._crowd = crowd(weights, drift)

    def value(self, action: Action, seed: int) -> float:
        """Play an action on in one random deal, and return its value in gold.

        The value is the seat's gain over the other seats' average. The seed determines the deal.
        """
        # The deal comes first from the generator, so that it is the same for all actions of a seed.
        rng = Random(seed)
        position = self._imagination.position(rng)
        last = position.turn + self._turns
        position.push(action)
        surprise = self._surprise
        minds = self._minds(position.start.seats, rng)
        while position.turn <= last and position.phase is not Phase.OVER:
            weights = minds[position.active]
            # On the board only: the survey knows no second-best castle piece or sale.
            if surprise and position.phase is Phase.MUST and rng.random() < surprise:
                position.push(Survey(position, weights).other() or Pass())
            else:
                position.push(judged(position, weights))
        return self._judge(position)

    def _minds(self, seats: int, rng: Random) -> Sequence[Weights]:
        """Draw the weights by which each seat judges."""
        if len(self._crowd) == 1:
            return self._crowd * seats
        return rng.choices(self._crowd, k=seats)

    def _judge(self, position: Imagined) -> float:
        if position.result is not None:
            gold = position.result.gold
            # Over the average of the others, as ``worth`` counts: gold over the best other seat won
            # 80 % ± 10 against three journeymen, the average 83 %.
            mine = gold[self._seat]
            return float(mine - (sum(gold) - mine) / (len(gold) - 1))
        return worth(position, self._seat, self._weights)
