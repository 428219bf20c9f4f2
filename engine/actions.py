"""Actions: immutable values, whose text is the game's notation.

>>> str(Castle("red", 3))
'castle red 3'
>>> str(Banner((("red", 2),)))
'banner sell red 2'
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from engine.cards import Card
from engine.squares import SquareSet, square_names


class Draw(Enum):
    """The sources of a draw besides the open cards."""

    STACK = "stack"
    NONE = "none"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Build:
    """Play a card, lay a tile of its form, and draw (rules, section 3.1, A).

    Attributes:
        card: the card played.
        squares: the squares of the tile.
        draw: an open card to take, the stack, or none when nothing is left.
    """

    card: Card
    squares: SquareSet
    draw: Card | Draw

    def __str__(self) -> str:
        return f"build {self.card} {' '.join(square_names(self.squares))} draw {self.draw}"


@dataclass(frozen=True, slots=True)
class Workers:
    """Place workers round one building (rules, section 3.1, B).

    Attributes:
        own: the squares of workers of the seat's own colour.
        neutral: the squares of neutral workers.
    """

    own: SquareSet
    neutral: SquareSet

    def __str__(self) -> str:
        words = ["workers"]
        if self.own:
            words += ["own", *square_names(self.own)]
        if self.neutral:
            words += ["neutral", *square_names(self.neutral)]
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass: legal only if the seat can neither build nor place workers (rules, section 3.1)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Castle:
    """Place a castle piece for a completed building (rules, section 3.2).

    Attributes:
        family: the piece's colour.
        ring: the ring square of the lot, from 1.
    """

    family: str
    ring: int

    def __str__(self) -> str:
        return f"castle {self.family} {self.ring}"


@dataclass(frozen=True, slots=True)
class Banner:
    """Hand in a banner, take workers, and sell any number of seals (rules, section 3.3).

    Attributes:
        sale: families with the number of seals sold, in the edition's order of families and
            without zeros. The canonical form makes equal sales equal actions.
    """

    sale: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        words = [f"{family} {amount}" for family, amount in self.sale]
        return " ".join(["banner sell", *words]) if words else "banner"


@dataclass(frozen=True, slots=True)
class End:
    """End the active seat's turn."""

    def __str__(self) -> str:
        return "end"


Action: TypeAlias = Build | Workers | Pass | Castle | Banner | End
