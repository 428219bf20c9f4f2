"""Seals, workers and gold in sentences: one private character each, until a message is sent.

Sentences know no emojis. They have a mark before the word, and ``ui.services.markup`` puts an
emoji there when a message goes out, or nothing. Marks are for the contents of messages
alone; buttons, menus, pictures and the first line of a message, which is a lock screen's, have
none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.edition_files import editions
from render import IconKind

# Private characters mean nothing by themselves; ``without_marks`` takes them out of typed text.
_FIRST: Final = 0xE000
"""The first of Unicode's private characters."""


@dataclass(frozen=True, slots=True)
class Icon:
    """The meaning of an icon: its kind, and its family or colour."""

    kind: IconKind
    which: str = ""

    @property
    def name(self) -> str:
        """The name for screen readers, of letters, digits and underscores."""
        return f"{self.which}_{self.kind}".strip("_").replace("-", "_")[:24]


def _all() -> Iterator[Icon]:
    families = {family for edition in editions() for family in edition.families}
    colours = {colour for edition in editions() for colour in edition.colours}
    yield Icon("gold")
    yield from (Icon("seal", family) for family in sorted(families))
    yield from (Icon("worker", colour) for colour in sorted({*colours, "neutral"}))


MARKS: Final[Mapping[Icon, str]] = MappingProxyType(
    {icon: chr(_FIRST + number) for number, icon in enumerate(_all())}
)
"""The mark of each icon that there is."""

GOLD: Final = MARKS[Icon("gold")]
"""The mark that stands before an amount of gold."""


def seal_mark(family: str) -> str:
    """Return the mark before the name of a family; empty for one without an icon."""
    return MARKS.get(Icon("seal", family), "")


def worker_mark(colour: str = "neutral") -> str:
    """Return the mark before workers of a colour; empty for one without an icon."""
    return MARKS.get(Icon("worker", colour), "")


def without_marks(text: str) -> str:
    """Return the text with no mark in it."""
    return text.translate(_NOTHING)


_NOTHING: Final = {ord(mark): None for mark in MARKS.values()}
