"""Hints: the best actions that a computer player sees for a seat, each with a reason in facts."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.actions import Action
from engine.observation import Observation
from players.master import Master
from players.player import Budget
from players.reasons import Reason, reason


@dataclass(frozen=True, slots=True)
class Hint:
    """An action that seems good.

    Attributes:
        action: a legal action of the seat.
        reason: the one fact that says most for it.
        behind: how much gold the best action seems better; 0 for the best.
    """

    action: Action
    reason: Reason
    behind: float


def hints(observation: Observation, rng: Random, budget: Budget, count: int = 3) -> list[Hint]:
    """At most so many of the best actions, best first.

    Raises:
        ValueError: if it is not that seat's turn.
    """
    ranked = Master().rank(observation, rng, budget)
    return [
        Hint(each.action, reason(observation, each.action), max(0.0, ranked[0].value - each.value))
        for each in ranked[:count]
    ]


def hints_for(observation: Observation, seed: int, budget: Budget, count: int = 3) -> list[Hint]:
    """The same for a question that is sent to another process."""
    return hints(observation, Random(seed), budget, count)
