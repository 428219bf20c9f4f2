"""A table in memory: its stored row, its game replayed from the log, and its people's help."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from db.games import rows
from db.settings import NEWS_LEFT_OUT
from engine import Game, Position, Turn, View, played_turns
from tabletop.errors import TableError

MOST_NEWEST: Final = 8  # the number of completed turns kept: two rounds of four people

LEAST_MEMORY: Final = 4_000
ENTRY_MEMORY: Final = 170
"""Bytes that a table takes in memory, as measured: any one, and for each entry of its log."""

Clock: TypeAlias = Callable[[], int]  # the time in milliseconds since 1970, UTC


def now() -> int:
    """Return the time in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


@dataclass(slots=True)
class Table:
    """The saved state of a table with its game and people; changed only under the writer's lock.

    Attributes:
        row: the stored row, without log, votes and messages.
        votes: pairs of a subject and a person who voted for it.
        messages: the public messages that represent the table now, by kind.
        moved_at: the time of the last action in the game, in milliseconds UTC.
        turn_began_at: the begin of the current turn, in milliseconds UTC.
        newest_turns: the turns completed last, consecutive: a cache that saves replays of the game.
        epoch: the number of the stretch of history in which the table was read; another one begins
            when history was lost.
    """

    row: rows.GameSummary
    game: Game | None
    votes: frozenset[tuple[str, int]]
    messages: dict[rows.MessageKind, rows.StoredMessage]
    moved_at: int = 0
    turn_began_at: int = 0
    pauses: tuple[rows.StoredPause, ...] = ()
    by_people: list[bool] = field(default_factory=list)
    newest_turns: list[Turn] = field(default_factory=list)
    epoch: int = 0

    @property
    def number(self) -> int:
        """The number of the game, as people see it."""
        return self.row.game_id

    @property
    def seats(self) -> tuple[rows.StoredSeat, ...]:
        """The seats of people and computer players, in turn order once the game has begun."""
        return self.row.seats

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats' owners, in the order of the seats."""
        return tuple(seat.name for seat in self.seats)

    @property
    def place(self) -> int:
        """The id of the thread, or else the channel, in which the table is shown."""
        return self.row.place

    @property
    def went_back(self) -> bool:
        """True if history was lost since the last message, so that everybody is told anew."""
        return self.row.news - self.row.shown >= NEWS_LEFT_OUT // 2

    @property
    def memory(self) -> int:
        """The bytes that the table takes in memory, roughly."""
        return LEAST_MEMORY + (self.version * ENTRY_MEMORY if self.game else 0)

    def person(self, user: int) -> rows.StoredSeat | None:
        """Return the seat of a person, or None if they have none."""
        return next((seat for seat in self.seats if seat.user_id == user), None)

    @property
    def host(self) -> rows.StoredSeat | None:
        """The host's seat, or None if the host has no seat."""
        return None if self.row.host_id is None else self.person(self.row.host_id)

    @property
    def active(self) -> rows.StoredSeat | None:
        """The seat whose turn it is in a running game, or None."""
        if self.row.state != "running" or self.game is None:
            return None
        return self.seats[self.game.position.active]

    def waits_for(self, user: int) -> bool:
        """Return whether the game waits for a person to take their turn."""
        active = self.active
        return active is not None and active.user_id == user and active.status == "playing"

    @property
    def computer_due(self) -> bool:
        """True if a computer player other than the caretaker has to act.

        While all people are away, the game waits for them.
        """
        active = self.active
        if active is None or active.level is None or active.status == "resigned":
            return False
        return bool(self.playing)

    @property
    def people(self) -> tuple[rows.StoredSeat, ...]:
        """The seats of the people who have not resigned, including people who are away."""
        seats = (seat for seat in self.seats if seat.user_id is not None)
        return tuple(seat for seat in seats if seat.status != "resigned")

    @property
    def playing(self) -> tuple[rows.StoredSeat, ...]:
        """The seats of the people who play themselves: neither resigned nor away."""
        return tuple(seat for seat in self.people if seat.status == "playing")

    @property
    def is_practice(self) -> bool:
        """True if one person plays against computer players alone."""
        computers = sum(seat.is_computer for seat in self.seats)
        return len(self.playing) == 1 and computers == len(self.seats) - 1

    @property
    def goes_on_soon(self) -> bool:
        """True in practice while computers play: the next public message is for the person's turn.

        The first message is not waited for, since it tells where the game is.
        """
        return self.is_practice and self.computer_due and "turn" in self.messages

    def own_turns(self, seat: int) -> range:
        """Return the numbers of a seat's turns so far, including one that is being played."""
        position = self.running_game().position
        last = position.turn if position.over or position.active == seat else position.turn - 1
        # Turns of all seats are numbered through, from 1.
        return range(seat + 1, last + 1, len(self.seats))

    def by_computer(self, turn: int) -> bool:
        """Return whether a computer played a completed turn in the seat of a person.

        Who ended it has played it, since until then all of it can be taken back.

        Args:
            turn: its number; turns before the first at this table are nobody's.
        """
        first = self.row.begun_turn or 1
        if not first <= turn <= len(self.by_people) or self.by_people[turn - 1]:
            return False
        # Of a person who was forgotten it is not known any more.
        return self.seats[(turn - 1) % len(self.seats)].user_id is not None

    def played_by_person(self, seat: int) -> list[int]:
        """Return the numbers of the completed turns of a seat that its owner played."""
        position = self.running_game().position
        completed = position.turn - (not position.over)
        turns = range(seat + 1, completed + 1, len(self.seats))
        return [turn for turn in turns if not self.by_computer(turn)]

    def turns_to_go_back(self, seat: int) -> list[int]:
        """Return the numbers of those turns in which a seat has acted, oldest first."""
        playing = self.running_game().turn
        return [turn for turn in self.own_turns(seat) if turn < playing.number or playing.plies]

    def pause_of(self, seat: int, now: int) -> rows.StoredPause | None:
        """Return the pause of a seat of its own at a time, or None."""
        for pause in reversed(self.pauses):
            lasts = pause.until_at is None or now < pause.until_at
            if pause.seat == seat and pause.began_at <= now and lasts:
                return pause
        return None

    def paused(self, now: int) -> rows.StoredPause | None:
        """Return the pause on which all have agreed, if it lasts."""
        return self.pause_of(rows.EVERYBODY, now)

    def voters(self, about: str) -> frozenset[int]:
        """Return the people who have voted for a subject."""
        return frozenset(user for what, user in self.votes if what == about)

    def set_voters(self, about: str, people: frozenset[int]) -> None:
        """Set the people who have voted for a subject, after that was saved."""
        others = {vote for vote in self.votes if vote[0] != about}
        self.votes = frozenset(others | {(about, person) for person in people})

    @property
    def version(self) -> int:
        """The length of the log, by which buttons and commands detect that they are outdated."""
        return 0 if self.game is None else self.game.version

    def game_in_turn(self, user: int) -> Game:
        """Return the running game, if it is the person's turn."""
        self.must_run()
        active = self.active
        if active is not None and self.playing_seat(user) != active:
            raise TableError("not-your-turn", number=self.number, name=active.name)
        return self.running_game()

    def must_run(self) -> None:
        """Raise an error unless the game is running."""
        if self.row.state != "running":
            codes = {"lobby": "not-begun", "aside": "set-aside"}
            raise TableError(codes.get(self.row.state, "not-running"), number=self.number)

    def must_be_lobby(self) -> None:
        """Raise an error unless the table is a lobby."""
        if self.row.state == "running":
            raise TableError("not-open", number=self.number)
        if self.row.state != "lobby":
            raise TableError("not-running", number=self.number)

    @property
    def anybody_begins(self) -> bool:
        """True if all seats of a lobby are taken and the host was waited for long enough."""
        row = self.row
        full = row.state == "lobby" and len(self.seats) >= row.seat_limit
        return full and row.closing_at is not None

    def must_host(self, user: int) -> None:
        """Raise an error unless a person is the host."""
        if user != self.row.host_id:
            name = self.host.name if self.host else "?"
            raise TableError("not-host", number=self.number, name=name)

    def must_go_on(self) -> None:
        """Raise an error unless the table is a lobby or its game is running."""
        if self.row.state != "lobby":
            self.must_run()

    def playing_seat(self, user: int) -> rows.StoredSeat:
        """Return the seat of a person who plays it themselves."""
        seat = self.own_seat(user)
        if seat.status == "away":
            raise TableError("away", number=self.number)
        return seat

    def any_seat(self, user: int) -> rows.StoredSeat:
        """Return the seat of a person, even if they have resigned."""
        seat = self.person(user)
        if seat is None:
            raise TableError("not-seated", number=self.number)
        return seat

    def own_seat(self, user: int) -> rows.StoredSeat:
        """Return the seat of a person who has not resigned, even if they are away."""
        seat = self.any_seat(user)
        if seat.status == "resigned":
            raise TableError("resigned", number=self.number)
        return seat

    def position_for(self, user: int | None = None) -> Position:
        """Return the position that a person may see.

        Actions of a turn can be taken back until it ends, and stay private until then: only the
        person whose turn it is gets the position of this moment.
        """
        game = self.running_game()
        active = self.active
        if user is not None and active is not None and active.user_id == user:
            return game.position
        return game.before_turn

    def view(self, user: int | None = None) -> View:
        """Return a person's view of the game; the public view if they have no seat."""
        seat = None if user is None else self.person(user)
        return self.position_for(user).view(None if seat is None else seat.seat)

    def open_view(self, user: int | None = None) -> View:
        """Return the game as a person may see it, without the things behind their screen."""
        return self.position_for(user).view()

    def running_game(self) -> Game:
        """Return the game once it has begun, even if it is finished.

        Raises:
            TableError: if it has not begun, or its log cannot be read.
        """
        if self.game is None:
            codes = {"lobby": "not-begun", "aside": "set-aside"}
            raise TableError(codes.get(self.row.state, "not-running"), number=self.number)
        return self.game

    def turns_since(self, turn: int) -> list[Turn]:
        """Return the completed turns from a turn's number on, oldest first."""
        game = self.running_game()
        completed = game.position.turn - (0 if game.position.over else 1)
        if turn > completed:
            return []
        newest, last = self.newest_turns, game.last_turn
        # The usual case: one turn more than known, which the game itself still has.
        if last and last.number == completed and newest and newest[-1].number == completed - 1:
            newest.append(last)
            del newest[:-MOST_NEWEST]
        if newest and newest[-1].number == completed and newest[0].number <= turn:
            return newest[turn - newest[0].number :]
        turns = [one for one in played_turns(game.start, game.actions) if one.number <= completed]
        newest[:] = turns[-MOST_NEWEST:]
        return turns[turn - 1 :]

    def last_round(self) -> list[Turn]:
        """Return the last turn of each seat, fewer if not all have had one."""
        position = self.running_game().position
        completed = position.turn - (not position.over)
        return self.turns_since(max(0, completed - len(self.seats)) + 1)

    def turns_since_own(self, seat: int) -> list[Turn]:
        """Return the turns since the last one that a seat's person played, or since the start."""
        own = self.played_by_person(seat)
        return self.turns_since(own[-1] + 1 if own else 1)


