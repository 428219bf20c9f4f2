"""Random games for tests: positions in the middle of them, whole records, strategies of both."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from engine.position import Position
from engine.random_play import random_action, random_game, random_start
from engine.record import Record
from engine.start import SETUPS, Start
from tests.engine.scenes import EDITION


def a_start(seed: int, setup: str, seats: int, *, mirror: bool = False) -> Start:
    return random_start(EDITION, setup, seats, Random(seed), mirror=mirror)


def positions_of_a_game(start: Start, seed: int) -> Iterator[Position]:
    """Every position of a random game, from its start to its end; always the same object."""
    rng = Random(seed)
    position = Position(start)
    while not position.over:
        yield position
        position.push(random_action(position, rng))
    yield position


def some_position(seed: int) -> Position:
    """A position out of a random game of any kind, each of the game's with equal chance."""
    rng = Random(seed)
    start = random_start(
        EDITION, rng.choice(SETUPS), rng.randint(2, 4), rng, mirror=rng.random() < 0.3
    )
    end = a_game(start, seed)
    position = Position(start)
    for action in end.actions[: rng.randint(0, len(end.actions))]:
        position.push(action)
    return position


def a_game(start: Start, seed: int) -> Record:
    """A finished random game."""
    return random_game(start, Random(seed))


SEEDS = st.integers(0, 2**32)
STARTS = st.builds(a_start, SEEDS, st.sampled_from(SETUPS), st.integers(2, 4), mirror=st.booleans())
POSITIONS = SEEDS.map(some_position)
GAMES = st.builds(a_game, STARTS, SEEDS)
