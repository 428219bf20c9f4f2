"""The picture of a finished game: the final board small, the ranking, and how the gold came."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.view import Result, View
from render.art.cards import coin
from render.art.figures import worker_icon
from render.board import plain_board_frame, surface_of
from render.chart import gold_chart, value_chart
from render.check import DrawError, check_result, check_view
from render.frame import TILES, Frame, opaque_tile, plain_ground
from render.layout import BOARD_HEIGHT, BOARD_WIDTH, GAP, HEIGHT, WIDTH, Box
from render.options import NO_MARKS, Chart, Size, Theme
from render.pen import Pen
from render.script import legible
from translation import ENGLISH, Words

_BOARD = Box(GAP, GAP, 704, 539)


def check_chart(view: View, chart: Chart) -> None:
    """Makes sure that a chart has an entry for each turn, with a number for each seat.

    Raises:
        DrawError: if it has not.
    """
    turns = {len(chart.sold), len(chart.unsold), len(chart.values)}
    seats = {len(turn) for turn in (*chart.sold, *chart.unsold)}
    if len(turns) != 1 or seats != {len(view.seats)}:
        raise DrawError("the chart does not have one entry a turn for each seat")
    if chart.sales and len(chart.sales) != len(view.seats):
        raise DrawError("the chart does not have the sales of each seat")


def draw_end(
    view: View,
    *,
    names: Sequence[str],
    chart: Chart,
    title: str = "",
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """The end of a game as a PNG: final board, ranking and chart.

    Raises:
        TypeError: if it is no view.
        DrawError: if the game is not over, or the chart does not fit it.
    """
    check_view(view, names)
    result = check_result(view)
    check_chart(view, chart)
    surface = surface_of(theme)
    pen = Pen(Frame(plain_ground(WIDTH, HEIGHT, surface.page)), surface, 1.0)
    board = plain_board_frame(view, NO_MARKS, theme, Size.NORMAL).pixels().convert("RGB")
    board = board.crop((0, 0, BOARD_WIDTH, BOARD_HEIGHT))
    small = board.resize((_BOARD.width, _BOARD.height), Image.Resampling.LANCZOS)
    pen.paste(opaque_tile(small), _BOARD.left, _BOARD.top)
    left = _BOARD.left + _BOARD.width + GAP
    ranking = Box(left, GAP, WIDTH - left - GAP, _BOARD.height)
    _lay_ranking(pen, view, result, chart, names, ranking, title, words)
    top = GAP + _BOARD.height + GAP
    height = HEIGHT - top - GAP
    gold = _chart_box(
        pen, Box(GAP, top, 826, height), words("Gold by turn; dashed: with unsold seals")
    )
    colours = tuple(seat.colour for seat in view.seats)
    pen.paste(gold_chart(chart, colours, gold, surface), gold.left, gold.top)
    left = GAP + 826 + GAP
    values = _chart_box(pen, Box(left, top, WIDTH - left - GAP, height), words("Seal values"))
    families = view.edition.families
    pen.paste(value_chart(chart, families, values, surface), values.left, values.top)
    return pen.frame.png()


def _chart_box(pen: Pen, box: Box, heading: str) -> Box:
    """Lays a box with a heading and gives the room within."""
    surface = pen.surface
    pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    width = box.width - 40
    pen.write(box.left + 20, box.top + 8, heading, 28, colour=surface.quiet, width=width)
    return Box(box.left + 8, box.top + 48, box.width - 16, box.height - 54)


def _lay_ranking(
    pen: Pen,
    view: View,
    result: Result,
    chart: Chart,
    names: Sequence[str],
    box: Box,
    title: str,
    words: Words,
) -> None:
    surface = pen.surface
    pen.box(box, fill=surface.panel, edge=surface.panel_edge)
    heading = legible(title) or words("Final ranking")
    pen.write(
        box.left + 20,
        box.top + 12,
        heading,
        34,
        colour=surface.quiet,
        width=box.width - 40,
        cut=True,
    )
    step = 112
    for number, (rank, seat) in enumerate(result.ranking):
        top = box.top + 70 + number * step
        colour = view.seats[seat].colour
        winner = seat in result.winners
        fill = surface.active if winner else surface.panel
        if winner:
            row = Box(box.left + 8, top - 2, box.width - 16, step - 6)
            pen.frame.fill(row.left, row.top, row.width, row.height, fill)
        pen.write(box.left + 24, top + 22, f"{rank}.", 44, colour=surface.strong, ground=fill)
        pen.paste(TILES.get(worker_icon, colour, 84, 1.0, fill), box.left + 68, top + 8)
        room = box.width - 160 - 150
        name = legible(names[seat]) or words.name(colour)
        x = box.left + 160
        pen.write(x, top + 10, name, 36, colour=surface.strong, ground=fill, width=room, cut=True)
        earned = _earned(result, chart, seat, words)
        pen.write(
            x,
            top + 60,
            earned,
            28,
            colour=surface.quiet,
            ground=fill,
            weight="plain",
            width=box.width - 160 - 24,
        )
        right = box.left + box.width - 20
        wide = pen.write(
            right, top, str(result.gold[seat]), 56, colour=surface.strong, ground=fill, align=1
        )
        pen.paste(TILES.get(coin, 44, 1.0, fill), right - wide - 54, top + 12)


def _earned(result: Result, chart: Chart, seat: int, words: Words) -> str:
    """How a seat's gold came: each banner's sale, then the final one."""
    before = result.gold[seat] - result.sold[seat]
    sales = [sale for sale in chart.sales[seat] if sale] if chart.sales else [before] * (before > 0)
    final = words("{gold} at the end", gold=result.sold[seat])
    return " + ".join([*map(str, sales), final])
