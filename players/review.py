"""A look back at a game: what a seat did in each of its turns, and what the master would have done.

The review of a whole game is long work. Each turn is a question of its own (``OwnTurn``) that can
be sent to another process (``opinion``), so that many reviews can share few workers and progress
is known; ``review`` answers all of them one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from engine.actions import Action
from engine.imagining import Imagination
from engine.observation import Observation
from engine.start import Start
from players.game import OwnTurn, own_turns
from players.master import Master
from players.player import Budget
from players.playouts import Playouts

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
