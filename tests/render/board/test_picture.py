"""The board picture: sizes, limits, secrecy, determinism, threads."""

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from engine.events import PiecePlaced
from engine.opportunities import occupied
from engine.squares import SquareSet, column_of, iter_squares, row_of, spread
from engine.story import Changes
from engine.view import Phase, View
from render import Size, Theme, draw_board
from render.board.pieces import board_grid
from render.files.tile_cache import forget_tiles
from tests.render.scenes import film, names, position_at
from words.sentences import Marks

LIMITS = {Size.NORMAL: 120_000, Size.LARGE: 170_000}


def _opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def _squares_that_differ(first: bytes, second: bytes) -> SquareSet:
    difference = ImageChops.difference(_opened(first), _opened(second))
    place, found = board_grid(1.0), 0
    for square in iter_squares(position_at("free-2", 0).view().edition.board):
        x, y = place.corner(square)
        if difference.crop((x, y, x + place.side, y + place.side)).getbbox():
            found |= 1 << square
    return found


@pytest.mark.slow
@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("game", ["first-game-2", "first-game-3", "free-4", "mirror"])
def test_size_and_weight(game: str, size: Size) -> None:
    frames = film(game)
    for view, marks in frames[:: len(frames) // 6]:
        png = draw_board(view, names=names(view), marks=marks, title="Game 12", size=size)
        assert _opened(png).size == size.value
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
        png = draw_board(view, names=names(view), marks=marks)
        assert len(png) <= 1.05 * LIMITS[Size.NORMAL]


def test_a_seat_sees_the_same_board_as_everybody() -> None:
    position = position_at("first-game-3", 0.5)
    public = draw_board(position.view(), names=["A", "B", "C"])
    for seat in range(3):
        assert draw_board(position.view(seat), names=["A", "B", "C"]) == public


@pytest.mark.slow
def test_the_same_view_gives_the_same_bytes_whatever_was_drawn_before() -> None:
    frames = film("first-game-4")
    pngs = [draw_board(view, names=names(view), marks=marks) for view, marks in frames[::12]]
    forget_tiles()
    again = [
        draw_board(view, names=names(view), marks=marks) for view, marks in reversed(frames[::12])
    ]
    assert pngs == again[::-1]


@pytest.mark.slow
def test_threads_draw_what_one_thread_draws() -> None:
    frames = film("first-game-4")[::6]

    def draw(frame: tuple[View, Marks]) -> bytes:
        view, marks = frame
        return draw_board(view, names=names(view), marks=marks)

    alone = [draw(frame) for frame in frames]
    forget_tiles()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(draw, frames * 3)) == alone * 3


def test_a_turn_changes_its_squares_and_no_others() -> None:
    for (before, _), (after, marks) in list(pairwise(film("first-game-2")))[::9]:
        pngs = [draw_board(view, names=names(view)) for view in (before, after)]
        ring = {after.lot.ring[piece.ring - 1] for piece in marks.changed.pieces}
        finished_now = {
            square
            for old, new in zip(before.buildings, after.buildings, strict=False)
            if old != new
            for square in iter_squares(new.squares)
        }
        # What a nearly completed building pays stands out over its edges.
        left_over = {
            square
            for view in (before, after)
            for piece in view.buildings
            if not piece.completed
            for square in iter_squares(_with_neighbours(piece.squares))
        }
        near = _with_neighbours(marks.changed.squares)
        counted = {
            square
            for piece in after.buildings
            if not piece.completed and piece.squares & near
            for square in iter_squares(_with_neighbours(piece.squares))
        }
        castle = set(iter_squares(_with_neighbours(after.lot.squares))) if ring else set()
        changed = set(iter_squares(marks.changed.squares)) | ring | finished_now
        # People and battlements rise over their squares, and all that stands throws a shadow.
        castle |= set(iter_squares(_with_neighbours(sum(1 << square for square in changed))))
        differing = set(iter_squares(_squares_that_differ(*pngs)))
        assert changed <= differing <= changed | counted | castle | left_over


def _with_neighbours(squares: SquareSet) -> SquareSet:
    """Some squares and those that touch them, by a side or by a corner."""
    return squares | spread(squares) | spread(spread(squares))


def test_marks_of_the_last_turn_stay_round_its_squares() -> None:
    view, marks = film("first-game-3")[30]
    plain = draw_board(view, names=names(view))
    marked = draw_board(
        view,
        names=names(view),
        marks=Marks(changed=replace(marks.changed, completed=(), pieces=())),
    )
    near = marks.changed.squares
    for square in iter_squares(marks.changed.squares):
        for other in iter_squares(view.edition.board):
            if (
                abs(column_of(other) - column_of(square)) <= 1
                and abs(row_of(other) - row_of(square)) <= 1
            ):
                near |= 1 << other
    found = _squares_that_differ(plain, marked)
    assert found & marks.changed.squares == marks.changed.squares
    assert not found & ~near


@pytest.mark.parametrize(
    "marks",
    [
        Marks(ring_numbers=True),
        Marks(piece=(1, "red")),
        Marks(changed=Changes(pieces=(PiecePlaced(0, "red", 4, 1, (0, 9, 2, 2), (1, 9, 2, 2)),))),
    ],
)
def test_every_mark_shows(marks: Marks) -> None:
    view = film("first-game-2")[0][0]
    assert draw_board(view, names=names(view), marks=marks) != draw_board(view, names=names(view))


def test_themes_and_titles_show() -> None:
    view = film("first-game-2")[5][0]
    pictures = {
        draw_board(view, names=names(view), theme=theme, title=title)
        for theme in Theme
        for title in ("", "Game 12")
    }
    assert len(pictures) == 4


def test_how_near_the_end_is_shows() -> None:
    view = film("first-game-2")[20][0]
    near = [replace(view, turns_left=left) for left in (None, 2, 1)]
    over = replace(view, phase=Phase.OVER, active=None)
    assert len({draw_board(other, names=names(view)) for other in (*near, over)}) == 4


@pytest.mark.parametrize(
    "hostile",
    ["", "x" * 5000, "@everyone", "\u202e\u200f", "\ud800", "Z̵̢a̷l̶g̴o̵" * 20, "🧙🏽‍♂️" * 50, "\n\n\x00"],
)
def test_hostile_names_are_drawn(hostile: str) -> None:
    view = film("first-game-2")[3][0]
    png = draw_board(view, names=[hostile, hostile], title=hostile)
    assert _opened(png).size == Size.NORMAL.value
