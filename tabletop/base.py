"""What all operations on tables share: finding a table, and saving what was done to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeAlias

from db.games.rows import (
    ClockChange,
    GameSummary,
    Limits,
    SeatStatus,
    State,
    StoredEntry,
    StoredPause,
    StoredSeat,
)
from db.store import Store
from db.timers.rows import StoredDue
from engine.game import Game
from tabletop.attendance import Attendance
from tabletop.cache import END, TableCache
from tabletop.caretaker import CARETAKER, play_caretakers
from tabletop.clock import HOUR, NEVER, Span, together
from tabletop.dealing import Chance, Dealer
from tabletop.errors import TableError, UnreadableTableError
from tabletop.restraint import Restraint
from tabletop.table import Table
from tabletop.timing import Timing, control_of, pause_spans

Clock: TypeAlias = Callable[[], int]
"""The time in milliseconds since 1970, UTC."""

Wake: TypeAlias = Callable[[int], None]
"""Told the number of a table where there is something to do; must not wait."""

Quiet: TypeAlias = Callable[[int, int], Iterable[Span]]
"""The spans that do not count for a person, from a time on, in the order of their beginnings."""

CLOCK: Final = "clock"
"""What is due when somebody's time is nearly up, and when it is."""

RETURN: Final = "return"
"""What is due when somebody is back for whom a computer has played."""

LEAST_SLOW: Final = 6 * HOUR
"""Where a turn has less, quiet hours do not stop the clock: people agreed to sit down together."""

USUAL_LIMITS: Final = Limits(hosted=20, seated=50, lobbies=40, unfinished=500)
USUAL_POSTS: Final = 4
"""Public messages that one person may make in one game within a minute, besides by playing."""


def nobody(number: int) -> None:
    """Stands where nobody does anything then."""


def in_english(called: str, language: str, name: str) -> str:
    """What a computer player is called where nobody knows another language."""
    return called.format(name=name)


def nothing_due(at: int) -> None:
    """Stands where nothing is done that is due."""


def never_quiet(user: int, since: int) -> Iterable[Span]:
    """Stands where no quiet hours are known."""
    return ()


@dataclass(frozen=True, slots=True)
class After:
    """What becomes of a table's clock.

    Attributes:
        row: as it is then, its seats with their banks.
        began_at: when the turn began that is played then.
        pauses: as they are then.
        change: what of that is to be saved, if anything.
    """

    row: GameSummary
    began_at: int
    pauses: tuple[StoredPause, ...]
    change: ClockChange | None


