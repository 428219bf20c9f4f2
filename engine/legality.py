"""Validation of actions: the rules' conditions, checked one after the other.

The result is an ``IllegalActionError`` with a code and the actual names. It may contain the active
player's secrets (a card, a stock), so it is for that player's eyes.
"""

# Not "is it among the legal actions": there can be very many placements of workers, and a refused
# person needs the reason. Tests compare the two with each other.

from __future__ import annotations

from engine import generation
from engine.actions import Action, Banner, Build, Castle, Draw, Pass, Workers
from engine.cards import Card
from engine.errors import IllegalActionError as Illegal
from engine.squares import SquareSet, first_square, spread, square_names
from engine.state import PositionState
from engine.view import Phase


def refusal(state: PositionState, action: Action) -> Illegal | None:
    """Return the reason why an action is illegal in a state, or None if it is legal."""
    if (reason := phase_refusal(state, type(action))) is not None:
        return reason
    match action:
        case Build():
            return _build(state, action)
        case Workers():
            return _workers(state, action)
        case Pass():
            return _pass(state)
        case Castle():
            return _castle(state, action)
        case Banner():
            return _banner(state, action)
    return None


def phase_refusal(state: PositionState, kind: type[Action]) -> Illegal | None:
    """Return the reason why a phase of the turn forbids a kind of action, or None."""
    phase = state.phase
    if phase is Phase.OVER:
        return Illegal("game-over")
    if phase is Phase.CASTLE:
        return None if kind is Castle else Illegal("castle-first", count=state.owed)
    if phase is Phase.MUST:
        return None if kind in (Build, Workers, Pass) else Illegal("must-first")
    if kind is Castle:
        return Illegal("nothing-owed")
    return Illegal("already-acted") if kind in (Build, Workers, Pass) else None


def _names(squares: SquareSet) -> str:
    return " ".join(square_names(squares))


def _off_board(state: PositionState, squares: SquareSet) -> Illegal:
    outside = squares & ~state.start.edition.board
    return Illegal("off-board", squares=str(squares) if squares < 0 else _names(outside))


def _build(state: PositionState, action: Build) -> Illegal | None:
    """Check building (rules, section 3.1, A)."""
    start = state.start
    card, squares = action.card, action.squares
    if card not in state.hands[state.active]:
        return Illegal("card-not-in-hand", card=str(card))
    if not squares:
        return Illegal("no-squares")
    if squares & ~start.edition.board:
        return _off_board(state, squares)
    # Sets are compared in normal position, so one lookup covers all orientations at all places.
    lowest = first_square(squares)
    if squares >> lowest not in start.shapes[card.form]:
        mirrored = start.edition.forms[card.form].orientations(mirror=True)
        code = "wrong-shape"
        if squares >> lowest in {orientation.squares for orientation in mirrored}:
            code = "mirrored"
        return Illegal(code, squares=_names(squares), form=card.form)
    if squares & ~state.vacant:
        return _not_vacant(state, squares)
    if not spread(squares) & start.edition.board & ~state.vacant:
        return Illegal("touches-nothing", squares=_names(squares))
    return _draw(state, action.draw)


def _not_vacant(state: PositionState, squares: SquareSet) -> Illegal:
    taken = squares & ~state.vacant
    lot = taken & state.start.lot_squares
    if lot:
        return Illegal("on-lot", squares=_names(lot))
    workers = state.neutral
    for seat_workers in state.workers:
        workers |= seat_workers
    if taken & workers:
        return Illegal("on-worker", squares=_names(taken & workers))
    return Illegal("on-building", squares=_names(taken))


def _draw(state: PositionState, draw: Card | Draw) -> Illegal | None:
    """Check a draw (rules, section 3.1), also when the stack or all cards are gone."""
    if draw is Draw.STACK:
        if state.drawn < len(state.stack):
            return None
        return Illegal("stack-empty" if state.face_up else "nothing-to-draw")
    if draw is Draw.NONE:
        nothing_left = state.drawn == len(state.stack) and not state.face_up
        return None if nothing_left else Illegal("must-draw")
    return None if draw in state.face_up else Illegal("card-not-open", card=str(draw))


def _workers(state: PositionState, action: Workers) -> Illegal | None:
    """Check a placement of workers (rules, section 3.1, B)."""
    seat = state.active
    own, neutral = action.own, action.neutral
    squares = own | neutral
    if not state.own_stock[seat] and not state.neutral_stock[seat]:
        # Neither kind is of use then: what is missing is said before what else is wrong.
        brings = state.start.edition.workers_per_banner
        code = "no-workers-left" if state.banners[seat] else "no-workers-ever"
        return Illegal(code, count=brings)
    if squares & ~state.start.edition.board:
        return _off_board(state, squares)
    if not squares:
        return Illegal("no-worker-placed")
    if own & neutral:
        return Illegal("square-twice", squares=_names(own & neutral))
    if own.bit_count() > state.own_stock[seat]:
        return _too_few("own", state.own_stock[seat])
    if neutral.bit_count() > state.neutral_stock[seat]:
        return _too_few("neutral", state.neutral_stock[seat])
    if squares & ~state.vacant:
        return _not_vacant(state, squares)
    # Round a single building or the castle, and an unfinished one: completed buildings have no
    # vacant square round them.
    if squares & ~state.start.lot_border and all(
        squares & ~state.buildings[number].border for number in state.open
    ):
        return _not_one_site(state, squares)
    return None


def _too_few(kind: str, count: int) -> Illegal:
    return Illegal(f"too-few-{kind}", count=count) if count else Illegal(f"no-{kind}-left")


def _not_one_site(state: PositionState, squares: SquareSet) -> Illegal:
    """Refuse squares that no site has all of, and name those that are at no site."""
    astray = squares & ~state.start.lot_border
    for number in state.open:
        astray &= ~state.buildings[number].border
    if astray:
        return Illegal("next-to-none", squares=_names(astray), count=astray.bit_count())
    return Illegal("not-one-building", squares=_names(squares))


def _pass(state: PositionState) -> Illegal | None:
    """Check passing (the ruling on rules, section 3.1)."""
    if generation.can_place_workers(state) or generation.can_build(state):
        return Illegal("may-not-pass")
    return None


def _castle(state: PositionState, action: Castle) -> Illegal | None:
    """Check a castle piece (rules, section 3.2)."""
    edition = state.start.edition
    if action.family not in edition.family_number:
        return Illegal("bad-family", family=action.family)
    if not 1 <= action.ring <= edition.ring_size:
        return Illegal("bad-ring", ring=action.ring)
    floor = state.floor + 1
    if not state.pools[state.floor][edition.family_number[action.family]]:
        return Illegal("pool-empty", family=action.family, floor=floor)
    if state.taken >> (action.ring - 1) & 1:
        return Illegal("ring-taken", ring=action.ring, floor=floor)
    return None


def _banner(state: PositionState, action: Banner) -> Illegal | None:
    """Check a banner and its sale (rules, section 3.3)."""
    seat = state.active
    if state.banner_used:
        return Illegal("banner-used")
    if not state.banners[seat]:
        return Illegal("no-banner")
    numbers = state.start.edition.family_number
    last = -1
    for family, amount in action.sale:
        number = numbers.get(family)
        if number is None:
            return Illegal("bad-family", family=family)
        if number <= last or amount < 1:
            return Illegal("bad-sale")
        last = number
        count = state.seals[seat][number]
        if amount > count:
            return Illegal("too-few-seals", family=family, count=count, amount=amount)
    return None
