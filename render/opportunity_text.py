"""What somebody could complete now, as one sentence each."""

from __future__ import annotations

from engine.opportunities import Opportunity
from engine.view import View
from render.sentences import card_name, squares_text
from translation import Words


def opportunity_text(view: View, one: Opportunity, words: Words) -> str:
    """A sentence such as "Silver smithy: 4 neutral workers finish it: 1 silver seal"."""
    return words(
        "{building:^}: {how}: {gains}",
        building=card_name(one.building.card, words),
        how=_how(one, words),
        gains=_gains(view, one, words),
    )


def _how(one: Opportunity, words: Words) -> str:
    own, neutral = one.own.bit_count(), one.neutral.bit_count()
    if one.card is not None:
        return words(
            "your {card} on {squares} finishes it",
            card=card_name(one.card, words),
            squares=squares_text(one.squares, words),
        )
    if own and neutral:
        return words(
            "{own} and {neutral} finish it",
            own=words.plural("{n} worker of your own", "{n} workers of your own", own),
            neutral=words.plural("{n} neutral one", "{n} neutral ones", neutral),
        )
    if own:
        return words.plural(
            "{n} worker of your own finishes it", "{n} workers of your own finish it", own
        )
    return words.plural("{n} neutral worker finishes it", "{n} neutral workers finish it", neutral)


def _gains(view: View, one: Opportunity, words: Words) -> str:
    gains = [
        words.plural("{n} {family} seal", "{n} {family} seals", count, family=words.name(family))
        for family, count in zip(view.edition.families, one.seals, strict=True)
        if count
    ]
    if one.pieces:
        gains.append(words.plural("{n} castle piece", "{n} castle pieces", one.pieces))
    return words.listing(gains)
