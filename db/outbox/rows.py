"""Row classes of the outbox: topics, items, and the people that games wait for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from db.timers import StoredDue


class Topic(NamedTuple):
    """The key by which the outbox groups news: those of one topic are posted in order.

    Attributes:
        kind: a word that the store does not read.
        guild_id: the server's id; 0 where the number alone identifies the subject.
        number: the number of the game or league; 0 for the server itself.
    """

    kind: str
    guild_id: int
    number: int = 0


@dataclass(frozen=True, slots=True)
class StoredItem:
    """A row with a notice to post, or with an edit of a posted message.

    A notice is one row with a count of news, and its message tells only the newest state. The row
    of a notice stays when it was posted; that of an edit is deleted once it is done.

    Attributes:
        kind: of the notice, or of the edit.
        guild_id: the server.
        subject_id: the number of the game or league that it is about; 0 for the server itself.
        channel_id: the channel to post in, or of the message that stands.
        message_id: the message to edit; 0 for a notice.
        since: the time of its first news.
        news: the count of its news so far.
        shown: the count of news that was posted.
        posted_id: the message that tells it, which the next one replaces; 0 for none.
        posted_in: the channel of that message.
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
    posted_id: int = 0
    posted_in: int = 0
    attempts: int = 0

    @property
    def topic(self) -> Topic:
        """The item's topic."""
        return Topic(self.kind, self.guild_id, self.subject_id)


STRIP: Final = "strip"
"""A message loses its buttons, because another one replaces it."""

RETIRE: Final = "retire"
"""A message loses its buttons and what it asks for, because another one replaces it."""

EDIT: Final = "edit"
"""A message is to tell how things are now."""

DELETE: Final = "delete"
"""A message is to go."""

RENAME: Final = "rename"
"""A thread is to have the name that its game has now; the thread stands for the message."""

PIN: Final = "pin"
"""A message is to be pinned in its channel."""

TAG: Final = "tag"
"""A post in a forum is to have the tags of its game as it is; the post stands for the message."""

CHANGES: Final = (STRIP, RETIRE, EDIT, DELETE, RENAME, PIN, TAG)
"""The kinds of edits of messages and threads that stand."""


def change(kind: str, guild: int, subject: int, channel: int, message: int = 0) -> StoredItem:
    """Return a change of a message, or of a thread, which stands for its own message."""
    return StoredItem(kind, guild, subject, channel, message or channel)


strip: Final = partial(change, STRIP)
retire: Final = partial(change, RETIRE)
edit: Final = partial(change, EDIT)
delete: Final = partial(change, DELETE)
pin: Final = partial(change, PIN)
rename: Final = partial(change, RENAME)
tag: Final = partial(change, TAG)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredWaiting:
    """A row with the person that a running game waits for, and the notices they were given.

    Attributes:
        turn: the number of the person's turn.
        since: when they were notified of it, or when that was put off.
        notified: whether they were notified; else that was put off to the end of quiet hours.
        reminded: how often they were reminded of this turn.
        reminded_at: the last reminder.
        channel_id, message_id: the message in the game's place that reminded them last.
        nudged_by: the opponent who nudged them in this turn, 0 once that person was forgotten.
        nudged_at: when they got the nudge; ``None`` as long as it is to be sent.
    """

    game_id: int
    guild_id: int
    user_id: int
    turn: int
    since: int
    notified: bool
    reminded: int = 0
    reminded_at: int | None = None
    channel_id: int | None = None
    message_id: int | None = None
    nudged_by: int | None = None
    nudged_at: int | None = None

    @property
    def nudge_due(self) -> bool:
        """True if a nudge is to be sent."""
        return self.notified and self.nudged_by is not None and self.nudged_at is None


@dataclass(frozen=True, slots=True)
class NewWaiting:
    """The new wait of a game for a person, to be stored once its news are shown.

    Attributes:
        waiting: the person that the game waits for; ``None`` if there is none to be told.
        due: when that person is to be told again.
        turn: the turn that is being played by a computer; ``None`` if it is a person's, or the game
            is over.
    """

    waiting: StoredWaiting | None = None
    due: StoredDue | None = None
    turn: int | None = None
