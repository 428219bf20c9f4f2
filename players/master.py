"""The master builder: Monte Carlo search over the journeyman's best ideas.

It plays each promising action on for a few turns, all seats with moves much like the journeyman's,
and judges the position that results. Each playout is a determinization: the unseen cards are dealt
anew. ``docs/players.md`` has the alternatives that were tried, with their matches.
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
from players.player import Budget, must_be_due
from players.playouts import SURPRISE, TURNS, Playouts

CANDIDATES: Final = 16
"""Actions that the search compares; 32 won 43.8 % ± 15 against 16, 8 were no better either."""
PLAYOUTS: Final = 500
"""Playouts of a decision whose budget limits neither time nor playouts."""
DRAW_SHARE: Final = 0.15
"""The part of a budget reserved for the choice of the card to draw."""
RESERVE: Final = 0.02
"""The part of the time left unused, for the work after the last playout."""


class Master:
    """The strongest player, a Monte Carlo search; its strength grows with its playouts."""

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
        """Return the action that the search finds best.

        Raises:
            ValueError: if it is not the observing seat's turn.
        """
        return self.rank(observation, rng, budget)[0].action

    def rank(self, observation: Observation, rng: Random, budget: Budget) -> list[Ranked]:
        """Compare the most promising actions by playouts, and return them, best first.

        If the first one lays a tile, its card to draw is chosen by playouts too.

        Raises:
            ValueError: if it is not the observing seat's turn.
        """
        must_be_due(observation)
        begin = perf_counter()
        imagination = Imagination(observation)
        playouts = Playouts(
            imagination, observation.seat, self._turns, self._surprise, self._weights, self._drift
        )
        position = imagination.position(rng)
        actions = candidates(position, self._width, self._weights)
        seconds, count = _limits(budget)

        # Tile and draw are chosen one after the other: together they would multiply the candidates
        # several times over, and each would get too few playouts.
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
    """Return the seconds and the playouts of a budget; at least one of them is not None."""
    seconds = None if budget.seconds is None else budget.seconds * (1 - RESERVE)
    if seconds is None and budget.playouts is None:
        return None, PLAYOUTS
    return seconds, budget.playouts
