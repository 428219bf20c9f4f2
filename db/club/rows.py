"""Results and digests as rows."""

from __future__ import annotations

from dataclasses import dataclass, field

from db.columns import ELSEWHERE
from db.games.rows import StoredSeat


@dataclass(frozen=True, slots=True)
class StoredResult:
    """The result of one seat of a finished game: derived from the log, and rebuilt where missing.

    Attributes:
        gold: at the end.
        sale: the most that one sale with a banner brought.
        turns: the milliseconds of each turn that the seat's person ended, separated by spaces.
        buildings: the forms that the seat built, repeats included, separated by spaces.
    """

    seat: int
    gold: int
    sale: int
    turns: str
    buildings: str


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game with its results.

    Attributes:
        leaving_counts: whether a resignation counts as a loss.
        seats: in turn order, each with its result.
    """

    game_id: int
    ended_at: int
    leaving_counts: bool
    seats: tuple[tuple[StoredSeat, StoredResult], ...] = field(metadata=ELSEWHERE)


@dataclass(frozen=True, slots=True)
class StoredDigest:
    """A server's choice of a weekly digest.

    Attributes:
        language: of the digest.
        chosen_at: when it was chosen; earlier events are not told.
    """

    guild_id: int
    channel_id: int
    language: str
    chosen_at: int
