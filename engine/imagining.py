"""Determinization: the cards that a seat cannot see dealt anew, in a position or for a whole game.

A player asks the rules, or looks ahead, on such an imagined position alone. Every deal of the cards
that the seat cannot see is equally likely; inferences from the play of others are not drawn.

Who goes back to an earlier turn plays on with a start dealt anew, and so gains nothing from having
seen later cards.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from engine.actions import Action, Build, Draw
from engine.edition import Card
from engine.errors import IllegalActionError
from engine.opportunities import vacant
from engine.position import Position
from engine.start import FIRST_GAME, Laid, Start
from engine.view import Observation


class Imagined(Position):
    """A determinized position. The deck of its start is sorted: the real order is not known."""

    # A type of its own, so that mypy keeps real positions away from the players.

    __slots__ = ()


def imagine(observation: Observation, rng: Random) -> Imagined:
    """Return a position that agrees with an observation, the unseen cards dealt at random."""
    return Imagination(observation).position(rng)


class Imagination:
    """A factory of random positions that agree with an observation; their common part is shared.

    Attributes:
        unseen: the cards in the stack and in other hands, except those that the seat saw taken.
    """

    def __init__(self, observation: Observation) -> None:
        self.unseen: Final = unseen_cards(observation)
        self._common = _common_position(observation)
        self._seat = observation.seat
        self._missing = [
            0 if seat == observation.seat else open_seat.cards - len(observation.shown[seat])
            for seat, open_seat in enumerate(observation.view.seats)
        ]

    def position(self, rng: Random) -> Imagined:
        """Return a new position with the unseen cards dealt at random."""
        position = self._common.copy()
        cards = list(self.unseen)
        rng.shuffle(cards)
        for seat, missing in enumerate(self._missing):
            if missing:
                position.hands[seat] += tuple(cards[-missing:])
                del cards[-missing:]
        position.stack = tuple(cards)
        return position


def unseen_cards(observation: Observation) -> tuple[Card, ...]:
    """Return the cards in the stack or unseen in other hands, in canonical order."""
    view = observation.view
    cards = Counter(view.edition.deck(first_game=view.setup == FIRST_GAME))
    # The preset buildings' cards are not in the deck of the first-game set-up.
    presets = len(view.edition.first_buildings) if view.setup == FIRST_GAME else 0
    cards.subtract(building.card for building in view.buildings[presets:])
    cards.subtract(view.face_up)
    cards.subtract(observation.screen.hand)
    for seat, shown in enumerate(observation.shown):
        if seat != observation.seat:
            cards.subtract(shown)
    # Canonical, or the same seed would deal differently for observations that are equal.
    return tuple(sorted(cards.elements(), key=view.edition.card_order.__getitem__))


def _common_position(observation: Observation) -> Imagined:
    """Return the position with the known cards only; the stack and other hands are incomplete."""
    view, edition = observation.view, observation.view.edition
    start = Start(
        edition,
        view.setup,
        tuple(seat.colour for seat in view.seats),
        edition.deck(first_game=view.setup == FIRST_GAME),
        view.lot,
        mirror=view.mirror,
    )
    position = Imagined(start)
    position.ply = view.ply
    position.turn = view.turn
    # From the turn's number, because the view of a finished game names no active seat.
    position.active = (view.turn - 1) % start.seats
    position.phase = view.phase
    position.owed = view.owed
    position.banner_used = view.banner_used
    position.passed = observation.passed
    position.idle = observation.idle
    position.turns_left = view.turns_left
    position.result = view.result
    _set_board(position, observation)
    _set_stocks(position, observation)
    _set_castle(position, observation)
    position.face_up = view.face_up
    position.stack = ()
    position.drawn = 0
    position.shown = list(observation.shown)
    position.hands = list(observation.shown)
    position.hands[observation.seat] = observation.screen.hand
    return position


def _set_board(position: Imagined, observation: Observation) -> None:
    view, edition = observation.view, observation.view.edition
    position.buildings = [
        Laid(building.card, building.squares, edition.border(building.squares))
        for building in view.buildings
    ]
    position.open = [
        number for number, building in enumerate(view.buildings) if not building.completed
    ]
    position.workers = [seat.workers for seat in view.seats]
    position.neutral = view.neutral
    position.vacant = vacant(view)


def _set_stocks(position: Imagined, observation: Observation) -> None:
    view, edition = observation.view, observation.view.edition
    position.own_stock = list(observation.own)
    position.own_supply = [
        edition.own_workers - stock - seat.workers.bit_count()
        for stock, seat in zip(observation.own, view.seats, strict=True)
    ]
    position.neutral_stock = list(observation.neutral)
    position.neutral_supply = (
        edition.neutral_workers - sum(observation.neutral) - view.neutral.bit_count()
    )
    position.banners = [seat.banners for seat in view.seats]
    position.seals = [list(seals) for seals in observation.seals]
    position.gold = list(observation.gold)


def _set_castle(position: Imagined, observation: Observation) -> None:
    view = observation.view
    numbers = view.edition.family_number
    position.tops = [None if family is None else numbers[family] for family in view.ring]
    position.heights = list(view.heights)
    position.values = list(view.values)
    position.floor = view.floor - 1
    position.taken = sum(
        1 << place for place, height in enumerate(view.heights) if height > position.floor
    )
    position.pools = [list(pool) for pool in view.pools]


TRIES: Final = 20
"""Attempts to deal other hands before only the stack is dealt; the first is nearly always enough.

