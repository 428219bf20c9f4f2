"""What each action does to a position. Nothing here asks whether it is legal.

Every function changes the position it is given and, where a list of events is given, tells in it
what happened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass, Workers
from engine.events import (
    BannerUsed,
    BuildingCompleted,
    CardDrawn,
    EndBegun,
    EndCause,
    Event,
    FloorFinished,
    GameOver,
    NeutralTaken,
    Passed,
    PiecePlaced,
    PiecesForgone,
    TileLaid,
    TurnEnded,
    WorkersPlaced,
)
from engine.start import Laid
from engine.view import Phase, Result

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.position import Position


def apply(position: Position, action: Action, events: list[Event] | None) -> None:
    """Carry out a legal action."""
    position.ply += 1
    if isinstance(action, Build):
        _build(position, action, events)
        _complete(position, events)
    elif isinstance(action, Workers):
        _place_workers(position, action, events)
        _complete(position, events)
    elif isinstance(action, End):
        _end_turn(position, events)
    elif isinstance(action, Castle):
        _place_piece(position, action, events)
    elif isinstance(action, Banner):
        _use_banner(position, action, events)
    else:
        assert isinstance(action, Pass)
        position.passed = True
        position.phase = Phase.CAN
        if events is not None:
            events.append(Passed(position.active))


def _build(position: Position, action: Build, events: list[Event] | None) -> None:
    """Lay the tile, take the workers of the camps covered, and draw (rules, section 3.1, A)."""
    edition = position.start.edition
    seat = position.active
    squares = action.squares
    position.hands[seat] = _without(position.hands[seat], action.card)
    if action.card in position.shown[seat]:
        position.shown[seat] = _without(position.shown[seat], action.card)
    position.vacant &= ~squares
    position.open.append(len(position.buildings))
    position.buildings.append(Laid(action.card, squares, edition.border(squares)))
    if events is not None:
        events.append(TileLaid(seat, action.card, squares))
    camps = squares & edition.camps
    if camps:
        count = min(camps.bit_count(), position.neutral_supply)
        position.neutral_supply -= count
        position.neutral_stock[seat] += count
        if events is not None:
            events.append(NeutralTaken(seat, count, camps))
    if action.draw is not Draw.NONE:
        _draw(position, action.draw, events)


def _draw(position: Position, source: Card | Draw, events: list[Event] | None) -> None:
    seat = position.active
    top = position.stack[position.drawn] if position.drawn < len(position.stack) else None
    if isinstance(source, Draw):
        assert top is not None
        position.hands[seat] += (top,)
    else:
        position.hands[seat] += (source,)
        position.shown[seat] += (source,)
        place = position.face_up.index(source)
        refill = () if top is None else (top,)
        position.face_up = position.face_up[:place] + refill + position.face_up[place + 1 :]
    if top is not None:
        position.drawn += 1
    if events is not None:
        if isinstance(source, Draw):
            events.append(CardDrawn(seat, None, None))
        else:
            events.append(CardDrawn(seat, source, top))


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _place_workers(position: Position, action: Workers, events: list[Event] | None) -> None:
    """Put workers from the stock on the board (rules, section 3.1, B)."""
    seat = position.active
    position.workers[seat] |= action.own
    position.neutral |= action.neutral
    position.own_stock[seat] -= action.own.bit_count()
    position.neutral_stock[seat] -= action.neutral.bit_count()
    position.vacant &= ~(action.own | action.neutral)
    if events is not None:
        events.append(WorkersPlaced(seat, action.own, action.neutral))


def _complete(position: Position, events: list[Event] | None) -> None:
    """Pay every building newly enclosed, and owe a castle piece for each (rules, section 3.2)."""
    vacant = position.vacant
    buildings = position.buildings
    enclosed = [number for number in position.open if not buildings[number].border & vacant]
    position.phase = Phase.CAN
    if not enclosed:
        return
    active = position.active
    for number in enclosed:
        position.open.remove(number)
        card, squares, border = buildings[number]
        family = position.start.edition.family_number[card.family]
        earned = [(border & workers).bit_count() for workers in position.workers]
        for seat, count in enumerate(earned):
            position.seals[seat][family] += count
        position.seals[active][family] += 1
        if events is not None:
            events.append(BuildingCompleted(active, card, squares, tuple(earned)))
    position.owed = len(enclosed)
    _owe_or_forgo(position, events)


def _owe_or_forgo(position: Position, events: list[Event] | None) -> None:
    """Go on with the castle while pieces are owed and there are any."""
    if position.owed and not any(position.pools[position.floor]):
        if events is not None:
            events.append(PiecesForgone(position.active, position.owed))
        position.owed = 0
    position.phase = Phase.CASTLE if position.owed else Phase.CAN


def _place_piece(position: Position, action: Castle, events: list[Event] | None) -> None:
    """Put one castle piece, and finish its floor if it was the last (rules, section 3.2)."""
    start = position.start
    family = start.edition.family_number[action.family]
    place = action.ring - 1
    before = tuple(position.values) if events is not None else ()
    covered = position.tops[place]
    if covered is not None:
        position.values[covered] -= 1
    position.values[family] += 1
    position.tops[place] = family
    position.heights[place] += 1
    position.taken |= 1 << place
    position.pools[position.floor][family] -= 1
    position.owed -= 1
    if events is not None:
        events.append(
            PiecePlaced(
                position.active,
                action.family,
                action.ring,
                position.floor + 1,
                before,
                tuple(position.values),
            )
        )
    last = len(position.pools) - 1
    if position.floor < last and position.taken.bit_count() == start.edition.ring_size:
        _finish_floor(position, last, events)
    _owe_or_forgo(position, events)


def _finish_floor(position: Position, last: int, events: list[Event] | None) -> None:
    moved = position.pools[position.floor]
    position.pools[position.floor] = [0] * len(moved)
    position.pools[last] = [
        there + more for there, more in zip(position.pools[last], moved, strict=True)
    ]
    position.floor += 1
    position.taken = 0
    if events is not None:
        events.append(FloorFinished(position.floor, tuple(moved)))
    if position.floor == last:
        seats = position.start.seats
        position.turns_left = seats + 1
        if events is not None:
            events.append(EndBegun(position.active, seats))


def _use_banner(position: Position, action: Banner, events: list[Event] | None) -> None:
    """Take workers for a banner and sell seals (rules, section 3.3)."""
    edition = position.start.edition
    seat = position.active
    workers = min(edition.workers_per_banner, position.own_supply[seat])
    position.banners[seat] -= 1
    position.banner_used = True
    position.own_supply[seat] -= workers
    position.own_stock[seat] += workers
    sold = [0] * len(edition.families)
    gold = 0
    for family, amount in action.sale:
        number = edition.family_number[family]
        sold[number] = amount
        gold += amount * position.values[number]
        position.seals[seat][number] -= amount
    position.gold[seat] += gold
    if events is not None:
        events.append(BannerUsed(seat, workers, tuple(sold), gold))


def _end_turn(position: Position, events: list[Event] | None) -> None:
    """End the turn, and the game if it was the last one (rules, section 4)."""
    seats = position.start.seats
    if events is not None:
        events.append(TurnEnded(position.active, position.turn))
    idle = position.passed and not position.banner_used
    position.idle = position.idle + 1 if idle else 0
    if position.turns_left is not None:
        position.turns_left -= 1
    if position.turns_left == 0:
        _finish(position, EndCause.CASTLE, events)
    elif position.idle == seats:
        _finish(position, EndCause.IDLE, events)
    else:
        position.active = (position.active + 1) % seats
        position.turn += 1
        position.phase = Phase.MUST
        position.banner_used = False
        position.passed = False


def _finish(position: Position, cause: EndCause, events: list[Event] | None) -> None:
    """Sell everything that is left and name the winners (rules, section 4)."""
    sold = tuple(tuple(seals) for seals in position.seals)
    brought = tuple(
        sum(count * value for count, value in zip(seals, position.values, strict=True))
        for seals in position.seals
    )
    for seat, gold in enumerate(brought):
        position.gold[seat] += gold
        position.seals[seat] = [0] * len(position.values)
    best = max(position.gold)
    winners = tuple(seat for seat, gold in enumerate(position.gold) if gold == best)
    position.result = Result(tuple(position.gold), winners, brought)
    position.phase = Phase.OVER
    if events is not None:
        events.append(GameOver(cause, sold, position.result))
