"""Which characters of a line run from right to left: the one door to python-bidi's levels.

The library puts a line into the order of the eye, but glyphs are chosen in the order in which it is
read. It tells how deep each character is embedded only in what it prints for those who debug it. A
test says so if a new version prints something else.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from bidi import get_display

_BACKWARD: Final = ("R", "AL")
_LEVEL: Final = re.compile(r"Level\(\s*(\d+),?\s*\)")


def runs_backward(character: str) -> bool:
    """Return whether a character by itself runs from right to left."""
    return unicodedata.bidirectional(character) in _BACKWARD


def levels(text: str) -> list[int]:
    """Return each character's embedding level; odd levels run from right to left."""
    if not any(map(runs_backward, text)):
        return [0] * len(text)
    # The levels are told one for each byte of UTF-8.
    told = get_display(text, debug=True).rpartition("\n    levels: [")[2]
    of_bytes = [int(level) for level in _LEVEL.findall(told.partition("\n    ],")[0])]
    found, at = [], 0
    for character in text:
        found.append(of_bytes[at])
        at += len(character.encode())
    return found
