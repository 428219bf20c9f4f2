"""What cannot be drawn is refused, not drawn wrong."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.cards import Card
from engine.events import PiecePlaced, WorkersPlaced
from engine.squares import parse_square
from engine.view import Building, View
from render import (
    Changes,
    Chart,
    DrawError,
    Ghost,
    Marks,
    board_text,
    describe_board,
    draw_board,
    draw_end,
    draw_forms,
    draw_screen,
    screen_text,
)
from tests.render.scenes import finished, flat_chart, names, position_at

VIEW = position_at("first-game-2", 0.5).view()
HOUSE = Card("house", "red")


def _square(name: str) -> int:
    return 1 << parse_square(name)


def _piece(ring: int, before: tuple[int, ...] = (0, 2, 2, 2)) -> Changes:
    return Changes(pieces=(PiecePlaced(0, "red", ring, 1, before, before),))


BAD_VIEWS: dict[str, Callable[[View], View]] = {
    "a building of no form": lambda view: replace(
        view, buildings=(Building(Card("house", "red"), _square("A1") | _square("C1"), False),)
    ),
    "an unknown form": lambda view: replace(
        view, buildings=(Building(Card("tower", "red"), _square("A1"), False),)
    ),
    "an unknown family": lambda view: replace(
        view,
        buildings=(Building(Card("house", "blue"), _square("A1") | _square("B1"), False),),
    ),
    "a building without squares": lambda view: replace(
        view, buildings=(Building(HOUSE, 0, False),)
    ),
    "a building off the board": lambda view: replace(
        view, buildings=(Building(HOUSE, _square("P1") | 1 << 16, False),)
    ),
    "a building on the lot": lambda view: replace(
        view, buildings=(Building(HOUSE, _square("G5") | _square("H5"), False),)
    ),
    "two buildings on one square": lambda view: replace(
        view, buildings=(*view.buildings, view.buildings[0])
    ),
    "a worker on a building": lambda view: replace(view, neutral=view.buildings[0].squares),
    "a worker off the board": lambda view: replace(view, neutral=1 << 16),
    "an unknown colour": lambda view: replace(
        view, seats=(replace(view.seats[0], colour="pink"), *view.seats[1:])
    ),
    "too many banners": lambda view: replace(
        view, seats=(replace(view.seats[0], banners=9), *view.seats[1:])
    ),
    "a single seat": lambda view: replace(view, seats=view.seats[:1]),
    "a seat that is not there": lambda view: replace(view, active=7),
    "a short ring": lambda view: replace(view, ring=view.ring[1:]),
    "a blue ring": lambda view: replace(view, ring=("blue", *view.ring[1:])),
    "a castle of five floors": lambda view: replace(view, heights=(5, *view.heights[1:])),
    "values of three families": lambda view: replace(view, values=(1, 2, 3)),
    "pools of one floor": lambda view: replace(view, pools=view.pools[:1]),
    "a negative stack": lambda view: replace(view, stack=-1),
    "an unknown open card": lambda view: replace(view, face_up=(Card("house", "pink"),)),
}


@pytest.mark.parametrize("what", BAD_VIEWS)
def test_impossible_views_are_refused_everywhere(what: str) -> None:
    view = BAD_VIEWS[what](VIEW)
    for show in (draw_board, describe_board, board_text):
        with pytest.raises(DrawError):
            show(view, names=["Ann", "Bob"])


BAD_MARKS: dict[str, Marks] = {
    "off the board": Marks(changed=Changes(workers=(WorkersPlaced(0, 1 << 16, 0),))),
    "negative": Marks(places=-1),
    "a number off the board": Marks(numbered=(-3,)),
    "ring square 0": Marks(changed=_piece(0)),
    "ring square 11": Marks(changed=_piece(11)),
    "a piece off the ring": Marks(piece=(11, "red")),
    "a blue piece": Marks(piece=(1, "blue")),
    "values of two families": Marks(changed=_piece(1, (1, 2))),
    "a ghost of no form": Marks(ghost=Ghost(HOUSE, _square("A1") | _square("C1"))),
    "a ghost off the board": Marks(ghost=Ghost(HOUSE, _square("A1") | _square("B1"), 1 << 16)),
}


@pytest.mark.parametrize("what", BAD_MARKS)
def test_impossible_marks_are_refused(what: str) -> None:
    with pytest.raises(DrawError):
        draw_board(VIEW, names=["Ann", "Bob"], marks=BAD_MARKS[what])


def test_own_workers_need_somebody_active() -> None:
    view = finished("first-game-2").view()
    free = view.edition.board & ~view.lot.squares
    with pytest.raises(DrawError):
        draw_board(view, names=names(view), marks=Marks(own=free & -free))


@pytest.mark.parametrize("bad", [None, "view", 3, {}])
def test_what_is_no_view_is_a_type_error(bad: Any) -> None:
    for show in (draw_board, draw_screen, describe_board, board_text, screen_text):
        with pytest.raises(TypeError):
            show(bad, names=["Ann", "Bob"])
    with pytest.raises(TypeError):
        draw_forms(bad)


@pytest.mark.parametrize("bad", [["Ann"], ["Ann", "Bob", "Cyd"], []])
def test_a_name_for_each_seat(bad: list[str]) -> None:
    with pytest.raises(DrawError):
        draw_board(VIEW, names=bad)


@pytest.mark.parametrize("bad", ["ab", [1, 2], [None, "Bob"]])
def test_names_are_texts(bad: Any) -> None:
    with pytest.raises(TypeError):
        draw_board(VIEW, names=bad)


def test_the_public_has_no_screen() -> None:
    for show in (draw_screen, screen_text):
        with pytest.raises(DrawError):
            show(VIEW, names=["Ann", "Bob"])


def test_a_running_game_has_no_end() -> None:
    with pytest.raises(DrawError):
        draw_end(VIEW, names=["Ann", "Bob"], chart=flat_chart(VIEW))


def test_a_chart_of_another_game_is_refused() -> None:
    view = finished("first-game-3").view()
    other = flat_chart(VIEW)
    for chart in (other, Chart(sold=(), unsold=(), values=())):
        with pytest.raises(DrawError):
            draw_end(view, names=names(view), chart=chart)
