"""The effects of actions on a state, without any check of legality.

Every function mutates the state it is given, and appends events to the list if one is given.
"""

from engine import events
from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass, Workers
from engine.edition import Card
from engine.start import Laid
from engine.state import PositionState
from engine.view import Phase, Result, proceeds


def apply(state: PositionState, action: Action, happened: list[events.Event] | None) -> None:
    """Apply a legal action to a state."""
    # Events are optional because computer players apply millions of actions without reading any.
    state.ply += 1
    if isinstance(action, Build):
        _build(state, action, happened)
        _complete(state, happened)
    elif isinstance(action, Workers):
        _place_workers(state, action, happened)
        _complete(state, happened)
    elif isinstance(action, End):
        _end_turn(state, happened)
    elif isinstance(action, Castle):
        _place_piece(state, action, happened)
    elif isinstance(action, Banner):
        _use_banner(state, action, happened)
    else:
        assert isinstance(action, Pass)
        state.passed = True
        state.phase = Phase.CAN
        if happened is not None:
            happened.append(events.Passed(state.active))


def _build(state: PositionState, action: Build, happened: list[events.Event] | None) -> None:
    """Lay the tile, take the workers of the camps covered, and draw (rules, section 3.1, A)."""
    edition = state.start.edition
    seat = state.active
    squares = action.squares
    state.hands[seat] = _without(state.hands[seat], action.card)
    # Of equal cards the openly taken one counts as played first: the table cannot tell them apart,
    # so only then do all know for sure what the hand still has.
    if action.card in state.shown[seat]:
        state.shown[seat] = _without(state.shown[seat], action.card)
    state.vacant &= ~squares
    state.open.append(len(state.buildings))
    state.buildings.append(Laid(action.card, squares, edition.border(squares)))
    if happened is not None:
        happened.append(events.TileLaid(seat, action.card, squares))
    # An event even when the supply is empty: the camps are gone, and people are told so.
    camps = squares & edition.camps
    if camps:
        count = min(camps.bit_count(), state.neutral_supply)
        state.neutral_supply -= count
        state.neutral_stock[seat] += count
        if happened is not None:
            happened.append(events.NeutralTaken(seat, count, camps))
    if action.draw is not Draw.NONE:
        _draw(state, action.draw, happened)


def _draw(state: PositionState, source: Card | Draw, happened: list[events.Event] | None) -> None:
    seat = state.active
    top = state.stack[state.drawn] if state.drawn < len(state.stack) else None
    if isinstance(source, Draw):
        assert top is not None
        state.hands[seat] += (top,)
    else:
        state.hands[seat] += (source,)
        state.shown[seat] += (source,)
        place = state.face_up.index(source)
        # The new open card takes the place of the old one, so that a display stays in order.
        refill = () if top is None else (top,)
        state.face_up = state.face_up[:place] + refill + state.face_up[place + 1 :]
    if top is not None:
        state.drawn += 1
    if happened is not None:
        # Events are public, so a card from the stack is not named.
        if isinstance(source, Draw):
            happened.append(events.CardDrawn(seat, None, None))
        else:
            happened.append(events.CardDrawn(seat, source, top))


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _place_workers(
    state: PositionState, action: Workers, happened: list[events.Event] | None
) -> None:
    """Move workers from the stock to the board (rules, section 3.1, B)."""
    seat = state.active
    state.workers[seat] |= action.own
    state.neutral |= action.neutral
    state.own_stock[seat] -= action.own.bit_count()
    state.neutral_stock[seat] -= action.neutral.bit_count()
    state.vacant &= ~action.squares
    if happened is not None:
        happened.append(events.WorkersPlaced(seat, action.own, action.neutral))


def _complete(state: PositionState, happened: list[events.Event] | None) -> None:
    """Pay every building newly enclosed, and owe a castle piece for each (rules, section 3.2)."""
    vacant = state.vacant
    buildings = state.buildings
    enclosed = [number for number in state.open if not buildings[number].border & vacant]
    state.phase = Phase.CAN
    if not enclosed:
        return
    # All are found before any is paid: a payout changes no square, so the order does not matter.
    active = state.active
    for number in enclosed:
        state.open.remove(number)
        card, squares, border = buildings[number]
        family = state.start.edition.family_number[card.family]
        earned = [(border & workers).bit_count() for workers in state.workers]
        for seat, count in enumerate(earned):
            state.seals[seat][family] += count
        state.seals[active][family] += 1
        if happened is not None:
            happened.append(events.BuildingCompleted(active, card, squares, tuple(earned)))
    state.owed = len(enclosed)
    _owe_or_forgo(state, happened)


