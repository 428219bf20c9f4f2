"""The computer players: playouts a second, the time of a decision, the memory of a worker.

Decisions in time are measured on the clock, so that another load on the machine shows; the rest in
processor time. Their strength is measured by matches: ``docs/players.md``.
"""

from __future__ import annotations

import statistics
from random import Random
from time import perf_counter, process_time
from typing import Final

from engine.edition_files import load_edition
from engine.imagining import Imagination
from engine.observation import Observation
from engine.position import Position
from engine.random_play import play_out, random_start
from engine.start import SETUPS
from engine.view import Phase
from lab.bench.process import measured
from lab.bench.row import Row, limited
from players.candidates import candidates
from players.journeyman import Journeyman, judged
from players.levels import LEVELS
from players.master import CANDIDATES, Master
from players.playouts import Playouts

SEEDS: Final = 4
MIDDLE_PLY: Final = 45
PLAYOUTS: Final = 400
IN_TIME: Final = 4

_WORKER: Final = """
from random import Random
from engine.edition_files import load_edition
from engine.position import Position
from engine.random_play import random_start
from players.levels import decide
from players.player import Budget
start = random_start(load_edition(), "first-game", 4, Random(1))
decide("master", Position(start).observe(0), 1, Budget(playouts={playouts}))
"""


def middles() -> list[Observation]:
    """Return observations from the middle of journeymen's games, of both set-ups."""
    found = []
    for seed in range(SEEDS):
        for setup in SETUPS:
            start = random_start(load_edition(), setup, 2 + seed % 3, Random(seed))
            position = Position(start)
            while position.ply < MIDDLE_PLY or position.phase is not Phase.MUST:
                observation = position.observe(position.active)
                position.push(judged(Imagination(observation).position(Random(seed))))
            found.append(position.observe(position.active))
    return found


def random_playouts(observations: list[Observation]) -> float:
    """Measure random games to their end a second, each from a fresh determinization."""
    rates = []
    for observation in observations:
        imagination, rng = Imagination(observation), Random(1)
        begin = process_time()
        for _ in range(PLAYOUTS):
            play_out(imagination.position(rng), rng)
        rates.append(PLAYOUTS / (process_time() - begin))
    return statistics.median(rates)


def judged_playouts(observations: list[Observation]) -> float:
    """Measure the master's playouts a second: a few turns by the journeyman's moves."""
    rates = []
    for observation in observations:
        imagination = Imagination(observation)
        playouts = Playouts(imagination, observation.seat)
        actions = candidates(imagination.position(Random(1)), CANDIDATES)
        begin = process_time()
        for seed in range(PLAYOUTS):
            playouts.value(actions[seed % len(actions)], seed)
        rates.append(PLAYOUTS / (process_time() - begin))
    return statistics.median(rates)


def longest(player: Journeyman | Master, level: str, observations: list[Observation]) -> float:
    """Measure the seconds of the longest decision with the level's budget."""
    seconds = []
    for observation in observations:
        begin = perf_counter()
        player.decide(observation, Random(1), LEVELS[level].budget)
        seconds.append(perf_counter() - begin)
    return max(seconds)


def rows() -> list[Row]:
    """Measure playouts, decisions and a worker's memory, beside their goals."""
    observations = middles()
    playouts = random_playouts(observations)
    own = judged_playouts(observations)
    journeyman = longest(Journeyman(), "journeyman", observations) * 1000
    # A few positions: each takes the master its whole two seconds.
    master = longest(Master(), "master", observations[:IN_TIME])
    (_, worker), (_, python) = measured(_WORKER.format(playouts=PLAYOUTS // 2), "pass")
    more = worker - python
    return [
        Row(
            "random games from the middle to the end",
            playouts,
            "playouts/s",
            "",
            None,
            None,
            "≥ 2,000",
            playouts >= 2000,
        ),
        Row(
            "the master's playouts, a few turns judged",
            own,
            "playouts/s",
            "random games",
            playouts,
            own / playouts,
            "",
            True,
        ),
        limited("the journeyman's longest decision", journeyman, "ms", 60),
        Row(
            "the master's longest decision of 2 s",
            master,
            "s",
            "",
            None,
            None,
            "1.6 to 2.4 s",
            1.6 <= master <= 2.4,
        ),
        Row(
            "a worker that has decided, above Python",
            more,
            "MB",
            "Python alone",
            python,
            worker / python,
            "≤ 15 MB",
            more <= 15,
        ),
    ]
