"""Reviews of games: the decisions of a seat compared with the master's.

The review of a whole game takes long. It is cut into one question a turn (``opinion`` of an
``OwnTurn``), which can be sent to another process: thus reviews share few workers, and progress is
known. ``review`` answers all questions of a game one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random

from engine.actions import Action, Banner, Build, Castle, End
from engine.imagining import Imagination
from engine.observation import Observation
from engine.start import Start
from players.master import Master
from players.own_turns import OwnTurn, own_turns
from players.player import Budget
from players.playouts import Playouts
from players.reasons import Reason, reason

COMPARED: int = 4
"""The comparison of the action taken with the best one has a playout for each four searched."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """The result of reviewing a turn: for each decision the master's choice and the loss.

    Attributes:
        turn: the turn's number, from 1.
        done: the seat's action at each decision of the turn.
        best: the master's action at each decision.
        lost: for each decision the estimated loss by not taking the master's action, in gold over
            the other seats; 0 where both are the same or no loss was found.
    """

    turn: int
    done: tuple[Action, ...]
    best: tuple[Action, ...]
    lost: tuple[float, ...]

    @property
    def given_away(self) -> float:
        """The estimated loss of the whole turn in gold."""
        return sum(self.lost)


def opinion(turn: OwnTurn, seed: int, budget: Budget) -> Opinion:
    """Review a turn; ``budget`` limits the search for each of its decisions."""
    rng = Random(seed)
    found = [_better(observation, action, rng, budget) for observation, action in turn.decisions]
    done = tuple(action for _, action in turn.decisions)
    best = tuple(action for action, _ in found)
    return Opinion(turn.number, done, best, tuple(lost for _, lost in found))


class Matter(Enum):
    """The kind of a decision, by which losses are summed."""

    BUILDING = "building"
    WORKERS = "workers"
    CASTLE = "castle"
    SALES = "sales"


def matter(action: Action) -> Matter:
    """Return the kind of the decision in which an action was taken."""
    if isinstance(action, Build):
        return Matter.BUILDING
    if isinstance(action, Castle):
        return Matter.CASTLE
    return Matter.SALES if isinstance(action, Banner | End) else Matter.WORKERS


def lost_by_matter(opinions: Sequence[Opinion]) -> dict[Matter, float]:
    """Sum the estimated losses by the kind of decision."""
    lost = dict.fromkeys(Matter, 0.0)
    for each in opinions:
        for done, gold in zip(each.done, each.lost, strict=True):
            lost[matter(done)] += gold
    return lost


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A decision by which the seat lost much, with the better action.

    Attributes:
        turn: the turn's number, from 1.
        before: the seat's knowledge at the time.
        done: the action it took.
        better: the master's choice.
        reason: the fact that says most for that choice.
        lost: the estimated loss in gold over the other seats.
    """

    turn: int
    before: Observation
    done: Action
    better: Action
    reason: Reason
    lost: float


def turning_points(
    turns: Sequence[OwnTurn], opinions: Sequence[Opinion], count: int = 3
) -> list[TurningPoint]:
    """Return the ``count`` costliest decisions, at most one a turn, in the order of the game."""
    worst = []
    for turn, each in zip(turns, opinions, strict=True):
        place = max(range(len(each.lost)), key=each.lost.__getitem__)
        if each.lost[place] > 0:
            worst.append((each.lost[place], turn, each, place))
    worst.sort(key=lambda found: -found[0])
    return [
        TurningPoint(
            turn.number,
            turn.decisions[place][0],
            each.done[place],
            each.best[place],
            reason(turn.decisions[place][0], each.best[place]),
            lost,
        )
        for lost, turn, each, place in sorted(worst[:count], key=lambda found: found[1].number)
    ]


def review(
    start: Start,
    actions: Sequence[Action],
    seat: int,
    rng: Random,
    budget: Budget,
    progress: Callable[[int, int], None] | None = None,
) -> list[Opinion]:
    """Review each turn of a seat in a game.

    Args:
        start: the start of the game.
        actions: all actions of the game.
        seat: the seat under review.
        rng: the source of the playouts' seeds.
        budget: the budget of each decision.
        progress: called with the turns done and their total.

    Raises:
        IllegalActionError: if an action is not legal.
    """
    turns = own_turns(start, actions, seat)
    opinions = []
    for turn in turns:
        opinions.append(opinion(turn, rng.getrandbits(64), budget))
        if progress is not None:
            progress(len(opinions), len(turns))
    return opinions


def _better(
    observation: Observation, done: Action, rng: Random, budget: Budget
) -> tuple[Action, float]:
    """Return the master's choice, and its estimated gain in gold over the action taken.

    Both are sampled afresh on the same deals. The search's own values would favour its choice (the
    winner's curse): the best of many estimates is too high on average.
    """
    ranked = Master().rank(observation, rng, budget)
    best = ranked[0].action
    if best == done or len(ranked) == 1:
        return done, 0.0
    count = max(1, sum(each.playouts for each in ranked) // (2 * COMPARED))
    playouts = Playouts(Imagination(observation), observation.seat)
    lost = 0.0
    for _ in range(count):
        seed = rng.getrandbits(64)
        lost += playouts.value(best, seed) - playouts.value(done, seed)
    return (best, lost / count) if lost > 0 else (done, 0.0)
