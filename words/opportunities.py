"""The buildings that a player could complete now, one sentence each."""

from __future__ import annotations

from engine.opportunities import Opportunity
from engine.squares import first_square, square_name
from engine.view import View
from i18n.translation import Words
from words.sentences import card_name


def opportunity_text(view: View, one: Opportunity, words: Words) -> str:
    """Describe a building that can be completed, with the workers or card, and the gains.

    Such as "Silver smithy: 4 neutral → 1 seal".
    """
    return words(
        "{building:^}: {what} → {gains}",
        building=card_name(one.building.card, words),
        what=_what(one, words),
        gains=_gains(view, one, words),
    )


def _what(one: Opportunity, words: Words) -> str:
    own, neutral = one.own.bit_count(), one.neutral.bit_count()
    if one.card is not None:
        # Translators: after “Silver smithy:”.
        return words(
            "your {card} on {squares}",
            card=card_name(one.card, words),
            # The first square alone: the picture shows how the tile lies.
            squares=square_name(first_square(one.squares)),
        )
    if own and neutral:
        # Translators: workers, after “Silver smithy:”; {own} is “2 own”.
        return words.plural(
            "{own}, {n} neutral",
            "{own}, {n} neutral",
            neutral,
            own=words.plural("{n} own", "{n} own", own),
        )
    if own:
        return words.plural("{n} own", "{n} own", own)
    # Translators: workers, after “Silver smithy:”.
    return words.plural("{n} neutral", "{n} neutral", neutral)


def _gains(view: View, one: Opportunity, words: Words) -> str:
    """Return the seals, and the castle pieces if there are several."""
    # A building pays seals of its own colour, which its name says, and brings a castle piece.
    counts = {f: n for f, n in zip(view.edition.families, one.seals, strict=True) if n}
    if set(counts) == {one.building.card.family}:
        gains = [words.plural("{n} seal", "{n} seals", sum(counts.values()))]
    else:
        gains = [
            words.plural("{n} {family} seal", "{n} {family} seals", n, family=words.name(family))
            for family, n in counts.items()
        ]
    if one.pieces > 1:
        gains.append(words.plural("{n} castle piece", "{n} castle pieces", one.pieces))
    return words.listing(gains)
