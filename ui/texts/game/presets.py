"""Presets of a game in words, with how long a game of them lasts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from i18n.translation import N_, Words
from tabletop.lengths import Length
from tabletop.time_control import DAY, HOUR

WEEK: Final = 7 * DAY

PRESET_NAMES: Final[Mapping[str, str]] = {
    # Translators: names of ways to play, in a menu.
    "evening": N_("An evening: all are there"),
    "daily": N_("A turn a day, with a day in reserve"),
    "club": N_("A weekly club: a turn a day, no hints"),
    "month": N_("A slow month: three days a turn"),
}
"""The presets as people choose them."""


def lasting(length: Length, seats: int, words: Words) -> str:
    """Return the sentence on the length of a game of some people."""
    time = about(length.milliseconds, words)
    if length.games:
        return words.plural(
            "Games of {seats} took {time} here: the median of {n}.",
            "Games of {seats} took {time} here: the median of {n}.",
            length.games,
            seats=seats,
            time=time,
        )
    return words(
        "A game of {seats} takes about {time}, nine in ten at most {most}.",
        seats=seats,
        time=time,
        most=about(length.most, words),
    )


def about(milliseconds: int, words: Words) -> str:
    """Return a long time in the largest unit of which it is at least two.

    >>> from i18n.translation import ENGLISH
    >>> about(60 * DAY, ENGLISH), about(3 * HOUR, ENGLISH)
    ('9 weeks', '3 hours')
    """
    if milliseconds >= 2 * WEEK:
        return words.plural("{n} week", "{n} weeks", round(milliseconds / WEEK))
    if milliseconds >= 2 * DAY:
        return words.plural("{n} day", "{n} days", round(milliseconds / DAY))
    return words.plural("{n} hour", "{n} hours", max(1, round(milliseconds / HOUR)))
