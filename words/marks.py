"""The marks on a picture of the board, shared by the drawing and its alt text."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.changes import NOTHING_CHANGED, Changes
from engine.opportunities import Opportunity
from engine.squares import Square, SquareSet


@dataclass(frozen=True, slots=True)
class Ghost:
    """A preview of a tile before it is laid.

    Attributes:
        card: the card it would be built with.
        squares: the squares it would cover.
        completes: the squares of all buildings it would complete, its own included.
    """

    card: Card
    squares: SquareSet
    completes: SquareSet = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """The marks on a board picture; none by default.

    Attributes:
        changed: the changes of some turns, such as all since the person last looked.
        places: squares that the tile being placed could cover.
        ghost: the tile being placed.
        numbered: free squares round a building, numbered from 1 in this order.
        own, neutral: the squares on which own and neutral workers would be placed.
        ring_numbers: whether the ring squares that may take a piece carry their numbers.
        piece: the castle piece being placed: ring square (from 1) and family.
        focus: the squares of the building being chosen.
        chances: the ways to complete a building now, numbered from 1 in this order.
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
    chances: tuple[Opportunity, ...] = ()


NO_MARKS = Marks()
