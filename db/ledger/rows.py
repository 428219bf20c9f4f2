"""Row classes of the ledger, and the limits that its acts have to keep."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from db.columns import ELSEWHERE

ActKind: TypeAlias = Literal[
    "game", "thread", "post", "invitation", "ping", "call", "role", "direct", "nudge"
]
"""The kinds of acts.

A game opened, a thread caused, a public message caused besides those of turns; a seat kept for a
person, that person notified of it, a host notified that all seats are taken; a role notified, a
direct message caused, and an opponent nudged."""

Column: TypeAlias = Literal["guild_id", "user_id", "target_id", "game_id"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAct:
    """A row with an act of a person's that notified others or created something.

    Attributes:
        kind: the kind of the act.
        guild_id: the server on which it was done.
        user_id: the person who did it; less than 0 for a forgotten one.
        target_id: the person whom it reached, or 0; less than 0 for a forgotten one.
        game_id: the number of the game that it was about, or 0.
        at: the time.
    """

    kind: ActKind
    guild_id: int
    user_id: int
    target_id: int = 0
    game_id: int = 0
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ActTraces:
    """An act in which one person has a part, without the other person's id.

    Attributes:
        did: whether the person did it.
        reached: whether it reached the person.
    """

    kind: ActKind
    guild_id: int
    game_id: int
    at: int
    did: bool = field(metadata=ELSEWHERE)
    reached: bool = field(metadata=ELSEWHERE)


@dataclass(frozen=True, slots=True)
class Quota:
    """A limit on the acts of a kind within a sliding window.

    Attributes:
        name: its name in errors.
        kinds: the kinds of acts that it counts together.
        most: the number of acts that it allows within the window.
        span: the length of the window in milliseconds.
        per: the columns in which acts must be equal to be counted together.
        spares: True to let every person do one such act within the window, however many others did.
    """

    name: str
    kinds: tuple[ActKind, ...]
    most: int
    span: int
    per: tuple[Column, ...]
    spares: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits on what people may cause; ``None`` for no limit.

    Attributes:
        hosted: lobbies and running games of the same host on the same server.
        seated: lobbies and running games anywhere in which the host has a seat and plays.
        lobbies: lobbies of the same server that wait for people.
        unfinished: lobbies and running games of the same server.
        quotas: the limits on acts within sliding windows.
    """

    hosted: int | None = None
    seated: int | None = None
    lobbies: int | None = None
    unfinished: int | None = None
    quotas: tuple[Quota, ...] = ()

    def of(self, kind: ActKind) -> tuple[Quota, ...]:
        """Return the quotas of a kind of acts."""
        return tuple(quota for quota in self.quotas if kind in quota.kinds)

    @property
    def longest(self) -> int:
        """The length of the longest window in milliseconds; older acts count for nothing."""
        return max((quota.span for quota in self.quotas), default=0)


@dataclass(frozen=True, slots=True)
class Charge:
    """Acts to be recorded in the transaction of the change that they are part of.

    Attributes:
        limits: the limits that they have to keep.
        acts: the acts.
    """

    limits: Limits
    acts: tuple[StoredAct, ...]
