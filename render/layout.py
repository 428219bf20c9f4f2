"""The layout of a board picture, in units: 1220 wide and 776 high, much as Discord's box is.

Discord shows a picture in a box of at most 550 by 350; a square of 60 units is 27 pixels there.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from render.art.shapes import LETTER, UNIT

COLUMNS: Final = 16
ROWS: Final = 12
"""The largest board that fits the picture."""
WIDTH: Final = 1220
HEIGHT: Final = 776
LEFT: Final = 36
"""The rim left of the board, with the numbers of the rows."""
TOP: Final = 33
"""The rim above the board, with the letters of the columns."""
RIM: Final = 8
"""The rim right of the board."""
BOARD_WIDTH: Final = LEFT + COLUMNS * UNIT + RIM
BOARD_HEIGHT: Final = HEIGHT
GAP: Final = 6

SMALL: Final = LETTER
"""The size of most letters: the smallest that are read on a phone."""
MEDIUM: Final = 40
LARGE: Final = 46
"""The size of numbers that stand out. A board and its column have these three sizes alone."""


class Box(NamedTuple):
    """A rectangle in units."""

    left: int
    top: int
    width: int
    height: int


COLUMN: Final = Box(BOARD_WIDTH + GAP, GAP, WIDTH - BOARD_WIDTH - 2 * GAP, HEIGHT - 2 * GAP)
"""The side column with the panels."""
