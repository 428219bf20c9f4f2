"""Events: the public facts that result from an action.

No event contains hidden information: a card drawn from the stack is not named, and running totals
do not occur.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from engine.edition import Card
from engine.squares import SquareSet
from engine.view import Counts, Result


class EndCause(Enum):
    """The cause of a game's end (rules, section 4)."""

    CASTLE = "castle"
    """Floor 2 was finished and the turns after it are over."""
    IDLE = "idle"
    """All seats passed in a row without handing in a banner."""


@dataclass(frozen=True, slots=True)
class TileLaid:
    """A seat built: the card it played and the squares of the tile."""

    seat: int
    card: Card
    squares: SquareSet


@dataclass(frozen=True, slots=True)
class NeutralTaken:
    """A seat took neutral workers for covered camps; fewer than due if the supply ran out."""

    seat: int
    count: int
    camps: SquareSet


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat drew: the open card it took (None: from the stack) and the card turned up for it."""

    seat: int
    card: Card | None
    revealed: Card | None


@dataclass(frozen=True, slots=True)
class WorkersPlaced:
    """A seat placed workers of its own, neutral ones, or both."""

    seat: int
    own: SquareSet
    neutral: SquareSet


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat could neither build nor place a worker."""

    seat: int


@dataclass(frozen=True, slots=True)
class BuildingCompleted:
    """A building was enclosed and paid out."""

    seat: int  # the active seat, which also gained the seal lying on the building
    card: Card  # the building's form and the family of all seals paid
    squares: SquareSet
    # for each seat the seals its workers earned, the one on the building not counted
    seals: tuple[int, ...]

    @property
    def gains(self) -> tuple[int, ...]:
        """The number of seals that each seat gained, the one on the building included."""
        return tuple(count + (seat == self.seat) for seat, count in enumerate(self.seals))


@dataclass(frozen=True, slots=True)
class PiecePlaced:
    """A seat placed a castle piece.

    Attributes:
        seat: the active seat.
        family: the piece's colour.
        ring: the ring square, from 1.
        floor: the floor it stands on, from 1.
        before, after: the value of each family before and after.
    """

    seat: int
    family: str
    ring: int
    floor: int
    before: Counts
    after: Counts


@dataclass(frozen=True, slots=True)
class PiecesForgone:
    """The last floor's pool was empty, so ``count`` buildings brought no castle piece."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class FloorFinished:
    """A floor has all its pieces; the rest of its pool moved to the last floor's."""

    floor: int
    moved: Counts


@dataclass(frozen=True, slots=True)
class EndBegun:
    """A castle piece began the end of the game; ``turns`` turns follow the current one."""

    seat: int
    turns: int


@dataclass(frozen=True, slots=True)
class BannerUsed:
    """A seat handed in a banner."""

    seat: int
    workers: int
    sold: Counts
    gold: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A seat ended its turn; ``turn`` is the number of that turn."""

    seat: int
    turn: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is over and all seals are sold."""

    cause: EndCause
    sold: tuple[Counts, ...]  # for each seat the seals by family that went into the final sale
    result: Result


Event: TypeAlias = (
    TileLaid
    | NeutralTaken
    | CardDrawn
    | WorkersPlaced
    | Passed
    | BuildingCompleted
    | PiecePlaced
    | PiecesForgone
    | FloorFinished
    | EndBegun
    | BannerUsed
    | TurnEnded
    | GameOver
)
