"""Due things as rows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredDue:
    """A thing to be done at a time; one row until it is done.

    Its key is kind, server, game and person. An id that does not matter is 0.

    Attributes:
        kind: the word for its handler, which the store does not read.
        at: when it is due.
        guild_id: the server that it is about.
        game_id: the game that it is about; with a server, any number of something there.
        user_id: the person whom it concerns.
        attempts: how often it failed.
    """

    kind: str
    at: int
    guild_id: int = 0
    game_id: int = 0
    user_id: int = 0
    attempts: int = 0
