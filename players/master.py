"""The master builder: plays out what the journeyman finds best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import ceil, log2
from random import Random
from time import perf_counter

from engine.actions import Action, Banner, End, Pass
from engine.imagining import Imagination, Imagined
from engine.observation import Observation
from engine.view import Phase
from players.castle import pieces, sale
from players.judgement import WEIGHTS, Weights
from players.player import Budget
from players.playouts import Playouts
from players.survey import Survey


class Master:
    """The strongest player."""

    def __init__(self, weights: Weights = WEIGHTS, width: int = 16, turns: int = 4) -> None:
        self.weights = weights
        self.width = width
        self.turns = turns

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """The action for a seat that has to act.

        Raises:
            ValueError: if it is not that seat's turn.
        """
        if observation.view.active != observation.seat:
            raise ValueError("it is not this seat's turn")
        start = perf_counter()
        imagination = Imagination(observation)
        position = imagination.position(rng)
        actions = self.candidates(position)
        playouts = Playouts(imagination, observation.seat, self.turns, self.weights)
        deadline = None if budget.seconds is None else start + budget.seconds
        return halving(actions, playouts.value, rng, budget.playouts or 400, deadline)[0]

    def candidates(self, position: Imagined) -> list[Action]:
        if position.phase is Phase.MUST:
            choices = Survey(position, self.weights).ranked(self.width)
            return [choice.action for choice in choices] or [Pass()]
        if position.phase is Phase.CASTLE:
            found = sorted(pieces(position, self.weights), key=lambda p: p[0], reverse=True)
            return [action for _, action in found[: self.width]]
        seat = position.active
        if position.banner_used or not position.banners[seat]:
            return [End()]
        first = sale(position, self.weights)
        options = []
        families = position.start.edition.families
        for amounts in product(*({0, n} for n in position.seals[seat])):
            options.append(Banner(tuple((f, n) for f, n in zip(families, amounts, strict=True) if n)))
        return [first, *(o for o in [End(), *options] if o != first)]


def halving(
    actions: Sequence[Action],
    value: Callable[[Action, int], float],
    rng: Random,
    playouts: int,
    deadline: float | None,
) -> list[Action]:
    """The actions, best first, by sequential halving."""
    if len(actions) == 1:
        return list(actions)
    alive = list(range(len(actions)))
    sums = [0.0] * len(actions)
    counts = [0] * len(actions)
    rounds = ceil(log2(len(actions)))
    done = 0
    out: list[int] = []
    for number in range(rounds):
        end = playouts * (number + 1) / rounds
        now = perf_counter()
        stop = None if deadline is None else now + (deadline - now) / (rounds - number)
        while True:
            seed = rng.getrandbits(64)
            for index in alive:
                sums[index] += value(actions[index], seed)
                counts[index] += 1
                done += 1
                if deadline is not None and perf_counter() > deadline:
                    break
            if (deadline is None and done + len(alive) > end) or (
                stop is not None and perf_counter() > stop
            ):
                break
        alive.sort(key=lambda i: -sums[i] / max(1, counts[i]))
        keep = (len(alive) + 1) // 2
        out = alive[keep:] + out
        alive = alive[:keep]
    return [actions[i] for i in alive + out]
