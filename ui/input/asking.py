"""The rulings that answer a typed question, the most fitting first."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from i18n.translation import ENGLISH, Words, folded
from ui.input.resembling import allowed, mistakes
from ui.texts.rulings import RULINGS, Ruling

MOST_WORDS: Final = 12
"""Typed words that are looked up; a question has fewer."""
_SHORTEST: Final = 3
"""Letters of the words that are looked up, numbers aside."""
_QUESTION: Final = 3
"""A word of the question or of the words to find it by counts as that many of the answer's."""

_Index = Mapping[str, Mapping[str, int]]
"""The weight that each word has in each ruling where it stands."""


def asked(typed: str, words: Words) -> list[Ruling]:
    """Return the rulings that a typed text may ask for, the most fitting first; all if empty.

    A word that few rulings have counts for more. Words are read in the reader's language and in
    English, cut short or with mistakes too.
    """
    wanted = list(dict.fromkeys(_words(typed)))[:MOST_WORDS]
    if not wanted:
        return list(RULINGS.values())
    indices = {id(index): index for index in (_index(words), _index(ENGLISH))}.values()
    scores: dict[str, float] = {}
    for word in wanted:
        best: dict[str, float] = {}
        for index in indices:
            for known in _meant(word, index):
                rare = math.log(1 + len(RULINGS) / len(index[known]))
                for name, weight in index[known].items():
                    best[name] = max(best.get(name, 0), weight * rare)
        for name, score in best.items():
            scores[name] = scores.get(name, 0) + score
    spelled = folded(typed.strip())
    return sorted(
        (RULINGS[name] for name in scores),
        key=lambda ruling: (spelled not in folded(words(ruling.question)), -scores[ruling.name]),
    )


def _words(text: str) -> list[str]:
    found = re.findall(r"[^\W_]+", folded(text))
    return [word for word in found if len(word) >= _SHORTEST or word.isdigit()]


def _meant(word: str, index: _Index) -> list[str]:
    """Return the known words that a typed one is or begins, or else those that it resembles."""
    if word in index:
        return [word]
    begun = [known for known in index if known.startswith(word)]
    if begun or word.isdigit():
        return begun
    # An inflected word: *banners* for *banner*.
    stems = [known for known in index if len(known) > _SHORTEST and word.startswith(known)]
    if stems:
        return stems
    # A mistake is rarely in the first letter; all words of the index would take too long.
    alike = (known for known in index if known[0] == word[0])
    return [known for known in alike if mistakes(word, known) <= min(1, allowed(word))]


@lru_cache(maxsize=16)
def _index(words: Words) -> _Index:
    index: dict[str, dict[str, int]] = {}
    for ruling in RULINGS.values():
        asking = {*_words(words(ruling.question)), *words.typed(ruling.typed)}
        for word in {part for text in asking for part in _words(text)}:
            index.setdefault(word, {})[ruling.name] = _QUESTION
        for word in _words(re.sub(r"{\w+}", "", words(ruling.answer))):
            index.setdefault(word, {}).setdefault(ruling.name, 1)
    return index
