"""The rows of the outbox."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple


class Subject(NamedTuple):
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
    def subject(self) -> Subject:
        """What it is, and about what."""
        return Subject(self.kind, self.guild_id, self.subject_id)


STRIP: Final = "strip"
"""A message loses its buttons, because another one replaces it."""

EDIT: Final = "edit"
"""A message is to tell how things are now."""

DELETE: Final = "delete"
"""A message is to go."""

CHANGES: Final = (STRIP, EDIT, DELETE)
"""What may be done to messages that stand."""


def strip(guild: int, subject: int, channel: int, message: int) -> StoredItem:
    """A message is to lose its buttons."""
    return StoredItem(STRIP, guild, subject, channel, message)


def edit(guild: int, subject: int, channel: int, message: int) -> StoredItem:
    """A message is to tell how things are now."""
    return StoredItem(EDIT, guild, subject, channel, message)


def delete(guild: int, subject: int, channel: int, message: int) -> StoredItem:
    """A message is to go."""
    return StoredItem(DELETE, guild, subject, channel, message)
