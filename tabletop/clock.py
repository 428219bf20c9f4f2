"""The handler of tables' clocks: it warns late players, and then acts as the table agreed."""

from __future__ import annotations

import logging
from dataclasses import replace

from db.games.rows import PauseKind, StoredSeat
from db.timers.rows import StoredDue
from tabletop.clock_change import CLOCK, clock_dues
from tabletop.errors import UnreadableTableError
from tabletop.seats import Seats
from tabletop.table import Table
from tabletop.time_control import MINUTE
from tabletop.turn_time import TurnTime
from tabletop.writer import TableWriter

log = logging.getLogger("arkadia.clocks")


class TableClock:
    """A service that carries out the automatic steps of tables' clocks."""

    def __init__(self, writer: TableWriter, seats: Seats) -> None:
        self._writer = writer
        self._seats = seats

    def turn_time(self, table: Table) -> TurnTime | None:
        """Return the time of the current turn; None if no person's clock runs."""
        return self._writer.turn_times.of_table(table)

    def hours_of(self, seat: StoredSeat) -> str | None:
        """Return the quiet hours that stop the clock of a seat's turn if it begins now, as text."""
        return self._writer.turn_times.hours_of(seat)

    async def tick(self, number: int) -> bool:
        """Carry out the due step of a table's clock, and schedule the next check.

        A person's seat is safe until the warning has been public for a while.

        Returns:
            Whether there is news to be shown.
        """
        async with self._writer.locked(number) as table:
            turn_time = self.turn_time(table)
            step = turn_time.next_step(table.row) if turn_time else None
            if turn_time is None or step is None:
                return False
            what, at = step
            now = self._writer.now()
            # Clocks stand still for outages and quiet hours, so a look may come too early.
            if now < at:
                await self._look_again(table, at)
                return False
            if what == "warn":
                await self._warn(table)
            elif table.row.shown < (table.row.warned_news or 0):  # the warning is not public yet
                await self._look_again(table, now + max(MINUTE, turn_time.control.notice))
            elif table.row.late == "ask":
                await self._ask(table)
            else:
                kind: PauseKind = "turn" if table.row.late == "turn" else "seat"
                await self._seats.stand_in(table, turn_time.seat, kind)
            return True

    async def wind(self, number: int) -> None:
        """Schedule the next check of a table's clock after the clock has changed."""
        async with self._writer.locked(number) as table:
            dues = clock_dues(table.row, self.turn_time(table))
            await self._writer.store.timers.put(*dues)
            self._writer.alarm_at(dues)

    async def wind_all(self) -> None:
        """Schedule a check of every clock that has none, when the bot starts."""
        for number in await self._writer.store.timers.games_without(CLOCK):
            try:
                await self.wind(number)
            except UnreadableTableError as error:
                log.warning("No clock", extra={"table": number, "why": error.reason})

    async def _warn(self, table: Table) -> None:
        """Announce that the time of a turn is nearly up."""
        row = replace(
            table.row, warned_at=self._writer.now(), warned_news=table.row.news + 1, expired_at=None
        )
        await self._writer.set_clock(table, row, clock_dues(row, self.turn_time(table)))

    async def _ask(self, table: Table) -> None:
        """Ask the others, because the time of a turn is up."""
        row = replace(table.row, warned_news=table.row.news + 1, expired_at=self._writer.now())
        await self._writer.set_clock(table, row, [])

    async def _look_again(self, table: Table, at: int) -> None:
        due = StoredDue(CLOCK, at, game_id=table.number)
        await self._writer.store.timers.put(due)
        self._writer.alarm_at([due])