class TableService:
    """The base of everything that changes tables.

    Attributes:
        store: what is kept on disk.
        cache: the tables in memory.
        dealer: seats people and deals when a game begins.
        wake: told where a computer player has to act.
        attendance: when the bot was there.
        alarm: told when something was noted that is due then.
        quiet: the quiet hours of people, in which their clocks do not run.
        limits: how many games there may be for one more to be opened.
        restraint: how often people may make public messages besides by playing.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        rng: Random,
        *,
        cached: int = 200,
        limits: Limits = USUAL_LIMITS,
        posts_a_minute: int = USUAL_POSTS,
    ) -> None:
        self.store = store
        self.limits = limits
        self.restraint = Restraint(posts_a_minute)
        self.cache = TableCache(store, cached)
        self.wake: Wake = nobody
        self.attendance = Attendance(store, clock)
        self.alarm: Callable[[int], None] = nothing_due
        self.quiet: Quiet = never_quiet
        self.call: Callable[[str, str, str], str] = in_english
        self._clock = clock
        self.dealer: Dealer = Chance(rng)

    def now(self) -> int:
        """The time in milliseconds since 1970, UTC."""
        return self._clock()

    async def get(self, number: int, guild: int | None = None) -> Table:
        """A table as it is saved, to look at.

        Args:
            guild: the server of which it must be, where somebody named the number.

        Raises:
            TableError: if there is no such table, or the server has none of that number.
            UnreadableTableError: if its log does not replay.
        """
        try:
            table = await self.cache.get(number)
        except UnreadableTableError as error:  # is for its own server alone to know
            if guild is not None and error.row.guild_id != guild:
                raise TableError("unknown-table", number=number) from error
            raise
        if guild is not None and table.row.guild_id != guild:
            raise TableError("unknown-table", number=number)
        return table

    async def find(
        self,
        guild: int,
        *,
        states: Collection[State],
        place: int | None = None,
        user: int | None = None,
        limit: int | None = None,
    ) -> Sequence[GameSummary]:
        """The tables of a server in one of these states, the newest first.

        Args:
            place: only those of this channel or thread.
            user: only those where this person sits or which they host.
            limit: at most so many.
        """
        return await self.store.games_in(
            guild, states=states, channel_or_thread=place, user=user, limit=limit
        )

    def restrain(self, number: int, user: int) -> None:
        """Count one more public message that a person makes in a game besides by playing.

        Raises:
            TableError: if it would be too many within a minute.
        """
        self.restraint.note(user, number, self._clock())

    async def drain(self) -> None:
        """Wait until nothing is being done to any table."""
        await self.cache.drain()

    def timing(self, table: Table) -> Timing | None:
        """What the clock says of the turn being played; None if nobody's clock runs."""
        active = table.active
        if active is None:
            return None
        return self._timing(table.row, active, table.turn_began_at, table.pauses)

    def _timing(
        self, row: GameSummary, seat: StoredSeat, began_at: int, pauses: Sequence[StoredPause]
    ) -> Timing | None:
        """What the clock says of a seat's turn; None if no person plays it or waits for it."""
        user, began = seat.user_id, min(began_at, self._clock())
        people = [one for one in row.seats if one.user_id is not None and one.status != "resigned"]
        if user is None or seat.level is not None or len(people) < 2:
            return None

        control = control_of(row)
        slow = control.turn is not None and control.turn >= LEAST_SLOW

        def quiet() -> Iterator[Span]:
            return iter(self.quiet(user, began) if slow else ())

        def stopped() -> Iterable[Span]:
            away = pause_spans(pauses, seat.seat, NEVER)
            return together(self.attendance.outages(), away, quiet())

        return Timing(control, seat, began, stopped, quiet=next(quiet(), None) is not None)

    async def _save(
        self, table: Table, game: Game, entries: list[StoredEntry], *, news: bool
    ) -> None:
        """Save what was done, with what the caretaker does then, and only then believe it."""
        played = self._play_caretakers(game, table.seats, self._clock())
        entries += played
        if not entries:
            return
        after = self._after(table, game, entries, table.seats, table.pauses)
        ended: State | None = "finished" if game.position.over else None
        count = await self.store.append(
            *(table.number, table.version, entries),
            news=news or bool(played),
            ended=ended,
            clock=after.change,
            seen=table.row.news,
        )
        self._believe(table, game, entries, after, count)
        if ended:
            table.row = replace(table.row, state=ended, ended_at=entries[-1].at)
        self._wake(table)

    def _after(
        self,
        table: Table,
        game: Game,
        entries: Sequence[StoredEntry],
        seats: tuple[StoredSeat, ...],
        pauses: tuple[StoredPause, ...],
    ) -> After:
        """What becomes of a table's clock by what was done; ``game`` is as it is then."""
        row, began_at, bank = table.row, table.turn_began_at, None
        ends = [entry for entry in entries if entry.entry == END]
        if not ends and seats == table.seats and pauses == table.pauses:
            return After(row, began_at, pauses, None)
        if ends:
            timing = self.timing(table)
            began_at = ends[-1].at
            if (row.warned_at, row.warned_news, row.expired_at) != (None, None, None):
                row = replace(row, warned_at=None, warned_news=None, expired_at=None)
            if timing is not None and ends[0].author is not None:
                left = timing.bank_after(ends[0].at)
                if left != timing.seat.bank:
                    bank = timing.seat.seat, left
                    seats = tuple(
                        replace(seat, bank=left) if seat.seat == bank[0] else seat for seat in seats
                    )
        if seats is not row.seats:
            row = replace(row, seats=seats)
        new = tuple(pause for pause in pauses if pause not in table.pauses)
        dues = _returns(table, new)
        if not game.position.over:
            active = seats[game.position.active]
            dues += self._alarm(row, self._timing(row, active, began_at, pauses))
        change = ClockChange(
            warned_at=row.warned_at,
            warned_news=row.warned_news,
            expired_at=row.expired_at,
            banks=(bank,) if bank else (),
            pauses=new,
            dues=tuple(dues),
        )
        return After(row, began_at, pauses, change)

    def _alarm(self, row: GameSummary, timing: Timing | None) -> list[StoredDue]:
        """When a table's clock is to be looked at next, if ever."""
        step = timing.next_step(row) if timing else None
        return [StoredDue(CLOCK, step[1], game_id=row.game_id)] if step else []

    def _believe(
        self, table: Table, game: Game, entries: Sequence[StoredEntry], after: After, news: int
    ) -> None:
        """Change a table in memory as it was saved."""
        table.game = game
        table.row = after.row if after.row.news == news else replace(after.row, news=news)
        table.turn_began_at, table.pauses = after.began_at, after.pauses
        if entries:
            table.moved_at = entries[-1].at
        if after.change is not None:
            self._wake_for(after.change.dues)

    def _wake_for(self, dues: Iterable[StoredDue]) -> None:
        for due in dues:
            self.alarm(due.at)

    async def _set_state(self, table: Table, state: State, reason: str) -> None:
        now = self._clock()
        news = await self.store.set_state(
            table.number, state, at=now, reason=reason, seen=table.row.news
        )
        table.row = replace(table.row, state=state, reason=reason, ended_at=now, news=news)

    async def _hand_over(
        self,
        table: Table,
        seat: StoredSeat,
        status: SeatStatus,
        level: str | None,
        *,
        pause: StoredPause | None = None,
        played: tuple[Game, list[StoredEntry]] | None = None,
        ended: State | None = None,
        reason: str | None = None,
        news: bool = True,
    ) -> None:
        """Save who plays a seat from now on, with what the caretaker does then.

        Args:
            pause: of the seat's clock, which begins or ends by that.
            played: the game as it is by what was done before, and that.
        """
        now = self._clock()
        seats = tuple(
            replace(other, status=status, level=level) if other.seat == seat.seat else other
            for other in table.seats
        )
        game, entries = played or (table.running_game(), [])
        if ended is None:
            game = game.copy()
            entries = [*entries, *self._play_caretakers(game, seats, now)]
            ended = "finished" if game.position.over else None
        pauses = table.pauses if pause is None else with_pause(table.pauses, pause)
        after = self._after(table, game, entries, seats, pauses)
        count = await self.store.hand_over(
            *(table.number, seat.seat, status, level),
            at=now,
            expected_length=table.version,
            entries=entries,
            ended=ended,
            reason=reason,
            news=news,
            clock=after.change,
            seen=table.row.news,
        )
        self._believe(table, game, entries, after, count)
        if ended:
            table.row = replace(table.row, state=ended, reason=reason, ended_at=now)
        self._wake(table)

    def _play_caretakers(
        self, game: Game, seats: Sequence[StoredSeat], now: int
    ) -> list[StoredEntry]:
        """Do to a game what the caretaker does now, and give it to be saved."""
        left = [seat.seat for seat in seats if seat.level == CARETAKER]
        return [StoredEntry(str(action), None, now) for action in play_caretakers(game, left)]

    def _wake(self, table: Table) -> None:
        if table.computer_due:
            self.wake(table.number)


def with_pause(pauses: tuple[StoredPause, ...], pause: StoredPause) -> tuple[StoredPause, ...]:
    """Pauses with one more, or with one that ends at another time."""
    key = pause.seat, pause.began_at
    others = [other for other in pauses if (other.seat, other.began_at) != key]
    return tuple(sorted([*others, pause], key=lambda each: (each.began_at, each.seat)))


def _returns(table: Table, pauses: Iterable[StoredPause]) -> list[StoredDue]:
    """When those are back for whom a computer plays until a day."""
    return [
        StoredDue(
            RETURN,
            pause.until_at,
            game_id=table.number,
            user_id=table.seats[pause.seat].user_id or 0,
        )
        for pause in pauses
        if pause.kind == "away" and pause.until_at is not None
    ]


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