A deal fails when a seat passed that could have built with its new hand."""


def dealt_anew(start: Start, actions: Sequence[Action], seat: int, rng: Random) -> Start:
    """Return a start with the cards that a seat does not know dealt anew.

    The same actions from it are legal, and lead to a position in which the seat knows the same.
    """
    hands, stack = _unseen(start, actions, seat)
    for _ in range(TRIES):
        dealt = _shuffled(start, [*hands, *stack], rng)
        if _is_legal(dealt, actions):
            return dealt
    return _shuffled(start, stack, rng)


def _unseen(start: Start, actions: Sequence[Action], seat: int) -> tuple[list[int], list[int]]:
    """Return the places in the deck of the unseen cards: those of other hands, and the stack's.

    Of equal cards in a hand those taken openly count as played first, as in ``engine.applying``.
    """
    edition, seats = start.edition, start.seats
    size = edition.hand_size
    hands = [list(range(size * each, size * (each + 1))) for each in range(seats)]
    top = size * seats + edition.face_up
    face_up, seen = list(range(size * seats, top)), set[int]()
    position = Position(start)
    for action in actions:
        active = position.active
        position.apply(action)
        if not isinstance(action, Build):
            continue
        hand, deck = hands[active], start.deck
        same = [place for place in hand if deck[place] == action.card]
        hand.remove(next((place for place in same if place in seen), same[0]))
        if isinstance(action.draw, Card):
            number = next(n for n, place in enumerate(face_up) if deck[place] == action.draw)
            taken = face_up[number]
            hand.append(taken)
            seen.add(taken)
            face_up[number : number + 1] = [top] if top < len(deck) else []
        elif action.draw is Draw.STACK:
            hand.append(top)
        if action.draw is not Draw.NONE and top < len(deck):
            top += 1
    others = [hand for each, hand in enumerate(hands) if each != seat]
    unseen = [place for hand in others for place in hand if place not in seen]
    return unseen, list(range(top, len(start.deck)))


def _shuffled(start: Start, places: Sequence[int], rng: Random) -> Start:
    """Return the start with the cards at some places of its deck shuffled."""
    deck = list(start.deck)
    for place, other in zip(places, rng.sample(places, len(places)), strict=True):
        deck[place] = start.deck[other]
    return replace(start, deck=tuple(deck))


def _is_legal(start: Start, actions: Sequence[Action]) -> bool:
    position = Position(start)
    try:
        for action in actions:
            position.apply(action)
    except IllegalActionError:
        return False
    return True
