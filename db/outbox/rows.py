"""What is still to be done to messages, and what people have been told of their turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from db.timers.rows import StoredDue

ChoreKind: TypeAlias = Literal["strip", "edit", "delete"]


@dataclass(frozen=True, slots=True)
class StoredChore:
    """What is still to be done to a public message, because it could not be done at once.

    Attributes:
        what: whether its buttons are to go, it is to tell how things are now, or to go itself.
        attempts: how often it failed.
        retry_at: when to try again; ``None`` for at once.
    """

    message_id: int
    what: ChoreKind
    channel_id: int
    game_id: int
    attempts: int = 0
    retry_at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredWaiting:
    """Whom a running game waits for, and what that person has been told.

    Attributes:
        turn: the turn that is theirs.
        since: when they were told that it is, or when that was put off.
        called: whether they were told; if not, it was put off to the end of their quiet hours.
        reminded: how often they were reminded of this turn.
        reminded_at: when that was last.
        trying_at: when somebody began to tell them who has not noted that it is done.
        channel_id, message_id: the message in the game's place that reminded them last.
    """

    game_id: int
    guild_id: int
    user_id: int
    turn: int
    since: int
    called: bool
    reminded: int = 0
    reminded_at: int | None = None
    trying_at: int | None = None
    channel_id: int | None = None
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class NewWaiting:
    """What a message leads to that shows a game.

    Attributes:
        waiting: whom the game waits for; ``None`` if for nobody who is to be told.
        due: when that person is to be told again.
        turn: the turn that is being played by a computer; ``None`` if it is a person's, or the game
            is over.
    """

    waiting: StoredWaiting | None = None
    due: StoredDue | None = None
    turn: int | None = None
