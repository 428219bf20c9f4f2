"""Why an action is not legal: the rules' conditions, checked one after the other.

The reason is an ``IllegalActionError`` with a code and the actual names. It may name what only the
active player knows (a card, a stock), so it is for that player's eyes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import generation
from engine.actions import Action, Banner, Build, Castle, Draw, Pass, Workers
from engine.cards import Card
from engine.errors import IllegalActionError as Illegal
from engine.squares import SquareSet, spread, square_names
from engine.view import Phase

if TYPE_CHECKING:
    from engine.position import Position


def refusal(position: Position, action: Action) -> Illegal | None:
    """Why an action is not legal in a position, or None when it is."""
    phase = position.phase
    if phase is Phase.OVER:
        return Illegal("game-over")
    if isinstance(action, Build):
        return _not_must(position) or _build(position, action)
    if isinstance(action, Workers):
        return _not_must(position) or _workers(position, action)
    if isinstance(action, Pass):
        return _not_must(position) or _pass(position)
    if isinstance(action, Castle):
        if phase is not Phase.CASTLE:
            return Illegal("must-first" if phase is Phase.MUST else "nothing-owed")
        return _castle(position, action)
    if phase is Phase.MUST:
        return Illegal("must-first")
    if phase is Phase.CASTLE:
        return Illegal("castle-first", count=position.owed)
    return _banner(position, action) if isinstance(action, Banner) else None


def _not_must(position: Position) -> Illegal | None:
    if position.phase is Phase.CASTLE:
        return Illegal("castle-first", count=position.owed)
    return Illegal("already-acted") if position.phase is Phase.CAN else None


def _names(squares: SquareSet) -> str:
    return " ".join(square_names(squares))


def _off_board(position: Position, squares: SquareSet) -> Illegal:
    outside = squares & ~position.start.edition.board
    return Illegal("off-board", squares=str(squares) if squares < 0 else _names(outside))


def _build(position: Position, action: Build) -> Illegal | None:
    """Rules, section 3.1, A."""
    start = position.start
    card, squares = action.card, action.squares
    if card not in position.hands[position.active]:
        return Illegal("card-not-in-hand", card=str(card))
    if not squares:
        return Illegal("no-squares")
    if squares & ~start.edition.board:
        return _off_board(position, squares)
    lowest = (squares & -squares).bit_length() - 1
    if squares >> lowest not in start.shapes[card.form]:
        mirrored = start.edition.forms[card.form].orientations(mirror=True)
        code = "wrong-shape"
        if squares >> lowest in {orientation.squares for orientation in mirrored}:
            code = "mirrored"
        return Illegal(code, squares=_names(squares), form=card.form)
    if squares & ~position.vacant:
        return _not_vacant(position, squares)
    if not spread(squares) & start.edition.board & ~position.vacant:
        return Illegal("touches-nothing")
    return _draw(position, action.draw)


def _not_vacant(position: Position, squares: SquareSet) -> Illegal:
    taken = squares & ~position.vacant
    lot = taken & position.start.lot_squares
    if lot:
        return Illegal("on-lot", squares=_names(lot))
    workers = position.neutral
    for seat_workers in position.workers:
        workers |= seat_workers
    if taken & workers:
        return Illegal("on-worker", squares=_names(taken & workers))
    return Illegal("on-building", squares=_names(taken))


def _draw(position: Position, draw: Card | Draw) -> Illegal | None:
    """Rules, section 3.1: what may be drawn when the stack or everything is empty."""
    if draw is Draw.STACK:
        if position.drawn < len(position.stack):
            return None
        return Illegal("stack-empty" if position.face_up else "nothing-to-draw")
    if draw is Draw.NONE:
        nothing_left = position.drawn == len(position.stack) and not position.face_up
        return None if nothing_left else Illegal("must-draw")
    return None if draw in position.face_up else Illegal("card-not-open", card=str(draw))


def _workers(position: Position, action: Workers) -> Illegal | None:
    """Rules, section 3.1, B."""
    seat = position.active
    own, neutral = action.own, action.neutral
    squares = own | neutral
    if squares & ~position.start.edition.board:
        return _off_board(position, squares)
    if not squares:
        return Illegal("no-worker-placed")
    if own & neutral:
        return Illegal("square-twice", squares=_names(own & neutral))
    if own.bit_count() > position.own_stock[seat]:
        return Illegal("too-few-own", count=position.own_stock[seat])
    if neutral.bit_count() > position.neutral_stock[seat]:
        return Illegal("too-few-neutral", count=position.neutral_stock[seat])
    if squares & ~position.vacant:
        return _not_vacant(position, squares)
    if squares & ~position.start.lot_border and all(
        squares & ~position.buildings[number].border for number in position.open
    ):
        return Illegal("not-one-building", squares=_names(squares))
    return None


def _pass(position: Position) -> Illegal | None:
    """Rules, section 3.1: the ruling on passing."""
    if generation.can_place_workers(position) or generation.can_build(position):
        return Illegal("may-not-pass")
    return None


def _castle(position: Position, action: Castle) -> Illegal | None:
    """Rules, section 3.2."""
    edition = position.start.edition
    if action.family not in edition.family_number:
        return Illegal("bad-family", family=action.family)
    if not 1 <= action.ring <= edition.ring_size:
        return Illegal("bad-ring", ring=action.ring)
    floor = position.floor + 1
    if not position.pools[position.floor][edition.family_number[action.family]]:
        return Illegal("pool-empty", family=action.family, floor=floor)
    if position.taken >> (action.ring - 1) & 1:
        return Illegal("ring-taken", ring=action.ring, floor=floor)
    return None


def _banner(position: Position, action: Banner) -> Illegal | None:
    """Rules, section 3.3."""
    seat = position.active
    if position.banner_used:
        return Illegal("banner-used")
    if not position.banners[seat]:
        return Illegal("no-banner")
    numbers = position.start.edition.family_number
    last = -1
    for family, amount in action.sale:
        number = numbers.get(family)
        if number is None:
            return Illegal("bad-family", family=family)
        if number <= last or amount < 1:
            return Illegal("bad-sale")
        last = number
        count = position.seals[seat][number]
        if amount > count:
            return Illegal("too-few-seals", family=family, count=count, amount=amount)
    return None
