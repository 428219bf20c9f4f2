"""The board picture: sizes, limits, secrecy, determinism, threads."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from PIL import ImageChops

from engine.opportunities import occupied
from engine.squares import STRIDE, SquareSet, iter_squares, square_set
from engine.view import Phase, View
from render import Size, Theme, draw_board, draw_end
from render.board.pieces import board_grid
from render.files.tile_cache import forget_tiles
from tests.render.scenes import film, finished, flat_chart, names, opened, position_at
from words.sentences import NO_MARKS, Marks

LIMITS = {Size.NORMAL: 120_000, Size.LARGE: 170_000}


def _squares_that_differ(first: bytes, second: bytes) -> SquareSet:
    difference = ImageChops.difference(opened(first), opened(second))
    place, found = board_grid(1.0), 0
    for square in iter_squares(position_at("free-2", 0).view().edition.board):
        x, y = place.corner(square)
        if difference.crop((x, y, x + place.side, y + place.side)).getbbox():
            found |= 1 << square
    return found


def _drawn(view: View, marks: Marks = NO_MARKS, **look: Any) -> bytes:
    return draw_board(view, names=names(view), marks=marks, **look)


@pytest.mark.slow
@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("game", ["first-game-2", "first-game-3", "free-4", "mirror"])
def test_size_and_weight(game: str, size: Size) -> None:
    frames = film(game)
    for view, marks in frames[:: len(frames) // 6]:
        png = _drawn(view, marks, title="Game 12", size=size)
        assert opened(png).size == size.value
        assert len(png) <= LIMITS[size]


@pytest.mark.parametrize("turn", [10, 30, -8])
@pytest.mark.parametrize("game", ["first-game-4", "free-4"])
def test_previews_keep_the_limit(game: str, turn: int) -> None:
    view = film(game)[turn][0]
    free = view.edition.board & ~view.lot.squares & ~occupied(view)
    for marks in (
        Marks(places=free, ring_numbers=True),
        Marks(numbered=tuple(iter_squares(free))[:20], own=free & -free),
    ):
        assert len(_drawn(view, marks)) <= 1.05 * LIMITS[Size.NORMAL]


def test_a_seat_sees_the_same_board_as_everybody() -> None:
    position = position_at("first-game-3", 0.5)
    assert len({_drawn(position.view(seat)) for seat in (None, 0, 1, 2)}) == 1


@pytest.mark.slow
def test_threads_draw_what_one_thread_draws_whatever_was_drawn_before() -> None:
    frames = film("first-game-4")[::6]
    alone = [_drawn(*frame) for frame in frames]
    forget_tiles()
    assert [_drawn(*frame) for frame in reversed(frames)] == alone[::-1]
    forget_tiles()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda frame: _drawn(*frame), frames * 3)) == alone * 3


def test_a_turn_changes_its_squares_and_no_others() -> None:
    for (before, _), (after, marks) in list(pairwise(film("first-game-2")))[::9]:
        differing = _squares_that_differ(_drawn(before), _drawn(after))
        ring = square_set(after.lot.ring[piece.ring - 1] for piece in marks.changed.pieces)
        changed = marks.changed.squares | ring
        for old, new in zip(before.buildings, after.buildings, strict=False):
            changed |= new.squares if old != new else 0
        # People and battlements rise over their squares, and all that stands throws a shadow.
        allowed = changed | _with_neighbours(changed)
        allowed |= _with_neighbours(after.lot.squares) if ring else 0
        # What a nearly completed building pays stands out over its edges.
        for piece in (*before.buildings, *after.buildings):
            allowed |= 0 if piece.completed else _with_neighbours(piece.squares)
        assert not changed & ~differing
        assert not differing & ~allowed


def _with_neighbours(squares: SquareSet) -> SquareSet:
    """Some squares and those that touch them, by a side or by a corner."""
    wide = squares | squares << 1 | squares >> 1
    return wide | wide << STRIDE | wide >> STRIDE


def test_marks_of_the_last_turn_stay_round_its_squares() -> None:
    view, marks = film("first-game-3")[30]
    changed = replace(marks.changed, completed=(), pieces=())
    squares = marks.changed.squares
    found = _squares_that_differ(_drawn(view), _drawn(view, Marks(changed=changed)))
    assert found & squares == squares
    assert not found & ~_with_neighbours(squares)


def test_themes_titles_and_how_near_the_end_is_show() -> None:
    view = film("first-game-2")[20][0]
    looks = product(Theme, ("", "Game 12"))
    assert len({_drawn(view, theme=theme, title=title) for theme, title in looks}) == 4
    near = [replace(view, turns_left=left) for left in (None, 2, 1)]
    over = replace(view, phase=Phase.OVER, active=None)
    assert len({_drawn(other) for other in (*near, over)}) == 4


@pytest.mark.parametrize(
    "hostile",
    ["", "x" * 5000, "@everyone", "\u202e\u200f", "\ud800", "Z̵̢a̷l̶g̴o̵" * 20, "🧙🏽‍♂️" * 50, "\n\n\x00"],
)
def test_hostile_names_are_drawn(hostile: str) -> None:
    view = film("first-game-2")[3][0]
    png = draw_board(view, names=[hostile, hostile], title=hostile)
    assert opened(png).size == Size.NORMAL.value
    last = finished("first-game-2").view()
    assert draw_end(last, names=[hostile] * 2, story=flat_chart(last), title=hostile)
