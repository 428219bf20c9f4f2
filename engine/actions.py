"""Actions: immutable values, whose text is the game's notation, and the parser of that text.

The words of an action are separated by single spaces. Squares and families are read in any order
and stored in canonical order; a text that is not in the grammar is refused and quoted.

>>> str(Castle("red", 3))
'castle red 3'
>>> str(Banner((("red", 2),)))
'banner sell red 2'
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Self, TypeAlias

from engine.edition import Card, Edition
from engine.errors import NotationError
from engine.squares import SquareSet, square_names


class Draw(Enum):
    """The sources of a draw besides the open cards."""

    STACK = "stack"
    NONE = "none"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Build:
    """Play a card, lay a tile of its form, and draw (rules, section 3.1, A)."""

    card: Card
    squares: SquareSet
    draw: Card | Draw

    def __str__(self) -> str:
        return f"build {self.card} {' '.join(square_names(self.squares))} draw {self.draw}"


@dataclass(frozen=True, slots=True)
class Workers:
    """Place workers round one building (rules, section 3.1, B)."""

    own: SquareSet
    neutral: SquareSet

    @property
    def squares(self) -> SquareSet:
        """All squares on which a worker is placed."""
        return self.own | self.neutral

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
    """Place a castle piece for a completed building (rules, section 3.2)."""

    family: str
    ring: int  # the ring square of the lot, from 1

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

    @classmethod
    def of(cls, families: Iterable[str], amounts: Iterable[int]) -> Self:
        """Return a banner with the amount to sell of each of the edition's families."""
        return cls(tuple(sold for sold in zip(families, amounts, strict=True) if sold[1]))

    def __str__(self) -> str:
        words = [f"{family} {amount}" for family, amount in self.sale]
        return " ".join(["banner sell", *words]) if words else "banner"


@dataclass(frozen=True, slots=True)
class End:
    """End the active seat's turn."""

    def __str__(self) -> str:
        return "end"


Action: TypeAlias = Build | Workers | Pass | Castle | Banner | End

_NUMBER = re.compile(r"0|[1-9][0-9]{0,3}")


def parse_action(text: str, edition: Edition) -> Action:
    """Parse an action.

    Raises:
        NotationError: if the text is no action, or names a thing that the edition does not have.
    """
    words = text.split(" ")
    match words[0]:
        case "build":
            return _parse_build(words, edition)
        case "workers":
            return _parse_workers(words, edition)
        case "castle":
            return _parse_castle(words, edition)
        case "banner":
            return _parse_banner(words, edition)
        case "pass":
            _expect_end(words, 1)
            return Pass()
        case "end":
            _expect_end(words, 1)
            return End()
    raise NotationError("bad-action", token=text)


def banner(sale: Mapping[str, int], edition: Edition) -> Banner:
    """Return a banner with its sale in canonical form: families in order, no zeros."""
    for family, amount in sale.items():
        if amount:
            _family(family, edition)
    return Banner.of(edition.families, [sale.get(family, 0) for family in edition.families])


def _expect_end(words: list[str], length: int) -> None:
    if len(words) > length:
        raise NotationError("bad-word", token=words[length], expected="nothing more")


def _word(words: list[str], index: int, expected: str) -> str:
    if index >= len(words):
        raise NotationError("missing-word", expected=expected)
    return words[index]


def _number(text: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise NotationError("bad-number", token=text)
    return int(text)


def _squares(words: list[str], edition: Edition, taken: SquareSet = 0) -> SquareSet:
    bits = edition.square_bits
    squares = 0
    for word in words:
        bit = bits.get(word)
        # The table answers nearly always; the parser behind it finds the exact reason of an error.
        if bit is None:
            edition.square(word)
            raise NotationError("bad-square", token=word)
        if bit & (squares | taken):
            raise NotationError("repeated-square", token=word)
        squares |= bit
    return squares


def _parse_build(words: list[str], edition: Edition) -> Build:
    card = edition.card(_word(words, 1, "a card"))
    if "draw" not in words:
        raise NotationError("missing-word", expected="draw")
    at = words.index("draw")
    squares = _squares(words[2:at], edition)
    if not squares:
        raise NotationError("bad-word", token="draw", expected="a square")
    source = _word(words, at + 1, "stack, none or an open card")
    _expect_end(words, at + 2)
    if source == "stack":
        return Build(card, squares, Draw.STACK)
    if source == "none":
        return Build(card, squares, Draw.NONE)
    return Build(card, squares, edition.card(source))


def _parse_workers(words: list[str], edition: Edition) -> Workers:
    kinds = {"own": 0, "neutral": 0}
    taken = 0
    index = 1
    _word(words, index, "own or neutral")
    while index < len(words):
        kind = words[index]
        if kinds.get(kind) != 0:
            raise NotationError("bad-word", token=kind, expected="own or neutral, each once")
        end = index + 1
        while end < len(words) and words[end] not in kinds:
            end += 1
        squares = _squares(words[index + 1 : end], edition, taken)
        if not squares:
            raise NotationError("missing-word", expected=f"a square after “{kind}”")
        kinds[kind] = squares
        taken |= squares
        index = end
    return Workers(kinds["own"], kinds["neutral"])


def _family(text: str, edition: Edition) -> str:
    if text not in edition.family_number:
        raise NotationError("bad-family", token=text)
    return text


def _parse_castle(words: list[str], edition: Edition) -> Castle:
    family = _family(_word(words, 1, "a family"), edition)
    text = _word(words, 2, "a ring square")
    _expect_end(words, 3)
    ring = _number(text)
    if not 1 <= ring <= edition.ring_size:
        raise NotationError("bad-ring", token=text)
    return Castle(family, ring)


def _parse_banner(words: list[str], edition: Edition) -> Banner:
    if len(words) == 1:
        return Banner()
    if words[1] != "sell":
        raise NotationError("bad-word", token=words[1], expected="sell")
    _word(words, 2, "a family")
    sale: dict[str, int] = {}
    for index in range(2, len(words), 2):
        family = _family(words[index], edition)
        if family in sale:
            raise NotationError("repeated-family", token=family)
        sale[family] = _number(_word(words, index + 1, "an amount"))
    return banner(sale, edition)
