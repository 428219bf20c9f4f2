"""What a caller may choose of a picture: its theme, its size, and the course of a game to chart."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.view import Counts
from i18n.translation import NC_
from render.colours import SURFACES, Surface


class Theme(Enum):
    """Which of Discord's backgrounds the picture is made for; each has an entry in ``SURFACES``."""

    DARK = NC_("background", "dark")
    LIGHT = NC_("background", "light")

    @property
    def surface(self) -> Surface:
        """The colours round the board."""
        return SURFACES[self.value]


class Size(Enum):
    """How large a board is: the pixels of a picture, from the same drawing."""

    NORMAL = (1220, 776)
    LARGE = (1525, 970)

    @property
    def scale(self) -> float:
        """Pixels for one unit of the drawing, which is 1220 units wide."""
        return self.value[0] / 1220


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """How a finished game went, one entry a turn.

    Attributes:
        sold: for each turn the gold of each seat from sales, after it.
        unsold: for each turn what the seals of each seat were worth after it.
        values: for each turn the values of the families after it.
        sales: for each seat what each of its banners' sales brought, without the final sale.
    """

    sold: tuple[tuple[int, ...], ...]
    unsold: tuple[tuple[int, ...], ...]
    values: tuple[Counts, ...]
    sales: tuple[tuple[int, ...], ...] = ()
