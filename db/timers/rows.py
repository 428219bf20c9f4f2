"""The row class of timers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredDue:
    """A timer: a row that stays until its handler has succeeded.

    The key is kind, server, game and person; an id that does not apply is 0.

    Attributes:
        kind: the name of its handler, which the store does not interpret.
        at: when the timer is due, in milliseconds UTC.
        guild_id: the id of the server that the timer is about.
        game_id: the number of the game; if ``guild_id`` is not 0, any number, such as a league's.
        user_id: the id of the person whom the timer concerns.
        attempts: how often its handler has failed.
        since: the time of the first of these failures; 0 without one.
        why: the reason of the last one, a word that the store does not read; empty without one.
    """

    kind: str
    at: int
    guild_id: int = 0
    game_id: int = 0
    user_id: int = 0
    attempts: int = 0
    since: int = 0
    why: str = ""
