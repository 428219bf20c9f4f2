"""Looking ahead: what an action leads to when everybody goes on much as the journeyman would.

People are no journeymen, and a master that believes they are finds out ever more exactly what
nobody will do. So each seat judges by somebody else's numbers in each playout, and now and then
takes what seems second best.
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
"""So many turns are played on after the one that is looked at."""
SURPRISE: Final = 0.3
"""How often a seat builds or places workers otherwise than a journeyman would."""


class Playouts:
    """Games played on in the mind from what one seat knows.

    Args:
        imagination: what the seat knows.
        seat: the seat.
        turns: so many turns are played after this one, then the position is judged.
        surprise: how often a seat takes what seems second best on the board.
        weights: the judgement of where it leads.
        drift: how far from that the seats' own judgements lie (``players.crowd``).
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
        """What an action is worth in one deal of the unseen cards, the seed's: gold over others."""
        rng = Random(seed)
        position = self._imagination.position(rng)
        last = position.turn + self._turns
        position.push(action)
        surprise = self._surprise
        minds = self._minds(position.start.seats, rng)
        while position.turn <= last and position.phase is not Phase.OVER:
            weights = minds[position.active]
            if surprise and position.phase is Phase.MUST and rng.random() < surprise:
                position.push(Survey(position, weights).other() or Pass())
            else:
                position.push(judged(position, weights))
        return self._judge(position)

    def _minds(self, seats: int, rng: Random) -> Sequence[Weights]:
        """The numbers by which each seat judges."""
        if len(self._crowd) == 1:
            return self._crowd * seats
        return rng.choices(self._crowd, k=seats)

    def _judge(self, position: Imagined) -> float:
        if position.result is not None:
            gold = position.result.gold
            mine = gold[self._seat]
            return float(mine - (sum(gold) - mine) / (len(gold) - 1))
        return worth(position, self._seat, self._weights)
