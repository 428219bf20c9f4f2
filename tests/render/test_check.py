"""What cannot be drawn is refused, not drawn wrong."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from engine.edition import edition_from_json
from engine.squares import parse_square
from engine.view import Building, View
from render import (
    Chart,
    DrawError,
    Ghost,
    Marks,
    board_text,
    changes,
    describe_board,
    draw_board,
    draw_end,
    draw_forms,
    draw_replay,
    draw_screen,
    screen_text,
)
from tests.render.scenes import finished, flat_chart, names, position_at

VIEW = position_at("first-game-2", 0.5).view()
HOUSE = Card("house", "red")


def _square(name: str) -> int:
    return 1 << parse_square(name)


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
    "off the board": Marks(last=1 << 16),
    "negative": Marks(places=-1),
    "a number off the board": Marks(numbered=(-3,)),
    "ring square 0": Marks(last_ring=frozenset({0})),
    "ring square 11": Marks(last_ring=frozenset({11})),
    "a piece off the ring": Marks(piece=(11, "red")),
    "a blue piece": Marks(piece=(1, "blue")),
    "values of two families": Marks(values_before=(1, 2)),
    "a ghost of no form": Marks(ghost=Ghost(HOUSE, _square("A1") | _square("C1"))),
    "a ghost off the board": Marks(ghost=Ghost(HOUSE, _square("A1") | _square("B1"), 1 << 16)),
}


@pytest.mark.parametrize("what", BAD_MARKS)
def test_impossible_marks_are_refused(what: str) -> None:
    with pytest.raises(DrawError):
        draw_board(VIEW, names=["Ann", "Bob"], marks=BAD_MARKS[what])


def test_an_edition_without_drawings_is_refused() -> None:
    path = Path(__file__).parents[1] / "engine" / "small_edition.json"
    edition = edition_from_json(path.read_text("utf-8"))
    with pytest.raises(DrawError, match="no drawing of shed"):
        draw_board(replace(VIEW, edition=edition), names=["Ann", "Bob"])


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


def test_a_replay_needs_frames() -> None:
    with pytest.raises(DrawError):
        draw_replay([], names=[])


def test_changes_between_two_games_are_refused() -> None:
    with pytest.raises(DrawError):
        changes(VIEW, replace(VIEW, lot=VIEW.edition.lots[0]))
