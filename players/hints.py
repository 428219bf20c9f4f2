"""Hints: the best ideas that a computer player sees for a seat, each with a reason in facts."""

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

COMPARING: Final = 0.35
"""The part of a budget that is spent on comparing the ideas that are named."""
WIDE: Final = 1000
"""Among so many actions ideas are looked for that the master did not think about."""


@dataclass(frozen=True, slots=True)
class Hint:
    """An action that seems good.

    Attributes:
        action: a legal action of the seat.
        reason: the one fact that says most for it.
        against: the one that says most against it, if there is one.
        behind: how much gold the first hint seems better, found on the same deals of the unseen
            cards; 0 for the first.
    """

    action: Action
    reason: Reason
    behind: float
    against: Reason | None = None


def hints(observation: Observation, rng: Random, budget: Budget, count: int = 3) -> list[Hint]:
    """At most so many of the best ideas, best first, each with its best action.

    They differ in plan as far as there are so many plans, else in place and in their reasons.

    Raises:
        ValueError: if it is not that seat's turn.
    """
    until = None if budget.seconds is None else perf_counter() + budget.seconds
    ranked = Master().rank(observation, rng, _part(budget, 1 - COMPARING))
    imagination = Imagination(observation)
    position = imagination.position(rng)
    actions = [each.action for each in ranked]
    actions += [each for each in candidates(position, WIDE) if each not in actions]
    found = _different(observation, position, actions, count)
    playouts = Playouts(imagination, observation.seat)
    values = _compared(found, playouts, rng, _part(budget, COMPARING), until)
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
    """The same for a question that is sent to another process."""
    return hints(observation, Random(seed), budget, count)


def _part(budget: Budget, part: float) -> Budget:
    seconds = None if budget.seconds is None else budget.seconds * part
    playouts = None if budget.playouts is None else max(1, round(budget.playouts * part))
    return replace(budget, seconds=seconds, playouts=playouts)


def _different(
    observation: Observation, position: Imagined, actions: Iterable[Action], count: int
) -> list[Action]:
    """The first actions of different plans, then of others that have another reason elsewhere."""
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
    """The squares that an action covers on the board."""
    if isinstance(action, Build):
        return action.squares
    return action.own | action.neutral if isinstance(action, Workers) else 0


def _compared(
    actions: Sequence[Action], playouts: Playouts, rng: Random, budget: Budget, until: float | None
) -> list[float]:
    """What each of some actions is worth on the same deals, as many as there is time for."""
    sums = [0.0] * len(actions)
    most = 100 if budget.playouts is None else max(1, budget.playouts // len(actions))
    rounds = 0
    while rounds < most or (until is not None and budget.playouts is None):
        if rounds and until is not None and perf_counter() >= until:
            break
        seed = rng.getrandbits(64)
        for place, action in enumerate(actions):
            sums[place] += playouts.value(action, seed)
        rounds += 1
    return [total / rounds for total in sums]
