"""Private pictures: what a turn shows, and how near."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.actions import Castle
from engine.edition import Card
from engine.events import PiecePlaced
from engine.position import Position
from engine.squares import column_of, iter_squares, row_of
from engine.view import Phase, View
from i18n.translation import words_for
from render import Size, Theme, draw_board, draw_screen, draw_turn
from render.art.signs import number_badge
from render.files.raster import Tile
from render.layout import BOARD_WIDTH, HEIGHT, WIDTH
from render.private.screen import LEGEND_HEIGHT
from render.private.turn import decided_squares, values_after, window_round
from tests.render.scenes import film, names, opened, own_view, position_at, record
from tests.render.written import Written
from words.sentences import Ghost, Marks


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
        for of, first, count in (
            (column_of, window.left, window.columns),
            (row_of, window.top, window.rows),
        ):
            lines = set(map(of, iter_squares(decided)))
            if max(lines) - min(lines) < count:
                assert lines <= set(range(first, first + count))


@pytest.mark.slow
@pytest.mark.parametrize("theme", Theme)
def test_every_step_is_drawn_within_the_limit(theme: Theme) -> None:
    for view, marks in _steps("first-game-4", 0.5):
        png = draw_turn(view, names=names(view), marks=marks, theme=theme)
        assert len(png) <= 120_000
        assert opened(png).size == Size.NORMAL.value


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
def test_only_free_ring_squares_are_numbered(share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers: list[int] = []

    def listening(number: int, size: int, scale: float) -> Tile:
        numbers.append(number)
        return number_badge(number, size, scale)

    monkeypatch.setattr("render.art.signs.number_badge", listening)
    view = replace(own_view("first-game-4", share), phase=Phase.CASTLE, owed=1)
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
@pytest.mark.parametrize("draw", [draw_turn, draw_screen])
def test_any_number_of_cards_fits(draw: Callable[..., bytes], theme: Theme) -> None:
    view = own_view("first-game-4", 0.6)
    assert view.screen is not None
    for hand in range(5):
        fewer = replace(view, screen=replace(view.screen, hand=view.screen.hand[:hand]))
        png = draw(fewer, names=names(view), theme=theme)
        assert len(png) <= 120_000
        assert opened(png).size[0] == Size.NORMAL.value[0]
        assert draw is draw_screen or opened(png).size == Size.NORMAL.value


@pytest.mark.parametrize("draw", [draw_turn, draw_screen])
def test_it_shows_all_behind_the_screen_alone(draw: Callable[..., bytes]) -> None:
    position = position_at("first-game-4", 0.4)
    view = position.view(position.active)
    screen = view.screen
    assert screen is not None
    others = [
        screen,
        replace(screen, own=screen.own + 1),
        replace(screen, neutral=screen.neutral + 1),
        replace(screen, gold=screen.gold + 1),
        replace(screen, seals=(screen.seals[0] + 1, *screen.seals[1:])),
        replace(screen, hand=(Card("mill", "red"), *screen.hand[1:])),
        replace(screen, hand=screen.hand[1:]),
    ]
    shown = [draw(replace(view, screen=other), names=names(view)) for other in others]
    assert len(set(shown)) == len(others)
    twin = position.copy()
    for seat in range(position.start.seats):
        if seat != position.active:
            twin.own_stock[seat] += 1
            twin.gold[seat] += 7
    assert draw(twin.view(position.active), names=names(view)) == shown[0]


def test_the_board_beside_is_the_one_that_all_see_with_its_marks() -> None:
    _, marks = film("first-game-4")[20]
    view = own_view("first-game-4", 0.4)
    own, public = (
        opened(draw(view, names=names(view), marks=marks)).crop((0, 0, BOARD_WIDTH, HEIGHT))
        for draw in (draw_turn, draw_board)
    )
    assert own.tobytes() == public.tobytes()


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_a_legend_lies_below(theme: Theme, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    view = own_view("first-game-4", 0.4)
    written, words = Written(monkeypatch), words_for(language)
    plain, explained = (
        draw_turn(view, names=names(view), theme=theme, words=words, legend=legend)
        for legend in (False, True)
    )
    whole = opened(explained)
    assert whole.size == (WIDTH, HEIGHT + LEGEND_HEIGHT)
    above = whole.crop((0, 0, WIDTH, HEIGHT))
    assert above.tobytes() == opened(plain).tobytes()
    assert len(explained) <= 120_000
    assert (written.cut, written.hidden, written.small) == (set(), set(), set())
