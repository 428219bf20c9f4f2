"""The words that boxes print for what editions name, accepted beside the bot's own in typed text.

An edition whose names are others has none of them. People at one table have boxes in several
languages, so the words of all are known; the reader's own language comes first.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from engine.cards import Card
from i18n.translation import NC_, Words, folded, words_for

# Translators: what people type for the castle, with commas between, the box's word first.
CASTLE: Final = NC_("typed", "castle, fortress, stronghold")

# Translators: what people type, with commas between: your box's words for the seal colours and
# buildings, and others that come to mind. The names themselves are understood anyway.
_CALLED: Final = {
    "red": NC_("typed", "cloth merchants"),
    "olive": NC_("typed", "spice merchants"),
    "black": NC_("typed", "carpenters"),
    "silver": NC_("typed", "silversmiths"),
    "house": NC_("typed", "residential house, home"),
    "farm": NC_("typed", "farmhouse, estate"),
    "tavern": NC_("typed", "inn, pub"),
    "mill": NC_("typed", "windmill"),
    "smithy": NC_("typed", "forge, blacksmith"),
    "trade-centre": NC_("typed", "trade center, trading post, market"),
    "monastery": NC_("typed", "cloister, abbey"),
}


def also_called(name: str, words: Words) -> frozenset[str]:
    """Return further folded words for a family or form, in English and the reader's language."""
    listed = _CALLED.get(name)
    return words.typed(listed) if listed else frozenset()


@lru_cache(maxsize=64)
def family_anywhere(family: str, spoken: tuple[str, ...]) -> frozenset[str]:
    """Return the folded words for a family in some languages, those of boxes among them."""
    said = (words_for(code).name(family) for code in spoken)
    # As adjectives, too: *rote*, *rouges*; what has several words is for sentences.
    agreeing = (text for one in said for text in one.forms.values() if " " not in text)
    return _anywhere(family, spoken) | frozenset(map(folded, agreeing))


@lru_cache(maxsize=256)
def card_anywhere(card: Card, spoken: tuple[str, ...]) -> tuple[str, ...]:
    """Return the single words of what a card's family and form are called in some languages."""
    return _single((*family_anywhere(card.family, spoken), *_anywhere(card.form, spoken)))


def _anywhere(name: str, spoken: tuple[str, ...]) -> frozenset[str]:
    names = (folded(words_for(code).name(name)) for code in spoken)
    also = (word for code in spoken for word in also_called(name, words_for(code)))
    return frozenset((*names, *also))


@lru_cache(maxsize=2048)
def words_on_the_box(card: Card, words: Words) -> tuple[str, ...]:
    """Return the single words of what a card's family and form are also called."""
    return _single((*also_called(card.family, words), *also_called(card.form, words)))


def _single(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({word for text in texts for word in text.split()}))
