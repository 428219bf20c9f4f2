"""Typed words that begin the words of a name: in any order, cut short, with one slip of a letter.

A slip is a letter too many, too few or wrong, or two neighbours in each other's place. Cards,
families and names are found with one; zones, dates and squares never are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from i18n.translation import folded

SHORTEST: Final = 3
"""Letters from which a word may have a slip: shorter ones resemble too many names."""


def fits(typed: str, name: str) -> bool:
    """Return whether a half-typed text is part of a name, or its words begin those of the name."""
    wanted, whole = folded(typed.strip()), folded(name)
    if wanted in whole:
        return True
    words = _words(wanted)
    return bool(words) and begin(words, _words(whole), slips=1)


def begin(typed: Sequence[str], name: Sequence[str], slips: int = 0) -> bool:
    """Return whether typed words begin different words of a name, with some slips in all.

    >>> begin(["hou", "red"], ["red", "house"]), begin(["hosue"], ["red", "house"], slips=1)
    (True, True)
    """
    left, slipped = [*name], list[str]()
    # The longest first: what it begins, a shorter one may begin, too, and not the other way round.
    for word in sorted(typed, key=len, reverse=True):
        found = next((one for one in left if one.startswith(word)), None)
        if found is None:
            slipped.append(word)
        else:
            left.remove(found)
    return len(slipped) <= slips and all(
        any(is_slip(word, one) for one in left) for word in slipped
    )


def is_slip(typed: str, word: str) -> bool:
    """Return whether a typed text is the beginning of a word, or all of it, but for one slip."""
    place = next((n for n, (a, b) in enumerate(zip(typed, word, strict=False)) if a != b), None)
    if place is None:
        place = min(len(typed), len(word))
    here, there = typed[place:], word[place:]
    return len(typed) >= SHORTEST and (
        there[1:].startswith(here[1:])
        or there.startswith(here[1:])
        or there[1:].startswith(here)
        or (here[:2] == there[1::-1] and there[2:].startswith(here[2:]))
    )


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text)
