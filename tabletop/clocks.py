"""What happens by the clock: warnings, what was agreed for late turns, and being away."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

from db.games.rows import ClockChange, GameSummary, PauseKind, StoredPause
from db.timers.rows import StoredDue
from tabletop.base import CLOCK, with_pause
from tabletop.clock import DAY, MINUTE, NEVER
from tabletop.errors import TableError, UnreadableTableError
from tabletop.people import STAND_IN, People
from tabletop.table import Table
from tabletop.timing import control_of, pause_spans

log = logging.getLogger("arkadia.clocks")

MONTH: Final = 30 * DAY
DAYS_A_MONTH: Final = 14
"""For so many days of any thirty somebody's clock may stand still in a game."""

LONGEST_ABSENCE: Final = 90 * DAY


class Clocks(People):
    """What the clock does to a running game, and what people do to their own clock."""

    async def tick(self, number: int) -> bool:
        """Do what the clock of a table has come to, and note when to look again.

        Nothing that matters to somebody happens before it was told in public for a while.

        Returns:
            Whether there is news to be shown.
        """
        async with self.cache.locked(number) as table:
            timing = self.timing(table)
            step = timing.next_step(table.row) if timing else None
            if timing is None or step is None:
                return False
            what, at = step
            now = self._clock()
            if now < at:
                await self._look_again(table, at)
                return False
            if what == "warn":
                await self._warn(table)
            elif table.row.shown < (table.row.warned_news or 0):  # nobody could see it yet
                await self._look_again(table, now + max(MINUTE, timing.control.notice))
            elif table.row.late == "ask":
                await self._ask(table)
            else:
                kind: PauseKind = "turn" if table.row.late == "turn" else "seat"
                await self._stand_in(table, timing.seat, kind)
            return True

    async def wind(self, number: int) -> None:
        """Note when the clock of a table is to be looked at, where that has changed."""
        async with self.cache.locked(number) as table:
            dues = self._alarm(table.row, self.timing(table))
            await self.store.put_due(*dues)
            self._wake_for(dues)

    async def wind_all(self) -> None:
        """Note so of all clocks of which it is not noted, at the start."""
        for number in await self.store.unwound(CLOCK):
            try:
                await self.wind(number)
            except UnreadableTableError as error:
                log.warning("No clock", extra={"table": number, "why": error.reason})

    async def _warn(self, table: Table) -> None:
        """Tell that somebody's time is nearly up."""
        row = replace(
            table.row, warned_at=self._clock(), warned_news=table.row.news + 1, expired_at=None
        )
        await self._note_alarms(table, row, self._alarm(row, self.timing(table)))

    async def _ask(self, table: Table) -> None:
        """Ask the others, because somebody's time is up."""
        row = replace(table.row, warned_news=table.row.news + 1, expired_at=self._clock())
        await self._note_alarms(table, row, [])

    async def _note_alarms(self, table: Table, row: GameSummary, dues: list[StoredDue]) -> None:
        change = ClockChange(
            warned_at=row.warned_at,
            warned_news=row.warned_news,
            expired_at=row.expired_at,
            dues=tuple(dues),
        )
        news = await self.store.set_clock(table.number, change, news=True, seen=table.row.news)
        table.row = replace(row, news=news)
        self._wake_for(dues)

    async def _look_again(self, table: Table, at: int) -> None:
        await self.store.put_due(StoredDue(CLOCK, at, game_id=table.number))
        self.alarm(at)

    async def be_away(self, number: int, user: int, until: int) -> Table:
        """Be away until a time: one's clock stands still, or a computer plays, as the table says.

        Who is away already is so until then instead.

        Raises:
            TableError: if the time is over or too far away, or the clock stood still for too many
                days of thirty.
        """
        table = await self.cache.get(number)
        now = self._clock()
        if until <= now:
            raise TableError("not-later")
        if until - now > LONGEST_ABSENCE:
            raise TableError("too-far", count=LONGEST_ABSENCE // DAY)
        seat = table.own_seat(user)
        if table.row.absence == "computer" and seat.status == "playing":
            return await self.leave_to_computer(number, user, seat.seat, STAND_IN, until=until)
        async with self.cache.locked(number) as table:
            table.must_run()
            seat = table.own_seat(user)
            before = table.pause_of(seat.seat, now)
            pause = (
                replace(before, until_at=until)
                if before
                else StoredPause(seat.seat, now, until, "stop")
            )
            pauses = with_pause(table.pauses, pause)
            if pause.kind == "stop":
                _must_have_days(table, pauses, seat.seat, now)
            self.restrain(number, user)
            await self._hand_over(table, seat, seat.status, seat.level, pause=pause)
            return table

    async def return_from(self, number: int, user: int) -> bool:
        """Give somebody their seat back whose day has come; gives whether there is news of it."""
        async with self.cache.locked(number) as table:
            seat = table.person(user)
            now = self._clock()
            if seat is None or seat.status != "away" or table.row.state != "running":
                return False
            if table.pause_of(seat.seat, now) is not None:
                return False
            await self._hand_over(table, seat, "playing", None)
            return True


def _must_have_days(table: Table, pauses: tuple[StoredPause, ...], seat: int, now: int) -> None:
    """Refuse to let a clock stand still for too many days of a month.

    Raises:
        TableError: if it would.
    """
    if control_of(table.row).turn is None:
        return
    spans = pause_spans((pause for pause in pauses if pause.kind == "stop"), seat, NEVER)
    since = now - MONTH
    used = sum(max(0, min(end, now) - max(begin, since)) for begin, end in spans)
    left = DAYS_A_MONTH * DAY - used
    if max((end for _, end in spans), default=now) - now > left:
        raise TableError("few-days", count=max(0, left // DAY))
