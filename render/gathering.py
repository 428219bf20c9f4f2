"""The picture of a game that people gather for: its players and free places before the castle."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.edition import Edition
from engine.squares import column_of, row_of
from i18n.translation import ENGLISH, Words
from render.art.castle import castle
from render.art.drawing import UNIT
from render.art.land import land, paint_clearing, paint_tent
from render.art.tokens import paint_worker
from render.canvas import Canvas
from render.colours import GRASS, PAPER
from render.end import lay_ribbon
from render.files.raster import Tile, plain_raster, tile_over
from render.files.tile_cache import PASSING
from render.layout import SMALL, WIDTH, Theme
from render.letters.text import legible
from render.pen import Pen

_HIGH: Final = 640
"""With the width in the proportion of 1200 to 630, which link previews have."""
_SCALE: Final = 1.5
"""How much larger than on a board land and castle are."""
_CASTLE: Final = 270
"""The upper edge of the castle's lot."""
_FOOT: Final = 588
"""Where the land ends, and the strip with the names begins."""
_FIGURE: Final = 170
_SIDE: Final = round(UNIT * _SCALE)


def draw_gathering(
    edition: Edition,
    *,
    players: Sequence[tuple[str, str | None]],
    seats: int,
    title: str,
    theme: Theme = Theme.DARK,
    words: Words = ENGLISH,
) -> bytes:
    """Draw a game that has not begun as a PNG: who has a seat, and a tent for each free one.

    Args:
        edition: the game's; its castle stands as it will be.
        players: the name of each who has a seat, in any script and of any length, and the colour;
            until the game has given them out, None.
        seats: how many seats there are.
        title: a short name of the game.
        theme: which of Discord's backgrounds it is for.
        words: the language of its few words.
    """
    surface, lot = theme.surface, edition.first_lot
    pen = Pen(plain_raster(WIDTH, _HIGH, surface.panel), surface, 1.0)
    # Whole squares, so that the castle stands where it does on the board.
    wide = -(-WIDTH // _SIDE // 2) * 2 + lot.width % 2
    left, top = column_of(lot.corner) + (lot.width - wide) // 2, row_of(lot.corner) - 3
    x = (WIDTH - lot.width * _SIDE) // 2
    ground = PASSING.get(land, edition, lot, left, top, wide + 1, 7, False, _SCALE)
    pen.paste(ground, x - (column_of(lot.corner) - left) * _SIDE, _CASTLE - 3 * _SIDE)
    count = edition.ring_size
    tops = tuple(edition.families[number % len(edition.families)] for number in range(count))
    highest = (len(edition.floors),) * count
    for tile in PASSING.get(castle, lot, tops, highest, (False,) * count, _SCALE, False).tiles:
        pen.paste(tile, x, _CASTLE)
    pen.fill(0, _FOOT, WIDTH, _HIGH - _FOOT, surface.panel)
    pen.fill(0, _FOOT, WIDTH, 3, surface.panel_edge)
    lay_ribbon(pen, title, "Arkadia")
    for number, (left, wide) in enumerate(_places(seats, x - _SIDE // 2)):
        taken = number < len(players)
        name, colour = players[number] if taken else ("", "")
        figure = PASSING.get(_standing, edition.colours[number] if colour is None else colour)
        pen.paste(figure, left + (wide - _FIGURE) // 2, _FOOT - _FIGURE - 8)
        pen.write(
            left + wide / 2,
            _FOOT + 4,
            # Translators: below an empty seat in a picture.
            legible(name) if taken else words.context("seat", "free"),
            SMALL,
            colour=surface.strong if taken else surface.quiet,
            align=0.5,
            width=wide - 12,
            cut=True,
        )
    return pen.raster.png()


def _places(seats: int, room: int) -> Iterator[tuple[int, int]]:
    """Yield where each seat begins and how wide it is: the first half left of the castle."""
    half = (seats + 1) // 2
    for number in range(seats):
        wide = room // (half if number < half else seats - half)
        yield (number * wide if number < half else WIDTH - (seats - number) * wide), wide


def _standing(colour: str) -> Tile:
    """Draw a player's figure, or the tent of a free seat."""
    canvas = Canvas(_FIGURE, _FIGURE, 1.0)
    middle = _FIGURE / 2
    if colour:
        paint_worker(canvas, colour, middle, middle, _FIGURE - 8, PAPER, tool=0)
    else:
        big = canvas.part(UNIT, UNIT, 2.2)
        paint_clearing(big, UNIT / 2, UNIT / 2)
        paint_tent(big, UNIT / 2, UNIT / 2)
        canvas.lay(big, middle - UNIT * 1.1, _FIGURE - UNIT * 2.2 + 4)
    return tile_over(canvas, GRASS)