SHOWN_TURNS: Final = 2  # the turns of practice in which everything is shown
NAMED_TURNS: Final = 2  # the turns after those in which buildings are named, but not their squares


class Help(NamedTuple):
    """The help in one turn.

    Attributes:
        completions: how buildings that can be completed are told: with their squares, by their
            names alone, or not at all.
    """

    completions: Literal["squares", "names", "none"]
    hints: bool


LEVELS: Final = MappingProxyType(
    {
        "all": Help("squares", hints=True),
        "completions": Help("names", hints=False),
        "none": Help("none", hints=False),
    }
)
"""The help of each level, the most first."""


def help_at(table: Table, seat: int, wished: rows.HelpLevel | None, *, ahead: bool = False) -> Help:
    """Return the help that a seat's owner has in a turn.

    Args:
        ahead: True if the turn is one to come, which is prepared.
    """
    if fades(table) and wished is None:
        return _faded(len(table.own_turns(seat)) + ahead)
    # The levels stand in the order of their help, so the later one is the lesser.
    agreed = table.row.help
    order = [*LEVELS]
    return LEVELS[max(agreed, wished or agreed, key=order.index)]


def fades(table: Table) -> bool:
    """Return whether help becomes less from turn to turn: in practice with all of it."""
    return table.is_practice and table.row.help == "all"


def _faded(turn: int) -> Help:
    if turn <= SHOWN_TURNS:
        return LEVELS["all"]
    named = turn <= SHOWN_TURNS + NAMED_TURNS
    return Help("names" if named else "none", hints=True)
