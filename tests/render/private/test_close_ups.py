"""Private pictures: what a turn shows, and how near."""

import io
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image

from engine.actions import Castle
from engine.edition import Card
from engine.events import PiecePlaced
from engine.position import Position
from engine.squares import column_of, iter_squares, row_of
from engine.view import Phase, Screen, View
from i18n.translation import words_for
from render import Size, Theme, draw_board, draw_turn
from render.art.signs import number_badge
from render.files.raster import Tile
from render.layout import BOARD_WIDTH, HEIGHT, WIDTH
from render.private.screen import LEGEND_HEIGHT
from render.private.turn import CLOSE_UP, decided_squares, values_after, window_round
from tests.render.scenes import film, names, position_at, record
from tests.render.written import Written
from words.sentences import Ghost, Marks

TODAY = 60 / 1280
"""The share of the whole board's width that a square had before steps were shown large."""


def _opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def _steps(name: str, share: float) -> list[tuple[View, Marks]]:
    position = position_at(name, share)
    view = position.view(position.active)
    found = []
    for card in position.hands[position.active]:
        for squares in list(position.placements(card))[::20]:
            found.append((view, Marks(ghost=Ghost(card, squares), places=squares)))
    for site, gap in position.worker_sites():
        focus = 0 if site is None else position.buildings[site].squares
        found.append((view, Marks(numbered=tuple(iter_squares(gap)), focus=focus)))
    ring = next(number for number, free in enumerate(view.placeable, start=1) if free)
    found.append((view, Marks(ring_numbers=True, piece=(ring, view.edition.families[0]))))
    return found


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("game", ["first-game-2", "free-4"])
def test_all_that_is_decided_lies_in_the_part_that_is_shown(game: str, share: float) -> None:
    for view, marks in _steps(game, share):
        decided = decided_squares(view, marks)
        window = window_round(view.edition, decided)
        assert 0 <= window.left <= view.edition.columns - window.columns
        assert 0 <= window.top <= view.edition.rows - window.rows
        columns = {column_of(square) for square in iter_squares(decided)}
        rows = {row_of(square) for square in iter_squares(decided)}
        if max(columns) - min(columns) < window.columns:
            assert columns <= set(range(window.left, window.left + window.columns))
        if max(rows) - min(rows) < window.rows:
            assert rows <= set(range(window.top, window.top + window.rows))


def test_a_square_is_twice_as_large_as_it_was() -> None:
    width, _ = Size.NORMAL.value
    assert 60 * CLOSE_UP / width >= 2 * TODAY


@pytest.mark.slow
@pytest.mark.parametrize("theme", Theme)
def test_every_step_is_drawn_within_the_limit(theme: Theme) -> None:
    for view, marks in _steps("first-game-4", 0.5):
        png = draw_turn(view, names=names(view), marks=marks, theme=theme)
        assert len(png) <= 120_000
        assert _opened(png).size == Size.NORMAL.value


def test_the_values_after_a_piece_are_what_the_engine_makes_of_them() -> None:
    game = record("first-game-3")
    position, seen = Position(game.start), 0
    for action in game.actions:
        view = position.view()
        for event in position.apply(action):
            if isinstance(event, PiecePlaced):
                assert isinstance(action, Castle)
                assert values_after(view, (action.ring, action.family)) == event.after
                seen += 1
    assert seen > 10
    assert values_after(position.view(), None) is None


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_only_ring_squares_that_may_take_the_piece_are_numbered(
    share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers: list[int] = []

    def listening(number: int, size: int, scale: float) -> Tile:
        numbers.append(number)
        return number_badge(number, size, scale)

    monkeypatch.setattr("render.art.signs.number_badge", listening)
    position = position_at("first-game-4", share)
    view = replace(position.view(position.active), phase=Phase.CASTLE, owed=1)
    draw_turn(view, names=names(view), marks=Marks(ring_numbers=True))
    assert numbers == [number for number, free in enumerate(view.placeable, start=1) if free]


def test_the_part_follows_what_is_decided() -> None:
    position = position_at("first-game-2", 0.3)
    view = position.view(position.active)
    windows = {
        window_round(view.edition, decided_squares(view, marks))
        for view, marks in _steps("first-game-2", 0.3)
    }
    assert len(windows) > 3
    card = position.hands[position.active][0]
    pictures = [
        draw_turn(view, names=names(view), marks=Marks(ghost=Ghost(card, squares)))
        for squares in list(position.placements(card))[::30]
    ]
    assert all(first != second for first, second in pairwise(pictures))


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("hand", range(5))
def test_any_number_of_cards_fits(theme: Theme, hand: int) -> None:
    position = position_at("first-game-4", 0.6)
    view = position.view(position.active)
    assert view.screen is not None
    view = replace(view, screen=replace(view.screen, hand=view.screen.hand[:hand]))
    png = draw_turn(view, names=names(view), theme=theme)
    assert len(png) <= 120_000
    assert Image.open(io.BytesIO(png)).size == Size.NORMAL.value


def test_it_shows_everything_behind_the_screen_but_nothing_of_others() -> None:
    position = position_at("first-game-4", 0.4)
    view = position.view(position.active)
    screen = view.screen
    assert screen is not None
    shown = draw_turn(view, names=names(view))
    others: list[Screen] = [
        replace(screen, own=screen.own + 1),
        replace(screen, neutral=screen.neutral + 1),
        replace(screen, gold=screen.gold + 1),
        replace(screen, seals=(screen.seals[0] + 1, *screen.seals[1:])),
        replace(screen, hand=(Card("mill", "red"), *screen.hand[1:])),
        replace(screen, hand=screen.hand[1:]),
    ]
    pictures = {draw_turn(replace(view, screen=other), names=names(view)) for other in others}
    assert len(pictures | {shown}) == len(others) + 1
    twin = position.copy()
    for seat in range(position.start.seats):
        if seat != position.active:
            twin.own_stock[seat] += 1
            twin.gold[seat] += 7
    assert draw_turn(twin.view(position.active), names=names(view)) == shown


def test_the_board_beside_is_the_one_that_all_see_with_its_marks() -> None:
    position = position_at("first-game-4", 0.4)
    _, marks = film("first-game-4")[20]
    view = position.view(position.active)
    own, public = (
        _opened(draw(view, names=names(view), marks=marks)).crop((0, 0, BOARD_WIDTH, HEIGHT))
        for draw in (draw_turn, draw_board)
    )
    assert own.tobytes() == public.tobytes()


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_a_legend_stands_below_and_changes_nothing_above(
    theme: Theme, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = position_at("first-game-4", 0.4)
    view = position.view(position.active)
    written, words = Written(monkeypatch), words_for(language)
    plain, explained = (
        draw_turn(view, names=names(view), theme=theme, words=words, legend=legend)
        for legend in (False, True)
    )
    whole = Image.open(io.BytesIO(explained)).convert("RGB")
    assert whole.size == (WIDTH, HEIGHT + LEGEND_HEIGHT)
    above = whole.crop((0, 0, WIDTH, HEIGHT))
    assert above.tobytes() == Image.open(io.BytesIO(plain)).convert("RGB").tobytes()
    assert len(explained) <= 120_000
    assert not written.cut
    assert not written.hidden
    assert not written.small
