"""Changes of a seat's player during a game, by its people or by a clock that has run out."""

import logging
from dataclasses import replace
from typing import Final

from db.games.rows import PauseKind, State, StoredPause, StoredSeat
from db.timers import StoredDue
from db.usage import Charge
from players.levels import LEVELS, OPPONENTS
from tabletop.errors import TableError, UnreadableTableError
from tabletop.outcome import AGREED, ALL_LEFT, agree_without, counts_in_ranking, replaced_at
from tabletop.table import Table
from tabletop.time_control import DAY, MINUTE, NEVER
from tabletop.turn_time import CLOCK, clock_dues, control_of, pause_spans, with_pause
from tabletop.turns import CARETAKER, TableWriter

STAND_IN: Final = "journeyman"
"""The level of the computer player that stands in where no other was chosen."""

UNTIMED_PATIENCE_MS: Final = 7 * DAY
"""Milliseconds that a turn may take without a clock before others may have a computer take it."""

MONTH_MS: Final = 30 * DAY
DAYS_A_MONTH: Final = 14  # days of any thirty for which a person's clock may stand still in a game

LONGEST_ABSENCE_MS: Final = 90 * DAY


class Seats:
    """A service that changes the players of seats: resigning, being away, coming back."""

    def __init__(self, writer: TableWriter) -> None:
        self._writer = writer

    async def resign(self, number: int, user: int) -> Table:
        """Resign a person from a running game: the caretaker plays on, or the game ends."""
        async with self._writer.locked(number) as table:
            table.must_run()
            seat = table.own_seat(user)
            ended: State | None = None
            reason = None
            # To leave when all others would like to end the game is to agree with them.
            if len(table.people) == 1:
                ended, reason = "closed", ALL_LEFT
            elif agree_without(table, seat, self._writer.now()):
                ended, reason = "cancelled", AGREED
            turn = None if ended else table.running_game().position.turn
            await self._writer.hand_over(
                table, seat, "resigned", CARETAKER, ended=ended, reason=reason, left_turn=turn
            )
            return table

    async def leave_to_computer(
        self,
        number: int,
        user: int,
        seat: int,
        level: str,
        *,
        one_turn: bool = False,
        until: int | None = None,
    ) -> Table:
        """Give a seat to a computer player until its owner comes back.

        The owner may do so at any time; the host alone, or all others together, when the owner's
        time for the turn is up. A day later the others need not wait for the host.

        Args:
            one_turn: whether the computer plays only the current turn, of another person.
        """
        async with self._writer.locked(number) as table:
            table.must_run()
            if LEVELS.get(level) not in OPPONENTS:
                raise TableError("bad-level", token=level)
            own = table.own_seat(user)
            if not 0 <= seat < len(table.seats) or table.seats[seat] not in table.playing:
                raise TableError("seat-not-played", number=number)
            absent = table.seats[seat]
            if absent == own:
                charge = self._writer.charge(table, user, "post")
                await self.stand_in(table, absent, "away", level, until, charge)
            elif await self._agreed(table, user, seat, one_turn=one_turn):
                await self.stand_in(table, absent, "turn" if one_turn else "seat", level)
            return table

    async def stand_in(
        self,
        table: Table,
        absent: StoredSeat,
        kind: PauseKind,
        level: str = STAND_IN,
        until: int | None = None,
        charge: Charge | None = None,
    ) -> None:
        """Have a computer player play an absent person's seat from now on."""
        now = self._writer.now()
        # Being away or late is no agreement to end a game that counts.
        agreed = not counts_in_ranking(table) and agree_without(table, absent, now)
        await self._writer.hand_over(
            table,
            absent,
            "away",
            level,
            pause=StoredPause(absent.seat, now, until, kind),
            ended="cancelled" if agreed else None,
            reason=AGREED if agreed else None,
            charge=charge,
        )

    async def come_back(self, number: int, user: int) -> Table:
        """Give a person their seat back from a computer player, or let their clock run again."""
        async with self._writer.locked(number) as table:
            table.must_run()
            seat, now = table.own_seat(user), self._writer.now()
            pause = table.pause_of(seat.seat, now)
            if seat.status != "away" and pause is None:
                raise TableError("not-away", number=number)
            ended = replace(pause, until_at=now) if pause else None
            charge = self._writer.charge(table, user, "post")
            await self._writer.hand_over(table, seat, "playing", None, pause=ended, charge=charge)
            return table

    async def take_over(self, number: int, seat: int, user: int, name: str) -> Table:
        """Give a seat whose owner has left the game to another person, who plays on in it.

        What the owner lost by leaving stays the owner's, and the newcomer's play is not rated.
        """
        async with self._writer.locked(number) as table:
            table.must_run()
            if table.person(user) is not None:
                raise TableError("already-seated", number=number)
            if seat not in [one.seat for one in left_seats(table)]:
                raise TableError("full", number=number, count=len(table.seats))
            left, now = table.seats[seat], self._writer.now()
            turn = left.left_turn or table.running_game().position.turn
            newcomer = replace(
                left,
                user_id=user,
                name=name,
                left_turn=turn,
                left_id=left.left_id or left.user_id,
                left_name=left.left_name or left.name,
            )
            pause = table.pause_of(seat, now)
            await self._writer.hand_over(
                table,
                left,
                "playing",
                None,
                pause=replace(pause, until_at=now) if pause else None,
                newcomer=newcomer,
                charge=self._writer.charge(table, user, "post"),
            )
            return table

    async def be_away(self, number: int, user: int, until: int) -> Table:
        """Mark a person as away until a time: the clock stops or a computer plays, as agreed.

        An absence that lasts already is prolonged.
        """
        table = await self._writer.cache.get(number)
        now = self._writer.now()
        if until <= now:
            raise TableError("not-later")
        if until - now > LONGEST_ABSENCE_MS:
            raise TableError("too-far", count=LONGEST_ABSENCE_MS // DAY)
        seat = table.own_seat(user)
        if table.row.absence == "computer" and seat.status == "playing":
            return await self.leave_to_computer(number, user, seat.seat, STAND_IN, until=until)
        async with self._writer.locked(number) as table:
            table.must_run()
            seat = table.own_seat(user)
            before = table.pause_of(seat.seat, now)
            if before and before.until_at and abs(until - before.until_at) < MINUTE:
                return table  # said again
            new = StoredPause(seat.seat, now, until, "stop")
            pause = replace(before, until_at=until) if before else new
            pauses = with_pause(table.pauses, pause)
            if pause.kind == "stop":
                _must_have_days(table, pauses, seat.seat, now)
            charge = self._writer.charge(table, user, "post")
            as_before = seat.status, seat.level
            await self._writer.hand_over(table, seat, *as_before, pause=pause, charge=charge)
            return table

    async def return_from(self, number: int, user: int) -> bool:
        """Give a person their seat back on the day of return; return whether there is news."""
        async with self._writer.locked(number) as table:
            seat = table.person(user)
            now = self._writer.now()
            if seat is None or seat.status != "away" or table.row.state != "running":
                return False
            # The person has prolonged the absence since this was scheduled.
            if table.pause_of(seat.seat, now) is not None:
                return False
            await self._writer.hand_over(table, seat, "playing", None)
            return True

    async def leave_aside(self, number: int, user: int) -> None:
        """Resign a person from a game that is set aside because its log cannot be read."""
        async with self._writer.locked(number) as table:
            seat = table.own_seat(user)
            # Not by the writer, which would play the caretaker's turns: this log cannot be read.
            await self._writer.store.games.hand_over(
                number,
                seat.seat,
                "resigned",
                CARETAKER,
                at=self._writer.now(),
                left_turn=1,  # what could not be played on is no loss
                news=False,
                seen=table.row.news,
            )
            self._writer.cache.forget(number)

    async def _agreed(self, table: Table, user: int, seat: int, *, one_turn: bool) -> bool:
        late = self._must_be_late(table, seat)
        if user == table.row.host_id:
            return True
        about = about_absent(table, one_turn=one_turn)
        votes = table.voters(about) | {user}
        needed = {other.user_id for other in table.playing if other.seat != seat}
        if late >= control_of(table.row).patience:  # the host may be away as well
            needed -= {table.row.host_id}
        agreed = needed <= votes
        if not agreed and votes == table.voters(about):
            return False
        charge = None if agreed else self._writer.charge(table, user, "post")
        await self._writer.set_votes(table, about, frozenset() if agreed else votes, charge=charge)
        return agreed

    def _must_be_late(self, table: Table, seat: int) -> int:
        """Return for how long a seat's owner is late; refuse to decide while there is time left."""
        turn_time = self._writer.turn_times.of_table(table)
        name, now = table.seats[seat].name, self._writer.now()
        if turn_time is None or turn_time.seat.seat != seat:
            raise TableError("not-late", name=name)
        left = (turn_time.deadline or turn_time.began_at + UNTIMED_PATIENCE_MS) - now
        if left > 0:
            raise TableError("too-early", name=name, until=now + left)
        return -left


def left_seats(table: Table) -> list[StoredSeat]:
    """Return the seats that people have left for good, or lost by being late, and nobody took."""
    return [
        seat
        for seat in table.seats
        if seat.status == "resigned" or replaced_at(seat, table.pauses) is not None
    ]


def deciding(table: Table) -> list[StoredSeat]:
    """Return the people who decide about a late turn: the host alone, or all others."""
    others = [seat for seat in table.playing if seat != table.active]
    return [seat for seat in others if seat.user_id == table.row.host_id] or others


def about_absent(table: Table, *, one_turn: bool) -> str:
    """Return the subject under which votes about the active seat's absence are stored."""
    turn = table.running_game().position.turn
    return f"{'take' if one_turn else 'away'} {turn}"


def _must_have_days(table: Table, pauses: tuple[StoredPause, ...], seat: int, now: int) -> None:
    if control_of(table.row).turn is None:
        return
    # Only pauses in which the others had to wait: a computer that stands in plays on.
    own = (pause for pause in pauses if pause.kind == "stop" and pause.seat == seat)
    spans = pause_spans(own, seat, NEVER)
    since = now - MONTH_MS
    used = sum(max(0, min(end, now) - max(begin, since)) for begin, end in spans)
    left = DAYS_A_MONTH * DAY - used
    if max((end for _, end in spans), default=now) - now > left:
        raise TableError("few-days", count=max(0, left // DAY))


log = logging.getLogger("arkadia.clocks")


class TableClock:
    """A service that carries out the automatic steps of tables' clocks."""

    def __init__(self, writer: TableWriter, seats: Seats) -> None:
        self._writer = writer
        self._seats = seats
        self.turn_time = writer.turn_times.of_table
        self.hours_of = writer.turn_times.hours_of

    async def tick(self, number: int) -> bool:
        """Carry out the due step of a table's clock; return whether there is news to be shown.

        A person's seat is safe until the warning has been public for a while.
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
        row = replace(
            table.row, warned_at=self._writer.now(), warned_news=table.row.news + 1, expired_at=None
        )
        await self._writer.set_clock(table, row, clock_dues(row, self.turn_time(table)))

    async def _ask(self, table: Table) -> None:
        row = replace(table.row, warned_news=table.row.news + 1, expired_at=self._writer.now())
        await self._writer.set_clock(table, row, [])

    async def _look_again(self, table: Table, at: int) -> None:
        due = StoredDue(CLOCK, at, game_id=table.number)
        await self._writer.store.timers.put(due)
        self._writer.alarm_at([due])
