"""The tables of the bot: reading them, and the services for people's actions on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from db.games.rows import StoredGame
from db.ledger.rows import Charge, Limits, StoredAct
from db.store import Store
from engine.game import UNDO
from tabletop.attendance import Attendance
from tabletop.branches import Branches
from tabletop.cache import TableCache
from tabletop.clock import TableClock
from tabletop.closing import Closing
from tabletop.dealing import Dealer
from tabletop.display import Display
from tabletop.errors import TableError, UnreadableTableError
from tabletop.limits import refusing
from tabletop.lobby import Lobby
from tabletop.opening import Called, Openings
from tabletop.personal import Personal
from tabletop.rematch import Rematch
from tabletop.seats import Seats
from tabletop.signal import Signal
from tabletop.table import Table
from tabletop.turn_time import Clock, TurnTimes
from tabletop.turns import Turns
from tabletop.writer import TableWriter

TABLES_BYTES: Final = 4_000_000
"""Bytes of tables in memory: some 150 games near their end, or 800 just begun."""


class Tables:
    """The entry point to all tables: it reads them, and holds the services that change them.

    A refusal raises ``TableError`` or one of the engine's errors and changes nothing. When a call
    returns, its change is durable; showing it is left to the publisher, which knows it by the count
    of news in the table's row.

    Args:
        dealer: seats people and deals when a game begins.
        personal: the service for people's preferences, quiet hours included.
        alarm: called when a timer was stored; must not block.
        called: gives computer players their names.
        limits: the limits on games and on what people cause.
        cached: the most bytes of tables in memory.

    Attributes:
        store: the database.
        limits: the limits on games and on what people cause.
        cache: the tables in memory.
        attendance: the bot's outages.
        computer_due: sends the numbers of tables where a computer player has to act.
        computers_done: sends the numbers of tables where computer players have acted, and the
            public was told.
        lobby: the service for changes before a game begins.
        turns: the service for actions in turns.
        seats: the service for changes of seats' players during a game.
        clock: the service for automatic steps of clocks.
        closing: the service that cancels and closes games.
        rematch: the service for rematches.
        branches: the service for games that begin in the middle of others.
        display: the service for the place and look of tables' messages.
    """

    def __init__(
        self,
        store: Store,
        now: Clock,
        dealer: Dealer,
        personal: Personal,
        *,
        alarm: Callable[[int], None],
        called: Called,
        limits: Limits,
        cached: int = TABLES_BYTES,
    ) -> None:
        self.store = store
        self.now = now
        self.dealer = dealer
        self.attendance = Attendance(store, now)
        self.cache = TableCache(store, cached, personal.refresh_people)
        turn_times = TurnTimes(self.attendance, personal, now)
        self.limits = limits
        writer = TableWriter(store, self.cache, now, turn_times, alarm, limits)
        openings = Openings(store, limits, called)
        self.computer_due = writer.computer_due
        self.computers_done = Signal()
        self.lobby = Lobby(writer, openings, dealer)
        self.turns = Turns(writer)
        self.seats = Seats(writer)
        self.clock = TableClock(writer, self.seats)
        self.closing = Closing(writer)
        self.display = Display(writer, self.lobby)
        self.rematch = Rematch(writer, self.lobby, self.display)
        self.branches = Branches(writer, openings, dealer)

    async def get(self, number: int, guild: int | None = None) -> Table:
        """Return a table for reading, in its saved state.

        Args:
            guild: the server to which the table must belong, if a person typed the number.

        Raises:
            TableError: if there is no such table, or the server has none of that number.
            UnreadableTableError: if its log does not replay.
        """
        try:
            table = await self.cache.get(number)
        except UnreadableTableError as error:  # only its own server may know that it exists
            if guild is not None and error.row.guild_id != guild:
                raise TableError("unknown-table", number=number) from error
            raise
        if guild is not None and table.row.guild_id != guild:
            raise TableError("unknown-table", number=number)
        return table

    async def log_entries(self, number: int) -> list[str]:
        """Return the entries of a table's log as they are stored, readable or not.

        Raises:
            TableError: if there is no such table.
        """
        return [entry.entry for entry in (await self._stored(number)).log]

    async def charge_direct(self, guild: int, user: int) -> None:
        """Record that a person is about to cause a direct message to themselves.

        Raises:
            TableError: if there were too many within a day.
        """
        act = StoredAct(kind="direct", guild_id=guild, user_id=user, target_id=user, at=self.now())
        with refusing():
            await self.store.ledger.pay(Charge(self.limits, (act,)))

    async def advised(self, number: int) -> set[int]:
        """Return the places, among a game's actions, of those that hints had advised.

        Raises:
            TableError: if there is no such table.
        """
        done: list[bool] = []
        for entry in (await self._stored(number)).log:
            if entry.entry == UNDO:
                done.pop()
            else:
                done.append(entry.advised)
        return {place for place, advised in enumerate(done) if advised}

    async def _stored(self, number: int) -> StoredGame:
        """Return a game as it is stored, readable or not."""
        stored = await self.store.games.load(number)
        if stored is None:
            raise TableError("unknown-table", number=number)
        return stored

    async def set_aside(self, number: int, reason: str) -> None:
        """Set a table aside whose log cannot be replayed."""
        await self.store.games.set_aside(number, reason)
        self.cache.forget(number)
