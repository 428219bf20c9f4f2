"""Links to the page that looks back at a game; the game stands in the link itself."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import Final

from engine.packing import pack
from engine.record import Record

LONGEST: Final = 512
"""The most characters that Discord takes as the address of a button."""
_LONGEST_NAME: Final = 60


def hash_of(record: Record, names: Sequence[str] = (), language: str = "") -> str:
    """Return what stands after ``#``: the packed game, then the names and language for its reader.

    Browsers send this part of an address to no server.
    """
    parts = [pack(record)]
    if names:
        parts.append(f"p={_written(names)}")
    if language:
        parts.append(f"l={language}")
    return ",".join(parts)


def link_of(
    pages: str, record: Record, names: Sequence[str] = (), language: str = ""
) -> str | None:
    """Return the link to a game; without names if it would be too long, or None if it still is.

    Args:
        pages: the address of the folder with the pages, or empty for no link.
        record: the game.
        names: the players' names by seat.
        language: the code of the language in which it is shown.
    """
    if not pages:
        return None
    for shown in (names, ()):
        link = f"{pages.rstrip('/')}/replay/#{hash_of(record, shown, language)}"
        if len(link) <= LONGEST:
            return link
    return None


def _written(names: Sequence[str]) -> str:
    lines = "\n".join(name.replace("\n", " ")[:_LONGEST_NAME] for name in names)
    return urlsafe_b64encode(lines.encode()).decode().rstrip("=")
