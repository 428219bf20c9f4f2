"""A careful newcomer, scripted: it knows the lesson, and how to weigh what it names.

It plays in matches only, which show the level that suits a first game.
"""

from __future__ import annotations

from random import Random
from typing import Final

from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass, Workers
from engine.cards import Card
from engine.imagining import Imagined, imagine
from engine.observation import Observation
from engine.opportunities import Opportunity, opportunities
from engine.preview import placements
from engine.view import Phase, proceeds
from players.player import Budget, must_be_due

WORTH_SELLING: Final = 12
"""The gold from which it hands in a banner."""


class Newcomer:
    """A player that completes buildings if it can, else builds for gain, and sells now and then."""

    def decide(self, observation: Observation, rng: Random, budget: Budget) -> Action:
        """Return the action of a seat that has to act.

        Raises:
            ValueError: if it is not that seat's turn.
        """
        must_be_due(observation)
        position = imagine(observation, rng)
        if position.phase is Phase.MUST:
            chances = opportunities(observation.view)
            return _finishing(position, chances[0], rng) if chances else _building(position, rng)
        return _piece(position) if position.phase is Phase.CASTLE else _banner(position)


def _finishing(position: Imagined, chance: Opportunity, rng: Random) -> Action:
    """Return the action of the first line in the panel's list."""
    if chance.card is None or chance.workers:
        return Workers(chance.own, chance.neutral)
    return Build(chance.card, chance.squares, _draw(position, rng))


def _building(position: Imagined, rng: Random) -> Action:
    """Return a card on its proposed place; some workers if no card can be built."""
    places = [
        (placed[0].completed, placed[0].camps, rng.random(), card, placed[0].squares)
        for card in dict.fromkeys(position.hands[position.active])
        if (placed := placements(position, card.form))
    ]
    if not places:
        return next((one for one in position.legal_actions() if isinstance(one, Workers)), Pass())
    *_, card, squares = max(places, key=lambda place: place[:3])
    return Build(card, squares, _draw(position, rng))


def _draw(position: Imagined, rng: Random) -> Card | Draw:
    sources = position.draws()
    return (rng.choice(sources) or Draw.STACK) if sources else Draw.NONE


def _piece(position: Imagined) -> Castle:
    """Return the proposed piece: the one by which its own seals gain most now."""
    seals = position.seals[position.active]

    def brings(action: Action) -> int:
        after = position.copy()
        after.apply(action)
        return proceeds(seals, after.values)

    pieces = [action for action in position.legal_actions() if isinstance(action, Castle)]
    return max(pieces, key=brings)


def _banner(position: Imagined) -> Banner | End:
    """Return a sale of all seals of value, once it brings enough; workers if none are left."""
    seat = position.active
    if position.banner_used or not position.banners[seat]:
        return End()
    families = position.start.edition.families
    sale = tuple(
        (family, count)
        for family, count, value in zip(
            families, position.seals[seat], position.values, strict=True
        )
        if count and value
    )
    gold = sum(position.value(family) * count for family, count in sale)
    if gold >= WORTH_SELLING:
        return Banner(sale)
    return End() if position.own_stock[seat] or position.neutral_stock[seat] else Banner()
