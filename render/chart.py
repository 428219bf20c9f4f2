"""Charts of a finished game: gold of each player and value of each family over the turns."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from render.art.figures import paint_worker
from render.art.seals import paint_seal
from render.canvas import Canvas, Point
from render.colours import FAMILY, PLAYER, Surface
from render.frame import Tile, opaque_tile
from render.layout import Box
from render.options import Chart
from render.text import paint_text

_LEFT: Final = 64
_RIGHT: Final = 62
_TOP: Final = 20
_BOTTOM: Final = 46
_DASH: Final = 12
_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)


class _Plot:
    """An empty chart: its axes drawn, and where a turn's number lies on it."""

    def __init__(self, box: Box, surface: Surface, turns: int, most: int, lines: int) -> None:
        self.surface = surface
        self.canvas = Canvas(box.width, box.height, 1.0, oversampling=2)
        self.canvas.box(0, 0, box.width, box.height, surface.panel)
        step = next((step for step in _STEPS if most <= step * lines), most)
        self._turns, self.most = turns, max(step, -(-most // step) * step)
        self._width, self._height = box.width - _LEFT - _RIGHT, box.height - _TOP - _BOTTOM
        for number in range(0, self.most + 1, step):
            (x, y), (end, _) = self.at(0, number), self.at(turns - 1, number)
            self.canvas.line([(x, y), (max(end, x + 1), y)], surface.panel_edge, 1.5)
            self._write(x - 12, y, str(number), "rm")
        for turn in range(0, turns, max(1, -(-turns // (self._width // 80)))):
            x, y = self.at(turn, 0)
            self._write(x, y + 24, str(turn + 1), "mm")

    def at(self, turn: int, number: float) -> Point:
        """Where a number of a turn lies."""
        share = turn / max(1, self._turns - 1)
        return _LEFT + share * self._width, _TOP + (1 - number / self.most) * self._height

    def line(self, numbers: Sequence[int]) -> list[Point]:
        """The points of a line through all turns; a single turn gives a short line."""
        points = [self.at(turn, number) for turn, number in enumerate(numbers)]
        return points if len(points) > 1 else [points[0], (points[0][0] + 20, points[0][1])]

    def ends(self, heights: Sequence[float], gap: float) -> list[float]:
        """Heights for signs at the lines' ends, at least a gap apart, in the lines' order."""
        order = sorted(range(len(heights)), key=lambda number: heights[number])
        placed: dict[int, float] = {}
        top = -math.inf
        for number in order:
            top = placed[number] = max(heights[number], top + gap)
        over = max(0.0, top - (_TOP + self._height))
        bottom = math.inf
        for number in reversed(order):
            bottom = placed[number] = min(placed[number], bottom - gap, top - over)
        return [placed[number] for number in range(len(heights))]

    def _write(self, x: float, y: float, text: str, anchor: str) -> None:
        paint_text(self.canvas, x, y, text, 26, self.surface.quiet, anchor=anchor)


def _dashes(points: Sequence[Point]) -> Iterator[list[Point]]:
    """A line cut into dashes of equal length, however it bends."""
    walked, dash = 0.0, [points[0]]
    for (x, y), (to_x, to_y) in pairwise(points):
        length = math.hypot(to_x - x, to_y - y)
        done = 0.0
        while done < length:
            step = min(_DASH - walked % _DASH, length - done)
            done += step
            walked += step
            dash.append((x + (to_x - x) * done / length, y + (to_y - y) * done / length))
            if walked % _DASH < 1e-6 or _DASH - walked % _DASH < 1e-6:
                walked = float(round(walked / _DASH) * _DASH)
                if round(walked / _DASH) % 2:
                    yield dash
                dash = [dash[-1]]


def gold_chart(chart: Chart, colours: Sequence[str], box: Box, surface: Surface) -> Tile:
    """Gold by turn: what was sold as a solid line, with the unsold seals on top dashed."""
    totals = [
        tuple(sold + unsold for sold, unsold in zip(*turn, strict=True))
        for turn in zip(chart.sold, chart.unsold, strict=True)
    ]
    most = max(max(turn) for turn in totals)
    plot = _Plot(box, surface, len(totals), most, 5)
    heights = []
    for seat, colour in enumerate(colours):
        total = plot.line([turn[seat] for turn in totals])
        sold = plot.line([turn[seat] for turn in chart.sold])
        for dash in _dashes(total):
            plot.canvas.line(dash, PLAYER[colour], 3)
        plot.canvas.line(sold, surface.panel, 9)
        plot.canvas.line(sold, PLAYER[colour], 5)
        heights.append(total[-1][1])
    for colour, y in zip(colours, plot.ends(heights, 46), strict=True):
        paint_worker(plot.canvas, colour, box.width - _RIGHT / 2, y, 50)
    return opaque_tile(plot.canvas.reduced())


def value_chart(chart: Chart, families: Sequence[str], box: Box, surface: Surface) -> Tile:
    """The families' values by turn."""
    most = max(max(turn) for turn in chart.values)
    plot = _Plot(box, surface, len(chart.values), most, 10)
    shift = (len(families) - 1) / 2
    heights = []
    for number, family in enumerate(families):
        points = plot.line([turn[number] for turn in chart.values])
        points = [(x, y + (number - shift) * 4) for x, y in points]
        plot.canvas.line(points, surface.quiet, 6)
        plot.canvas.line(points, FAMILY[family], 4)
        heights.append(points[-1][1])
    for family, y in zip(families, plot.ends(heights, 44), strict=True):
        paint_seal(plot.canvas, family, box.width - _RIGHT / 2, y, 17)
    return opaque_tile(plot.canvas.reduced())
