"""Sequential halving: the best of several actions by noisy samples of their values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import NamedTuple

from engine.actions import Action


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
        value: samples the value of an action with a seed.
        rng: the source of the seeds.
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
