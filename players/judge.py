"""The one judge of decisions: what a hint advises and what a review counts is its judgement.

A hint is the judge's best ideas for a seat, each with checkable reasons.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter
from typing import Final, NamedTuple

from engine.actions import Action, Build, Workers
from engine.imagining import Imagination, Imagined
from engine.squares import SquareSet
from engine.view import Observation
from players.journeyman import candidates
from players.master import Master, Playouts
from players.player import Budget
from players.reasons import Idea, Plan, Reason, drawback, idea, reason

JUDGING: Final = Budget(seconds=2.0, playouts=400)
"""The budget of each judgement, whoever asks for it."""
IDEAS: Final = 3
COMPARISON_SHARE: Final = 0.35  # the part of a budget spent on comparing the ideas
IDEA_CANDIDATES: Final = 1000  # actions searched for ideas beyond the master's candidates


class Judged(NamedTuple):
    """An action with the gold by which another one seems better; 0 for the best."""

    action: Action
    behind: float


def judge(
    observation: Observation, also: Sequence[Action] = (), budget: Budget = JUDGING
) -> list[Judged]:
    """Return the best actions for the observing seat, best first, each of a different idea.

    Args:
        also: further legal actions, which are compared with them on the same deals.
    """
    rng = Random(_seed(observation))
    until = None if budget.seconds is None else perf_counter() + budget.seconds
    # The search drops weak ideas early, so its own values of the second and third are poor, and
    # that of the first is too high (the winner's curse): all are compared anew, on the same deals.
    ranked = Master().rank(observation, rng, _part(budget, 1 - COMPARISON_SHARE))
    imagination = Imagination(observation)
    position = imagination.position(rng)
    actions = [each.action for each in ranked]
    actions += [each for each in candidates(position, IDEA_CANDIDATES) if each not in actions]
    found = _different(observation, position, actions)
    found += [action for action in dict.fromkeys(also) if action not in found]
    playouts = Playouts(imagination, observation.seat)
    values = _compared(found, playouts, rng, _part(budget, COMPARISON_SHARE), until)
    best = max(values)
    judged = [Judged(*each) for each in zip(found, (best - one for one in values), strict=True)]
    return sorted(judged, key=lambda each: each.behind)


def _seed(observation: Observation) -> str:
    """Return a text that is the same for equal observations, in any process."""
    view, screen = observation.view, observation.screen
    board = [(str(each.card), each.squares) for each in view.buildings]
    hand = [str(card) for card in screen.hand]
    secret = (hand, screen.own, screen.neutral, screen.seals, screen.gold)
    return repr((view.turn, view.phase.value, observation.seat, view.ring, board, secret))


def _part(budget: Budget, part: float) -> Budget:
    seconds = None if budget.seconds is None else budget.seconds * part
    playouts = None if budget.playouts is None else max(1, round(budget.playouts * part))
    return replace(budget, seconds=seconds, playouts=playouts)


def _different(
    observation: Observation, position: Imagined, actions: Iterable[Action]
) -> list[Action]:
    """Return the first action of each plan, then others with another reason and place."""
    first: dict[Idea, Action] = {}
    for action in actions:
        first.setdefault(idea(position, action), action)
    by_plan: dict[Plan, Action] = {}
    for each, action in first.items():
        by_plan.setdefault(each.plan, action)
    found = [*by_plan.values()][:IDEAS]
    reasons = [reason(observation, action) for action in found]
    for action in first.values():
        if len(found) >= IDEAS:
            break
        why = reason(observation, action)
        if why not in reasons and not any(_squares(action) & _squares(other) for other in found):
            found.append(action)
            reasons.append(why)
    return found


def _squares(action: Action) -> SquareSet:
    return action.squares if isinstance(action, Build | Workers) else 0


def _compared(
    actions: Sequence[Action], playouts: Playouts, rng: Random, budget: Budget, until: float | None
) -> list[float]:
    """Return the mean value of each action, all sampled on the same deals of the unseen cards."""
    sums = [0.0] * len(actions)
    # As many deals as if there were no further actions: they must not change the ideas' values.
    most = 100 if budget.playouts is None else max(1, budget.playouts // IDEAS)
    rounds = 0
    # One round at least, even when the search has used up the time: values must be numbers.
    while rounds < most:
        if rounds and until is not None and perf_counter() >= until:
            break
        seed = rng.getrandbits(64)
        for place, action in enumerate(actions):
            sums[place] += playouts.value(action, seed)
        rounds += 1
    return [total / rounds for total in sums]


@dataclass(frozen=True, slots=True)
class Hint:
    """A good action with a fact for it and perhaps one against it.

    Attributes:
        behind: the gold by which the first hint seems better, sampled on the same deals of the
            unseen cards; 0 for the first.
    """

    action: Action
    reason: Reason
    behind: float
    against: Reason | None = None


def hints(observation: Observation, budget: Budget = JUDGING) -> list[Hint]:
    """Return at most three hints, best first, each for a different idea.

    The hints differ in plan; if there are too few plans, in place and reason.
    """
    return [
        Hint(action, reason(observation, action), behind, drawback(observation, action))
        for action, behind in judge(observation, (), budget)
    ]
