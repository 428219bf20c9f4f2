"""The start of a game: all decisions before the first action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from engine.edition import Card, Edition, Orientation
from engine.errors import StartError
from engine.squares import Lot, SquareSet

FIRST_GAME: Final = "first-game"
FREE: Final = "free"
SETUPS: Final = (FIRST_GAME, FREE)


class Laid(NamedTuple):
    """A tile on the board: its card, its squares, and the board squares round it."""

    card: Card
    squares: SquareSet
    border: SquareSet


@dataclass(frozen=True)
class Start:
    """A set-up with its players and its shuffled deck (rules, section 2).

    Attributes:
        setup: ``first-game`` or ``free``.
        colours: the players' colours in turn order; the first one starts.
        deck: the cards before anything is dealt: a hand for each seat, the open cards, the stack.

    Raises:
        StartError: if a game cannot start like this.
    """

    edition: Edition
    setup: str
    colours: tuple[str, ...]
    deck: tuple[Card, ...]
    lot: Lot
    mirror: bool = False

    @classmethod
    def create(
        cls,
        edition: Edition,
        setup: str,
        colours: Sequence[str],
        deck: Sequence[Card],
        lot: Lot | None = None,
        *,
        mirror: bool = False,
    ) -> Start:
        """Create a start; the castle lot defaults to that of the first-game set-up."""
        return cls(
            edition, setup, tuple(colours), tuple(deck), lot or edition.first_lot, mirror=mirror
        )

    def __post_init__(self) -> None:
        edition = self.edition
        if self.setup not in SETUPS:
            raise StartError("bad-setup", token=self.setup)
        count, counts = len(self.colours), edition.seat_counts
        if count not in counts:
            raise StartError("bad-player-count", count=count, least=counts[0], most=counts[-1])
        for number, colour in enumerate(self.colours):
            if colour not in edition.colours:
                raise StartError("bad-colour", token=colour)
            if colour in self.colours[:number]:
                raise StartError("repeated-colour", token=colour)
        if self.lot not in edition.lots:
            raise StartError("bad-lot", token=str(self.lot))
        if self.setup == FIRST_GAME and self.lot != edition.first_lot:
            raise StartError("first-lot", token=str(self.lot), expected=str(edition.first_lot))
        cards = edition.deck(first_game=self.setup == FIRST_GAME)
        if len(self.deck) != len(cards):
            raise StartError("deck-size", count=len(self.deck), expected=len(cards))
        # With the right length, a surplus of one card is a lack of another, so this is enough.
        surplus = Counter(self.deck) - Counter(cards)
        if surplus:
            raise StartError("deck-cards", token=str(next(iter(surplus))))

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.colours)

    @cached_property
    def presets(self) -> tuple[Laid, ...]:
        """The buildings that stand on the board before the first action."""
        edition = self.edition
        presets = edition.first_buildings if self.setup == FIRST_GAME else ()
        return tuple(Laid(card, squares, edition.border(squares)) for card, squares in presets)

    @cached_property
    def extra_neutral(self) -> int:
        """The number of neutral workers that each player starts with."""
        return self.edition.extra_neutral[self.seats] if self.setup == FIRST_GAME else 0

    @cached_property
    def lot_squares(self) -> SquareSet:
        """All squares of the lot, the courtyard included."""
        return self.lot.squares

    @cached_property
    def lot_border(self) -> SquareSet:
        """The board squares round the lot."""
        return self.edition.border(self.lot_squares)

    @cached_property
    def orientations(self) -> dict[str, tuple[Orientation, ...]]:
        """The orientations in which each form's tile may be laid, by the form's name."""
        return {
            name: form.orientations(mirror=self.mirror) for name, form in self.edition.forms.items()
        }

    @cached_property
    def shapes(self) -> dict[str, frozenset[SquareSet]]:
        """For each form's name the bitboards of its orientations, first square at bit 0."""
        return {
            name: frozenset(orientation.squares for orientation in orientations)
            for name, orientations in self.orientations.items()
        }
