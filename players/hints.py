"""Hints: the judge's best ideas for a seat, each with checkable reasons."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action
from engine.observation import Observation
from players.drawbacks import drawback
from players.judge import JUDGING, judge
from players.player import Budget
from players.reasons import Reason, reason


@dataclass(frozen=True, slots=True)
class Hint:
    """A good action with a fact for it and perhaps one against it.

    Attributes:
        action: a legal action of the seat.
        reason: the fact that says most for it.
        behind: the gold by which the first hint seems better, sampled on the same deals of the
            unseen cards; 0 for the first.
        against: the fact that says most against it, or None.
    """

    action: Action
    reason: Reason
    behind: float
    against: Reason | None = None


def hints(observation: Observation, budget: Budget = JUDGING) -> list[Hint]:
    """Return at most three hints, best first, each for a different idea.

    The hints differ in plan; if there are too few plans, in place and reason.

    Raises:
        ValueError: if it is not the observing seat's turn.
    """
    return [
        Hint(
            action,
            reason(observation, action),
            behind,
            drawback(observation, action),
        )
        for action, behind in judge(observation, (), budget)
    ]
