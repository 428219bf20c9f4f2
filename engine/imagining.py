"""Determinization: positions that agree with a seat's observation, the unseen cards dealt anew.

A player asks the rules, or looks ahead, on such an imagined position alone. Every deal of the cards
that the seat cannot see is equally likely; inferences from the play of others are not drawn.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from engine.cards import Card
from engine.observation import Observation
from engine.position import Position
from engine.squares import SquareSet
from engine.start import FIRST_GAME, Laid, Start


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
    order = view.edition.card_order
    return tuple(sorted(cards.elements(), key=order.__getitem__))


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
    filled: SquareSet = view.lot.squares | view.neutral
    for building in view.buildings:
        filled |= building.squares
    for seat in view.seats:
        filled |= seat.workers
    position.vacant = edition.board & ~filled


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
