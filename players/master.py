"""The master builder: tries what the journeyman finds best against what may come.

It plays the promising actions on for a few turns, with moves much like the journeyman's for
everybody, the cards it cannot see dealt anew each time, and judges where that leads.
``docs/players.md`` has what was tried beside it, and what it won and lost.
"""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Final

from engine.actions import Action, Build
from engine.imagining import Imagination
from engine.observation import Observation
from players.candidates import candidates
from players.card_draws import draws
from players.crowd import DRIFT
from players.halving import Ranked, halving
from players.judgement import WEIGHTS, Weights
from players.player import Budget
from players.playouts import SURPRISE, TURNS, Playouts

CANDIDATES: Final = 16
"""So many actions are tried."""
PLAYOUTS: Final = 500
"""Playouts of a decision that is limited neither in time nor in playouts."""
DRAW_SHARE: Final = 0.15
"""The part of a budget that is left for the choice of a card to draw."""
RESERVE: Final = 0.02
"""The part of the time that is left unused, for what comes after the last playout."""


class Master:
    """The strongest player: the more playouts it has, the better."""

    def __init__(
        self,
        weights: Weights = WEIGHTS,
        *,
        width: int = CANDIDATES,
        turns: int = TURNS,
        surprise: float = SURPRISE,
        drift: float = DRIFT,
    ) -> None:
        self._weights = weights
        self._drift = drift
        self._surprise = surprise
        self._width = width
        self._turns = turns

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """The action for a seat that has to act.

        Raises:
            ValueError: if it is not that seat's turn.
        """
        return self.rank(observation, rng, budget)[0].action

    def rank(self, observation: Observation, rng: Random, budget: Budget) -> list[Ranked]:
        """The actions it thought about, best first; of a tile's draws the best is tried.

        Raises:
            ValueError: if it is not that seat's turn.
        """
        if observation.view.active != observation.seat:
            raise ValueError("it is not this seat's turn")
        begin = perf_counter()
        imagination = Imagination(observation)
        playouts = Playouts(
            *(imagination, observation.seat, self._turns, self._surprise),
            *(self._weights, self._drift),
        )
        position = imagination.position(rng)
        actions = candidates(position, self._width, self._weights)
        seconds, count = _limits(budget)

        def ranked(actions: list[Action], share: float) -> list[Ranked]:
            return halving(
                actions,
                playouts.value,
                rng,
                None if count is None else int(count * share),
                None if seconds is None else begin + seconds * share,
            )

        if not any(isinstance(action, Build) for action in actions):
            return ranked(actions, 1.0)
        found = ranked(actions, 1.0 - DRAW_SHARE)
        best = found[0].action
        if isinstance(best, Build):
            options = draws(position, best, imagination.unseen, self._weights)
            if count is not None:
                count = max(1, int(count * DRAW_SHARE))
            drawn = ranked([*options], 1.0)[0].action
            found[0] = found[0]._replace(action=drawn)
        return found


def _limits(budget: Budget) -> tuple[float | None, int | None]:
    """The seconds and the playouts of a budget, at least one of them given."""
    seconds = None if budget.seconds is None else budget.seconds * (1 - RESERVE)
    if seconds is None and budget.playouts is None:
        return None, PLAYOUTS
    return seconds, budget.playouts
