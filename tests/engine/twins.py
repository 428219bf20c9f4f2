"""Positions that differ from another one in what is hidden, and in nothing else."""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.position import Position


def with_other_cards(position: Position, seats: list[int], rng: Random) -> Position:
    """The position with the cards dealt anew among the stack and what is hidden in these hands."""
    twin = position.copy()
    pool = list(twin.stack[twin.drawn :])
    hidden = {}
    for seat in seats:
        hidden[seat] = list((Counter(twin.hands[seat]) - Counter(twin.shown[seat])).elements())
        pool += hidden[seat]
    rng.shuffle(pool)
    for seat in seats:
        dealt = [pool.pop() for _ in hidden[seat]]
        hand = [*twin.shown[seat], *dealt]
        rng.shuffle(hand)
        twin.hands[seat] = tuple(hand)
    twin.stack = (*twin.stack[: twin.drawn], *pool)
    return twin


def with_other_stocks(position: Position, seats: list[int], rng: Random) -> Position:
    """The position with other things behind these screens."""
    twin = position.copy()
    for seat in seats:
        twin.own_stock[seat] = rng.randrange(8)
        twin.neutral_stock[seat] = rng.randrange(8)
        twin.seals[seat] = [rng.randrange(20) for _ in range(4)]
        twin.gold[seat] = rng.randrange(100)
        twin.hands[seat] = tuple(rng.sample(twin.start.deck, len(twin.hands[seat])))
        twin.shown[seat] = ()
    return twin
