"""What a caller may choose of a picture: theme, size and the marks laid over the position."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.cards import Card
from engine.squares import Square, SquareSet
from engine.view import Counts


class Theme(Enum):
    """Which of Discord's backgrounds the picture is made for."""

    DARK = "dark"
    LIGHT = "light"


class Size(Enum):
    """How large a board is: the pixels of a picture, from the same drawing."""

    NORMAL = (1280, 960)
    LARGE = (1600, 1200)

    @property
    def scale(self) -> float:
        """Pixels for one unit of the drawing, which is 1280 units wide."""
        return self.value[0] / 1280


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
        last: squares that changed in the last turn.
        last_ring: ring squares (from 1) that got a castle piece in the last turn.
        values_before: the values before the last turn, for the arrows of change.
        places: squares on which the tile being placed may come to lie.
        ghost: the tile being placed.
        numbered: free squares round a building, numbered from 1 in this order.
        own, neutral: workers that the active player would place.
        square_names: whether the free squares carry their names, faintly.
        ring_numbers: whether the ring squares carry their numbers.
        piece: the castle piece being placed: ring square (from 1) and family.
        focus: the squares of the building being chosen.
    """

    last: SquareSet = 0
    last_ring: frozenset[int] = frozenset()
    values_before: Counts | None = None
    places: SquareSet = 0
    ghost: Ghost | None = None
    numbered: tuple[Square, ...] = ()
    own: SquareSet = 0
    neutral: SquareSet = 0
    square_names: bool = False
    ring_numbers: bool = False
    piece: tuple[int, str] | None = None
    focus: SquareSet = 0


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
