"""One table as it is kept in memory: what is stored of it, and its game replayed."""

from __future__ import annotations

from dataclasses import dataclass

from db.rows import MessageKind, StoredMessage, StoredSeat, TableSummary
from engine.game import Game, Turn, played_turns
from engine.position import Position
from engine.view import View
from tables.errors import TableError


@dataclass(slots=True)
class Table:
    """A game with its people. Everything in it is saved; ``Tables`` alone changes it.

    Attributes:
        row: what is stored besides log, votes and messages.
        game: the game, from its begin on.
        votes: who agrees to what: what it is about, and the person.
        messages: the public messages that stand for the table now.
        moved_at: when something was done last in the game, in milliseconds UTC.
    """

    row: TableSummary
    game: Game | None
    votes: frozenset[tuple[str, int]]
    messages: dict[MessageKind, StoredMessage]
    moved_at: int = 0

    @property
    def number(self) -> int:
        """The number of the game, as people see it."""
        return self.row.table_id

    @property
    def seats(self) -> tuple[StoredSeat, ...]:
        """The people, in turn order once the game has begun."""
        return self.row.seats

    @property
    def names(self) -> tuple[str, ...]:
        """The people's names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def place(self) -> int:
        """The id of the thread, or else the channel, in which the table is shown."""
        return self.row.thread_id or self.row.channel_id

    def person(self, user: int) -> StoredSeat | None:
        """The seat of a person, or None."""
        return next((seat for seat in self.seats if seat.user_id == user), None)

    @property
    def host(self) -> StoredSeat | None:
        """The host's seat, or None when the host has none."""
        return self.person(self.row.host_id)

    @property
    def active(self) -> StoredSeat | None:
        """The seat whose turn it is in a running game, or None."""
        if self.row.state != "running" or self.game is None:
            return None
        return self.seats[self.game.position.active]

    @property
    def computer_due(self) -> bool:
        """Whether a computer player has to act, other than the caretaker, who never waits."""
        active = self.active
        return active is not None and active.level is not None and active.status != "resigned"

    @property
    def people(self) -> tuple[StoredSeat, ...]:
        """The people who have not resigned, away or not."""
        seats = (seat for seat in self.seats if seat.user_id is not None)
        return tuple(seat for seat in seats if seat.status != "resigned")

    @property
    def playing(self) -> tuple[StoredSeat, ...]:
        """The people who play their seats themselves."""
        return tuple(seat for seat in self.people if seat.status == "playing")

    def voters(self, about: str) -> frozenset[int]:
        """The people who agree to something."""
        return frozenset(user for what, user in self.votes if what == about)

    @property
    def version(self) -> int:
        """The length of the log, which buttons and commands are checked against."""
        return 0 if self.game is None else self.game.version

    def game_in_turn(self, user: int) -> Game:
        """The running game, for the person whose turn it is.

        Raises:
            TableError: if the game does not run, or it is not this person's turn.
        """
        self.must_run()
        active = self.active
        if active is not None and self.playing_seat(user) != active:
            raise TableError("not-your-turn", number=self.number, name=active.name)
        return self.running_game()

    def must_run(self) -> None:
        """Refuse what only a running game allows.

        Raises:
            TableError: if the game does not run.
        """
        if self.row.state != "running":
            codes = {"lobby": "not-begun", "aside": "set-aside"}
            raise TableError(codes.get(self.row.state, "not-running"), number=self.number)

    def playing_seat(self, user: int) -> StoredSeat:
        """The seat of a person who plays it.

        Raises:
            TableError: if the person has none, or a computer player has it for a while.
        """
        seat = self.own_seat(user)
        if seat.status == "away":
            raise TableError("away", number=self.number)
        return seat

    def own_seat(self, user: int) -> StoredSeat:
        """The seat of a person who has not resigned, away or not.

        Raises:
            TableError: if the person has none.
        """
        seat = self.person(user)
        if seat is None:
            raise TableError("not-seated", number=self.number)
        if seat.status == "resigned":
            raise TableError("resigned", number=self.number)
        return seat

    def position_for(self, user: int | None = None) -> Position:
        """The position as far as a person may know it.

        What is done in a turn can be taken back until it ends, and is nobody else's business until
        then: only the person whose turn it is gets the position of this moment.

        Raises:
            TableError: if the game has not begun.
        """
        game = self.running_game()
        active = self.active
        if active is not None and active.user_id == user:
            return game.position
        return game.before_turn

    def view(self, user: int | None = None) -> View:
        """What a person may know of the game; the public's view for anyone without a seat.

        Raises:
            TableError: if the game has not begun.
        """
        seat = None if user is None else self.person(user)
        return self.position_for(user).view(None if seat is None else seat.seat)

    def open_view(self, user: int | None = None) -> View:
        """What a person sees on the table, without what lies behind that person's screen.

        Raises:
            TableError: if the game has not begun.
        """
        return self.position_for(user).view()

    def running_game(self) -> Game:
        """The game, finished or not.

        Raises:
            TableError: if it has not begun, or its log cannot be read.
        """
        if self.game is None:
            codes = {"lobby": "not-begun", "aside": "set-aside"}
            raise TableError(codes.get(self.row.state, "not-running"), number=self.number)
        return self.game

    def turns_since(self, turn: int) -> list[Turn]:
        """The turns that were completed from that turn number on, oldest first."""
        game = self.running_game()
        completed = game.position.turn - (0 if game.position.over else 1)
        if turn > completed:
            return []
        if turn == completed and game.last_turn is not None:
            return [game.last_turn]
        return [
            entry
            for entry in played_turns(game.start, game.actions)
            if turn <= entry.number <= completed
        ]
