"""Move generation for the search: the actions and cards that the judgement ranks highest."""

from __future__ import annotations

from itertools import product

from engine.actions import Action, Banner, Build, Draw, End, Pass
from engine.edition import Card
from engine.imagining import Imagined
from engine.view import Phase
from players.judgement import WEIGHTS, Weights, pieces, sale
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


def candidates(position: Imagined, count: int, weights: Weights = WEIGHTS) -> list[Action]:
    """Return at most ``count`` promising actions of the active seat, the best first.

    The draw after a tile is not chosen here (``players.candidates``). A sale has all seals of a
    family or none.
    """
    if position.phase is Phase.MUST:
        choices = Survey(position, weights).ranked(count)
        return [choice.action for choice in choices] or [Pass()]
    if position.phase is Phase.CASTLE:
        found = sorted(pieces(position, weights), key=lambda piece: piece[0], reverse=True)
        return [piece for _, piece in found[:count]]
    return _sales(position, weights)[:count]


def _sales(position: Imagined, weights: Weights) -> list[Action]:
    """Return the sales with a banner: the judged one, then none, then those of most gold."""
    seat = position.active
    if position.banner_used or not position.banners[seat]:
        return [End()]
    families = position.start.edition.families
    options: list[tuple[int, Banner]] = []
    # The judgement is linear in the seals, so a part of a family is never better than all or none.
    # A dictionary is an ordered set here: of a family without seals there is one choice, not two.
    for amounts in product(*[{0: 0, count: 0} for count in position.seals[seat]]):
        gold = sum(amount * value for amount, value in zip(amounts, position.values, strict=True))
        sold = tuple(
            (family, amount) for family, amount in zip(families, amounts, strict=True) if amount
        )
        options.append((gold, Banner(sold)))
    options.sort(key=lambda option: option[0], reverse=True)
    actions = [sale(position, weights), End(), *(banner for _, banner in options)]
    return list(dict.fromkeys(actions))
