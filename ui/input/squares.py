"""Read squares from typed text: in any order, any case, with any separators."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from engine.edition import Edition
from engine.errors import NotationError
from engine.squares import COLUMN_LETTERS, SquareSet, column_of, row_of, square_name
from i18n.translation import NC_, folded, languages, typed_in, without_combining
from ui.input.times.hours import TO

MOST_CHUNKS: Final = 60
"""Parts of a typed text that are read at most."""

# Translators: what people type between two squares, with commas between; it may be a sign.
_AND: Final = NC_("typed", "and, plus")

_A: Final = re.compile(r"(?<=[0-9]) A (?=[A-Z][0-9])")  # as the French *à* without its accent
_WORD: Final = re.compile(r"\b[^\W\d_]+(?:[/'’][^\W\d_]+)?\b")
_DASHES: Final = re.compile(r"[-−~〜⁓](?:[\s−~〜⁓-]*[-−~〜⁓])?")
_BETWEEN: Final = re.compile(r"[\s,;:+&/|.()\[\]{}\"'“”„’‘<>=→*_、·•]+")
_RANGE: Final = re.compile(r" ?(?:-|\.\.+|…) ?")
_APART: Final = re.compile(r"\b([A-Z]) ?- ?([0-9])")
_SHORT_RANGE: Final = re.compile(r"([A-Z])([0-9]{1,3}) ?- ?([0-9]{1,3})(?![0-9A-Z])")  # F7-9
_SQUARES: Final = re.compile(r"(?:[A-Z][0-9]{1,3})+")
_TURNED: Final = re.compile(r"(?:[0-9]{1,3}[A-Z])+")
_EACH: Final = re.compile(r"([A-Z])([0-9]+)|([0-9]+)([A-Z])")


def read_squares(text: str, edition: Edition) -> SquareSet:
    """Return the typed squares: ``F7 F8``, ``f7,f8``, ``7F/8F``, ``F7-F9``, ``f 7 8``.

    >>> from engine.edition_files import load_edition
    >>> from engine.squares import square_names
    >>> list(square_names(read_squares("f7-9, 8e", load_edition())))
    ['F7', 'E8', 'F8', 'F9']

    Raises:
        NotationError: if something is no square of the board, only looks like one, or is named
            twice.
    """
    found = 0
    for name in _names(text, edition):
        bit = 1 << _on_board(name, edition)
        if bit & found:
            raise NotationError("repeated-square", token=name)
        found |= bit
    return found


def holds_square(text: str) -> bool:
    """Return whether a typed text, which may be a name instead, contains a square."""
    return any(sign.isdigit() for sign in text)


def _names(text: str, edition: Edition) -> Iterator[str]:
    """Yield the names of the squares one after the other, ranges written out."""
    # Some keyboards type full-width letters and digits, which mean the same.
    signs = _WORD.sub(_sign_of, unicodedata.normalize("NFKC", without_combining(text)))
    signs = "".join("-" if unicodedata.category(sign) == "Pd" else sign for sign in signs)
    line = _A.sub("-", " ".join(_DASHES.sub("-", signs).upper().split()))
    line = _SHORT_RANGE.sub(r"\1\2-\1\3", _APART.sub(r"\1\2", line))
    ends = [list(_chunk_names(part)) for part in _RANGE.split(line)]
    for number, names in enumerate(ends):
        if number and names and ends[number - 1]:
            yield from _between(ends[number - 1][-1], names[0], edition)
        yield from names


def _sign_of(word: re.Match[str]) -> str:
    """Return what a word between squares stands for: a dash, a space, or itself."""
    said, spoken = folded(word[0]).replace("'", "’"), languages()
    # A letter alone is a column, but the French word between two has an accent.
    if len(said) == 1 and said == word[0].casefold():
        return word[0]
    if said in typed_in(TO, spoken):
        return "-"
    return " " if said in typed_in(_AND, spoken) else word[0]


def _chunk_names(text: str) -> Iterator[str]:
    """Yield the names of squares in a text without ranges."""
    # Bounded against hostile texts; no action of the game names nearly as many squares.
    chunks = [chunk for chunk in _BETWEEN.split(text) if chunk][:MOST_CHUNKS]
    column, number = "", 0
    while number < len(chunks):
        chunk = chunks[number]
        after = chunks[number + 1] if number + 1 < len(chunks) else ""
        number += 1
        if len(chunk) == 1 and chunk.isalpha() and _is_row(after):  # F 7
            chunk, number = chunk + after, number + 1
        elif _is_row(chunk) and len(after) == 1 and after.isalpha():  # 7 F
            chunk, number = after + chunk, number + 1
        elif _is_row(chunk) and column:  # F7 8
            chunk = column + chunk
        if not _SQUARES.fullmatch(chunk) and not _TURNED.fullmatch(chunk):
            if any(map(_is_foreign, chunk)):
                raise NotationError("look-alike", token=chunk)
            raise NotationError("bad-square", token=chunk)
        for match in _EACH.finditer(chunk):
            column = match[1] or match[4]
            yield f"{column}{int(match[2] or match[3])}"


def _is_foreign(sign: str) -> bool:
    """Return whether a letter or digit is of another alphabet, though it may look the same."""
    return not sign.isascii() and sign.isalnum() and "LATIN" not in unicodedata.name(sign, "LATIN")


def _is_row(chunk: str) -> bool:
    return chunk.isascii() and chunk.isdigit()


def _between(first: str, last: str, edition: Edition) -> Iterator[str]:
    """Yield the squares between two in one row or column; none between others."""
    here, there = _on_board(first, edition), _on_board(last, edition)
    x, y = column_of(there) - column_of(here), row_of(there) - row_of(here)
    if x and y:
        return
    for step in range(1, abs(x) + abs(y)):
        across, down = (step if x > 0 else -step, 0) if x else (0, step if y > 0 else -step)
        column = COLUMN_LETTERS[column_of(here) + across]
        yield f"{column}{row_of(here) + down + 1}"


def _on_board(name: str, edition: Edition) -> int:
    """Return the square with a name.

    Raises:
        NotationError: if it is not on the board.
    """
    try:
        return edition.square(name)
    except NotationError as error:  # such as Q1 and A0, which no board has
        last = square_name(edition.board.bit_length() - 1)
        raise NotationError("off-board", token=name, column=last[0], row=last[1:]) from error
