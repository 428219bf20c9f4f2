"""Row classes of games. Times are milliseconds UTC.

A field is the column of the same name, unless it is marked as held by another table; see
``db.sql``.
"""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from db.sql import ELSEWHERE
from db.timers import StoredDue

State: TypeAlias = Literal["lobby", "running", "finished", "cancelled", "closed", "aside"]
SeatStatus: TypeAlias = Literal["playing", "away", "resigned"]
MessageKind: TypeAlias = Literal["lobby", "turn", "final", "notice"]
Late: TypeAlias = Literal["nothing", "ask", "turn", "seat"]
"""The consequence of a turn whose time is up: none, the others are asked, a computer takes this
turn, or it takes the seat until its owner is back."""
HelpLevel: TypeAlias = Literal["all", "completions", "none"]
"""The help with a turn: advice and proposals, the names of what can be completed, or none."""
Absence: TypeAlias = Literal["stop", "computer"]
"""The clock of a seat whose owner is away until a day: it stands still, or a computer plays."""
PauseKind: TypeAlias = Literal["stop", "away", "turn", "seat"]


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A row with a seat of a game, which a person or a computer player has.

    Attributes:
        seat: the number of the seat, from 0; once the game has begun, its place in the turn order.
        user_id: the seat's owner; ``None`` for a computer player or a person forgotten.
        colour: the seat's colour; ``None`` until the game has begun.
        status: whether its owner plays, is away for a while, or has left for good.
        level: the level of the computer player that plays it; ``None`` while a person does.
        won: how many earlier games of the series its owner has won.
        bank: the owner's time reserve in milliseconds, used up once a turn's own time is over.
        left_turn: the turn in which its owner left the others for good, 1 if before they could
            play; ``None`` if they stayed, or ended the game by resigning.
        left_id: that owner, once another person plays on in the seat.
        left_name: that owner's name; ``None`` unless the seat was taken over.
    """

    seat: int
    user_id: int | None
    name: str
    colour: str | None = None
    status: SeatStatus = "playing"
    level: str | None = None
    won: int = 0
    bank: int = 0
    left_turn: int | None = None
    left_id: int | None = None
    left_name: str | None = None

    @property
    def is_computer(self) -> bool:
        """True if the seat is a computer player's own, and not that of a person who left it."""
        return self.user_id is None and self.level is not None and self.status == "playing"


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """One entry of a game's log; its number is its place in the log, from 0."""

    entry: str  # text that the store does not read
    author: int | None  # the person who acted; ``None`` for a computer player or a person forgotten
    at: int
    advised: bool = False  # whether a hint had advised the person to do so


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A row with the id and channel of a game's message; a game has at most one of each kind.

    Attributes:
        turn: the turn it shows, for a turn message; for a lobby, the number of calls to its host up
            to this message.
    """

    kind: MessageKind
    channel_id: int
    message_id: int
    turn: int | None = None


EVERYBODY: Final = -1  # in place of a seat: a pause of them all


@dataclass(frozen=True, slots=True)
class StoredPause:
    """A row with a period in which a seat's clock does not run, or that of nobody.

    Attributes:
        seat: the seat; ``EVERYBODY`` where all have agreed to a pause.
        began_at: its beginning.
        until_at: its end; ``None`` until the seat's owner is back.
        kind: the clock stands still (``stop``), or a computer plays: while the owner is away, for
            one turn, or until the owner is back because the time was up.
    """

    seat: int
    began_at: int
    until_at: int | None
    kind: PauseKind


@dataclass(frozen=True, slots=True)
class PlayedPlan:
    """A prepared turn that is played."""

    user_id: int
    turn: int
    played: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockChange:
    """A change of a game's clock, saved together with its cause."""

    # when it was announced that the turn's time is nearly up; ``None`` before
    warned_at: int | None = None
    # the count of news of that announcement, or of the later question to the others
    warned_news: int | None = None
    # when the others were asked, because the time was up; ``None`` before
    expired_at: int | None = None
    # the quiet hours that the current turn began with, as text; ``None`` for none
    quiet: str | None = None
    banks: tuple[tuple[int, int], ...] = ()
    pauses: tuple[StoredPause, ...] = ()
    dues: tuple[StoredDue, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyRules:
    """The columns of a game's row that its host may change until it begins."""

    setup: str
    mirror: bool
    seat_limit: int
    language: str
    help: HelpLevel = "completions"
    clock: str = "72h+24h"  # the time limit of turns, as text that the store does not interpret
    late: Late = "ask"  # the consequence when a turn's time is up
    absence: Absence = "stop"  # what happens while a seat's owner is away until a day
    # whether it counts in the ranking of the server, and leaving it as a loss
    leaving_counts: bool = True
    begins_full: bool = False  # whether it begins by itself when all seats are taken
    invited_only: bool = False
    at_once: bool = False  # whether turns that people prepared may be played at once
    edition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame(LobbyRules):
    """The columns of a game's row that are set when the game is opened."""

    guild_id: int
    channel_id: int
    host_id: int | None
    created_at: int
    thread_id: int | None = None
    theme: str = "dark"
    rematch_of: int | None = None
    series: int = 1  # its place in a series of rematches, from 1
    # the number of the game from whose middle it starts, if there is one
    begun_in: int | None = None
    begun_turn: int | None = None  # the turn of that game at which it starts


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSummary(NewGame):
    """A game with its people, without anything hidden and without its log."""

    game_id: int
    state: State
    reason: str | None
    begun_at: int | None
    ended_at: int | None
    news: int  # the number of changes so far that gave the public something to see
    shown: int  # how many of these changes were shown
    warned_at: int | None = None
    warned_news: int | None = None
    expired_at: int | None = None
    quiet: str | None = None
    seats: tuple[StoredSeat, ...] = field(metadata=ELSEWHERE)
    calls: int = 0  # the number of notifications owed to the lobby's host so far
    closing_at: int | None = None  # when the idle lobby closes, once that was announced
    invited: tuple[int, ...] = field(default=(), metadata=ELSEWHERE)

    @property
    def place(self) -> int:
        """The id of the thread, or else the channel, in which the game is shown."""
        return self.thread_id or self.channel_id


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredStart:
    """The columns of a game's row that are set when the game begins."""

    lot: str
    deck: str = field(repr=False)  # the shuffled cards. Hidden from all players
    rules_version: int
    fingerprint: str
    edition_text: str = field(repr=False, metadata=ELSEWHERE)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame(GameSummary):
    """A game with its people, its log and its hidden parts."""

    lot: str | None
    # the shuffled cards as given to ``begin``; ``None`` before. Hidden from all players
    deck: str | None = field(repr=False)
    rules_version: int | None
    fingerprint: str | None
    edition_text: str | None = field(repr=False, metadata=ELSEWHERE)
    log: tuple[StoredEntry, ...] = field(metadata=ELSEWHERE)
    messages: tuple[StoredMessage, ...] = field(metadata=ELSEWHERE)
    # pairs of a vote's subject and the person who agrees
    votes: frozenset[tuple[str, int]] = field(metadata=ELSEWHERE)
    # when seats' clocks did not or do not run, in the order of their beginnings
    pauses: tuple[StoredPause, ...] = field(default=(), metadata=ELSEWHERE)


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A row with the result of one seat of a finished game, computed from the game's log."""

    seat: int
    gold: int
    sale: int  # the most that one sale of its owner with a banner brought
    turns: str  # the milliseconds of each turn that the seat's person ended, separated by spaces
    buildings: str  # the forms that its owner built, repeats included, separated by spaces
    # its rank before a computer took turns for its person, the worst of several; 0 if none did
    stood: int = 0
    # whether its person left it once the game counted, or was replaced for lateness
    gone: bool = False
    feats: str = ""  # the feats of its person, separated by spaces

    @property
    def is_own(self) -> bool:
        """True if nobody but its owner played the seat, and did so until the end."""
        return not self.stood and not self.gone
