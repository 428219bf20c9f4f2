"""The levels of computer players as choices: by name, or as strong as the chooser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from i18n.translation import N_, Words
from players.levels import OPPONENTS

LIKE_ME: Final = "like-me"
"""The value of the level that is about as strong as the person who chooses it."""


class Offered(NamedTuple):
    """A level of computer players as it is offered: value, caption, and what to expect."""

    value: str
    caption: str
    note: str


def offered_levels(words: Words, *, as_oneself: bool = True) -> Iterator[Offered]:
    """Yield the levels of computer players that are offered, the weakest first.

    Args:
        words: the reader's language.
        as_oneself: True to offer a level as strong as the chooser, too.
    """
    if as_oneself:
        caption, note = N_("About as strong as me"), N_("By my games against computers")
        yield Offered(LIKE_ME, words(caption), words(note))
    for level in OPPONENTS:
        yield Offered(level.name, words(level.caption), words(level.note))
