"""Views: the part of a position that a seat or the public may know, for pictures and texts.

A view is plain immutable data without a way back to the position it was taken from. Two positions
that differ only in information hidden from a seat give that seat equal views.

Computer players are given observations. People are given views: running totals of things behind
screens are never shown, though a person may count them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from engine.edition import Card, Edition
from engine.squares import Lot, SquareSet

Counts: TypeAlias = tuple[int, ...]
"""One number for each family, in the edition's order of families."""


def proceeds(seals: Sequence[int], values: Sequence[int]) -> int:
    """Return the gold that seals bring if all are sold at these values (rules, section 4).

    >>> proceeds((2, 0, 1), (3, 5, 4))
    10
    """
    return sum(count * value for count, value in zip(seals, values, strict=True))


class Phase(Enum):
    """The kind of the active player's next decision."""

    MUST = "must"
    """Build, place workers, or pass when neither is possible (rules, section 3.1)."""
    CASTLE = "castle"
    """Place the castle pieces owed for completed buildings (rules, section 3.2)."""
    CAN = "can"
    """Hand in a banner, or end the turn (rules, section 3.3)."""
    OVER = "over"
    """The game is over."""


@dataclass(frozen=True, slots=True)
class Building:
    """A building on the board."""

    card: Card
    squares: SquareSet
    completed: bool  # whether it is enclosed; its seal is gone then


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """The public information about one player."""

    colour: str
    banners: int
    cards: int
    workers: SquareSet


@dataclass(frozen=True, slots=True)
class Screen:
    """The secret information of one player, behind the screen.

    Attributes:
        hand: the cards, in canonical order.
        own, neutral: workers of the player's own colour and neutral ones, not yet placed.
    """

    hand: tuple[Card, ...]
    own: int
    neutral: int
    seals: Counts
    gold: int


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game."""

    gold: tuple[int, ...]  # each seat's gold after the final sale
    winners: tuple[int, ...]  # the seats with the most gold; several share the victory
    sold: tuple[int, ...]  # each seat's proceeds of the final sale, which are part of its gold
    # the place of each seat, 1 for the best, where more decides than gold; else empty
    places: tuple[int, ...] = ()

    @property
    def ranking(self) -> tuple[tuple[int, int], ...]:
        """Pairs of rank and seat, best first; rank 1 is the winner's, equal gold shares a rank."""
        ranks = self.places or [1 + sum(other > own for other in self.gold) for own in self.gold]
        return tuple(sorted(zip(ranks, range(len(self.gold)), strict=True)))


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat, or the public, may see it."""

    edition: Edition
    setup: str
    mirror: bool
    lot: Lot
    seat: int | None  # the seat that sees it, or None for the public
    screen: Screen | None
    seats: tuple[OpenSeat, ...]  # the open information of each seat, in turn order
    ply: int
    turn: int  # number of the turn being played, from 1; of the last one when the game is over
    active: int | None  # the seat whose turn it is, or None when the game is over
    phase: Phase
    owed: int  # castle pieces that the active seat still has to place
    banner_used: bool  # whether the active seat has handed in a banner this turn
    buildings: tuple[Building, ...]
    neutral: SquareSet
    camps: SquareSet  # camps that are not built over
    # the family seen from above on ring squares 1, 2, ..., or None where blank
    ring: tuple[str | None, ...]
    heights: tuple[int, ...]  # the number of pieces on each ring square
    # for each ring square whether a piece of the current floor may stand there
    placeable: tuple[bool, ...]
    values: Counts
    floor: int  # the floor under construction, 1 to 3
    pools: tuple[Counts, ...]  # the pieces left for floor 1, 2 and 3, by family
    face_up: tuple[Card, ...]
    stack: int  # the number of cards left to draw
    # None before the end has begun; then the number of turns left, with this one
    turns_left: int | None
    result: Result | None  # the gold of all seats and the winners once the game is over, else None

    def workers_left(self, seat: int) -> int:
        """Return the own workers that a seat has left, as everybody can count them.

        They are those of the start and those of the banners used, less those on the board (rules,
        sections 2 and 3.3); a screen hides the workers and not their number.
        """
        edition, known = self.edition, self.seats[seat]
        used = edition.banners - known.banners
        got = edition.start_workers + edition.workers_per_banner * used
        return min(edition.own_workers, got) - known.workers.bit_count()


@dataclass(frozen=True, slots=True)
class Observation:
    """A seat's view with the counts that every person at the table could have made.

    Attributes:
        own, neutral: for each seat the workers behind its screen.
        seals: for each seat its seals by family.
        shown: for each seat the cards that it took openly and still has, in canonical order.
        passed: whether the active seat passed in this turn.
        idle: turns in a row, up to the last one, that were passes without a banner.
    """

    view: View
    own: tuple[int, ...]
    neutral: tuple[int, ...]
    seals: tuple[Counts, ...]
    gold: tuple[int, ...]
    shown: tuple[tuple[Card, ...], ...]
    passed: bool
    idle: int

    @property
    def seat(self) -> int:
        """The seat that observes."""
        assert self.view.seat is not None
        return self.view.seat

    @property
    def screen(self) -> Screen:
        """The secret stocks and hand of the observing seat."""
        assert self.view.screen is not None
        return self.view.screen
