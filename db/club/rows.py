"""Row classes of results and digests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from db.columns import ELSEWHERE
from db.games.rows import StoredSeat

RecordKind: TypeAlias = Literal["highest", "closest", "longest"]


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A row with the result of one seat of a finished game, computed from the game's log.

    Attributes:
        gold: the gold of the seat at the game's end.
        sale: the most that one sale of its owner with a banner brought.
        turns: the milliseconds of each turn that the seat's person ended, separated by spaces.
        buildings: the forms that its owner built, repeats included, separated by spaces.
        stood: its rank before a computer took turns for its person, the worst of several; 0 if
            none did.
        gone: whether its person left it once the game counted, or was replaced for lateness.
        feats: the feats of its person, separated by spaces.
    """

    seat: int
    gold: int
    sale: int
    turns: str
    buildings: str
    stood: int = 0
    gone: bool = False
    feats: str = ""

    @property
    def is_own(self) -> bool:
        """True if nobody but its owner played the seat, and did so until the end."""
        return not self.stood and not self.gone


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over, with its results.

    Attributes:
        leaving_counts: whether the game counts in the ranking; a friendly one does not.
        seats: in turn order, each with its result.
    """

    game_id: int
    ended_at: int
    leaving_counts: bool
    seats: tuple[tuple[StoredSeat, StoredResult], ...] = field(metadata=ELSEWHERE)


@dataclass(frozen=True, slots=True)
class StoredStanding:
    """A row with the sums of a person's counted games on a server.

    Attributes:
        name: the person's name in the last of these games.
        figures: the figures that people read, as JSON that the store does not read.
        memory: from what the figures of the next game are made, as JSON.
        games: the number of counted games against people.
        unlisted: the number of those that were counted when the ranking began to list all people.
    """

    guild_id: int
    user_id: int
    name: str
    figures: str
    memory: str
    games: int = 0
    unlisted: int = 0


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A row with a record of a server's games among people.

    Attributes:
        kind: what is compared: the most gold, the smallest lead or the most turns.
        value: what the game reached.
        earlier: the record before it; ``None`` for the first game.
        game_id: the game.
        at: the time of its end.
    """

    guild_id: int
    kind: RecordKind
    value: int
    earlier: int | None
    game_id: int
    at: int


@dataclass(frozen=True, slots=True)
class StoredChannel:
    """A row with the channel in which a server is told something regularly.

    Attributes:
        kind: the kind of notice.
        language: the language of what is told.
        chosen_at: when it was turned on; it leaves earlier events out.
    """

    kind: str
    guild_id: int
    channel_id: int
    language: str
    chosen_at: int
