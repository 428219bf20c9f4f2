"""Taking turns: an action is checked, saved, and only then changes the table in memory.

``TableWriter`` saves the changes of tables, whatever service makes them. With a person's entry it
saves what follows: the turns of the caretaker, for who resigned, and turns prepared to be played.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from db.games import rows
from db.store import Store
from db.timers import StoredDue
from db.usage import AskedBy, Charge, UsageRecord
from engine import TAKEBACK, UNDO, Action, End, Event, Game
from engine.preview import in_turn
from players import levels
from players.player import Budget, Caretaker
from runtime.limits import ActKind, Limits
from runtime.newest import Newest
from tabletop import turn_time
from tabletop.cache import END, Signal, TableCache
from tabletop.errors import TableError
from tabletop.personal import Prepared, known_plan
from tabletop.table import Clock, Table

CARETAKER: Final = levels.CARETAKER.name  # the level of a seat whose owner has resigned


class TableWriter:
    """A service that locks and saves tables, shared by all services that change tables.

    ``alarm`` is called with the time of each timer that was stored; ``computer_due`` sends the
    numbers of tables where a computer player has to act.
    """

    def __init__(
        self,
        store: Store,
        cache: TableCache,
        now: Clock,
        turn_times: turn_time.TurnTimes,
        alarm: Callable[[int], None],
        limits: Limits,
    ) -> None:
        self.store, self.cache, self.locked = store, cache, cache.locked
        self.now, self.turn_times, self.limits = now, turn_times, limits
        self.computer_due = Signal()
        self._alarm = alarm

    def charge(self, table: Table, user: int, *kinds: ActKind, target: int = 0) -> Charge:
        """Return the acts of a person at a table, to be recorded with the change that they are."""
        row, at = table.row, self.now()
        acts = [
            UsageRecord(
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
        self,
        table: Table,
        game: Game,
        entries: Sequence[rows.StoredEntry],
        *,
        news: bool,
        asked: AskedBy | None = None,
    ) -> None:
        """Save log entries, and those that follow them without any person.

        These are the caretaker's, and the turns that were prepared to be played at once.
        """
        # Saved in one transaction with the entries before, so that a game never waits for it.
        played = self._play_caretakers(game, table.seats)
        prepared: list[rows.PlayedPlan] = []
        if entries and table.row.at_once and entries[-1].entry == END:
            played += await self._play_prepared(table, game, prepared)
        entries = [*entries, *played]
        if not entries:
            return
        after = turn_time.ClockAfter(table.row, table.turn_began_at, table.pauses, None)
        # Most entries end no turn: they change no clock and cost no statement for it.
        if any(entry.entry == END for entry in entries):
            after = turn_time.clock_after(
                self.turn_times, table, game, entries, table.seats, table.pauses
            )
        ended: rows.State | None = "finished" if game.position.over else None
        count = await self.store.games.append(
            table.number,
            table.version,
            entries,
            news=news or bool(played),
            ended=ended,
            clock=after.change,
            prepared=prepared,
            asked=asked,
            seen=table.row.news,
        )
        self._note(table, game, entries, after, count)
        _end(table, ended, None, entries[-1].at)
        self.wake_computer(table)

    async def hand_over(
        self,
        table: Table,
        seat: rows.StoredSeat,
        status: rows.SeatStatus,
        level: str | None,
        *,
        pause: rows.StoredPause | None = None,
        played: tuple[Game, list[rows.StoredEntry]] | None = None,
        ended: rows.State | None = None,
        reason: str | None = None,
        left_turn: int | None = None,
        newcomer: rows.StoredSeat | None = None,
        news: bool = True,
        charge: Charge | None = None,
    ) -> None:
        """Save a seat's new player, and the caretaker's entries that follow.

        Args:
            played: the game after the actions just played, and their entries.
            left_turn: the turn in which the seat's owner leaves the others for good, if they do.
            newcomer: the seat with another person in the place of who left it.
        """
        owner = newcomer or seat
        # What the one who left it lost stays so, whatever becomes of the seat.
        left_turn = owner.left_turn if owner.left_name is not None else left_turn
        now, new = self.now(), replace(owner, status=status, level=level, left_turn=left_turn)
        seats = tuple(new if other.seat == seat.seat else other for other in table.seats)
        game, entries = played or (table.running_game(), [])
        # In a game that ends by this the caretaker has nothing left to play.
        if ended is None:
            game = game.copy()
            entries = [*entries, *self._play_caretakers(game, seats)]
            ended = "finished" if game.position.over else None
        pauses = table.pauses if pause is None else turn_time.with_pause(table.pauses, pause)
        after = turn_time.clock_after(self.turn_times, table, game, entries, seats, pauses)
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
            newcomer=newcomer,
            seen=table.row.news,
        )
        self._note(table, game, entries, after, count)
        if newcomer is not None:
            table.votes = frozenset(vote for vote in table.votes if vote[1] != seat.user_id)
        _end(table, ended, reason, now)
        self.wake_computer(table)

    async def set_clock(
        self,
        table: Table,
        row: rows.GameSummary,
        dues: Sequence[StoredDue],
        pauses: tuple[rows.StoredPause, ...] = (),
    ) -> None:
        """Save a step of a table's clock, with pauses that are new, which counts as news."""
        change = turn_time.clock_change(row, dues, pauses)
        news = await self.store.games.set_clock(table.number, change, seen=table.row.news)
        table.row = replace(row, news=news)
        self.alarm_at(dues)

    async def pause(self, table: Table, pause: rows.StoredPause) -> None:
        """Save a pause of a running game, or its new end, which counts as news.

        Whoever was late is not any more: what was told of that goes.
        """
        row = replace(table.row, warned_at=None, warned_news=None, expired_at=None)
        pauses, active = turn_time.with_pause(table.pauses, pause), table.active
        assert active is not None
        timing = self.turn_times.of_seat(row, active, table.turn_began_at, pauses)
        await self.set_clock(table, row, turn_time.clock_dues(row, timing), (pause,))
        table.pauses = pauses

    async def set_state(self, table: Table, state: rows.State, reason: str) -> None:
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
        """Save the people who have voted for a subject; a reason if these votes cancel the game."""
        now = self.now()
        ended: rows.State | None = "cancelled" if cancelled else None
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
        self,
        table: Table,
        game: Game,
        entries: Sequence[rows.StoredEntry],
        after: turn_time.ClockAfter,
        news: int,
    ) -> None:
        table.game = game
        table.row = replace(after.row, news=news)
        table.turn_began_at, table.pauses = after.began_at, after.pauses
        if entries:
            table.moved_at = entries[-1].at
            if not game.position.over and game.position.turn <= len(table.by_people):
                # The game went back.
                del table.by_people[game.position.turn - 1 :]
                table.newest_turns.clear()
            table.by_people += [one.author is not None for one in entries if one.entry == END]
        if after.change is not None:
            self.alarm_at(after.change.dues)

    async def _play_prepared(
        self, table: Table, game: Game, played: list[rows.PlayedPlan]
    ) -> list[rows.StoredEntry]:
        """Play turns prepared to be played at once, note them as played, return their entries."""
        entries: list[rows.StoredEntry] = []
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
                entries.append(rows.StoredEntry(str(action), user, self.now()))
            played.append(rows.PlayedPlan(user, turn, number))
            entries += self._play_caretakers(game, table.seats)
        return entries

    def _play_caretakers(
        self, game: Game, seats: Sequence[rows.StoredSeat]
    ) -> list[rows.StoredEntry]:
        """Play the turns of the caretaker until another seat's turn, and return their entries."""
        left = {seat.seat for seat in seats if seat.level == CARETAKER}
        entries = []
        while not game.position.over and game.position.active in left:
            observation = game.position.observe(game.position.active)
            # The caretaker draws no random numbers, so any generator will do.
            action = Caretaker().decide(observation, Random(0), Budget())
            game.apply(action)
            entries.append(rows.StoredEntry(str(action), None, self.now()))
        return entries


