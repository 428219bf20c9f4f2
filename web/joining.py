"""Joins the modules of a page into one text, so that a browser asks for them once.

Over a slow line each request costs a way there and back, and browsers ask for six at a time. The
modules stay files of their own; nothing but their imports and comments is taken out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

SOURCE: Final = Path(__file__).parent
"""The folder of all pages' modules."""

_IMPORT: Final = re.compile(r'^import (?P<names>.*?) ?from "(?P<path>[^"]+)";$', re.MULTILINE)
_LINKS: Final = re.compile(r"^import .*?;$|^export (?=\S)|^export \{.*\};$", re.MULTILINE)
_NAMED: Final = re.compile(
    r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE
)

_COMMENTS: Final = re.compile(
    r"^[ ]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ ]*\n", re.MULTILINE | re.DOTALL
)
"""Comments on lines of their own: types are for the tests, and no reader waits for them."""


def joined(first: str, made: Mapping[str, str]) -> str:
    """Return a module with all that it imports, each after those that it imports itself.

    Args:
        first: the module's path below this folder, such as ``game/main.js``.
        made: modules that are no files, by path.

    Raises:
        ValueError: if two of them have the same name for something, as they stand beside each
            other then.
    """
    texts: dict[str, str] = {}
    _collect(first, made, texts, ())
    named = Counter(name for text in texts.values() for name in _NAMED.findall(text))
    if twice := [name for name, count in named.items() if count > 1]:
        raise ValueError(f"modules of {first} both have {', '.join(twice)}")
    return "\n".join(_LINKS.sub("", text) for text in texts.values())


def _collect(
    path: str, made: Mapping[str, str], texts: dict[str, str], importing: tuple[str, ...]
) -> None:
    if path in texts or path in importing:
        return
    text = made.get(path) or _COMMENTS.sub("", (SOURCE / path).read_text("utf-8"))
    for found in _IMPORT.finditer(text):
        if " as " in found["names"]:
            raise ValueError(f"{path} imports by another name, which cannot be joined")
        _collect(normpath(join(dirname(path), found["path"])), made, texts, (*importing, path))
    texts[path] = text


def style_of(*sheets: str) -> str:
    """Return some style sheets as one.

    Args:
        sheets: their paths below this folder.
    """
    return "".join((SOURCE / sheet).read_text("utf-8") for sheet in sheets)
