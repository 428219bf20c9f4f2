"""The values that go into the store and come out of it. Times are milliseconds UTC."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

State: TypeAlias = Literal["lobby", "running", "finished", "cancelled", "closed", "aside"]
SeatStatus: TypeAlias = Literal["playing", "away", "resigned"]
StoredTheme: TypeAlias = Literal["dark", "light"]
MessageKind: TypeAlias = Literal["lobby", "turn", "final", "notice"]


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A person or a computer player at a table.

    Attributes:
        seat: from 0; the turn order once the game has begun.
        user_id: whose seat it is; ``None`` for a computer player.
        colour: ``None`` until the game has begun.
        status: whether its owner plays, is away for a while, or has left for good.
        level: of the computer player that plays it; ``None`` while a person does.
    """

    seat: int
    user_id: int | None
    name: str
    colour: str | None = None
    status: SeatStatus = "playing"
    level: str | None = None


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """One entry of a table's log; its number is its place in the log, from 0.

    Attributes:
        entry: text that the store does not read.
        author: who did it; ``None`` for a computer player.
    """

    entry: str
    author: int | None
    at: int


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """Where a table's message of one kind stands; there is at most one of each kind.

    Attributes:
        turn: the turn it shows, for a turn message.
    """

    kind: MessageKind
    channel_id: int
    message_id: int
    turn: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """What a table is opened with.

    Attributes:
        hints: whether people may ask for advice.
        patience: hours that a turn may take before others may have a computer take it.
    """

    guild_id: int
    channel_id: int
    host_id: int
    edition: str
    setup: str
    mirror: bool
    seat_limit: int
    language: str
    created_at: int
    thread_id: int | None = None
    theme: StoredTheme = "dark"
    hints: bool = True
    patience: int = 72


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSummary(NewTable):
    """A table with its people, without anything hidden and without its log.

    Attributes:
        table_id: the number of the game.
        reason: why it was cancelled, closed or set aside.
        news: how much there was to show in public so far.
        shown: how much of that was shown.
        seats: in their order.
    """

    table_id: int
    state: State
    reason: str | None
    begun_at: int | None
    ended_at: int | None
    news: int
    shown: int
    seats: tuple[StoredSeat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTable(TableSummary):
    """A whole table.

    Attributes:
        lot: of the castle; ``None`` until the game has begun.
        deck: the shuffled cards as given to ``begin``; ``None`` before. Hidden from everybody.
        votes: who agrees to what: what it is about, and the person.
    """

    lot: str | None
    deck: str | None = field(repr=False)
    log: tuple[StoredEntry, ...]
    messages: tuple[StoredMessage, ...]
    votes: frozenset[tuple[str, int]]

    def message(self, kind: MessageKind) -> StoredMessage | None:
        """The table's message of a kind, if it has one."""
        return next((message for message in self.messages if message.kind == kind), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """What a person chose for all games; the defaults are those of people who chose nothing.

    Attributes:
        theme: for which of Discord's backgrounds pictures that only they see are made.
        confirm: whether commands show what they would do before they do it.
        mention: whether they are notified when it is their turn.
        language: the code of the language, or ``None`` for that of their Discord.
    """

    theme: StoredTheme = "dark"
    confirm: bool = True
    mention: bool = True
    language: str | None = None


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """What a person would like to do in their next turn. Hidden from everybody else.

    Attributes:
        turn: the turn that was being played when it was prepared.
        entry: the action, as it would stand in the log.
    """

    turn: int
    entry: str = field(repr=False)
