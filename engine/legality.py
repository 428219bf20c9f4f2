"""The legal actions of a position: all of them, and why another one is illegal.

They are generated with bitboards, as shifted and masked integers, and an action is checked by the
rules' conditions, one after the other. A refusal has a code and the actual names. It may contain
the active player's secrets (a card, a stock), so it is for that player's eyes.
"""

# An action is not looked for among the legal ones: there can be very many placements of workers,
# and a refused person needs the reason. Tests compare the two with each other.

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass, Workers
from engine.edition import Card, Orientation
from engine.errors import IllegalActionError as Illegal
from engine.squares import SquareSet, first_square, iter_squares, spread, square_names, union
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


def draws(state: PositionState) -> list[Card | Draw]:
    """Return the possible draws: distinct open cards, then the stack; NONE when no card is left."""
    stack = [Draw.STACK] if state.drawn < len(state.stack) else []
    return [*dict.fromkeys(state.face_up), *stack] or [Draw.NONE]


def legal_actions(state: PositionState) -> Iterator[Action]:
    """Yield every legal action of the active seat, each once."""
    if state.phase is Phase.MUST:
        yield from _builds(state)
        yield from _worker_placements(state)
        # Passing is legal only when nothing else is (the ruling on rules, section 3.1).
        if not can_build(state) and not can_place_workers(state):
            yield Pass()
    elif state.phase is Phase.CASTLE:
        yield from _castles(state)
    elif state.phase is Phase.CAN:
        yield from _banners(state)
        yield End()


def _builds(state: PositionState) -> Iterator[Build]:
    sources = draws(state)
    for card in dict.fromkeys(state.hands[state.active]):
        for squares in placements(state, card.form):
            for source in sources:
                yield Build(card, squares, source)


def _worker_placements(state: PositionState) -> Iterator[Workers]:
    # Squares between two buildings belong to both sites; a placement counts for the first of them.
    seat = state.active
    most_own, most_neutral = state.own_stock[seat], state.neutral_stock[seat]
    earlier: list[SquareSet] = []
    for _, vacant in worker_sites(state):
        bits = [1 << square for square in iter_squares(vacant)]
        for own_count in range(min(most_own, len(bits)) + 1):
            for own_bits in combinations(bits, own_count):
                own = union(own_bits)
                rest = [bit for bit in bits if not bit & own]
                for count in range(0 if own else 1, min(most_neutral, len(rest)) + 1):
                    for neutral_bits in combinations(rest, count):
                        neutral = union(neutral_bits)
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
        yield Banner.of(families, amounts)


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
            can_act = can_place_workers(state) or can_build(state)
            return Illegal("may-not-pass") if can_act else None
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
    workers = union([state.neutral, *state.workers])
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
    own, neutral, squares = action.own, action.neutral, action.squares
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
