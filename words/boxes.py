"""The words that boxes print for what editions name, accepted beside the bot's own in typed text.

An edition whose names are others has none of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from engine.cards import Card
from i18n.translation import NC_, Words

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


@lru_cache(maxsize=2048)
def words_on_the_box(card: Card, words: Words) -> tuple[str, ...]:
    """Return the single words of what a card's family and form are also called."""
    return _single((*also_called(card.family, words), *also_called(card.form, words)))


def _single(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({word for text in texts for word in text.split()}))
