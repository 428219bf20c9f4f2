"""What is to be done at a time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredDue:
    """Something that is to be done at a time; each is one row until it is done.

    Two with the same kind, server, game and person are the same thing. An id that does not matter
    is 0.

    Attributes:
        kind: what is to be done, a word that the store does not read.
        at: when.
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
