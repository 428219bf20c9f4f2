"""Names as they are written: in one line, in plain letters, without what no font can show.

The text stays in the order in which it is read; how its letters are chosen and placed is for
``render.letters.shaping``, which also puts what runs from right to left into the order of the eye.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import groupby
from typing import Final

from render.letters.typefaces import BOX, shown

_LONGEST: Final = 200
"""Characters of a line that are looked at; no picture is wide enough for more."""
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
_VARIANTS: Final = range(0xFE00, 0xFE10)
_FLAG_LETTERS: Final = range(0x1F1E6, 0x1F200)
_SHAPELESS: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Me")
_JOINERS: Final = "\u200c\u200d"
_JOINED: Final = range(0x0600, 0x0E00)
"""Scripts in which it is written whether a letter joins the next one."""
_MOST_MARKS: Final = 3
"""What a letter may carry; more is decoration."""


@lru_cache(maxsize=1024)
def legible(text: str) -> str:
    """Return a person's text as one line that the fonts can show, or an empty one.

    Decorative letters become plain ones, flags the letters of their country; what has no shape
    of its own is left out. What no font has becomes a box, one for each run of it.

    >>> legible("𝓐𝓭𝓪  of   Arkadia")
    'Ada of Arkadia'
    """
    # NFKC turns mathematical and circled letters, which names are dressed in, into plain ones.
    plain = unicodedata.normalize("NFKC", text[:_LONGEST])
    kept: list[str] = []
    base, marks = " ", 0
    for character in plain:
        if character.isspace():
            kept.append(" ")
        elif character in _JOINERS:
            # In Arabic and Indic scripts a joiner changes letters; elsewhere it only hides.
            if ord(base) in _JOINED:
                kept.append(character)
        elif unicodedata.category(character) == "Mn":
            # Stacked marks (“zalgo”) would run over the lines above and below.
            marks += not _is_decoration(character)
            if marks <= _most_marks(base) and not _is_decoration(character):
                kept.append(character)
        elif _has_shape(character):
            base, marks = character, 0
            kept.append(_spelt(character))
    line = " ".join("".join(kept).split())
    return _boxed(line) if any(map(_tells, line)) else ""


def _is_decoration(mark: str) -> bool:
    """Return whether a mark chooses a variant, or strikes its letter through."""
    return ord(mark) in _VARIANTS or unicodedata.combining(mark) == 1


def _has_shape(character: str) -> bool:
    return unicodedata.category(character) not in _SHAPELESS and ord(character) not in _SKIN_TONES


def _most_marks(base: str) -> int:
    """Return the marks that a letter may keep: in Europe one besides those of whole letters."""
    return 1 if ord(base) < 0x0590 else _MOST_MARKS


def _spelt(character: str) -> str:
    if ord(character) in _FLAG_LETTERS:
        return chr(ord("A") + ord(character) - _FLAG_LETTERS.start)
    return character


def _tells(character: str) -> bool:
    """Return whether a character can be shown by itself."""
    return shown(character) and unicodedata.category(character)[0] not in "ZMC"


def _boxed(line: str) -> str:
    """Return the line with one box for each run of characters that no font has."""
    known = groupby(line, lambda character: character in _JOINERS or shown(character))
    return "".join("".join(run) if has else BOX for has, run in known)
