"""A league's standings as a picture: place, name, points, and what decides ties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from i18n.translation import ENGLISH, Words
from render.art.crown import crown
from render.files.raster import plain_raster
from render.files.tile_cache import TILES
from render.layout import GAP, MEDIUM, SMALL, WIDTH, Box
from render.letters.legible import legible
from render.options import Theme
from render.pen import Pen
from words.standings import MOST_ROWS, StandingRow

_PAD: Final = 22
_HEAD: Final = 128
"""The height of the heading with the names of the columns."""
_LOWEST, _TALLEST = 46, 84
"""The least and the greatest height of a row."""
_ROOM: Final = 600
"""The height that the rows share."""
_COLUMNS: Final = (WIDTH - 430, WIDTH - 300, WIDTH - 168, WIDTH - _PAD - GAP)
"""Where the columns of figures end on the right: games, victories, gold, points."""


def draw_standings(
    rows: Sequence[StandingRow],
    *,
    title: str,
    state: str,
    over: bool = False,
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """Draw the standings of a league as a PNG.

    Args:
        rows: at most ``MOST_ROWS`` of them, in their order.
        title: the league's name, in any script and of any length.
        state: a phrase for how far the league is.
        over: whether the league is over, so that its leader has won.
        theme: which of Discord's backgrounds it is for.
        words: the language of its few words.

    Raises:
        ValueError: if there is no row, or more than there is room for.
    """
    if not 0 < len(rows) <= MOST_ROWS:
        raise ValueError(f"{len(rows)} rows do not fit")
    # Few people have tall rows, so that the picture is large enough to be read on a phone.
    tall = max(_LOWEST, min(_TALLEST, _ROOM // len(rows)))
    height = _HEAD + tall * len(rows) + 2 * GAP + 8
    surface = theme.surface
    pen = Pen(plain_raster(WIDTH, height, surface.page), surface, 1.0)
    panel = Box(GAP, GAP, WIDTH - 2 * GAP, height - 2 * GAP)
    pen.box(panel, fill=surface.panel, edge=surface.panel_edge)
    _head(pen, title, state, words)
    for number, row in enumerate(rows):
        box = Box(GAP + 6, GAP + _HEAD + number * tall, WIDTH - 2 * GAP - 12, tall)
        _row(pen, row, box, words, striped=number % 2 == 1, won=over and row.rank == 1)
    return pen.raster.png()


def _head(pen: Pen, title: str, state: str, words: Words) -> None:
    strong, quiet = pen.surface.strong, pen.surface.quiet
    right = WIDTH - _PAD - GAP
    wide = pen.write(right, 18, state, SMALL, colour=quiet, align=1, width=460)
    room = right - wide - 30 - _PAD
    pen.write(_PAD, 14, legible(title), MEDIUM, colour=strong, width=room, cut=True)
    names = (
        words.context("column", "Games"),
        words.context("column", "Wins"),
        words.context("column", "Gold"),
        words.context("column", "Points"),
    )
    for name, x in zip(names, _COLUMNS, strict=True):
        pen.write(x, 82, name, SMALL, colour=quiet, weight="plain", align=1, width=122)


def _row(pen: Pen, row: StandingRow, box: Box, words: Words, *, striped: bool, won: bool) -> None:
    surface = pen.surface
    ground = surface.active if row.own or won or striped else surface.panel
    if ground != surface.panel:
        pen.fill(box.left, box.top, box.width, box.height - 2, ground)
    # People who have left stay in the table, since others' points came from games with them.
    colour = surface.quiet if row.left else surface.strong
    size = SMALL if box.height < 56 else MEDIUM
    top = box.top + (box.height - round(size * 1.24)) // 2
    pen.write(104, top, f"{row.rank}.", size, colour=colour, ground=ground, align=1)
    x = 122
    if won:
        sign = TILES.get(crown, 46, 1.0, ground)
        pen.paste(sign, x, box.top + (box.height - sign.height) // 2)
        x += 58
    room = _COLUMNS[0] - 110 - x
    pen.write(x, top, row.name, size, colour=colour, ground=ground, width=room, cut=True)
    figures = (str(row.games), str(row.wins), words.percent(row.share), row.points)
    for figure, right, weight in zip(
        figures, _COLUMNS, ("plain", "plain", "plain", "bold"), strict=True
    ):
        pen.write(
            right,
            top,
            figure,
            size,
            colour=colour,
            ground=ground,
            weight=weight,
            align=1,
            width=122,
        )
    if row.own:
        pen.fill(box.left, box.top, 8, box.height - 2, surface.good)
