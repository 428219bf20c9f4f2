"""Vacant squares, payouts, and the completions open to a seat now, found from its view alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.edition import Card
from engine.squares import SquareSet, iter_squares, square_set, union
from engine.view import Building, Phase, View, proceeds


def occupied(view: View) -> SquareSet:
    """Return the squares with a building or a worker; the castle lot is left out."""
    built = union(building.squares for building in view.buildings)
    return built | view.neutral | union(seat.workers for seat in view.seats)


def vacant(view: View) -> SquareSet:
    """Return the board squares without building, worker and lot; a camp leaves one vacant."""
    return view.edition.board & ~occupied(view) & ~view.lot.squares


def gap(view: View, squares: SquareSet) -> SquareSet:
    """Return the vacant squares round a building; filling all of them completes it."""
    return view.edition.border(squares) & vacant(view)


def completed_by(view: View, squares: SquareSet) -> SquareSet:
    """Return the squares of all buildings that a tile on ``squares`` would complete.

    The tile's own building is among them if it would be complete at once.
    """
    completed = 0 if gap(view, squares) & ~squares else squares
    for building in view.buildings:
        if not building.completed and not gap(view, building.squares) & ~squares:
            completed |= building.squares
    return completed


def earned(view: View, squares: SquareSet) -> tuple[int, ...]:
    """Return the seals that each seat's workers would earn if a building were completed now.

    The seal on the building is not counted; the seat that completes it gains that one.
    """
    border = view.edition.border(squares)
    return tuple((seat.workers & border).bit_count() for seat in view.seats)


def under_construction(view: View) -> tuple[Building, ...]:
    """Return the unfinished buildings, those with the fewest vacant squares first."""
    unfinished = (building for building in view.buildings if not building.completed)
    border, free = view.edition.border, vacant(view)
    return tuple(
        sorted(unfinished, key=lambda building: (border(building.squares) & free).bit_count())
    )


MOST: Final = 5


class Span(NamedTuple):
    """The least and the most that something brings."""

    least: int
    most: int

    def __str__(self) -> str:
        return f"{self.least}" if self.least == self.most else f"{self.least}–{self.most}"


@dataclass(frozen=True, slots=True)
class Opportunity:
    """A building that one action can complete, and what that brings.

    Attributes:
        building: the building under construction.
        own, neutral: the squares of the workers round it, as many of them own ones as there are;
            none if workers cannot complete it.
        card: the card whose tile would complete it, or None.
        squares: the squares of that tile.
        completes: every building that each way completes, this one first; not the tile itself.
        seals: the seat's gain, the seals on the buildings included.
        gold: the present value of those seals.
        pieces: castle pieces the seat would place.
    """

    building: Building
    own: SquareSet
    neutral: SquareSet
    card: Card | None
    squares: SquareSet
    completes: tuple[Building, ...]
    seals: Span
    gold: Span
    pieces: int
    rate: float
    """The most gold a worker; a tile counts as one."""

    @property
    def workers(self) -> int:
        """The number of workers that complete it, 0 if they cannot."""
        return (self.own | self.neutral).bit_count()


class _Way(NamedTuple):
    """One action by which a building is completed, with its effects."""

    own: SquareSet
    neutral: SquareSet
    card: Card | None
    squares: SquareSet
    completes: tuple[Building, ...]
    seals: int
    gold: int
    pieces: int

    @property
    def rate(self) -> float:
        return self.gold / max(1, (self.own | self.neutral).bit_count())


def opportunities(view: View, most: int = MOST) -> tuple[Opportunity, ...]:
    """Return at most ``most`` buildings that one action can complete, the best first.

    They are ordered by gold a worker, then by completed buildings, then by the fewest workers; each
    building occurs once. The result is empty for the public, and when the seat cannot act now.
    """
    if view.screen is None or view.seat is None or view.phase is not Phase.MUST:
        return ()
    found = [
        _opportunity(building, ways)
        for building, gap in _open_sites(view)
        if (ways := [*_ways(view, building, gap)])
    ]
    found.sort(key=lambda one: (-one.rate, -len(one.completes), one.workers))
    # One that completes two buildings stands for both, so the second is not named again.
    named: SquareSet = 0
    best = []
    for one in found:
        if not one.building.squares & named:
            best.append(one)
            named |= union(building.squares for building in one.completes)
    return tuple(best[:most])


def _opportunity(building: Building, ways: Sequence[_Way]) -> Opportunity:
    """Return what several ways to complete a building have in common, and what they bring."""
    workers = [way for way in ways if way.card is None]
    tile = next((way for way in ways if way.card is not None), None)
    completed = ways[0].completes
    return Opportunity(
        building=building,
        own=workers[-1].own if workers else 0,
        neutral=workers[-1].neutral if workers else 0,
        card=tile.card if tile else None,
        squares=tile.squares if tile else 0,
        completes=tuple(one for one in completed if all(one in way.completes for way in ways)),
        seals=Span(min(way.seals for way in ways), max(way.seals for way in ways)),
        gold=Span(min(way.gold for way in ways), max(way.gold for way in ways)),
        pieces=min(way.pieces for way in ways),
        rate=max(way.rate for way in ways),
    )


def _open_sites(view: View) -> Iterator[tuple[Building, SquareSet]]:
    free = vacant(view)
    for building in view.buildings:
        if not building.completed:
            yield building, view.edition.border(building.squares) & free


def _ways(view: View, building: Building, gap: SquareSet) -> Iterator[_Way]:
    """Yield the ways to close a gap: by workers, fewest own and most own, and by the best tile."""
    for own in _own_counts(view, gap):
        yield _outcome(view, building, *_workers(view, gap, own))
    tiles = [_outcome(view, building, 0, 0, *tile) for tile in _tiles(view, gap)]
    if tiles:
        yield max(tiles, key=lambda one: (one.gold, one.seals, len(one.completes)))


def _own_counts(view: View, gap: SquareSet) -> Sequence[int]:
    """Return the fewest and the most own workers that can stand in a gap; none if it stays open."""
    assert view.screen is not None
    wanted = gap.bit_count()
    fewest = max(0, wanted - view.screen.neutral)
    most = min(wanted, view.screen.own)
    return (fewest, most) if fewest <= most else ()


def _workers(view: View, gap: SquareSet, own: int) -> tuple[SquareSet, SquareSet]:
    """Return the workers that fill a gap, so many of them own ones, which stand to earn most."""
    values = dict(zip(view.edition.families, view.values, strict=True))
    closed = [
        (view.edition.border(building.squares), values[building.card.family])
        for building, other in _open_sites(view)
        if not other & ~gap
    ]

    def earns(square: int) -> tuple[int, int]:
        paid = [value for border, value in closed if border >> square & 1]
        return sum(paid), len(paid)

    mine = square_set(sorted(iter_squares(gap), key=earns, reverse=True)[:own])
    return mine, gap & ~mine


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
) -> _Way:
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
    return _Way(
        own=own,
        neutral=neutral,
        card=card,
        squares=squares,
        completes=tuple(completes),
        seals=sum(seals),
        gold=proceeds(seals, view.values),
        pieces=len(paid) if any(view.pools[view.floor - 1]) else 0,
    )
