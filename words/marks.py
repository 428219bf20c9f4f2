"""What is marked on a picture of the board, and told in the words beside it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.changes import NOTHING_CHANGED, Changes
from engine.opportunities import Opportunity
from engine.squares import Square, SquareSet


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
