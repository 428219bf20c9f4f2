"""Branches: games that begin in the middle of others, to play an earlier turn again.

A log only grows, and no player can unsee a card. So going back begins another game: its log begins
with the same actions, and the cards that the person could not know then are dealt anew.
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
"""The reason of the end of a practice game that goes on in its branch."""


@dataclass(frozen=True, slots=True)
class NewBranch:
    """A person's request to play a turn again, with its settings.

    Attributes:
        user: the person.
        name: the person's name.
        channel: the channel to play in.
        level: the level of the computer players in the other people's seats.
        language: the language of the game's public messages.
    """

    user: int
    name: str
    channel: int
    level: str
    language: str


class Branch(NamedTuple):
    """The result of a request to play a turn again: the game in which the turn is played.

    Attributes:
        table: the table of the branch.
        is_new: whether this request opened it; False if an earlier one did.
    """

    table: Table
    is_new: bool


class Branches:
    """A service that opens branches: games that begin in the middle of others."""

    def __init__(self, writer: TableWriter, openings: Openings, dealer: Dealer) -> None:
        self._writer = writer
        self._openings = openings
        self._dealer = dealer

    async def play_again(self, number: int, turn: int, wanted: NewBranch) -> Branch:
        """Open a game that begins with a person's own earlier turn, against computer players.

        A game that is over stays as it is. One that the person plays alone goes on in the branch,
        in the same place. The call is idempotent: a person who has such a branch already, and has
        done nothing in it, gets that one, since a button is easily pressed twice.

        Args:
            number: the game that the turn was played in.
            turn: the turn's number, from 1.
            wanted: the person's request.

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
        """Return a person's game that began with that turn and went no further, or None."""
        mine = await self._writer.store.games.find(table.row.guild_id, states=RUNNING, user=user)
        for game in mine:
            if (game.begun_in, game.begun_turn) == (table.number, turn):
                begun = await self._writer.cache.get(game.game_id)
                if len(begun.running_game().actions) == plies:
                    return begun
        return None

    def _before(self, table: Table, turn: int, user: int) -> tuple[StoredSeat, list[Action]]:
        """Return the seat of a person, and all actions before a turn of it."""
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
            help="all",  # as in practice
            # Alone against computers a person keeps no other waiting.
            clock=str(PRESETS[ENDLESS]),
            created_at=self._writer.now(),
            begun_in=table.number,
            begun_turn=turn,
        )

    def _seats(self, table: Table, own: StoredSeat, wanted: NewBranch) -> list[StoredSeat]:
        """Return the seats: the person's own as before, and computer players in all others."""
        seats: list[StoredSeat] = []
        for seat in table.seats:
            if seat.seat == own.seat:
                taken = StoredSeat(seat.seat, wanted.user, wanted.name)
            elif seat.is_computer and LEVELS.get(seat.level or "") in OPPONENTS:
                # The same opponents, if they are of a level that people may choose.
                taken = StoredSeat(seat.seat, None, seat.name, level=seat.level)
            else:
                taken = self._openings.computer_seat(
                    [*table.seats, *seats], wanted.level, wanted.language
                )
            seats.append(replace(taken, seat=seat.seat, colour=seat.colour))
        return seats
