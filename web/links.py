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
    return pack(record) + _options(names, language)


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
    game = f"{pages.rstrip('/')}/replay/#{pack(record)}"
    links = (game + _options(shown, language) for shown in (names, ()))
    return next((link for link in links if len(link) <= LONGEST), None)


def _options(names: Sequence[str], language: str) -> str:
    """Return the options of a link, each after a comma."""
    shown = {"p": _written(names) if names else "", "l": language}
    return "".join(f",{name}={value}" for name, value in shown.items() if value)


def _written(names: Sequence[str]) -> str:
    lines = "\n".join(name.replace("\n", " ")[:_LONGEST_NAME] for name in names)
    return urlsafe_b64encode(lines.encode()).decode().rstrip("=")
