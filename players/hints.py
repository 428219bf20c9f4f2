"""Hints: the best ideas that a computer player finds for a seat, each with checkable reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter
from typing import Final

from engine.actions import Action, Build, Workers
from engine.imagining import Imagination, Imagined
from engine.observation import Observation
from engine.squares import SquareSet
from players.candidates import candidates
from players.drawbacks import drawback
from players.master import Master
from players.plans import Idea, Plan, idea
from players.player import Budget
from players.playouts import Playouts
from players.reasons import Reason, reason

COMPARISON_SHARE: Final = 0.35
"""The part of a budget spent on comparing the ideas that are named."""
IDEA_CANDIDATES: Final = 1000
"""Actions searched for ideas beyond the master's candidates."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A good action with a fact for it and perhaps one against it.

    Attributes:
        action: a legal action of the seat.
        reason: the fact that says most for it.
        against: the fact that says most against it, or None.
        behind: the gold by which the first hint seems better, sampled on the same deals of the
            unseen cards; 0 for the first.
    """

    action: Action
    reason: Reason
    behind: float
    against: Reason | None = None


def hints(observation: Observation, rng: Random, budget: Budget, count: int = 3) -> list[Hint]:
    """Return at most ``count`` hints, best first, each for a different idea.

    The hints differ in plan; if there are too few plans, in place and reason.

    Raises:
        ValueError: if it is not the observing seat's turn.
    """
    until = None if budget.seconds is None else perf_counter() + budget.seconds
    # The search drops weak ideas early, so its own values of the second and third are poor: the
    # ideas that are named are compared anew, on the same deals.
    ranked = Master().rank(observation, rng, _part(budget, 1 - COMPARISON_SHARE))
    imagination = Imagination(observation)
    position = imagination.position(rng)
    actions = [each.action for each in ranked]
    actions += [each for each in candidates(position, IDEA_CANDIDATES) if each not in actions]
    found = _different(observation, position, actions, count)
    playouts = Playouts(imagination, observation.seat)
    values = _compared(found, playouts, rng, _part(budget, COMPARISON_SHARE), until)
    order = sorted(range(len(found)), key=lambda place: -values[place])
    best = values[order[0]]
    return [
        Hint(
            found[place],
            reason(observation, found[place]),
            best - values[place],
            drawback(observation, found[place]),
        )
        for place in order
    ]


def hints_for(observation: Observation, seed: int, budget: Budget, count: int = 3) -> list[Hint]:
    """Return hints from a seed instead of a generator, for a call in a worker process."""
    return hints(observation, Random(seed), budget, count)


def _part(budget: Budget, part: float) -> Budget:
    seconds = None if budget.seconds is None else budget.seconds * part
    playouts = None if budget.playouts is None else max(1, round(budget.playouts * part))
    return replace(budget, seconds=seconds, playouts=playouts)


def _different(
    observation: Observation, position: Imagined, actions: Iterable[Action], count: int
) -> list[Action]:
    """Return the first action of each plan, then others with another reason and place."""
    first: dict[Idea, Action] = {}
    for action in actions:
        first.setdefault(idea(position, action), action)
    by_plan: dict[Plan, Action] = {}
    for each, action in first.items():
        by_plan.setdefault(each.plan, action)
    found = [*by_plan.values()][:count]
    told = [reason(observation, action) for action in found]
    for action in first.values():
        if len(found) >= count:
            break
        why = reason(observation, action)
        if why not in told and not any(_squares(action) & _squares(other) for other in found):
            found.append(action)
            told.append(why)
    return found


def _squares(action: Action) -> SquareSet:
    """Return the squares that an action covers on the board."""
    if isinstance(action, Build):
        return action.squares
    return action.own | action.neutral if isinstance(action, Workers) else 0


def _compared(
    actions: Sequence[Action], playouts: Playouts, rng: Random, budget: Budget, until: float | None
) -> list[float]:
    """Return the mean value of each action, all sampled on the same deals of the unseen cards."""
    sums = [0.0] * len(actions)
    most = 100 if budget.playouts is None else max(1, budget.playouts // len(actions))
    rounds = 0
    # One round at least, even when the search has used up the time: values must be numbers.
    while rounds < most or (until is not None and budget.playouts is None):
        if rounds and until is not None and perf_counter() >= until:
            break
        seed = rng.getrandbits(64)
        for place, action in enumerate(actions):
            sums[place] += playouts.value(action, seed)
        rounds += 1
    return [total / rounds for total in sums]
