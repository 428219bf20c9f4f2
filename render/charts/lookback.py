"""A look back at one's own turns: a bar for each, as high as the gold given away in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from i18n.translation import ENGLISH, Words
from render.colours import PLAYER
from render.files.raster import plain_raster
from render.layout import GAP, SMALL, WIDTH, Box
from render.options import Theme
from render.pen import Pen

HEIGHT: Final = 520
_LEFT: Final = 90
_HEAD: Final = 70
_FOOT: Final = 60
_STEPS: Final = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500)
_LINES: Final = 4
_EDGE: Final = 3


def draw_lookback(
    turns: Sequence[int],
    given_away: Sequence[float],
    *,
    colour: str,
    title: str = "",
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """Draw the gold that a player gave away in each turn, as a bar chart in a PNG.

    Args:
        turns: the numbers of the turns.
        given_away: for each of them the gold that seems given away, from 0.
        colour: the player's.
        title: a short name of the game.
        theme: which of Discord's backgrounds it is for.
        words: the language of its few words.
    """
    if not turns or len(turns) != len(given_away) or min(given_away) < 0:
        raise ValueError("a look back needs one number from 0 for each turn")
    surface = theme.surface
    pen = Pen(plain_raster(WIDTH, HEIGHT, surface.page), surface, 1.0)
    box = Box(GAP, GAP, WIDTH - 2 * GAP, HEIGHT - 2 * GAP)
    pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    heading = words("Gold given away by turn")
    pen.write(box.left + 20, box.top + 12, heading, SMALL, colour=surface.strong, width=760)
    right = box.left + box.width - 20
    pen.write(right, box.top + 12, title, SMALL, colour=surface.quiet, align=1, width=400, cut=True)
    left, top = box.left + _LEFT, box.top + _HEAD
    width, height = box.width - _LEFT - 24, box.height - _HEAD - _FOOT
    highest = max(given_away)
    step = next((step for step in _STEPS if highest <= step * _LINES), int(highest / _LINES) + 1)
    most = step * _LINES
    for number in range(0, most + 1, step):
        y = top + height * (1 - number / most)
        pen.fill(left, y, width, 2, surface.panel_edge)
        pen.write(left - 14, y - 20, str(number), SMALL, colour=surface.quiet, align=1)
    room = width / len(turns)
    # Numbers of 64 units: in a long game not each bar has room for its own.
    every = max(1, -(-64 // max(1, int(room))))
    for place, (turn, gold) in enumerate(zip(turns, given_away, strict=True)):
        tall = height * gold / most
        x = left + place * room
        bar = (x + room * 0.15, top + height - tall, room * 0.7, tall)
        _lay_bar(pen, Box(*map(round, bar)), colour)
        if place % every == 0:
            y = top + height + 6
            pen.write(x + room / 2, y, str(turn), SMALL, colour=surface.quiet, align=0.5)
    return pen.raster.png()


def _lay_bar(pen: Pen, bar: Box, colour: str) -> None:
    """Lay a bar of a player's colour, with an edge that stands out from every panel."""
    pen.fill(bar.left, bar.top, bar.width, bar.height, pen.surface.text)
    edge = min(_EDGE, bar.width // 4, bar.height // 2)
    pen.fill(
        bar.left + edge, bar.top + edge, bar.width - 2 * edge, bar.height - 2 * edge, PLAYER[colour]
    )
