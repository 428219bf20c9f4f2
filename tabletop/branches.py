"""Games that begin in the middle of others: an earlier turn of one's own is played again.

A log only grows, and what was seen cannot be unseen. So whoever goes back begins another game, in
which all that was done before is the same, and what that person could not know then is dealt anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, NamedTuple

from db.games.changes import RUNNING
from db.games.rows import NewGame, StoredEntry, StoredSeat
from engine.actions import Action
from engine.game import played_turns
from players.levels import LEVELS, OPPONENTS
from tabletop.dealing import Dealer, stored_start
from tabletop.errors import TableError
from tabletop.opening import Openings
from tabletop.table import Table
from tabletop.time_control import ENDLESS, PRESETS
from tabletop.writer import TableWriter

TAKEN_BACK: Final = "turns were taken back"
"""Why a game is over that goes on in another one."""


@dataclass(frozen=True, slots=True)
class NewBranch:
    """How a turn is to be played again.

    Attributes:
        user: who plays it.
        name: what that person is called.
        channel: where.
        level: who plays the seats of the other people.
        language: the language of its public messages.
    """

    user: int
    name: str
    channel: int
    level: str
    language: str


class Branch(NamedTuple):
    """The game in which a turn is played again.

    Attributes:
        table: its table.
        is_new: whether it was begun just now, and not by a press before this one.
    """

    table: Table
    is_new: bool


class Branches:
    """Begins games in the middle of others."""

    def __init__(self, writer: TableWriter, openings: Openings, dealer: Dealer) -> None:
        self._writer = writer
        self._openings = openings
        self._dealer = dealer

    async def play_again(self, number: int, turn: int, wanted: NewBranch) -> Branch:
        """Begin another game with a turn of a person's own, against computer players.

        A game that is over stays what it is. One that is being played alone goes on in the other
        one, in the same place. Whoever has such a game already, and has done nothing in it, is
        given that one: a button is easily pressed twice.

        Args:
            number: the game that the turn was played in.
            turn: the turn's number, from 1.
            wanted: who plays it again, and where.

        Raises:
            TableError: if this person did not have that turn, others play in the game, or there are
                too many games.
        """
        async with self._writer.locked(number) as table:
            seat, actions = self._before(table, turn, wanted.user)
            game = table.running_game()
            running = not game.position.over
            begun = await self._untouched(table, turn, wanted.user, len(actions))
            if begun is not None:
                return Branch(begun, is_new=False)
            if running:
                wanted = replace(wanted, channel=table.row.channel_id, language=table.row.language)
            new = self._new(table, turn, wanted)
            start = self._dealer.again(game.start, actions, seat.seat)
            entries = [StoredEntry(str(action), None, self._writer.now()) for action in actions]
            seats = self._seats(table, seat, wanted)
            opened = await self._openings.open_begun(new, seats, stored_start(start), entries)
            if running:
                await self._writer.set_state(table, "cancelled", TAKEN_BACK)
        return Branch(await self._writer.cache.get(opened), is_new=True)

    async def _untouched(self, table: Table, turn: int, user: int, plies: int) -> Table | None:
        """A person's game that began with that turn, with nothing done in it since."""
        mine = await self._writer.store.games.find(table.row.guild_id, states=RUNNING, user=user)
        for game in mine:
            if (game.begun_in, game.begun_turn) == (table.number, turn):
                begun = await self._writer.cache.get(game.game_id)
                if len(begun.running_game().actions) == plies:
                    return begun
        return None

    def _before(self, table: Table, turn: int, user: int) -> tuple[StoredSeat, list[Action]]:
        """The seat of a person, and all that was done before a turn of it."""
        game = table.running_game()
        if not game.position.over:
            table.must_run()
            if not table.is_practice:
                raise TableError("not-practice", number=table.number)
        seat = table.person(user)
        if seat is None:
            raise TableError("not-seated", number=table.number)
        if turn not in table.own_turns(seat.seat):
            raise TableError("not-own-turn", number=table.number, turn=turn)
        turns = takewhile(lambda one: one.number < turn, played_turns(game.start, game.actions))
        return seat, [ply.action for one in turns for ply in one.plies]

    def _new(self, table: Table, turn: int, wanted: NewBranch) -> NewGame:
        row = table.row
        in_place = not table.running_game().position.over
        return NewGame(
            guild_id=row.guild_id,
            channel_id=wanted.channel,
            thread_id=row.thread_id if in_place else None,
            host_id=wanted.user,
            edition=row.edition,
            setup=row.setup,
            mirror=row.mirror,
            seat_limit=len(table.seats),
            language=wanted.language,
            theme=row.theme,
            clock=str(PRESETS[ENDLESS]),
            created_at=self._writer.now(),
            begun_in=table.number,
            begun_turn=turn,
        )

    def _seats(self, table: Table, own: StoredSeat, wanted: NewBranch) -> list[StoredSeat]:
        """Who plays: the person in the seat of before, and computer players in all others."""
        seats: list[StoredSeat] = []
        for seat in table.seats:
            if seat.seat == own.seat:
                taken = StoredSeat(seat.seat, wanted.user, wanted.name)
            elif seat.is_computer and LEVELS.get(seat.level or "") in OPPONENTS:
                taken = StoredSeat(seat.seat, None, seat.name, level=seat.level)
            else:
                taken = self._openings.computer_seat(
                    [*table.seats, *seats], wanted.level, wanted.language
                )
            seats.append(replace(taken, seat=seat.seat, colour=seat.colour))
        return seats
