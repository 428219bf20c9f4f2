"""The picture of a finished game: who has won, the ranking, lines; and the chart of a look back."""

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

from engine.story import Story
from engine.view import Result, View
from render import Size, Theme, draw_end, draw_lookback
from render.board.badges import notes
from render.charts import PATTERNS, apart, dashes, gold_chart, value_chart
from render.colours import DARK, LIGHT, Surface
from render.layout import HEIGHT, WIDTH, Box
from tests.render.colour_difference import contrast
from tests.render.scenes import finished, flat_chart, laid, names, opened
from words.sentences import NO_MARKS

SURFACES = pytest.mark.parametrize("surface", [DARK, LIGHT], ids=["dark", "light"])
GAMES = ["first-game-2", "first-game-3", "first-game-4", "idle-end"]
PLOT = Box(0, 0, 700, 270)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("turns", [1, 2, 90])
def test_an_end_after_any_number_of_turns(game: str, turns: int) -> None:
    view = finished(game).view()
    png = draw_end(view, names=names(view), story=flat_chart(view, turns))
    assert len(png) <= 200_000
    assert opened(png).size == (WIDTH, HEIGHT)


def changed_ends() -> Iterator[tuple[View, Story]]:
    """A finished game, and others in which something is different that is to be seen."""
    view = finished("first-game-4").view()
    chart = flat_chart(view)
    yield view, chart
    yield replace(view, buildings=view.buildings[:-1]), chart
    yield view, replace(chart, sales=((7, 3), (), (), ()))
    for winners in ((0,), (1,), (0, 3), (0, 1, 2), (0, 1, 2, 3)):
        gold = tuple(50 if seat in winners else 20 for seat in range(4))
        yield replace(view, result=Result(gold, winners, gold)), chart
    two = finished("first-game-2").view()
    for family in ("red", "black"):
        castle = replace(two, heights=(1, *two.heights[1:]), ring=(family, *two.ring[1:]))
        yield castle, flat_chart(two)


@pytest.mark.slow
def test_an_end_shows_the_board_the_castle_each_sale_and_who_has_won() -> None:
    ends = [draw_end(view, names=names(view), story=chart) for view, chart in changed_ends()]
    assert len(set(ends)) == len(ends)


def test_nothing_is_said_of_what_a_building_would_pay_when_all_is_over() -> None:
    view = finished("first-game-2").view()
    found = notes(view, NO_MARKS)
    assert (found.badges, found.missing) == ((), 0)


def flat(seats: int, sold: tuple[int, ...], values: tuple[int, ...]) -> Story:
    """A chart in which nothing ever changes."""
    none = (0,) * seats
    return Story(sold=(sold,) * 20, unsold=(none,) * 20, values=(values,) * 20)


@pytest.mark.slow
@SURFACES
def test_every_gold_line_stands_out_from_its_panel(surface: Surface) -> None:
    colours = ("yellow", "orange", "green", "violet")
    chart = gold_chart(flat(4, (10, 20, 30, 40), (1,)), colours, PLOT, surface)
    picture = laid(chart, surface.panel)
    rows = [
        all(stands_out(picture, (x, y), surface) for x in range(140, 500))
        for y in range(picture.height)
    ]
    assert sum(now and not before for before, now in pairwise([False, *rows])) >= 4


def stands_out(picture: Image.Image, at: tuple[int, int], surface: Surface) -> bool:
    pixel: Any = picture.getpixel(at)
    return contrast(pixel[:3], surface.panel) >= 3


@SURFACES
def test_every_strip_of_values_stands_out_from_its_panel(surface: Surface) -> None:
    families = ("red", "olive", "black", "silver")
    chart = value_chart(flat(2, (0, 0), (5, 4, 3, 2)), families, PLOT, surface)
    picture = laid(chart, surface.panel)
    tall = (PLOT.height - 44) / 4
    for number in range(4):
        rows = range(round(number * tall) + 4, round((number + 1) * tall))
        assert any(
            all(stands_out(picture, (x, y), surface) for x in range(60, 500, 10)) for y in rows
        ), families[number]


def test_patterns_differ_without_colour() -> None:
    line = [(0.0, 0.0), (300.0, 0.0)]
    drawn = [
        tuple((round(dash[0][0]), round(dash[-1][0])) for dash in dashes(line, pattern))
        for pattern in PATTERNS
    ]
    assert len(set(drawn)) == len(PATTERNS) == 4
    assert drawn[0] == ((0, 300),)


@pytest.mark.parametrize("pattern", PATTERNS[1:])
def test_a_pattern_goes_on_round_every_corner(pattern: tuple[float, ...]) -> None:
    points = [(0.0, 0.0), (7.0, 0.0), (7.0, 90.0), (40.0, 100.0)]
    parts = list(dashes(points, pattern))
    lengths = [sum(math.dist(one, two) for one, two in pairwise(part)) for part in parts]
    wanted = [length for number, length in enumerate(pattern * 20) if number % 2 == 0]
    for found, length in zip(lengths[:-1], wanted, strict=False):
        assert found == pytest.approx(length)


def test_signs_at_the_ends_keep_their_order_and_their_distance() -> None:
    placed = apart([100.0, 101.0, 99.0, 20.0], 54, 26, 230)
    assert sorted(range(4), key=placed.__getitem__) == [3, 2, 0, 1]
    heights = sorted(placed)
    assert all(below - above >= 54 for above, below in pairwise(heights))
    assert heights[-1] <= 230


def lookback(given_away: list[float], theme: Theme = Theme.DARK) -> Image.Image:
    turns = list(range(1, len(given_away) + 1))
    return opened(draw_lookback(turns, given_away, colour="violet", theme=theme))


@pytest.mark.parametrize("given_away", [[0.0], [3.5, 0.0, 1.0], [1.0] * 90, [0.0, 4000.0]])
@pytest.mark.parametrize("theme", list(Theme))
def test_any_number_of_turns_and_any_sums_fit(given_away: list[float], theme: Theme) -> None:
    assert lookback(given_away, theme).width == Size.NORMAL.value[0]


def test_a_bar_is_as_high_as_what_was_given_away() -> None:
    def coloured(given_away: list[float]) -> int:
        counts: Any = lookback(given_away).crop((700, 80, 1270, 450)).getcolors(1 << 20)
        return sum(count for count, colour in counts if colour[2] > 150 and colour[1] < 100)

    assert coloured([10.0, 0.0]) == 0
    assert 1.5 < coloured([10.0, 10.0]) / coloured([10.0, 5.0]) < 2.5


@pytest.mark.parametrize(("turns", "given_away"), [([], []), ([1], [-1.0]), ([1, 2], [1.0])])
def test_what_cannot_be_drawn_is_refused(turns: list[int], given_away: list[float]) -> None:
    with pytest.raises(ValueError, match="one number"):
        draw_lookback(turns, given_away, colour="violet")
