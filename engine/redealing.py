"""A new deal of the cards that a seat could not know at some moment of a game.

The game up to that moment stays the same, and so does the seat's knowledge; every other card, in
the stack or in another hand, is dealt anew. So a person who goes back to an earlier turn gains
nothing from having seen later cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from engine.actions import Action, Build, Draw
from engine.cards import Card
from engine.errors import IllegalActionError
from engine.position import Position
from engine.start import Start

TRIES: Final = 20
"""Attempts to deal other hands before only the stack is dealt; the first is nearly always enough.

A deal fails when a seat passed that could have built with its new hand."""


def dealt_anew(start: Start, actions: Sequence[Action], seat: int, rng: Random) -> Start:
    """Return a start with the cards that a seat does not know dealt anew.

    The same actions from it are legal, and lead to a position in which the seat knows the same.

    Args:
        start: the start of the game.
        actions: its actions so far.
        seat: the seat whose knowledge is preserved.
        rng: deals the cards.

    Raises:
        IllegalActionError: if an action is not legal.
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