def _end(table: Table, state: rows.State | None, reason: str | None, at: int) -> None:
    if state is not None:
        table.row = replace(table.row, state=state, reason=reason, ended_at=at, quiet=None)


MOST_ADVICE: Final = 1000  # tables whose last hint is remembered


class Turns:
    """A service that carries out the actions of people and computer players, and saves them."""

    def __init__(self, writer: TableWriter) -> None:
        self._writer = writer
        self._advice: Newest[int, tuple[int, frozenset[Action]]] = Newest(MOST_ADVICE)

    def advise(self, number: int, version: int, actions: Iterable[Action]) -> None:
        """Remember what a hint advised at a version of a table, until the game goes on.

        It is kept in memory alone: a restart between a hint and its action loses it.
        """
        self._advice[number] = version, frozenset(actions)

    async def act(
        self,
        number: int,
        user: int,
        action: Action,
        version: int | None = None,
        asked: AskedBy | None = None,
    ) -> tuple[Table, list[Event]]:
        """Carry out an action of the person whose turn it is.

        ``version`` is the length of the log that the person saw, for optimistic concurrency;
        ``asked`` says by what it was asked for, if by something that may come twice.
        """
        async with self._writer.locked(number) as table:
            game = _game_in_turn(table, user, version)
            events = game.apply(action)
            hinted_at, hints = self._advice.get(number, (-1, frozenset()))
            advised = hinted_at == table.version and action in hints
            entries = [rows.StoredEntry(str(action), user, self._writer.now(), advised)]
            news = isinstance(action, End)
            await self._writer.append(table, game, entries, news=news, asked=asked)
            return table, events

    async def prepare(self, number: int, user: int, prepared: Prepared | None) -> Table:
        """Store the turn that a person has prepared; None deletes it."""
        # The lock holds back the turn that would play what is being changed.
        async with self._writer.locked(number) as table:
            table.must_run()
            seat = table.playing_seat(user)
            if prepared is not None and seat == table.active:
                raise TableError("outdated", number=number)
            if prepared is not None and prepared.at_once:
                if not table.row.at_once:
                    raise TableError("not-at-once", number=table.number)
                position = in_turn(table.running_game().before_turn, seat.seat)
                if any(choice.hindrance(position) is not None for choice in prepared.choices):
                    raise TableError("waits")
            turn = table.running_game().position.turn
            plan = None if prepared is None else replace(prepared, turn=turn, played=0).stored()
            await self._writer.store.people.set_plan(number, user, plan)
            return table

    async def undo(
        self, number: int, user: int, version: int | None = None, asked: AskedBy | None = None
    ) -> tuple[Table, Action]:
        """Take back the last action of a person's current turn, and return that action."""
        async with self._writer.locked(number) as table:
            game = _game_in_turn(table, user, version)
            action = game.undo()
            entries = [rows.StoredEntry(UNDO, user, self._writer.now())]
            await self._writer.append(table, game, entries, news=False, asked=asked)
            return table, action

    async def take_back(self, number: int, user: int, turn: int, version: int) -> Table:
        """Go back to the start of a person's own turn, on which all at the table have agreed.

        The turn's clock starts anew; what others used of their reserves stays used.
        """
        async with self._writer.locked(number) as table:
            table.must_run()
            seat = table.playing_seat(user)
            if table.version != version or turn not in table.own_turns(seat.seat):
                raise TableError("outdated", number=number)
            game = table.running_game().copy()
            game.take_back(turn)
            entries = [rows.StoredEntry(f"{TAKEBACK} {turn}", user, self._writer.now())]
            await self._writer.append(table, game, entries, news=True)
            return table

    async def act_for_computer(self, number: int, version: int, action: Action) -> Table:
        """Carry out a computer player's action, if the game has not changed since the decision.

        Successive turns of several computer players make a single piece of news.
        """
        async with self._writer.locked(number) as table:
            if not table.computer_due or table.version != version:
                raise TableError("outdated", number=number)
            game = table.running_game().copy()
            game.apply(action)
            entries = [rows.StoredEntry(str(action), None, self._writer.now())]
            active = table.active
            assert active is not None
            more = table.seats[game.position.active].level is not None
            news = isinstance(action, End) and (game.position.over or not more)
            pause = table.pause_of(active.seat, self._writer.now())
            # It stood in for this one turn: the seat is its owner's again.
            if pause is not None and pause.kind == "turn" and isinstance(action, End):
                await self._writer.hand_over(
                    table,
                    active,
                    "playing",
                    None,
                    pause=replace(pause, until_at=self._writer.now()),
                    played=(game, entries),
                    news=news,
                )
            else:
                await self._writer.append(table, game, entries, news=news)
            return table

    async def catch_up(self, number: int) -> Table:
        """Play the caretaker's turn if it is due, as in a league's game that was just opened."""
        async with self._writer.locked(number) as table:
            left = any(seat.level == CARETAKER for seat in table.seats)
            if left and table.row.state == "running":
                await self._writer.append(table, table.running_game().copy(), [], news=True)
            return table


def _game_in_turn(table: Table, user: int, version: int | None) -> Game:
    game = table.game_in_turn(user)
    if version is not None and version != game.version:
        raise TableError("outdated", number=table.number)
    # A copy: the game in memory changes only once the store has the entry.
    return game.copy()
