"""Which card to draw after building."""

from __future__ import annotations

from engine.actions import Build, Draw
from engine.cards import Card
from engine.imagining import Imagined
from players.judgement import WEIGHTS, Weights
from players.survey import Survey


def draws(
    position: Imagined, build: Build, unseen: tuple[Card, ...], weights: Weights = WEIGHTS
) -> list[Build]:
    """The same tile with every possible draw, the best first.

    A card is worth what its tile's best place would be worth once this one is laid; the stack is
    worth what the cards are that the seat has not seen, on average.
    """
    sources = position.draws()
    if len(sources) < 2:
        return [build]
    after = position.copy()
    after.push(build)
    cards = [card for card in sources if card is not None]
    best: dict[Card, float] = {}
    for worth, card, _ in Survey(after, weights).tiles([*cards, *unseen]):
        if worth > best.get(card, -1e9):
            best[card] = worth
    found: list[tuple[float, int, Card | None]] = [
        (best.get(card, 0.0), place, card) for place, card in enumerate(cards)
    ]
    if None in sources:
        average = sum(best.get(card, 0.0) for card in unseen) / len(unseen)
        found.append((average, len(cards), None))
    found.sort(key=lambda each: (-each[0], each[1]))
    return [Build(build.card, build.squares, card or Draw.STACK) for _, _, card in found]
