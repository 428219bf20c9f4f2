"""What all operations on tables share: finding a table, and saving what was done to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TypeAlias

from db.errors import StaleLogError
from db.rows import SeatStatus, State, StoredEntry, StoredSeat
from db.store import Store
from engine.game import Game
from tables.cache import TableCache
from tables.caretaking import CARETAKER, play_caretakers
from tables.errors import TableError
from tables.table import Table

Clock: TypeAlias = Callable[[], int]
"""The time in milliseconds since 1970, UTC."""

Wake: TypeAlias = Callable[[int], None]
"""Told the number of a table where it is a computer player's turn; must not wait."""


def nobody(number: int) -> None:
    """Stands where no computer players are kept; their turns then wait."""


class TableService:
    """The base of everything that changes tables.

    Attributes:
        store: what is kept on disk.
        cache: the tables in memory.
        wake: told where a computer player has to act.
    """

    def __init__(self, store: Store, clock: Clock, rng: Random, *, cached: int = 200) -> None:
        self.store = store
        self.cache = TableCache(store, cached)
        self.wake: Wake = nobody
        self._clock = clock
        self._rng = rng

    async def get(self, number: int, guild: int) -> Table:
        """A table of a server.

        Raises:
            TableError: if the server has no such table.
            UnreadableTableError: if its log does not replay.
        """
        table = await self.cache.get(number)
        if table.row.guild_id != guild:
            raise TableError("unknown-table", number=number)
        return table

    async def drain(self) -> None:
        """Wait until nothing is being done to any table."""
        await self.cache.drain()

    async def _save(
        self, table: Table, game: Game, entries: list[StoredEntry], *, news: bool
    ) -> None:
        """Save what was done, with what the caretaker does then, and only then believe it."""
        length = table.version
        left = [seat.seat for seat in table.seats if seat.level == CARETAKER]
        played = play_caretakers(game, left)
        entries += [StoredEntry(str(action), None, self._clock()) for action in played]
        if not entries:
            return
        ended: State | None = "finished" if game.position.over else None
        try:
            count = await self.store.append(
                table.number, length, entries, news=news or bool(played), ended=ended
            )
        except StaleLogError as error:
            self.cache.forget(table.number)
            raise TableError("outdated", number=table.number) from error
        table.game = game
        table.moved_at = entries[-1].at
        table.row = replace(table.row, news=count)
        if ended:
            table.row = replace(table.row, state=ended, ended_at=entries[-1].at)
        self._wake(table)

    async def _set_state(self, table: Table, state: State, reason: str) -> None:
        now = self._clock()
        news = await self.store.set_state(table.number, state, at=now, reason=reason)
        table.row = replace(table.row, state=state, reason=reason, ended_at=now, news=news)

    async def _hand_over(
        self,
        table: Table,
        seat: StoredSeat,
        status: SeatStatus,
        level: str | None,
        *,
        ended: State | None = None,
        reason: str | None = None,
    ) -> None:
        """Save who plays a seat from now on, and let it be played."""
        now = self._clock()
        news = await self.store.hand_over(
            table.number, seat.seat, status, level, at=now, ended=ended, reason=reason
        )
        seats = tuple(
            replace(other, status=status, level=level) if other == seat else other
            for other in table.seats
        )
        table.row = replace(table.row, seats=seats, news=news)
        if ended:
            table.row = replace(table.row, state=ended, reason=reason, ended_at=now)
            return
        await self._save(table, table.running_game().copy(), [], news=True)
        self._wake(table)

    def _wake(self, table: Table) -> None:
        if table.computer_due:
            self.wake(table.number)


def must_be_lobby(table: Table) -> None:
    """Refuse what only a lobby allows.

    Raises:
        TableError: if the game has begun or is over.
    """
    if table.row.state == "running":
        raise TableError("not-open", number=table.number)
    if table.row.state != "lobby":
        raise TableError("not-running", number=table.number)


def must_host(table: Table, user: int) -> None:
    """Refuse what only the host may do.

    Raises:
        TableError: if the person is not the host.
    """
    if user != table.row.host_id:
        name = table.host.name if table.host else "?"
        raise TableError("not-host", number=table.number, name=name)
