"""Levels of computer players as they are offered: by name, or as strong as who chooses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from i18n.translation import N_, Words
from players.levels import OPPONENTS

LIKE_ME: Final = "like-me"
"""Stands for the level that is about as strong as who chooses it."""


class Offered(NamedTuple):
    """A choice of a level: its value, what it is called, and what to expect of it."""

    value: str
    caption: str
    note: str


def offered_levels(words: Words, *, as_oneself: bool = True) -> Iterator[Offered]:
    """The choices of a level, the weakest first.

    Args:
        words: the language of who reads them.
        as_oneself: whether one of them is as strong as who chooses.
    """
    if as_oneself:
        caption, note = N_("About as strong as me"), N_("By my games against computers")
        yield Offered(LIKE_ME, words(caption), words(note))
    for level in OPPONENTS:
        yield Offered(level.name, words(level.caption), words(level.note))
