"""What games came to, and where clubs read what went on."""

from __future__ import annotations

from dataclasses import dataclass, field

from db.columns import ELSEWHERE
from db.games.rows import StoredSeat


@dataclass(frozen=True, slots=True)
class StoredResult:
    """What one seat of a finished game came to: made from the log, and anew where it is missing.

    Attributes:
        gold: at the end.
        sale: the most that one sale with a banner brought.
        turns: how many milliseconds each turn took that the seat's person ended, with spaces
            between.
        buildings: the forms that the seat built, each as often as it did, with spaces between.
    """

    seat: int
    gold: int
    sale: int
    turns: str
    buildings: str


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game with what it came to.

    Attributes:
        leaving_counts: whether who resigned has lost.
        seats: in turn order, each with its result.
    """

    game_id: int
    ended_at: int
    leaving_counts: bool
    seats: tuple[tuple[StoredSeat, StoredResult], ...] = field(metadata=ELSEWHERE)


@dataclass(frozen=True, slots=True)
class StoredDigest:
    """Where a server wants to read once a week what went on.

    Attributes:
        language: in which.
        chosen_at: from when on it is told.
    """

    guild_id: int
    channel_id: int
    language: str
    chosen_at: int
