"""The master builder: Monte Carlo search over the journeyman's best ideas.

Playouts give the value of an action when all seats go on much as the journeyman would, each with
varied weights as a model of an opponent. Sequential halving finds the best of several actions by
such noisy samples.
"""

from collections.abc import Callable, Sequence
from dataclasses import astuple, fields
from functools import cache
from math import exp
from random import Random
from time import perf_counter
from typing import Final, NamedTuple

from engine.actions import Action, Build, Pass
from engine.imagining import Imagination, Imagined
from engine.view import Observation, Phase
from players.journeyman import candidates, draws, judged
from players.judgement import WEIGHTS, Weights, worth
from players.player import Budget, must_be_due
from players.survey import Survey


class Ranked(NamedTuple):
    """An action with its mean value, in gold over the other seats, and its number of playouts."""

    action: Action
    value: float
    playouts: int


def halving(
    actions: Sequence[Action],
    value: Callable[[Action, int], float],
    rng: Random,
    playouts: int | None,
    deadline: float | None,
) -> list[Ranked]:
    """Rank actions by sequential halving, best first.

    Each round samples the remaining actions equally often and drops the worse half. Unlike the
    textbook's, all actions of a round are sampled with the same seeds (common random numbers), and
    their samples of earlier rounds are kept. Without any sample the given order stands.

    Args:
        actions: the candidates, the more promising ones first.
        playouts: the most calls of ``value``, or None for as many as the time allows.
        deadline: the end on the clock of ``perf_counter``, or None.

    Raises:
        ValueError: if there is neither a number of playouts nor a deadline.
    """
    if playouts is None and deadline is None:
        raise ValueError("neither playouts nor time is limited")
    sums = [0.0] * len(actions)
    counts = [0] * len(actions)
    alive = list(range(len(actions)))
    behind: list[int] = []
    rounds = max(1, (len(actions) - 1).bit_length())

    def mean(index: int) -> float:
        return sums[index] / counts[index] if counts[index] else float("-inf")

    for number in range(rounds if len(actions) > 1 else 0):
        until = _Limit(playouts, sum(counts), deadline, rounds - number)
        while not until.reached(sum(counts) + len(alive) - 1):
            # One seed for all: the same deal of the unseen cards for each action takes the luck of
            # the deal out of their difference.
            seed = rng.getrandbits(64)
            for index in alive:
                if until.late():
                    break
                sums[index] += value(actions[index], seed)
                counts[index] += 1
        # The sort is stable, so ties keep the judgement's order, with which the list began.
        alive.sort(key=mean, reverse=True)
        keep = (len(alive) + 1) // 2
        behind = alive[keep:] + behind
        alive = alive[:keep]
    return [
        Ranked(actions[index], mean(index) if counts[index] else 0.0, counts[index])
        for index in alive + behind
    ]


class _Limit:
    """The limit of a round: an equal share of the budget that the remaining rounds have."""

    def __init__(
        self, playouts: int | None, done: int, deadline: float | None, rounds: int
    ) -> None:
        self._playouts = None if playouts is None else done + (playouts - done) / rounds
        self._deadline = deadline
        self._end = None
        if deadline is not None:
            now = perf_counter()
            self._end = now + (deadline - now) / rounds

    def reached(self, playouts: int) -> bool:
        """Return whether the round's playouts or time are used up."""
        if self._playouts is not None and playouts >= self._playouts:
            return True
        return self._end is not None and perf_counter() >= self._end

    def late(self) -> bool:
        """Return whether the deadline of all rounds has passed."""
        return self._deadline is not None and perf_counter() >= self._deadline


DRIFT: Final = 0.2
"""The standard deviation of the drift of weights; 0.4 was no better (50.6 % ± 11.5)."""
PEOPLE: Final = 24  # the number of judgements in a crowd


@cache
def crowd(drift: float) -> tuple[Weights, ...]:
    """Return randomly varied copies of the weights, the same in every process.

    Without drift, only the weights themselves are returned.
    """
    if not drift:
        return (WEIGHTS,)
    # Seeded by text: a crowd must be the same in all workers, or a retried decision would differ.
    return tuple(_drifted(Random(f"crowd {number}"), drift) for number in range(PEOPLE))


