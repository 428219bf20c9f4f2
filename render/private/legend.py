"""The legend below a first screen: what each mark means, for people who see it the first times."""

from __future__ import annotations

from typing import Final

from i18n.translation import Words
from render.art.chips import (
    chance_pill,
    gain_plaque,
    hat_badge,
    missing_square,
    payout_plaque,
    vacancy_chip,
)
from render.colours import Surface
from render.files.raster import Raster, Tile, plain_raster
from render.files.tile_cache import TILES
from render.layout import GAP, SMALL, WIDTH
from render.pen import Pen

_ACROSS: Final = 3
_ROW: Final = 54
_SAMPLE: Final = 112
"""The room of a mark before its meaning."""
LEGEND_HEIGHT: Final = 2 * _ROW + 2 * GAP


def with_legend(raster: Raster, colour: str, surface: Surface, words: Words) -> Raster:
    """Return a picture with the legend below it.

    Args:
        raster: the picture, as wide as a board's.
        colour: the player whose hat the marks show.
        surface: the colours.
        words: the language.
    """
    whole = plain_raster(WIDTH, raster.height + LEGEND_HEIGHT, surface.page)
    whole.paste(raster.tile(), 0, 0)
    pen, wide = Pen(whole, surface, 1.0), WIDTH // _ACROSS
    for number, (tile, meaning) in enumerate(_marks(colour, words)):
        left = number % _ACROSS * wide
        middle = raster.height + GAP + number // _ACROSS * _ROW + _ROW // 2
        x = left + (_SAMPLE - tile.width) // 2 - tile.left
        whole.paste(tile, x, middle - tile.height // 2 - tile.top)
        room, tone = wide - _SAMPLE - GAP, surface.text
        pen.write(
            left + _SAMPLE,
            middle - 22,
            meaning,
            SMALL,
            colour=tone,
            ground=surface.page,
            width=room,
        )
    return whole


def _marks(colour: str, words: Words) -> tuple[tuple[Tile, str], ...]:
    """Return each mark with its meaning."""
    get = TILES.get
    return (
        # Translators: this and the next five explain marks of a picture; 20 characters at most.
        (get(hat_badge, colour, 1.0), words.context("mark", "done since your turn")),
        (get(gain_plaque, colour, 4, 1.0), words.context("mark", "seals gained")),
        (get(chance_pill, 1, "2–6", 1.0), words.context("mark", "you can complete")),
        (get(payout_plaque, colour, 2, 1.0), words.context("mark", "seals, if completed")),
        (get(vacancy_chip, 3, 1.0), words.context("mark", "squares vacant")),
        (get(missing_square, 1.0), words.context("mark", "a square it still needs")),
    )
