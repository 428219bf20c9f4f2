"""Typed words that resemble names: in any order, cut short, with up to two mistakes.

A mistake is a letter too many, too few or wrong, or two neighbours in each other's place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from i18n.translation import folded

MOST_MISTAKES: Final = 2
"""Mistakes in all words of a name together."""

LONG: Final = 5
"""Letters from which a word may have all the mistakes; a shorter one may have one."""

SHORTEST: Final = 3
"""Letters from which a word may have a mistake: shorter ones resemble too many names."""


def fits(typed: str, name: str) -> bool:
    """Return whether a half-typed text is part of a name, or resembles its words in any order."""
    wanted, whole = folded(typed.strip()), folded(name)
    return wanted in whole or resembles(_words(wanted), _words(whole))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text)


def resembles(typed: Sequence[str], name: Sequence[str]) -> bool:
    """Return whether each typed word is a misspelt beginning of another word of a name."""
    return bool(typed) and least_mistakes(typed, name) <= MOST_MISTAKES


def least_mistakes(typed: Sequence[str], name: Sequence[str]) -> int:
    """Return the fewest mistakes by which typed words begin the words of a name, in any order.

    More than ``MOST_MISTAKES`` if they do not resemble the name.
    """
    if not typed:
        return 0
    best = MOST_MISTAKES + 1
    for place, word in enumerate(name):
        if len(typed[0]) > len(word) + MOST_MISTAKES:  # so many letters too many are mistakes
            continue
        here = mistakes(typed[0], word)
        if here <= allowed(typed[0]):
            rest = least_mistakes(typed[1:], [*name[:place], *name[place + 1 :]])
            best = min(best, here + rest)
    return best


def allowed(typed: str) -> int:
    """Return how many mistakes a typed word may have."""
    if len(typed) < SHORTEST:
        return 0
    return MOST_MISTAKES if len(typed) >= LONG else 1


@lru_cache(maxsize=4096)
def mistakes(typed: str, word: str) -> int:
    """Return the fewest mistakes by which a typed text is the beginning of a word, or all of it."""
    before: list[int] = []
    row = list(range(len(word) + 1))
    for i, letter in enumerate(typed, 1):
        last, before, row = before, row, [i]
        for j, wanted in enumerate(word, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == word[j - 2] and typed[i - 2] == wanted:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return min(row)


def closest(typed: Sequence[str], names: Iterable[Sequence[str]]) -> int:
    """Return the fewest mistakes that a typed text has as any of several spellings of a name."""
    return min((least_mistakes(typed, name) for name in names), default=MOST_MISTAKES + 1)
