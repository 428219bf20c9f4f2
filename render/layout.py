"""The options of a picture, and the layout of a board: 1220 units wide and 776 high.

Discord shows a picture in a box of at most 550 by 350; a square of 60 units is 27 pixels there.
"""

from enum import Enum
from typing import Final, NamedTuple

from i18n.translation import NC_
from render.art.drawing import LETTER, UNIT
from render.colours import SURFACES, Surface


class Theme(Enum):
    """The background of Discord that a picture is made for; each has an entry in ``SURFACES``."""

    DARK = NC_("background", "dark")
    LIGHT = NC_("background", "light")

    @property
    def surface(self) -> Surface:
        """The colours round the board."""
        return SURFACES[self.value]


class Size(Enum):
    """The size of a board: the pixels of a picture, from the same drawing."""

    NORMAL = (1220, 776)
    LARGE = (1525, 970)

    @property
    def scale(self) -> float:
        """Pixels for one unit of the drawing, which is 1220 units wide."""
        return self.value[0] / 1220


COLUMNS: Final = 16
ROWS: Final = 12
"""The largest board that fits the picture."""
WIDTH: Final = 1220
HEIGHT: Final = 776
LEFT: Final = 36
"""The rim left of the board, with the numbers of the rows."""
TOP: Final = 36
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
"""The size of numbers that stand out. Letters beside a board have these three sizes alone."""


class Box(NamedTuple):
    """A rectangle in units."""

    left: int
    top: int
    width: int
    height: int


COLUMN: Final = Box(BOARD_WIDTH + GAP, GAP, WIDTH - BOARD_WIDTH - 2 * GAP, HEIGHT - 2 * GAP)
"""The side column with the panels."""
