"""Which actions are legal: whole sets of squares at a time, by shifting and masking integers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import combinations, product
from operator import or_
from typing import TYPE_CHECKING

from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass, Workers
from engine.cards import Card, Orientation
from engine.squares import SquareSet, iter_squares, spread
from engine.view import Phase

if TYPE_CHECKING:
    from engine.position import Position


def anchors(position: Position, form: str) -> list[tuple[Orientation, SquareSet]]:
    """For each orientation of a form the squares on which its first square may legally lie.

    A tile fits where all its squares are vacant and touches where one of them is next to a
    building, the lot or a worker (rules, section 3.1, A).
    """
    free = position.vacant
    touch = spread(position.start.edition.board & ~free)
    found = []
    for orientation in position.start.orientations[form]:
        fits = free
        touches = touch
        for offset in orientation.offsets[1:]:
            fits &= free >> offset
            touches |= touch >> offset
        fits &= touches
        if fits:
            found.append((orientation, fits))
    return found


def placements(position: Position, form: str) -> Iterator[SquareSet]:
    """The squares of every legal place of a form's tile."""
    for orientation, fits in anchors(position, form):
        shape = orientation.squares
        while fits:
            lowest = fits & -fits
            yield shape * lowest
            fits ^= lowest


def can_build(position: Position) -> bool:
    """Whether some card of the active hand has a legal place."""
    hand = position.hands[position.active]
    return any(anchors(position, form) for form in {card.form for card in hand})


def worker_sites(position: Position) -> list[tuple[int | None, SquareSet]]:
    """The castle (None) and buildings with vacant squares round them, with these squares."""
    vacant = position.vacant
    sites: list[tuple[int | None, SquareSet]] = []
    if position.start.lot_border & vacant:
        sites.append((None, position.start.lot_border & vacant))
    sites += [(number, position.buildings[number].border & vacant) for number in position.open]
    return sites


def can_place_workers(position: Position) -> bool:
    """Whether the active seat has a worker and a building has a vacant square next to it."""
    seat = position.active
    if not position.own_stock[seat] and not position.neutral_stock[seat]:
        return False
    return bool(position.open or position.start.lot_border & position.vacant)


def draws(position: Position) -> list[Card | None]:
    """The different open cards, and None for the stack when there is one."""
    cards: list[Card | None] = list(dict.fromkeys(position.face_up))
    return [*cards, None] if position.drawn < len(position.stack) else cards


def legal_actions(position: Position) -> Iterator[Action]:
    """Every legal action, each once."""
    if position.phase is Phase.MUST:
        yield from _builds(position)
        yield from _workers(position)
        if not can_build(position) and not can_place_workers(position):
            yield Pass()
    elif position.phase is Phase.CASTLE:
        yield from _castles(position)
    elif position.phase is Phase.CAN:
        yield from _banners(position)
        yield End()


def _builds(position: Position) -> Iterator[Build]:
    sources: list[Card | Draw] = [Draw.STACK if card is None else card for card in draws(position)]
    for card in dict.fromkeys(position.hands[position.active]):
        for squares in placements(position, card.form):
            for source in sources or [Draw.NONE]:
                yield Build(card, squares, source)


def _workers(position: Position) -> Iterator[Workers]:
    """Every placement once: at the first site to which all of its squares belong."""
    seat = position.active
    most_own, most_neutral = position.own_stock[seat], position.neutral_stock[seat]
    earlier: list[SquareSet] = []
    for _, vacant in worker_sites(position):
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


def _castles(position: Position) -> Iterator[Castle]:
    edition = position.start.edition
    pool = position.pools[position.floor]
    for family, left in zip(edition.families, pool, strict=True):
        if left:
            for place in range(edition.ring_size):
                if not position.taken >> place & 1:
                    yield Castle(family, place + 1)


def _banners(position: Position) -> Iterator[Banner]:
    seat = position.active
    if position.banner_used or not position.banners[seat]:
        return
    families = position.start.edition.families
    for amounts in product(*(range(count + 1) for count in position.seals[seat])):
        yield Banner(tuple((family, n) for family, n in zip(families, amounts, strict=True) if n))
