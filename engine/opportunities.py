"""The completions open to a seat now, found from its own view alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.cards import Card
from engine.completion import vacant
from engine.squares import SquareSet, iter_squares, square_set
from engine.view import Building, Counts, Phase, View, proceeds

MOST: Final = 5
"""The most opportunities that are named."""


@dataclass(frozen=True, slots=True)
class Opportunity:
    """A way to complete a building in one action.

    Attributes:
        building: the building under construction.
        own, neutral: the squares of the workers round it.
        card: the card whose tile would complete it, or None if workers do.
        squares: the squares of that tile.
        completes: every building it completes, this one first; not the tile itself.
        seals: the seat's gain by family, the seals on the buildings included.
        gold: the present value of those seals.
        pieces: castle pieces the seat would place.
    """

    building: Building
    own: SquareSet
    neutral: SquareSet
    card: Card | None
    squares: SquareSet
    completes: tuple[Building, ...]
    seals: Counts
    gold: int
    pieces: int

    @property
    def workers(self) -> int:
        """The number of workers that the action places."""
        return (self.own | self.neutral).bit_count()


def opportunities(view: View, most: int = MOST) -> tuple[Opportunity, ...]:
    """Return at most ``most`` ways to complete a building by one action, the best first.

    They are ordered by gold, then by completed buildings, then by the fewest workers; each
    building occurs once. The result is empty for the public, and when the seat cannot act now.
    """
    if view.screen is None or view.seat is None or view.phase is not Phase.MUST:
        return ()
    found = [one for site in _open_sites(view) for one in _ways(view, *site)]
    found.sort(key=lambda one: (-one.gold, -len(one.completes), one.workers))
    # A way that completes two buildings stands for both, so the second is not named again.
    named: SquareSet = 0
    best = []
    for one in found:
        if not one.building.squares & named:
            best.append(one)
            for building in one.completes:
                named |= building.squares
    return tuple(best[:most])


def _open_sites(view: View) -> Iterator[tuple[Building, SquareSet]]:
    """Yield the buildings under construction with the vacant squares round them."""
    free = vacant(view)
    for building in view.buildings:
        if not building.completed:
            yield building, view.edition.border(building.squares) & free


def _ways(view: View, building: Building, gap: SquareSet) -> Iterator[Opportunity]:
    """Yield the best ways to close a building's gap: by workers, and by a tile of the hand."""
    workers = _cheapest(view, gap)
    if workers is not None:
        yield _outcome(view, building, *workers)
    tiles = [_outcome(view, building, 0, 0, *tile) for tile in _tiles(view, gap)]
    if tiles:
        yield max(tiles, key=lambda one: (one.gold, len(one.completes)))


def _cheapest(view: View, gap: SquareSet) -> tuple[SquareSet, SquareSet] | None:
    """Return the workers that fill a gap, or None if there are too few.

    Neutral ones are used first; own ones stand where they earn most.
    """
    assert view.screen is not None
    own_needed = max(0, gap.bit_count() - view.screen.neutral)
    if own_needed > view.screen.own:
        return None
    closed = [
        view.edition.border(building.squares)
        for building, other in _open_sites(view)
        if not other & ~gap
    ]
    squares = sorted(
        iter_squares(gap), key=lambda square: -sum(border >> square & 1 for border in closed)
    )
    own = square_set(squares[:own_needed])
    return own, gap & ~own


def _tiles(view: View, gap: SquareSet) -> Iterator[tuple[Card, SquareSet]]:
    """Yield the tiles of the hand at the places where they close a gap (rules, section 3.1, A)."""
    assert view.screen is not None
    free = vacant(view)
    first = (gap & -gap).bit_length() - 1
    for card in dict.fromkeys(view.screen.hand):
        form = view.edition.forms[card.form]
        if gap.bit_count() > len(form.shape):
            continue
        for way in form.orientations(mirror=view.mirror):
            for offset in way.offsets:
                if offset > first:
                    continue
                squares = way.squares << (first - offset)
                if not gap & ~squares and not squares & ~free:
                    yield card, squares


def _outcome(
    view: View,
    building: Building,
    own: SquareSet,
    neutral: SquareSet,
    card: Card | None = None,
    squares: SquareSet = 0,
) -> Opportunity:
    """Compute the effects of placing workers or a tile for the view's seat."""
    assert view.seat is not None
    border, filled = view.edition.border, own | neutral | squares
    completes = [building] + [
        other for other, gap in _open_sites(view) if other is not building and not gap & ~filled
    ]
    paid = list(completes)
    if card is not None and not border(squares) & vacant(view):
        paid.append(Building(card, squares, completed=True))
    mine = view.seats[view.seat].workers | own
    seals = [0] * len(view.edition.families)
    for one in paid:
        number = view.edition.family_number[one.card.family]
        seals[number] += 1 + (border(one.squares) & mine).bit_count()
    left = sum(view.pools[view.floor - 1])
    return Opportunity(
        building=building,
        own=own,
        neutral=neutral,
        card=card,
        squares=squares,
        completes=tuple(completes),
        seals=tuple(seals),
        gold=proceeds(seals, view.values),
        pieces=len(paid) if left else 0,
    )
