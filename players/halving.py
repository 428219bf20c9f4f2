"""Sequential halving: which of several actions is best, when each look at one says but little."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import NamedTuple

from engine.actions import Action


class Ranked(NamedTuple):
    """An action, what it seemed worth in gold over the others', and in how many playouts."""

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
    """The actions, best first.

    All are tried equally often, each time under the same circumstances, which the seed given to
    ``value`` stands for; then the better half again, until one is left. Whatever the time, the
    first of the actions comes first as long as nothing is known.

    Args:
        actions: what to choose from; the more promising ones first.
        value: what an action is worth under the circumstances of a seed.
        rng: where the seeds come from.
        playouts: how often ``value`` may be asked, or None for as often as time allows.
        deadline: until when, on the clock of ``perf_counter``, or None.

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
            seed = rng.getrandbits(64)
            for index in alive:
                if until.late():
                    break
                sums[index] += value(actions[index], seed)
                counts[index] += 1
        alive.sort(key=mean, reverse=True)
        keep = (len(alive) + 1) // 2
        behind = alive[keep:] + behind
        alive = alive[:keep]
    return [
        Ranked(actions[index], mean(index) if counts[index] else 0.0, counts[index])
        for index in alive + behind
    ]


class _Limit:
    """When a round ends: it has an equal part of what is left for it and those after it."""

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
        """Whether the round ends before there would be more playouts than so many."""
        if self._playouts is not None and playouts >= self._playouts:
            return True
        return self._end is not None and perf_counter() >= self._end

    def late(self) -> bool:
        """Whether the time of all rounds is up."""
        return self._deadline is not None and perf_counter() >= self._deadline