def _owe_or_forgo(state: PositionState, happened: list[events.Event] | None) -> None:
    """Set the phase: castle pieces while some are owed and available, else the turn's end."""
    if state.owed and not any(state.pools[state.floor]):
        if happened is not None:
            happened.append(events.PiecesForgone(state.active, state.owed))
        state.owed = 0
    state.phase = Phase.CASTLE if state.owed else Phase.CAN


def _place_piece(state: PositionState, action: Castle, happened: list[events.Event] | None) -> None:
    """Place one castle piece, and finish its floor if it was the last (rules, section 3.2)."""
    start = state.start
    family = start.edition.family_number[action.family]
    place = action.ring - 1
    before = tuple(state.values) if happened is not None else ()
    covered = state.tops[place]
    if covered is not None:
        state.values[covered] -= 1
    state.values[family] += 1
    state.tops[place] = family
    state.heights[place] += 1
    state.taken |= 1 << place
    state.pools[state.floor][family] -= 1
    state.owed -= 1
    if happened is not None:
        happened.append(
            events.PiecePlaced(
                state.active,
                action.family,
                action.ring,
                state.floor + 1,
                before,
                tuple(state.values),
            )
        )
    last = len(state.pools) - 1
    if state.floor < last and state.taken.bit_count() == start.edition.ring_size:
        _finish_floor(state, last, happened)
    _owe_or_forgo(state, happened)


def _finish_floor(state: PositionState, last: int, happened: list[events.Event] | None) -> None:
    moved = state.pools[state.floor]
    state.pools[state.floor] = [0] * len(moved)
    state.pools[last] = [there + more for there, more in zip(state.pools[last], moved, strict=True)]
    state.floor += 1
    state.taken = 0
    if happened is not None:
        happened.append(events.FloorFinished(state.floor, tuple(moved)))
    if state.floor == last:
        # The present turn is counted too, and its end takes one off.
        seats = state.start.seats
        state.turns_left = seats + 1
        if happened is not None:
            happened.append(events.EndBegun(state.active, seats))


def _use_banner(state: PositionState, action: Banner, happened: list[events.Event] | None) -> None:
    """Take workers for a banner and sell seals (rules, section 3.3)."""
    edition = state.start.edition
    seat = state.active
    workers = min(edition.workers_per_banner, state.own_supply[seat])
    state.banners[seat] -= 1
    state.banner_used = True
    state.own_supply[seat] -= workers
    state.own_stock[seat] += workers
    sold = [0] * len(edition.families)
    gold = 0
    for family, amount in action.sale:
        number = edition.family_number[family]
        sold[number] = amount
        gold += amount * state.values[number]
        state.seals[seat][number] -= amount
    state.gold[seat] += gold
    if happened is not None:
        happened.append(events.BannerUsed(seat, workers, tuple(sold), gold))


def _end_turn(state: PositionState, happened: list[events.Event] | None) -> None:
    """End the turn, and the game if it was the last one (rules, section 4)."""
    seats = state.start.seats
    if happened is not None:
        happened.append(events.TurnEnded(state.active, state.turn))
    # A round of such turns ends the game, which could go on without end otherwise. A banner brings
    # workers, with which a seat can act again, so a turn with one does not count.
    idle = state.passed and not state.banner_used
    state.idle = state.idle + 1 if idle else 0
    if state.turns_left is not None:
        state.turns_left -= 1
    if state.turns_left == 0:
        _finish(state, events.EndCause.CASTLE, happened)
    elif state.idle == seats:
        _finish(state, events.EndCause.IDLE, happened)
    else:
        state.active = (state.active + 1) % seats
        state.turn += 1
        state.phase = Phase.MUST
        state.banner_used = False
        state.passed = False


def _finish(
    state: PositionState, cause: events.EndCause, happened: list[events.Event] | None
) -> None:
    """Sell all remaining seals and determine the winners (rules, section 4)."""
    sold = tuple(tuple(seals) for seals in state.seals)
    brought = tuple(proceeds(seals, state.values) for seals in state.seals)
    for seat, gold in enumerate(brought):
        state.gold[seat] += gold
        state.seals[seat] = [0] * len(state.values)
    best = max(state.gold)
    winners = tuple(seat for seat, gold in enumerate(state.gold) if gold == best)
    state.result = Result(tuple(state.gold), winners, brought)
    state.phase = Phase.OVER
    if happened is not None:
        happened.append(events.GameOver(cause, sold, state.result))
