"""What is to be said, what of it stands, and what people have been told of their turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from db.timers.rows import StoredDue


class Topic(NamedTuple):
    """What is said, and of what: whatever is new of one subject is said one after the other.

    Attributes:
        kind: a word that the store does not read.
        guild_id: the server; 0 where the number alone says which one.
        number: of the game or league; 0 for the server itself.
    """

    kind: str
    guild_id: int
    number: int = 0


@dataclass(frozen=True, slots=True)
class StoredItem:
    """Something to be said, or to be done to a message that stands.

    What is to be said of a subject is counted; only its newest state is told, so it is one row,
    which stays when that was said. What was done to a message goes.

    Attributes:
        kind: of the notice, or what is to be done to the message.
        guild_id: the server.
        subject_id: the number of the game or league that it is about; 0 for the server itself.
        channel_id: where it is to be said, or where the message stands.
        message_id: the message to which something is to be done; 0 for a notice.
        since: when there was something to say first.
        news: how much there was to say so far.
        shown: how much of that was said.
        stands_id: the message that says it, which the next one replaces; 0 for none.
        stands_in: where that stands.
        attempts: how often it failed so far.
    """

    kind: str
    guild_id: int
    subject_id: int
    channel_id: int
    message_id: int = 0
    since: int = 0
    news: int = 1
    shown: int = 0
    stands_id: int = 0
    stands_in: int = 0
    attempts: int = 0

    @property
    def topic(self) -> Topic:
        """What it is, and about what."""
        return Topic(self.kind, self.guild_id, self.subject_id)


STRIP: Final = "strip"
"""A message loses its buttons, because another one replaces it."""

RETIRE: Final = "retire"
"""A message loses its buttons and what it asks for, because another one replaces it."""

EDIT: Final = "edit"
"""A message is to tell how things are now."""

DELETE: Final = "delete"
"""A message is to go."""

CHANGES: Final = (STRIP, RETIRE, EDIT, DELETE)
"""What may be done to messages that stand."""


def strip(guild: int, subject: int, channel: int, message: int) -> StoredItem:
    """A message is to lose its buttons."""
    return StoredItem(STRIP, guild, subject, channel, message)


def retire(guild: int, subject: int, channel: int, message: int) -> StoredItem:
    """A message is to lose its buttons and what it asks for."""
    return StoredItem(RETIRE, guild, subject, channel, message)


def edit(guild: int, subject: int, channel: int, message: int) -> StoredItem:
    """A message is to tell how things are now."""
    return StoredItem(EDIT, guild, subject, channel, message)


def delete(guild: int, subject: int, channel: int, message: int) -> StoredItem:
    """A message is to go."""
    return StoredItem(DELETE, guild, subject, channel, message)


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
