"""Forged custom ids and values: invented ones, other people's, outdated ones, junk."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Final

WORDS: Final = re.findall(
    r"\S+",
    """
    leave add-computer remove-computer take screen screen-anew board board-anew
    text earlier later record replay review hint page turn pick form nothing gone Join
    """,
)
"""The words that follow the bot's name in a custom id, without those by which anybody may open,
join or cancel games."""

SCREENS: Final = ("choose", "build", "workers", "castle", "banner", "end", "nowhere", "BUILD", "")
VERBS: Final = re.findall(
    r"\S+",
    """
    do end pass undo back up down left right turn next goto jump drawa drawb placea placeb site who
    own neutral fill clear all familya familyb leave planned forget banner c0 c12
    """,
)
JUNK: Final = (
    "",
    " ",
    ":",
    "arkadia",
    "arkadia:",
    "arkadia:join:",
    "arkadia:join:-1",
    "arkadia:join:1:1",
    "arkadia:join:١",
    "arkadia:screen:1\n",
    "x" * 100,
    "arkadia:turn:1:0:p0",
    "🏰" * 25,
    "arkadia:join:1; DROP TABLE log",
    "\x00",
    "arkadia:join:99999999999999999999",
    "{0}",
    "%s",
)
VALUES: Final = ("0", "1", "2", "7", "999", "-1", "x", "", "½", "9" * 50, "apprentice", "red")


class Forger:
    """A generator of custom ids, choices and typed texts.

    Args:
        rng: the source of chance.
        versions: the version of each existing game, by its number.
    """

    def __init__(self, rng: Random, versions: Mapping[int, int]) -> None:
        self._rng = rng
        self._versions = versions

    def values(self) -> list[str]:
        """Return the values chosen in a menu."""
        return self._rng.choices(VALUES, k=self._rng.randrange(4))

    def typed(self) -> str:
        """Return a text typed into a form."""
        return self._rng.choice(VALUES)

    def custom_id(self) -> str:
        """Return a custom id that might stand on a button."""
        rng = self._rng
        chance = rng.random()
        if chance < 0.05:
            return rng.choice(JUNK)
        if chance < 0.1:
            return "".join(rng.choices("arkadi:0123456789._-px", k=rng.randint(1, 100)))
        number = rng.choice((*self._versions, 0, 999_999_999, 77))
        if chance < 0.5:
            more = [self._number() for _ in range(rng.randrange(3))]
            return ":".join(["arkadia", rng.choice(WORDS), str(number), *map(str, more)])[:100]
        # Half name the current version: a panel of another one is refused before its step is read.
        version = self._versions.get(number, 0) if rng.random() < 0.5 else self._number()
        numbers = ".".join(str(self._number()) for _ in range(rng.randrange(6)))
        what = rng.choice(("turn", "turn", "pick", "form"))
        path = f"arkadia:{what}:{number}:{rng.randrange(4)}:{rng.choice('appp')}{version}"
        return f"{path}:{rng.choice(SCREENS)}:{rng.choice(VERBS)}:{numbers}"[:100]

    def _number(self) -> int:
        return self._rng.choice((0, 1, 2, self._rng.randrange(200), self._rng.randrange(10**9)))
