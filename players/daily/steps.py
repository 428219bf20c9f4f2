"""The pieces of work that find a position of the day, each of two seconds or so.

Each is a function of its arguments alone, limited by playouts and not by time: every bot of the
same version finds the same position for a day. This module handles real positions, to derive
observations from them; no player imports it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final

from engine.edition_files import first_edition
from engine.imagining import Imagination
from engine.observation import Observation
from engine.packing import pack, unpack
from engine.position import Position
from engine.random_play import random_start
from engine.record import Record
from engine.start import SETUPS
from engine.view import Phase
from players.candidates import candidates
from players.daily.choices import choice_of
from players.halving import Ranked
from players.levels import LEVELS, OPPONENTS
from players.master import Master
from players.player import Budget
from players.playouts import Playouts
from players.self_play import play

SEATS: Final = (2, 3, 4)
HOSTS: Final = ("journeyman", "mason", "stonecutter", "journeyman", "apprentice")
"""The levels whose games give the positions; they play a whole game in a tenth of a second."""
QUICK: Final = tuple(level.name for level in OPPONENTS if not level.by_playouts)[:5]
"""The levels that decide in a millisecond or two: if they agree, a position is too easy or odd."""
LOOKED_AT: Final = 3
"""Decisions of a game that are searched at all."""
WIDTH: Final = 32
"""Actions that a search compares, twice as many as at a table."""
NAMED: Final = 3
"""Choices that a search names."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The thought that a position takes, in playouts.

    Attributes:
        look: those of the first look at a decision.
        search: those of one search: about what the master makes in its two seconds.
    """

    look: int = 200
    search: int = 600


FULL: Final = Effort()
"""The effort by which all positions are made that people see."""


def scout(seed: str, kind: Phase, least: float, effort: Effort, _budget: Budget) -> list[str]:
    """Play a game; return its decisions of a kind, packed, where a choice seems ``least`` ahead."""
    rng = Random(seed)
    start = random_start(first_edition(), rng.choice(SETUPS), rng.choice(SEATS), rng)
    names = [rng.choice(HOSTS) for _ in range(start.seats)]
    players = [LEVELS[name].player() for name in names]
    record = play(start, players, rng.getrandbits(32), [Budget()] * start.seats)
    position, seen = Position(start), list[tuple[int, Observation]]()
    for number, action in enumerate(record.actions):
        if position.phase is kind and position.turn > 2 * start.seats:
            seen.append((number, position.observe(position.active)))
        position.push(action)
    rng.shuffle(seen)
    doubtful = (each for each in seen if _is_doubtful(each[1]))
    found = []
    for number, observation in islice(doubtful, LOOKED_AT):
        packed = pack(Record(start, record.actions[:number]))
        ranked = Master().rank(observation, rng, Budget(playouts=effort.look))
        values = [each.value for each in _distinct(decision_of(packed), ranked).values()]
        if len(values) > 1 and values[0] - values[1] >= least:
            found.append(packed)
    return found


def search(packed: str, seed: str, effort: Effort, _budget: Budget) -> list[str]:
    """Return the best choices that the master finds in one search, the best first."""
    position = decision_of(packed)
    observation = position.observe(position.active)
    ranked = Master(width=WIDTH).rank(observation, Random(seed), Budget(playouts=effort.search))
    return list(_distinct(position, ranked))[:NAMED]


def compare(
    packed: str, actions: Sequence[str], seed: str, effort: Effort, _budget: Budget
) -> list[tuple[float, ...]]:
    """Return the values of actions in gold, deal by deal, each deal the same for all of them."""
    position = decision_of(packed)
    observation = position.observe(position.active)
    playouts, rng = Playouts(Imagination(observation), observation.seat), Random(seed)
    parsed = [position.parse(action) for action in actions]
    seeds = [rng.getrandbits(64) for _ in range(effort.search // len(actions))]
    return [tuple(playouts.value(action, each) for action in parsed) for each in seeds]


def asked(packed: str, name: str, seed: str, effort: Effort, _budget: Budget) -> str:
    """Return the choice that a level makes."""
    position, level = decision_of(packed), LEVELS[name]
    observation = position.observe(position.active)
    most = level.number if level.by_playouts else effort.search
    budget = Budget(playouts=min(most, effort.search))
    action = level.player().decide(observation, Random(seed), budget)
    return choice_of(position, action)


def decision_of(packed: str) -> Position:
    """Return the position at the end of a packed game."""
    return unpack(packed, (first_edition(),)).replay()


def _is_doubtful(observation: Observation) -> bool:
    """Return whether there is a choice, and quick players differ about it."""
    position = Imagination(observation).position(Random(0))
    if len(candidates(position, 2)) < 2:
        return False
    made = {
        choice_of(position, LEVELS[name].player().decide(observation, Random(0), Budget()))
        for name in QUICK
    }
    return len(made) > 1


def _distinct(position: Position, ranked: Sequence[Ranked]) -> dict[str, Ranked]:
    """Return the best of each choice, in the same order."""
    first: dict[str, Ranked] = {}
    for each in ranked:
        first.setdefault(choice_of(position, each.action), each)
    return first
