"""The standings of a league: legible on a phone in both themes, whatever people are called."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from PIL import Image, ImageFont

import render.letters.text
import render.pen
from render import Theme, draw_standings
from render.letters.text import Style
from tests.render.colour_difference import contrast
from tests.render.golden_pictures import EVERY_SCRIPT
from words.standings import MOST_ROWS, StandingRow, describe_standings

PHONE, WIDTH, CAPITAL, TEXT = 350, 1220, 7.0, 4.5
"""A picture's width on a phone and by itself, the least height of capitals, the least contrast."""


def rows(count: int) -> list[StandingRow]:
    return [
        StandingRow(
            rank=number + 1,
            name=EVERY_SCRIPT[number % len(EVERY_SCRIPT)],
            points=str(180 - number),
            games=15,
            wins=number % 15,
            share=100 - number,
            left=number == count - 1,
            own=number == 2,
        )
        for number in range(count)
    ]


def draw(count: int, theme: Theme = Theme.DARK, *, over: bool = False) -> Image.Image:
    picture = draw_standings(
        rows(count), title="Winter " * 20, state="Round 12 of 15", over=over, theme=theme
    )
    return Image.open(io.BytesIO(picture)).convert("RGB")


@pytest.mark.parametrize("count", [1, 3, 8, MOST_ROWS])
def test_the_picture_is_as_high_as_its_rows_need(count: int) -> None:
    picture = draw(count)
    assert picture.width == WIDTH
    assert picture.height <= 900


@pytest.mark.parametrize("count", [0, MOST_ROWS + 1])
def test_rows_that_do_not_fit_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        draw(count)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("count", [3, MOST_ROWS])
def test_all_is_legible_on_a_phone(
    theme: Theme, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Style] = []
    real = render.letters.text.write

    def listening(*given: object, **more: object) -> int:
        style = given[4]
        assert isinstance(style, Style)
        heard.append(style)
        return real(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(render.pen, "write", listening)
    draw(count, theme, over=True)
    assert len(heard) == 6 + 6 * count
    for style in set(heard):
        font = ImageFont.truetype("render/letters/fonts/Cabin-Bold.otf", style.size)
        _, top, _, bottom = font.getbbox("H", anchor="ls")
        assert (bottom - top) * PHONE / WIDTH >= CAPITAL
        assert contrast(style.colour, style.ground) >= TEXT


def test_the_winner_and_the_one_who_looks_stand_out() -> None:
    pictures = [draw(4), draw(4, over=True)]
    pictures.append(draw(4, Theme.LIGHT))
    for one, other in combinations(pictures, 2):
        assert one.tobytes() != other.tobytes()


def test_the_words_say_the_same() -> None:
    told = describe_standings(rows(2), title="Winter", state="Round 1 of 3")
    assert told.startswith("Standings of Winter, Round 1 of 3: 1. ")
    assert "points: 180, 15 games, 0 won. 2. " in told
