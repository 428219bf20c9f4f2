"""Replays: their size, and the time and memory that drawing one takes.

A game's animation is written frame by frame; beside it stands the same animation with every frame
whole. Memory is that of a fresh process that has drawn a board before, so that imports and tiles
are not counted.
"""

from __future__ import annotations

import io
import statistics
import time
from typing import Final

from PIL import Image

from engine.scenes import scenes
from i18n.translation import ENGLISH
from lab.bench.process import printed
from lab.bench.row import Row, limited
from lab.drawing.gallery import Film, films
from render import Theme, draw_replay
from render.board.scene import scene_raster

RUNS: Final = 3
FILMS: Final = {0: "two", 2: "four"}
"""The gallery's games that are drawn, with their numbers of players."""
MIB: Final = 1024 * 1024

_MEMORY: Final = r"""
import pathlib, re, tracemalloc
from render.pictures import draw_board, draw_replay
from lab.drawing.gallery import films
from render.warm import draw_all_tiles
film = films()[{film}]
draw_all_tiles(film.record.start.edition)
view, marks = film.frame(0.5)
draw_board(view, names=film.names, marks=marks)
def status(name):
    text = pathlib.Path("/proc/self/status").read_text()
    return 1024 * int(re.search(name + r":\s+(\d+)", text)[1])
pathlib.Path("/proc/self/clear_refs").write_text("5")  # forgets the highest so far
before = status("VmRSS")
if {traced}:
    tracemalloc.start()
draw_replay(film.record, names=film.names)
print(tracemalloc.get_traced_memory()[1] if {traced} else status("VmHWM") - before)
"""


def _peak(film: int, traced: bool) -> float:
    """Return the peak memory of drawing a replay in MiB, by Python's count or the system's."""
    return int(printed(_MEMORY.format(film=film, traced=traced))) / MIB


def _whole_frames(film: Film) -> int:
    """Return the bytes of the same animation with every frame whole."""
    file = io.BytesIO()
    for scene in scenes(film.record.start, film.record.actions):
        raster = scene_raster(scene, names=film.names, title="", theme=Theme.DARK, words=ENGLISH)
        frame = io.BytesIO()
        raster.pixels().save(frame, "GIF", optimize=False)
        file.write(frame.getbuffer())
    return file.tell()


def rows() -> list[Row]:
    """Measure size, time and memory of two replays."""
    recorded = films()
    found = []
    for number, players in FILMS.items():
        film = recorded[number]
        took = []
        for _ in range(RUNS):
            begin = time.perf_counter()
            gif = draw_replay(film.record, names=film.names)
            took.append(time.perf_counter() - begin)
        kilobytes, whole = len(gif) / 1000, _whole_frames(film) / 1000
        with Image.open(io.BytesIO(gif)) as picture:
            frames = getattr(picture, "n_frames", 1)
        name = f"replay, {players} players, {frames} frames"
        found += [
            Row(
                name,
                kilobytes,
                "kB",
                "whole frames",
                whole,
                whole / kilobytes,
                "≤ 1000 kB",
                kilobytes <= 1000,
            ),
            limited(name, statistics.median(took), "s", 3),
            limited(f"{name}: memory, traced", _peak(number, traced=True), "MiB", 30),
            limited(f"{name}: memory, resident", _peak(number, traced=False), "MiB", 80),
        ]
    return found
