"""Every benchmark runs to its end, with numbers so small that nothing is measured by it."""

import io
from contextlib import redirect_stdout
from importlib import import_module
from itertools import count
from random import Random
from typing import Any, Final

import pytest

from engine.random_play import random_game, random_start
from lab.bench import process
from lab.bench.__main__ import NAMES
from lab.bench.table import table
from lab.drawing import gallery
from tests.editions import SMALL
from tests.nightly import nightly_except

TINY: Final[dict[str, dict[str, Any]]] = {
    "engine": {"ROUNDS": 1, "POSITIONS": 1, "GAMES": 1, "PEERS_GAMES": 1},
    "storage": {"ACTIONS": 2, "GAMES": 2, "ROUNDS": 10},
    "picture": {"ROUNDS": 1},
    "turn": {"GAMES": 1, "LONGEST": 3, "CONSTANT": 1, "PRESSES": 2, "ROUNDS": 1, "TURNS": 1},
}
"""For each benchmark, constants and what stands in for them."""
LIBRARIES: Final = {"engine": ("chess",), "picture": ("cairosvg", "chess")}
"""What only ``make bench`` installs."""

OFTEN: Final = ("storage", "turn")
"""Benchmarks tried in each run of the tests, the others in the night."""


@pytest.mark.slow
@pytest.mark.parametrize("name", nightly_except(NAMES, *OFTEN))
def test_a_benchmark_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in LIBRARIES.get(name, ()):
        pytest.importorskip(library)
    for constant, value in TINY.get(name, {}).items():
        monkeypatch.setattr(f"lab.bench.{name}.{constant}", value)
    module = import_module(f"lab.bench.{name}")
    rng = Random(1)
    films = [gallery.Film(random_game(random_start(SMALL, "free", 2, rng), rng))] * 3
    memory = count(1.0)
    in_place = {
        "films": lambda: films,
        "printed": _printed,
        "measured": lambda *codes, runs=1: [
            (took, next(memory)) for took, _ in _measured(*codes, runs=1)
        ],
    }
    for place in (module, process, gallery):
        for function, stand_in in in_place.items():
            if hasattr(place, function):
                monkeypatch.setattr(place, function, stand_in)
    assert table(module.rows())


_measured: Final = process.measured


def _printed(code: str) -> str:
    """What a program prints, run in this process, since a fresh one takes long to begin."""
    with redirect_stdout(io.StringIO()) as out:
        exec(code, {"__name__": "__main__"})
    return out.getvalue()