def _drifted(rng: Random, drift: float) -> Weights:
    """Return the weights, each but ``rivals`` times a log-normal factor of that deviation."""
    values: list[float | tuple[float, ...]] = []
    for value in astuple(WEIGHTS)[:-1]:
        if isinstance(value, tuple):
            values.append(tuple(each * exp(rng.gauss(0, drift)) for each in value))
        else:
            values.append(value * exp(rng.gauss(0, drift)))
    names = [each.name for each in fields(Weights)]
    return Weights(**dict(zip(names, [*values, WEIGHTS.rivals], strict=True)))  # type: ignore[arg-type]


TURNS: Final = 10
"""Turns played on after the current one; 16 were no better (47.5 % ± 16), 4 were worse."""
SURPRISE: Final = 0.3
"""The probability that a seat builds or places workers otherwise than a journeyman would."""


class Playouts:
    """Simulated continuations of a game from the knowledge of one seat.

    Args:
        imagination: deals positions that fit the seat's knowledge.
        turns: turns played after the current one before the position is judged.
        drift: the spread of the seats' own judgements around the usual one.
    """

    def __init__(
        self, imagination: Imagination, seat: int, turns: int = TURNS, drift: float = DRIFT
    ) -> None:
        self._imagination, self._seat, self._turns = imagination, seat, turns
        self._crowd = crowd(drift)

    def value(self, action: Action, seed: int) -> float:
        """Play an action on in one random deal, and return its value in gold.

        The value is the seat's gain over the other seats' average. The seed determines the deal.
        """
        # The deal comes first from the generator, so that it is the same for all actions of a seed.
        rng = Random(seed)
        position = self._imagination.position(rng)
        last = position.turn + self._turns
        position.push(action)
        # The weights by which each seat judges.
        crowd, seats = self._crowd, position.start.seats
        minds = crowd * seats if len(crowd) == 1 else rng.choices(crowd, k=seats)
        while position.turn <= last and position.phase is not Phase.OVER:
            weights = minds[position.active]
            # On the board only: the survey knows no second-best castle piece or sale.
            if position.phase is Phase.MUST and rng.random() < SURPRISE:
                position.push(Survey(position, weights).other() or Pass())
            else:
                position.push(judged(position, weights))
        return self._judge(position)

    def _judge(self, position: Imagined) -> float:
        if position.result is not None:
            gold = position.result.gold
            # Over the average of the others, as ``worth`` counts: gold over the best other seat won
            # 80 % ± 10 against three journeymen, the average 83 %.
            mine = gold[self._seat]
            return float(mine - (sum(gold) - mine) / (len(gold) - 1))
        return worth(position, self._seat)


CANDIDATES: Final = 16
"""Actions that the search compares; 32 won 43.8 % ± 15 against 16, 8 were no better either."""
PLAYOUTS: Final = 500  # playouts of a decision whose budget limits neither time nor playouts
DRAW_SHARE: Final = 0.15  # the part of a budget reserved for the choice of the card to draw
RESERVE: Final = 0.02  # the part of the time left unused, for the work after the last playout


class Master:
    """The strongest player, a Monte Carlo search; its strength grows with its playouts."""

    def __init__(self, *, width: int = CANDIDATES, drift: float = DRIFT) -> None:
        self._width, self._drift = width, drift

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """Return the action that the search finds best."""
        return self.rank(observation, rng, budget)[0].action

    def rank(self, observation: Observation, rng: Random, budget: Budget) -> list[Ranked]:
        """Compare the most promising actions by playouts, and return them, best first.

        If the first one lays a tile, its card to draw is chosen by playouts too.
        """
        must_be_due(observation)
        begin = perf_counter()
        imagination = Imagination(observation)
        playouts = Playouts(imagination, observation.seat, drift=self._drift)
        position = imagination.position(rng)
        actions = candidates(position, self._width)
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
            options = draws(position, best, imagination.unseen)
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
