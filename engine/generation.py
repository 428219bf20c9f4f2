"""Generation of legal actions with bitboards: sets of squares as shifted and masked integers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import combinations, product
from operator import or_

from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass, Workers
from engine.cards import Card, Orientation
from engine.squares import SquareSet, iter_squares, spread
from engine.state import PositionState
from engine.view import Phase


def anchors(state: PositionState, form: str) -> list[tuple[Orientation, SquareSet]]:
    """Return for each orientation of a form the legal positions of its first square.

    A tile fits where all its squares are vacant and touches where one of them is next to a
    building, the lot or a worker (rules, section 3.1, A).
    """
    free = state.vacant
    return anchors_on(free, state.start.edition.board, state.start.orientations[form])


def anchors_on(
    free: SquareSet, board: SquareSet, orientations: Iterable[Orientation]
) -> list[tuple[Orientation, SquareSet]]:
    """Return the same of some orientations, where these squares of a board are vacant."""
    # All positions at once: shifted by a tile's offset, the free squares say of each position
    # whether that square of the tile would be free.
    touch = spread(board & ~free)
    found = []
    for orientation in orientations:
        fits = free
        touches = touch
        for offset in orientation.offsets[1:]:
            fits &= free >> offset
            touches |= touch >> offset
        fits &= touches
        if fits:
            found.append((orientation, fits))
    return found


def placements(state: PositionState, form: str) -> Iterator[SquareSet]:
    """Yield the squares of every legal place of a form's tile."""
    return laid_on(anchors(state, form))


def laid_on(found: Iterable[tuple[Orientation, SquareSet]]) -> Iterator[SquareSet]:
    """Yield the squares of a tile on each of some anchors."""
    for orientation, fits in found:
        shape = orientation.squares
        while fits:
            lowest = fits & -fits
            # Times a power of two is a shift to that square, without computing its number.
            yield shape * lowest
            fits ^= lowest


def can_build(state: PositionState) -> bool:
    """Return whether any card of the active hand has a legal place."""
    hand = state.hands[state.active]
    return any(anchors(state, form) for form in {card.form for card in hand})


def worker_sites(state: PositionState) -> list[tuple[int | None, SquareSet]]:
    """Return the buildings that have vacant squares round them, each with those squares.

    A building is given by its number in ``buildings``, the castle lot by None.
    """
    vacant = state.vacant
    sites: list[tuple[int | None, SquareSet]] = []
    if state.start.lot_border & vacant:
        sites.append((None, state.start.lot_border & vacant))
    sites += [(number, state.buildings[number].border & vacant) for number in state.open]
    return sites


def can_place_workers(state: PositionState) -> bool:
    """Return whether the active seat has a worker and a vacant square beside a building."""
    seat = state.active
    if not state.own_stock[seat] and not state.neutral_stock[seat]:
        return False
    # An open building has a vacant square round it, or it would be completed.
    return bool(state.open or state.start.lot_border & state.vacant)


def draws(state: PositionState) -> list[Card | None]:
    """Return the possible sources of a draw: distinct open cards, and None for the stack."""
    cards: list[Card | None] = list(dict.fromkeys(state.face_up))
    return [*cards, None] if state.drawn < len(state.stack) else cards


def legal_actions(state: PositionState) -> Iterator[Action]:
    """Yield every legal action of the active seat, each once."""
    if state.phase is Phase.MUST:
        yield from _builds(state)
        yield from _workers(state)
        # Passing is legal only when nothing else is (the ruling on rules, section 3.1).
        if not can_build(state) and not can_place_workers(state):
            yield Pass()
    elif state.phase is Phase.CASTLE:
        yield from _castles(state)
    elif state.phase is Phase.CAN:
        yield from _banners(state)
        yield End()


def _builds(state: PositionState) -> Iterator[Build]:
    sources: list[Card | Draw] = [Draw.STACK if card is None else card for card in draws(state)]
    for card in dict.fromkeys(state.hands[state.active]):
        for squares in placements(state, card.form):
            for source in sources or [Draw.NONE]:
                yield Build(card, squares, source)


def _workers(state: PositionState) -> Iterator[Workers]:
    """Yield every placement of workers once."""
    # Squares between two buildings belong to both sites; a placement counts for the first of them.
    seat = state.active
    most_own, most_neutral = state.own_stock[seat], state.neutral_stock[seat]
    earlier: list[SquareSet] = []
    for _, vacant in worker_sites(state):
        bits = [1 << square for square in iter_squares(vacant)]
        for own_count in range(min(most_own, len(bits)) + 1):
            for own_bits in combinations(bits, own_count):
                own = reduce(or_, own_bits, 0)
                rest = [bit for bit in bits if not bit & own]
                for count in range(0 if own else 1, min(most_neutral, len(rest)) + 1):
                    for neutral_bits in combinations(rest, count):
                        neutral = reduce(or_, neutral_bits, 0)
                        if all((own | neutral) & ~site for site in earlier):
                            yield Workers(own, neutral)
        earlier.append(vacant)


def _castles(state: PositionState) -> Iterator[Castle]:
    edition = state.start.edition
    pool = state.pools[state.floor]
    for family, left in zip(edition.families, pool, strict=True):
        if left:
            for place in range(edition.ring_size):
                if not state.taken >> place & 1:
                    yield Castle(family, place + 1)


def _banners(state: PositionState) -> Iterator[Banner]:
    seat = state.active
    if state.banner_used or not state.banners[seat]:
        return
    families = state.start.edition.families
    for amounts in product(*[range(count + 1) for count in state.seals[seat]]):
        yield Banner(tuple((family, n) for family, n in zip(families, amounts, strict=True) if n))
