"""Row classes of leagues."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from db.columns import ELSEWHERE
from db.games.rows import HelpLevel, Late

SIGNUP: Final = "signup"
"""The kind of notice in which people sign up."""

STANDINGS: Final = "standings"
"""The kind of notice that says how a league stands."""

LeagueState: TypeAlias = Literal["open", "running", "finished", "cancelled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLeague:
    """The columns of a league's row that are set when the league is opened.

    Attributes:
        host_id: the person who opened it; ``None`` once forgotten.
        name: the league's name.
        seats: the number of seats at each table.
        seed: the seed of the draw; secret until the league begins.
        edition, setup, mirror, help, clock, late, language, theme: the settings of its games.
    """

    guild_id: int
    channel_id: int
    host_id: int | None
    name: str
    seats: int = 4
    rounds: int = 3
    seed: str = field(default="", repr=False)
    edition: str = ""
    setup: str = "first-game"
    mirror: bool = False
    help: HelpLevel = "none"
    language: str = "en"
    theme: str = "dark"
    created_at: int = 0
    clock: str = "72h+24h"
    late: Late = "ask"


@dataclass(frozen=True, slots=True)
class StoredEntrant:
    """A row with a person in a league.

    Attributes:
        entrant: the person's number, from 1 in the order of the sign-up once the league has begun.
        user_id: the person's id; ``None`` once they were forgotten.
        left_round: the first round without them, if they left.
    """

    entrant: int
    user_id: int | None
    name: str
    left_round: int | None = None


@dataclass(frozen=True, slots=True)
class StoredLeagueSeat:
    """A row with a seat at a table of a league.

    Attributes:
        round, number: the round and the number of the table.
        seat: the seat's place in the turn order, from 0.
        entrant: the number of the person who sits there.
        gold: the seat's gold at the game's end; ``None`` without a result.
        place: its place as the ranking counts it, 1 for the best; ``None`` without a result.
        resigned: whether the person had resigned from the game by its end.
    """

    round: int
    number: int
    seat: int
    entrant: int
    gold: int | None = None
    place: int | None = None
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class StoredLeagueTable:
    """A row with a table of a league, at which one game is played.

    Attributes:
        round: the number of the round, from 1.
        number: the table's number within the round, from 1.
        game_id: the number of its game; ``None`` until the game has been opened.
        over_at: when the league recorded the game's end.
        state: the state of the game.
        place: the thread, or else the channel, where the game is played.
        seats: in their order.
    """

    round: int
    number: int
    game_id: int | None = None
    over_at: int | None = None
    state: str | None = field(default=None, metadata=ELSEWHERE)
    place: int | None = field(default=None, metadata=ELSEWHERE)
    seats: tuple[StoredLeagueSeat, ...] = field(default=(), metadata=ELSEWHERE)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueSummary(NewLeague):
    """A league without its people and tables.

    Attributes:
        league_id: the league's number.
        round: the number of the round that is played; 0 before the league has begun.
    """

    league_id: int
    state: LeagueState
    round: int
    begun_at: int | None
    ended_at: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLeague(LeagueSummary):
    """A league with its people and tables.

    Attributes:
        entrants: the people, in the order of their numbers.
        tables: the tables of all rounds, in the order of rounds and numbers.
    """

    entrants: tuple[StoredEntrant, ...] = field(metadata=ELSEWHERE)
    tables: tuple[StoredLeagueTable, ...] = field(metadata=ELSEWHERE)


@dataclass(frozen=True, slots=True)
class LeagueTraces:
    """The stored data of one person in one league, and of no other person.

    Attributes:
        hosted: whether they opened it.
        entrant: their row as a player, or ``None``.
        seats: where they sat, with their results.
    """

    league_id: int
    guild_id: int
    name: str
    state: LeagueState
    hosted: bool
    entrant: StoredEntrant | None
    seats: tuple[StoredLeagueSeat, ...]
