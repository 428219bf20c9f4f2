"""A chart of gold over the turns: sold as a solid line, with the unsold seals on top dashed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PIL import ImageDraw

from render.art.figures import paint_worker
from render.canvas import Canvas, Point
from render.colours import PLAYER, Surface, blend
from render.frame import Tile, opaque_tile
from render.layout import Box
from render.options import Chart
from render.text import _font

_LEFT: Final = 74
_RIGHT: Final = 64
_TOP: Final = 20
_BOTTOM: Final = 46


def paint_chart(
    chart: Chart, colours: Sequence[str], box: Box, surface: Surface, scale: float
) -> Tile:
    """The chart as a tile of the box's size."""
    canvas = Canvas(box.width, box.height, scale, oversampling=2)
    canvas.box(0, 0, box.width, box.height, surface.panel)
    turns = len(chart.sold)
    totals = [
        [sold + unsold for sold, unsold in zip(*turn, strict=True)]
        for turn in zip(chart.sold, chart.unsold, strict=True)
    ]
    most = max(max(turn) for turn in totals)
    step = next(step for step in (5, 10, 20, 25, 50, 100, 200, 500, 10**9) if most <= step * 5)
    top = max(step, -(-most // step) * step)
    width, height = box.width - _LEFT - _RIGHT, box.height - _TOP - _BOTTOM

    def at(turn: int, gold: float) -> Point:
        share = turn / max(1, turns - 1)
        return _LEFT + share * width, _TOP + (1 - gold / top) * height

    font = _font("Cabin-Bold.otf", round(26 * canvas.factor))
    pen = ImageDraw.Draw(canvas.image)
    for gold in range(0, top + 1, step):
        (x, y), (end, _) = at(0, gold), at(turns - 1, gold)
        canvas.line([(x, y), (end, y)], surface.panel_edge, 1.5)
        place = ((x - 12) * canvas.factor, y * canvas.factor)
        pen.text(place, str(gold), fill=surface.quiet, font=font, anchor="rm")
    every = max(1, -(-turns // 10))
    for turn in range(0, turns, every):
        x, y = at(turn, 0)
        place = (x * canvas.factor, (y + 24) * canvas.factor)
        pen.text(place, str(turn + 1), fill=surface.quiet, font=font, anchor="mm")
    ends = []
    for seat, colour in enumerate(colours):
        sold = [at(turn, gold[seat]) for turn, gold in enumerate(chart.sold)]
        total = [at(turn, gold[seat]) for turn, gold in enumerate(totals)]
        tone = blend(PLAYER[colour], surface.text, 0.08)
        for number, (first, second) in enumerate(pairwise(total)):
            if number % 2 == 0:
                canvas.line([first, second], tone, 2.4)
        if len(sold) > 1:
            canvas.line(sold, surface.panel, 8)
            canvas.line(sold, tone, 5)
        ends.append((total[-1][1], colour))
    for number, (y, colour) in enumerate(sorted(ends)):
        floor = _TOP + 22 + number * 44
        paint_worker(canvas, colour, box.width - _RIGHT / 2, max(floor, y), 52)
    return opaque_tile(canvas.reduced())
