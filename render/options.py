"""What a caller may choose of a picture: theme, size and the marks laid over the position."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.cards import Card
from engine.squares import Square, SquareSet
from engine.view import Counts
from i18n.translation import NC_
from render.changes import NOTHING_CHANGED, Changes
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


@dataclass(frozen=True, slots=True)
class Ghost:
    """A tile that is shown where it would lie, before it is laid.

    Attributes:
        card: the card it would be built with.
        squares: where it would lie.
        completes: the squares of all buildings it would complete, its own included.
    """

    card: Card
    squares: SquareSet
    completes: SquareSet = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What is marked on a board picture; nothing by default.

    Attributes:
        changed: what some turns changed, the last one or all since somebody looked.
        places: squares on which the tile being placed may come to lie.
        ghost: the tile being placed.
        numbered: free squares round a building, numbered from 1 in this order.
        own, neutral: workers that the active player would place.
        ring_numbers: whether the ring squares that may take a piece carry their numbers.
        piece: the castle piece being placed: ring square (from 1) and family.
        focus: the squares of the building being chosen.
        chances: the squares of buildings that could be completed, numbered from 1 in this order.
    """

    changed: Changes = NOTHING_CHANGED
    places: SquareSet = 0
    ghost: Ghost | None = None
    numbered: tuple[Square, ...] = ()
    own: SquareSet = 0
    neutral: SquareSet = 0
    ring_numbers: bool = False
    piece: tuple[int, str] | None = None
    focus: SquareSet = 0
    chances: tuple[SquareSet, ...] = ()


NO_MARKS = Marks()


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
