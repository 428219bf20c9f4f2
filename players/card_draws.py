"""The choice of the card to draw after building."""

from __future__ import annotations

from engine.actions import Build, Draw
from engine.cards import Card
from engine.imagining import Imagined
from players.judgement import WEIGHTS, Weights
from players.survey import Survey


def draws(
    position: Imagined, build: Build, unseen: tuple[Card, ...], weights: Weights = WEIGHTS
) -> list[Build]:
    """Return a tile's placement with every possible draw, the best first.

    The value of a card is that of its tile's best placement after this one; the value of the stack
    is the average over the cards that the seat has not seen.
    """
    sources = position.draws()
    if len(sources) < 2:
        return [build]
    after = position.copy()
    after.push(build)
    # One survey prices the open and the unseen cards together, since most of its cost is the board.
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
    # By place among equals, so that the choice is the same in every process.
    found.sort(key=lambda each: (-each[0], each[1]))
    return [Build(build.card, build.squares, card or Draw.STACK) for _, _, card in found]
