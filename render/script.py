"""Names as they are seen: in one line, in plain letters, Arabic joined, right-to-left turned round.

The fonts are laid out letter by letter, so that a line looks the same on every machine; what a
layout library would do for names is done here: choose each Arabic letter's joined form (Unicode
has a character for every one) and put right-to-left runs into the order of the eye.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

_LONGEST: Final = 200
"""Characters of a line that are looked at; no picture is wide enough for more."""
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
_VARIANTS: Final = range(0xFE00, 0xFE10)
_SHAPELESS: Final = ("Cc", "Cf", "Cs", "Co", "Cn")
_PRESENTATION_FORMS: Final = range(0xFE70, 0xFEFD)
_FORMS: Final = ("<isolated>", "<final>", "<initial>", "<medial>")


@lru_cache(maxsize=1024)
def legible(text: str) -> str:
    """A person's text as one line that the fonts can show, in the order in which it is seen.

    Letters in fancy dress become plain ones; what has no shape of its own is left out.
    """
    plain = unicodedata.normalize("NFKC", text[:_LONGEST])
    kept = "".join(
        " " if character.isspace() else character
        for character in plain
        if character.isspace() or _has_shape(character)
    )
    return _as_seen(_joined(" ".join(kept.split())))


def _has_shape(character: str) -> bool:
    return (
        unicodedata.category(character) not in _SHAPELESS
        and ord(character) not in _VARIANTS
        and ord(character) not in _SKIN_TONES
    )


@cache
def _arabic() -> Mapping[str, Mapping[str, str]]:
    """For each Arabic letter the characters of its forms."""
    letters: dict[str, dict[str, str]] = {}
    for code in _PRESENTATION_FORMS:
        form, _, rest = unicodedata.decomposition(chr(code)).partition(" ")
        if form in _FORMS and rest and " " not in rest:
            letters.setdefault(chr(int(rest, 16)), {})[form] = chr(code)
    return letters


def _joined(text: str) -> str:
    """The text with each Arabic letter in the form that its neighbours ask for."""
    letters = _arabic()
    shaped = []
    for number, character in enumerate(text):
        forms = letters.get(character)
        if forms is None:
            shaped.append(character)
            continue
        before = letters.get(text[number - 1], {}) if number else {}
        after = letters.get(text[number + 1], {}) if number + 1 < len(text) else {}
        from_before = "<initial>" in before and "<final>" in forms
        to_after = "<initial>" in forms and "<final>" in after
        form = _FORMS[from_before + 2 * to_after]
        shaped.append(forms.get(form, character))
    return "".join(shaped)


def _as_seen(text: str) -> str:
    """Right-to-left runs turned round; enough for names, which rarely mix directions."""
    runs: list[tuple[bool, str]] = []
    for character in text:
        direction = unicodedata.bidirectional(character)
        if direction in ("R", "AL"):
            backward = True
        elif direction in ("L", "EN") or not runs:
            backward = False
        else:
            backward = runs[-1][0]
        if runs and runs[-1][0] == backward:
            runs[-1] = (backward, runs[-1][1] + character)
        else:
            runs.append((backward, character))
    return "".join(_turned(run) if backward else run for backward, run in runs)


def _turned(run: str) -> str:
    """A right-to-left run as it is seen; a space after it stays between it and what follows."""
    letters = run.rstrip()
    return letters[::-1] + run[len(letters) :]
