"""A look back at a game: what a seat did in each of its turns, and what the master would have done.

The review of a whole game is long work. Each turn is a question of its own (``OwnTurn``) that can
be sent to another process (``opinion``), so that many reviews can share few workers and progress
is known; ``review`` answers all of them one after the other.
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
"""One in so many playouts is spent on comparing what was done with what seems best."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the master makes of a turn.

    Attributes:
        turn: the turn's number, from 1.
        done: what the seat did.
        best: for each of these the action the master would have taken in its place.
        lost: for each of these the gold, over the other seats', that seems given away; 0 where the
            master would have done the same or nothing seems lost.
    """

    turn: int
    done: tuple[Action, ...]
    best: tuple[Action, ...]
    lost: tuple[float, ...]

    @property
    def given_away(self) -> float:
        """The gold of the whole turn that seems given away."""
        return sum(self.lost)


def opinion(turn: OwnTurn, seed: int, budget: Budget) -> Opinion:
    """What the master makes of a turn, with the budget for each of its decisions."""
    rng = Random(seed)
    found = [_better(observation, action, rng, budget) for observation, action in turn.decisions]
    done = tuple(action for _, action in turn.decisions)
    best = tuple(action for action, _ in found)
    return Opinion(turn.number, done, best, tuple(lost for _, lost in found))


class Matter(Enum):
    """What a decision was about."""

    BUILDING = "building"
    WORKERS = "workers"
    CASTLE = "castle"
    SALES = "sales"


def matter(action: Action) -> Matter:
    """What the decision was about in which that was done."""
    if isinstance(action, Build):
        return Matter.BUILDING
    if isinstance(action, Castle):
        return Matter.CASTLE
    return Matter.SALES if isinstance(action, Banner | End) else Matter.WORKERS


def lost_by_matter(opinions: Sequence[Opinion]) -> dict[Matter, float]:
    """The gold that seems given away, by what was to be decided."""
    lost = dict.fromkeys(Matter, 0.0)
    for each in opinions:
        for done, gold in zip(each.done, each.lost, strict=True):
            lost[matter(done)] += gold
    return lost


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A decision that cost much.

    Attributes:
        turn: the turn's number, from 1.
        before: what the seat knew then.
        done: what it did.
        better: what the master would have done.
        reason: the fact that says most for that.
        lost: the gold, over the other seats', that seems given away.
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
    """The decisions that cost most, at most one a turn, in the order in which they were taken."""
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
    """What the master makes of each turn of a seat.

    Args:
        start: how the game started.
        actions: what was done in it.
        seat: whose turns are looked at.
        rng: for the playouts.
        budget: for each decision.
        progress: is told how many turns of how many are done.

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
    """What the master would do, and how much gold that seems better than what was done.

    Both are played on afresh under the same circumstances: the best of many seems better than it
    is as long as it is judged by the playouts that made it the best.
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
