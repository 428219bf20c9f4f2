"""The chart of a look back."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from render import Size, Theme, draw_lookback


def picture(given_away: list[float], theme: Theme = Theme.DARK) -> Image.Image:
    turns = list(range(1, len(given_away) + 1))
    return Image.open(io.BytesIO(draw_lookback(turns, given_away, colour="violet", theme=theme)))


@pytest.mark.parametrize("given_away", [[0.0], [3.5, 0.0, 1.0], [1.0] * 90, [0.0, 4000.0]])
@pytest.mark.parametrize("theme", list(Theme))
def test_any_number_of_turns_and_any_sums_fit(given_away: list[float], theme: Theme) -> None:
    assert picture(given_away, theme).width == Size.NORMAL.value[0]


def test_a_bar_is_as_high_as_what_was_given_away() -> None:
    def coloured(given_away: list[float]) -> int:
        second_half = picture(given_away).convert("RGB").crop((700, 80, 1270, 450))
        counts = second_half.getcolors(1 << 20) or []
        return sum(
            count
            for count, colour in counts
            if isinstance(colour, tuple) and colour[2] > 150 and colour[1] < 100
        )

    assert coloured([10.0, 0.0]) == 0
    assert 1.5 < coloured([10.0, 10.0]) / coloured([10.0, 5.0]) < 2.5


@pytest.mark.parametrize("given_away", [[], [-1.0]])
def test_what_cannot_be_drawn_is_refused(given_away: list[float]) -> None:
    with pytest.raises(ValueError, match="one number"):
        draw_lookback([1] * len(given_away), given_away, colour="violet")


def test_each_turn_needs_its_number() -> None:
    with pytest.raises(ValueError, match="one number"):
        draw_lookback([1, 2], [1.0], colour="violet")
