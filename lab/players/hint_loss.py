"""The loss of the first hint against an evaluation that thinks much longer.

Positions come from games of players of all sorts, by a seed. In each the hint is asked for, and the
master thinks much longer; if the two differ, both are played on from the same fresh deals (common
random numbers). Fresh, because the playouts that made an action the best of many flatter it (the
winner's curse). A single loss may be negative: only means are significant.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean
from typing import Final, NamedTuple

from engine.edition_files import load_edition
from engine.imagining import Imagination
from engine.observation import Observation
from engine.position import Position
from engine.random_play import random_start
from engine.start import SETUPS
from lab.estimates import CONFIDENCE, error_of_mean
from lab.players.entrants import entrant, own_budget
from players.candidates import candidates
from players.judge import judge
from players.master import Master
from players.player import Budget
from players.playouts import Playouts
from players.self_play import play

PLAYERS: Final = ("pupil", "apprentice", "mason", "journeyman", "seller", "journeyman~1")
"""The players whose games give the positions."""
SEATS: Final = (2, 3, 4)


@dataclass(frozen=True, slots=True)
class Measuring:
    """The settings of a measurement of hints.

    Attributes:
        positions: the number of positions.
        seed: the seed of the positions.
        hint: the number of playouts of a hint.
        deep: the number of playouts of the long evaluation.
        compared: the number of deals on which two different choices are compared.
    """

    positions: int
    seed: int
    hint: int
    deep: int
    compared: int


class Loss(NamedTuple):
    """The gold that the first hint loses in one position against a longer evaluation.

    Attributes:
        position: the position's number.
        phase: the phase of the turn, ``must``, ``castle`` or ``can``.
        hint: the first hint.
        better: the choice of the long evaluation.
        lost: the gold, less the other seats', by which ``hint`` is worth less than ``better``.
        error: the standard error of ``lost``.
    """

    position: int
    phase: str
    hint: str
    better: str
    lost: float
    error: float


class Summary(NamedTuple):
    """The losses of all positions: mean, half its 95% interval, share of agreement, and deciles."""

    positions: int
    mean: float
    within: float
    agreed: float
    deciles: tuple[float, ...]


def position_of(seed: int, number: int) -> Observation:
    """Play a game by a seed; return the observation of a seat that has a choice in it."""
    rng = Random(f"{seed} {number}")
    setup, seats = SETUPS[number % len(SETUPS)], SEATS[number % len(SEATS)]
    names = [rng.choice(PLAYERS) for _ in range(seats)]
    start = random_start(load_edition(), setup, seats, rng)
    players, budgets = [entrant(name) for name in names], [own_budget(name) for name in names]
    record = play(start, players, rng.getrandbits(32), budgets)
    position, found = Position(start), []
    for action in record.actions:
        seen = position.observe(position.active)
        if len(candidates(Imagination(seen).position(Random(0)), 2)) > 1:
            found.append(seen)
        position.apply(action)
    return rng.choice(found)


def loss(measuring: Measuring, number: int) -> Loss:
    """Measure the loss of the first hint in one position."""
    observation, rng = (
        position_of(measuring.seed, number),
        Random(f"{measuring.seed} {number} loss"),
    )
    first = judge(observation, budget=Budget(playouts=measuring.hint))[0].action
    better = Master().decide(observation, rng, Budget(playouts=measuring.deep))
    lost, error = 0.0, 0.0
    if first != better:
        playouts = Playouts(Imagination(observation), observation.seat)
        seeds = [rng.getrandbits(64) for _ in range(measuring.compared)]
        each = [playouts.value(better, seed) - playouts.value(first, seed) for seed in seeds]
        lost = sum(each) / len(each)
        error = error_of_mean(each)
    phase = observation.view.phase.value
    return Loss(number, phase, str(first), str(better), round(lost, 3), round(error, 3))


def measured(measuring: Measuring, path: Path) -> Iterator[Loss]:
    """Yield every position's loss; those in the file, as JSON lines, are not measured again.

    Raises:
        ValueError: if the file is of another measurement.
    """
    asked = [measuring.seed, measuring.hint, measuring.deep, measuring.compared]
    done: dict[int, Loss] = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        kept = json.loads(line)
        if not isinstance(kept, dict) or kept.pop("asked", None) != asked:
            raise ValueError(f"{path} has a line of another measuring: {line[:60]}")
        done[kept["position"]] = Loss(**kept)
    for number in range(measuring.positions):
        if number not in done:
            done[number] = loss(measuring, number)
            # Appended one by one: a measurement of hours goes on where it was stopped.
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"asked": asked, **done[number]._asdict()}) + "\n")
        yield done[number]


def summary(losses: list[Loss]) -> Summary:
    """Summarise the losses of some positions."""
    lost = sorted(each.lost for each in losses)
    agreed = sum(each.hint == each.better for each in losses) / len(losses)
    deciles = tuple(lost[round(place * (len(lost) - 1) / 10)] for place in range(11))
    return Summary(len(lost), mean(lost), CONFIDENCE * error_of_mean(lost), agreed, deciles)
