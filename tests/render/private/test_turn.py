"""The board over what lies behind a screen."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from engine.edition import Card
from engine.view import Screen
from i18n.translation import words_for
from render import Size, Theme, draw_board, draw_turn
from render.layout import BOARD_WIDTH, HEIGHT, WIDTH
from render.private.screen import LEGEND_HEIGHT
from tests.render.scenes import film, names, position_at
from tests.render.written import Written


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


def _opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


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
