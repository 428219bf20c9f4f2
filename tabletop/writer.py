"""The only writer of tables: it locks a table, saves a change, then changes the table in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

from db.games.rows import (
    ClockChange,
    GameSummary,
    PlayedPlan,
    SeatStatus,
    State,
    StoredEntry,
    StoredPause,
    StoredSeat,
)
from db.ledger.rows import ActKind, Charge, Limits, StoredAct
from db.store import Store
from db.timers.rows import StoredDue
from engine.actions import End
from engine.game import Game
from tabletop.cache import END, TableCache
from tabletop.caretaker import CARETAKER, play_caretakers
from tabletop.clock_change import ClockAfter, clock_after, with_pause
from tabletop.prepared import known_plan
from tabletop.signal import Signal
from tabletop.table import Table
from tabletop.turn_time import Clock, TurnTimes


class TableWriter:
    """A service that locks and saves tables, shared by all services that change tables.

    Args:
        alarm: called when a timer was stored.

    Attributes:
        store: the database.
        cache: the tables in memory.
        now: the time in milliseconds since 1970, UTC.
        turn_times: the times of turns.
        limits: the limits on what people cause.
        computer_due: sends the numbers of tables where a computer player has to act.
    """

    def __init__(
        self,
        store: Store,
        cache: TableCache,
        now: Clock,
        turn_times: TurnTimes,
        alarm: Callable[[int], None],
        limits: Limits,
    ) -> None:
        self.store = store
        self.cache = cache
        self.now = now
        self.turn_times = turn_times
        self.computer_due = Signal()
        self._alarm = alarm
        self.limits = limits

    def locked(self, number: int) -> AbstractAsyncContextManager[Table]:
        """Lock a table, for exclusive use by the caller.

        Raises:
            TableError: if there is no such table, or another process has changed it.
            UnreadableTableError: if its log does not replay.
        """
        return self.cache.locked(number)

    def charge(self, table: Table, user: int, *kinds: ActKind, target: int = 0) -> Charge:
        """Return the acts of a person at a table, to be recorded with the change that they are.

        Args:
            kinds: the kinds of the acts, such as a public message besides those of turns.
            target: the person whom they reach, or 0.
        """
        row, at = table.row, self.now()
        acts = [
            StoredAct(
                kind=kind,
                guild_id=row.guild_id,
                user_id=user,
                target_id=target,
                game_id=row.game_id,
                at=at,
            )
            for kind in kinds
        ]
        return Charge(self.limits, tuple(acts))

    async def append(
        self, table: Table, game: Game, entries: Sequence[StoredEntry], *, news: bool
    ) -> None:
        """Save log entries, and those that follow them without any person.

        These are the caretaker's, and the turns that were prepared to be played at once.
        """
        # Saved in one transaction with the entries before, so that a game never waits for it.
        played = self._play_caretakers(game, table.seats)
        prepared: list[PlayedPlan] = []
        if entries and table.row.at_once and entries[-1].entry == END:
            played += await self._play_prepared(table, game, prepared)
        entries = [*entries, *played]
        if not entries:
            return
        after = clock_after(self.turn_times, table, game, entries, table.seats, table.pauses)
        ended: State | None = "finished" if game.position.over else None
        count = await self.store.games.append(
            table.number,
            table.version,
            entries,
            news=news or bool(played),
            ended=ended,
            clock=after.change,
            prepared=prepared,
            seen=table.row.news,
        )
        self._note(table, game, entries, after, count)
        if ended:
            _end(table, ended, None, entries[-1].at)
        self.wake_computer(table)

    async def hand_over(
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
        left_turn: int | None = None,
        news: bool = True,
        charge: Charge | None = None,
    ) -> None:
        """Save a seat's new player, and the caretaker's entries that follow.

        Args:
            pause: the pause of the seat's clock that begins or ends with the new player.
            played: the game after the actions just played, and their entries.
            charge: the acts of the person who causes it.
            left_turn: the turn in which the seat's owner leaves the others for good, if they do.
        """
        now, new = self.now(), replace(seat, status=status, level=level, left_turn=left_turn)
        seats = tuple(new if other.seat == seat.seat else other for other in table.seats)
        game, entries = played or (table.running_game(), [])
        # In a game that ends by this the caretaker has nothing left to play.
        if ended is None:
            game = game.copy()
            entries = [*entries, *self._play_caretakers(game, seats)]
            ended = "finished" if game.position.over else None
        pauses = table.pauses if pause is None else with_pause(table.pauses, pause)
        after = clock_after(self.turn_times, table, game, entries, seats, pauses)
        clock = after.change
        if clock is not None and ended is not None:
            clock = replace(clock, quiet=None, dues=())
        count = await self.store.games.hand_over(
            table.number,
            seat.seat,
            status,
            level,
            at=now,
            expected_length=table.version,
            entries=entries,
            ended=ended,
            reason=reason,
            news=news,
            clock=clock,
            charge=charge,
            left_turn=left_turn,
            seen=table.row.news,
        )
        self._note(table, game, entries, after, count)
        if ended:
            _end(table, ended, reason, now)
        self.wake_computer(table)

    async def set_clock(self, table: Table, row: GameSummary, dues: Sequence[StoredDue]) -> None:
        """Save a step of a table's clock, which counts as news.

        Args:
            row: the row with the clock's new times.
            dues: the timer for the next check of the clock.
        """
        change = ClockChange(
            warned_at=row.warned_at,
            warned_news=row.warned_news,
            expired_at=row.expired_at,
            quiet=row.quiet,
            dues=tuple(dues),
        )
        news = await self.store.games.set_clock(
            table.number, change, news=True, seen=table.row.news
        )
        table.row = replace(row, news=news)
        self.alarm_at(dues)

    async def set_state(self, table: Table, state: State, reason: str) -> None:
        """Save the end of a table's game."""
        now = self.now()
        news = await self.store.games.set_state(
            table.number, state, at=now, reason=reason, seen=table.row.news
        )
        table.row = replace(table.row, news=news)
        _end(table, state, reason, now)

    async def set_votes(
        self,
        table: Table,
        about: str,
        votes: frozenset[int],
        *,
        cancelled: str | None = None,
        charge: Charge | None = None,
    ) -> None:
        """Save the people who have voted for a subject.

        Args:
            cancelled: the reason if these votes cancel the game; None if they do not.
            charge: the acts of the person who votes.
        """
        now = self.now()
        ended: State | None = "cancelled" if cancelled else None
        news = await self.store.games.set_votes(
            table.number,
            about,
            votes,
            at=now,
            ended=ended,
            reason=cancelled,
            charge=charge,
            seen=table.row.news,
        )
        table.set_voters(about, votes)
        table.row = replace(table.row, news=news)
        if ended:
            _end(table, ended, cancelled, now)

    def alarm_at(self, dues: Iterable[StoredDue]) -> None:
        """Call the alarm for timers that were saved."""
        for due in dues:
            self._alarm(due.at)

    def wake_computer(self, table: Table) -> None:
        """Signal a table where a computer player has to act."""
        if table.computer_due:
            self.computer_due.send(table.number)

    def _note(
        self, table: Table, game: Game, entries: Sequence[StoredEntry], after: ClockAfter, news: int
    ) -> None:
        """Change a table in memory to its saved state."""
        table.game = game
        table.row = after.row if after.row.news == news else replace(after.row, news=news)
        table.turn_began_at, table.pauses = after.began_at, after.pauses
        if entries:
            table.moved_at = entries[-1].at
            table.by_people += [one.author is not None for one in entries if one.entry == END]
        if after.change is not None:
            self.alarm_at(after.change.dues)

    async def _play_prepared(
        self, table: Table, game: Game, played: list[PlayedPlan]
    ) -> list[StoredEntry]:
        """Play turns that are prepared to be played at once, and return their entries.

        Args:
            played: the prepared turns that are played are added here.
        """
        entries: list[StoredEntry] = []
        # No person prepares two turns at once, so nobody plays twice here.
        while not game.position.over:
            seat = table.seats[game.position.active]
            user = seat.user_id
            if user is None or seat.status != "playing" or user in [one.user_id for one in played]:
                break
            plan = await self.store.people.plan(table.number, user)
            prepared = None if plan is None else known_plan(game, plan)
            number = 0 if prepared is None else prepared.due(game.position)
            if prepared is None or not number:
                break
            turn = game.position.turn
            for action in (prepared.choices[number - 1].action, End()):
                game.apply(action)
                entries.append(StoredEntry(str(action), user, self.now()))
            played.append(PlayedPlan(user, turn, number))
            entries += self._play_caretakers(game, table.seats)
        return entries

    def _play_caretakers(self, game: Game, seats: Sequence[StoredSeat]) -> list[StoredEntry]:
        """Play the caretaker's turns in a game, and return their entries."""
        left = [seat.seat for seat in seats if seat.level == CARETAKER]
        return [
            StoredEntry(str(action), None, self.now()) for action in play_caretakers(game, left)
        ]


def _end(table: Table, state: State, reason: str | None, at: int) -> None:
    """Change a table in memory to its end."""
    table.row = replace(table.row, state=state, reason=reason, ended_at=at, quiet=None)
