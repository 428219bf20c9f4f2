"""Texts made fit for Discord's limits: the most important lines first, or page by page.

Lengths are counted in UTF-16 units, of which an emoji has two: no client counts more strictly.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ui.limits import MESSAGE_LIMIT

LINE: Final = 42
"""Characters of Discord's text in a line of a phone that is 390 pixels wide."""

SCREEN: Final = 26
"""Lines of a message that such a phone shows at a time."""


class Part(NamedTuple):
    """Some lines of a message, with their importance.

    Attributes:
        rank: the importance; 0 for the most important parts, which get room first.
        whole: True to leave the part out altogether where there is no room for all of it.
    """

    text: str
    rank: int = 0
    whole: bool = False


def size(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    # Lone surrogates can come from people: "surrogatepass" counts them instead of failing.
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def height(text: str) -> int:
    """Return the number of lines that a text takes on a phone."""
    return sum(
        1 if len(line) <= LINE else max(1, len(textwrap.wrap(line, LINE)))
        for line in text.split("\n")
    )


def on_a_phone(lines: Sequence[str]) -> list[str]:
    """Return the leading lines that a phone shows at a time, at least one."""
    kept = list(lines)
    while len(kept) > 1 and height("\n".join(kept)) > SCREEN:
        kept.pop()
    return kept


def cut(text: str, limit: int) -> str:
    """Return the beginning of a text, with an ellipsis where something is missing."""
    return text if size(text) <= limit else f"{_beginning(text, limit - 1)}…"


def fitted(parts: Sequence[Part], instead: str = "", limit: int = MESSAGE_LIMIT) -> str:
    r"""Join parts into one text, each on lines of its own, dropping those without room.

    >>> lines = [Part("Ada wins"), Part("turn 1\nturn 2", 1), Part("*Replay* shows it")]
    >>> fitted(lines, "…", limit=30)
    'Ada wins\n…\n*Replay* shows it'

    Args:
        parts: in the order in which they are read.
        instead: the text that stands for the parts left out, at their place or below.
        limit: the most UTF-16 units that the text may have.
    """
    whole = "\n".join(part.text for part in parts)
    if size(whole) <= limit:
        return whole
    kept = [""] * len(parts)
    missing: list[int] = []
    room = limit - size(instead) - 1
    for index in sorted(range(len(parts)), key=lambda index: parts[index].rank):
        text = parts[index].text
        if not missing:  # lesser parts never take room from one that was cut
            some = "" if parts[index].whole else _lines_that_fit(text, room - 1)
            kept[index] = text if size(text) < room else some
        if not any(kept):
            kept[index] = cut(text, room - 1)
        if kept[index] != text:
            missing.append(index)
        room -= size(kept[index]) + 1
    if instead:
        at = max(missing)
        kept[at] = f"{kept[at]}\n{instead}" if kept[at] else instead
    texts = zip(kept, parts, strict=True)
    return "\n".join(text for text, part in texts if text or not part.text)


def words_in(text: str) -> int:
    """Return how many words a text has as people read it.

    >>> words_in("- **Ada** won <t:1793491200:R>")
    5
    """
    # Discord writes a time as “3 days ago”, and a day as “1 November 2026”.
    return len(re.sub(r"<t:\d+:\w>", "3 days ago", text).replace("- ", " ").split())


def within_words(parts: Sequence[Part], most: int) -> list[Part]:
    """Return the parts for which a number of words has room, the lowest ranks first, in order.

    >>> [part.text for part in within_words([Part("Ada won"), Part("3 wait", 2), Part("a", 1)], 3)]
    ['Ada won', 'a']
    """
    left, kept = most, set[int]()
    for place in sorted(range(len(parts)), key=lambda place: parts[place].rank):
        if (needed := words_in(parts[place].text)) <= left:
            left -= needed
            kept.add(place)
    return [part for place, part in enumerate(parts) if place in kept]


def pages(paragraphs: Iterable[str], limit: int) -> list[str]:
    r"""Return paragraphs on as few pages as hold them in their order, with nothing left out.

    >>> pages(["one", "two", "three"], limit=9)
    ['one\n\ntwo', 'three']

    A paragraph stays on its page when others are added at the end. One that is longer than a
    page is broken between lines, and a line only if it is longer than a page itself.
    """
    found: list[str] = []
    for paragraph in paragraphs:
        for number, piece in enumerate(_pieces(paragraph, limit)):
            if found and not number and size(found[-1]) + 2 + size(piece) <= limit:
                found[-1] += f"\n\n{piece}"
            else:
                found.append(piece)
    return found


def _pieces(paragraph: str, limit: int) -> Iterator[str]:
    piece: list[str] = []
    for line in _short_lines(paragraph, limit):
        if piece and size("\n".join([*piece, line])) > limit:
            yield "\n".join(piece)
            piece = []
        piece.append(line)
    yield "\n".join(piece)


def _short_lines(paragraph: str, limit: int) -> Iterator[str]:
    for line in paragraph.split("\n"):
        rest = line
        while size(rest) > limit:
            first = _beginning(rest, limit)
            yield first
            rest = rest[len(first) :]
        yield rest


def _lines_that_fit(text: str, limit: int) -> str:
    """Return the first lines; none if there is room for a heading alone."""
    lines = text.split("\n")
    while lines and size("\n".join(lines)) > limit:
        lines.pop()
    return "\n".join(lines) if len(lines) > 1 else ""


def _beginning(text: str, limit: int) -> str:
    while size(text) > limit:
        # Each character has at most two units, so half of the excess is never too much to cut.
        text = text[: max(0, len(text) - max(1, (size(text) - limit) // 2))]
    return text
