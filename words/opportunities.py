"""The buildings that a player could complete now, one sentence each."""

from __future__ import annotations

from engine.opportunities import Opportunity
from engine.squares import first_square, square_name
from i18n.translation import Words
from words.sentences import card_name


def opportunity_text(one: Opportunity, words: Words) -> str:
    """Describe a building that can be completed, with what it brings and takes.

    Such as "Red farm: 1–4 seals, 5 workers".
    """
    gains = [words.plural("{span} seal", "{span} seals", one.seals.most, span=str(one.seals))]
    if one.pieces > 1:
        gains.append(words.plural("{n} castle piece", "{n} castle pieces", one.pieces))
    first, *more = [card_name(building.card, words) for building in one.completes]
    return words(
        "{buildings}: {gains}, {what}",
        buildings=words.listing([f"{first:^}", *more]),
        gains=words.listing(gains),
        what=_what(one, words),
    )


def _what(one: Opportunity, words: Words) -> str:
    workers = words.plural("{n} worker", "{n} workers", one.workers)
    if one.card is None:
        return workers
    # The first square alone: the picture shows how the tile lies.
    card, squares = card_name(one.card, words), square_name(first_square(one.squares))
    if not one.workers:
        # Translators: after “Silver smithy: 2 seals,”.
        return words("with your {card} on {squares}", card=card, squares=squares)
    return words(
        # Translators: after “Silver smithy: 2 seals,”; {workers} is “3 workers”.
        "{workers} or your {card} on {squares}",
        workers=workers,
        card=card,
        squares=squares,
    )
