"""Positions of one information set: they differ in what is hidden, and in nothing else."""

from collections import Counter
from random import Random

from engine.position import Position


def with_other_cards(position: Position, seats: list[int], rng: Random) -> Position:
    """The position with the cards dealt anew among the stack and what is hidden in these hands."""
    other = position.copy()
    pool = list(other.stack[other.drawn :])
    hidden = {}
    for seat in seats:
        hidden[seat] = list((Counter(other.hands[seat]) - Counter(other.shown[seat])).elements())
        pool += hidden[seat]
    rng.shuffle(pool)
    for seat in seats:
        dealt = [pool.pop() for _ in hidden[seat]]
        hand = [*other.shown[seat], *dealt]
        rng.shuffle(hand)
        other.hands[seat] = tuple(hand)
    other.stack = (*other.stack[: other.drawn], *pool)
    return other


def with_other_stocks(position: Position, seats: list[int], rng: Random) -> Position:
    """The position with other things behind these screens."""
    other = position.copy()
    for seat in seats:
        other.own_stock[seat] = rng.randrange(8)
        other.neutral_stock[seat] = rng.randrange(8)
        other.seals[seat] = [rng.randrange(20) for _ in range(4)]
        other.gold[seat] = rng.randrange(100)
        other.hands[seat] = tuple(rng.sample(other.start.deck, len(other.hands[seat])))
        other.shown[seat] = ()
    return other
