"""The options of a picture, the layout of a board, and a pen that writes in its units.

A board is 1220 units wide and 776 high. Discord shows a picture in a box of at most 550 by 350; a
square of 60 units is 27 pixels there.
"""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from i18n.translation import NC_
from render.art.drawing import DIGIT, LETTER, UNIT
from render.art.panels import panel_box
from render.colours import RGB, SURFACES, Surface
from render.files.raster import Raster, Tile, plain_raster
from render.files.tile_cache import TILES
from render.letters.text import Style, baseline, fitted, legible, text_width, write


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
ROWS: Final = 12  # the largest board that fits the picture
WIDTH: Final = 1220
HEIGHT: Final = 776
LEFT: Final = 36  # the rim left of the board, with the numbers of the rows
TOP: Final = 36  # the rim above the board, with the letters of the columns
RIM: Final = 8  # the rim right of the board
BOARD_WIDTH: Final = LEFT + COLUMNS * UNIT + RIM
BOARD_HEIGHT: Final = HEIGHT
GAP: Final = 6

SMALL: Final = LETTER  # the size of most letters: the smallest that are read on a phone
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

_LEAST: Final = 14  # the size below which not even words become smaller
_NARROWEST: Final = 60
"""The width to which small letters are pressed before a text is cut, in hundredths."""


@dataclass(frozen=True, slots=True)
class Pen:
    """A pen that writes and lays tiles on a raster, with places given in units of the drawing."""

    raster: Raster
    surface: Surface
    scale: float

    def px(self, units: float) -> int:
        """Return units as pixels."""
        return round(units * self.scale)

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        *,
        colour: RGB | None = None,
        ground: RGB | None = None,
        weight: str = "bold",
        align: float = 0,
        width: float = 0,
        cut: bool = False,
        least: int = LETTER,
    ) -> float:
        """Write a line and return its width in units.

        Args:
            x: its left end, middle or right end, by ``align`` 0, 0.5 or 1.
            y: its top when it has the full size; a smaller line stands on the same baseline.
            colour: their colour, or None for the surface's.
            ground: the colour under them, or None for a panel's.
            align: the part of the line that lies at ``x``.
            width: units it may take, or 0 for any number; a longer line is written smaller.
            cut: True for a person's text, of which the legible part is written, and which is cut if
                it is too long in small and narrow letters. The product's own words become smaller
                yet, since a translation may be longer.
            least: the size from which a line that is too long gets narrower and not smaller.
        """
        surface = self.surface
        text = legible(text) if cut else text
        style = Style(weight, self.px(size), colour or surface.text, ground or surface.panel)
        room = self.px(width)
        small, smallest = self.px(min(size, least)), 0 if cut else self.px(_LEAST)
        fitting, lower = _fitted(text, style, room, small, smallest)
        top = self.px(y) + lower
        pixels = write(self.raster, self.px(x), top, text, fitting, align=align, width=room)
        return pixels / self.scale

    def digits(
        self,
        x: float,
        middle: float,
        text: str,
        size: int = DIGIT,
        *,
        colour: RGB | None = None,
        ground: RGB | None = None,
        align: float = 0,
        width: float = 0,
    ) -> float:
        """Write a number whose middle lies at a height, and return its width; else as ``write``."""
        top = middle + 0.36 * size - baseline(self.px(size)) / self.scale
        return self.write(
            x, top, text, size, colour=colour, ground=ground, align=align, width=width, least=DIGIT
        )

    def paste(self, tile: Tile, x: float, y: float) -> None:
        """Lay a tile with its top left corner at a point."""
        self.raster.paste(tile, self.px(x), self.px(y))

    def fill(self, x: float, y: float, width: float, height: float, colour: RGB) -> None:
        """Fill a rectangle."""
        self.raster.fill(self.px(x), self.px(y), self.px(width), self.px(height), colour)

    def box(self, box: Box, *, fill: RGB, edge: RGB, thick: int = 2) -> None:
        """Lay a rounded box on the page."""
        tile = TILES.get(
            panel_box, box.width, box.height, fill, edge, thick, self.surface.page, self.scale
        )
        self.paste(tile, box.left, box.top)


@lru_cache(maxsize=2048)
def _fitted(text: str, style: Style, room: int, small: int, least: int) -> tuple[Style, int]:
    """Return the style in which a line fits its room, and how much lower its tile then begins.

    Args:
        small: the size from which letters become narrower and not smaller.
        least: the size of words that are narrow and still too long; 0 for a text that is cut.
    """
    size = _shrunk(text, style, room, small)
    found = style._replace(size=size)
    if room and (wide := text_width(text, found)) > room:
        narrow = max(_NARROWEST, 100 * room // wide)
        # The part that is left of a cut text may have room for wider letters.
        kept = fitted(text, found._replace(narrow=narrow), room)
        if least and kept != text:
            found = found._replace(narrow=narrow)
            found = found._replace(size=_shrunk(text, found, room, least))
        else:
            narrow = max(narrow, min(100, 100 * room // text_width(kept, found)))
            found = found._replace(narrow=narrow)
    return found, baseline(style.size) - baseline(found.size)


def _shrunk(text: str, style: Style, room: int, least: int) -> int:
    """Return the size in which a line fits its room, or the least one."""
    size = style.size
    # Step by step: widths are cached by size, and most lines fit at the first or second.
    while room and size > least and text_width(text, style._replace(size=size)) > room:
        size -= 1
    return size


def box_pen(
    box: Box,
    surface: Surface,
    scale: float,
    *,
    fill: RGB | None = None,
    edge: RGB | None = None,
    thick: int = 2,
) -> Pen:
    """Return a pen for a new raster that shows an empty rounded box of a given size."""
    size = round(box.width * scale), round(box.height * scale)
    pen = Pen(plain_raster(*size, surface.page), surface, scale)
    whole = Box(0, 0, box.width, box.height)
    pen.box(whole, fill=fill or surface.panel, edge=edge or surface.panel_edge, thick=thick)
    return pen
