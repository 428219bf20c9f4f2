"""Reminders: people are told of turns that wait, and of games that ended in their quiet hours.

When a turn's message was shown, the wait is stored, and when its person is told next. Then all
games that wait for the person are looked at together, so that one message tells of several.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, Protocol, TypeAlias

from db.games.rows import EVERYBODY, StoredMessage
from db.outbox import StoredItem
from db.preferences import Preferences
from db.timers import StoredDue
from db.waiting import NewWaiting, StoredWaiting
from delivery.causes import HOPELESS, NotShownError
from delivery.dispatcher import Dispatcher
from runtime.logs import pseudonym
from tabletop.personal import Personal
from tabletop.quiet import quiet_of
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import HOUR, MINUTE

log = logging.getLogger("arkadia.reminders")

REMIND: Final = "remind"  # the kind of due of reminders

ENDED: Final = "ended"  # the kind of due at which a person is told of the end of a game

DAY_H: Final = 24

MOST: Final = 2

SOON: Final = 4  # a reminder due within a fourth of the interval is sent along with one due now

LATE_MS: Final = MINUTE
"""Milliseconds after which a message of an attempt that was cut off is looked for; until then
Discord knows its nonce."""

Tidy: TypeAlias = Callable[[Sequence[StoredItem]], None]
"""Carries out edits of messages; must not wait."""


@dataclass(frozen=True, slots=True)
class Call:
    """A turn that waits for a person, or a game that ended in their quiet hours."""

    table: Table
    # the stored wait, with the notices sent so far; ``None`` where the game is over
    waiting: StoredWaiting | None = None
    last: bool = False  # whether it is the last notice of this turn
    number: int = 0  # the number of the reminder within its turn, from 1; 0 for the first notice
    unshown: bool = False  # whether no message in the table's place tells of the turn


class Messenger(Protocol):
    """An interface for sending people notices of games, each of them once."""

    async def directly(self, user: int, calls: Sequence[Call], *, doubted: bool) -> None:
        """Send a person a direct message.

        Args:
            doubted: whether an attempt before may have sent it.

        Raises:
            NotShownError: if it cannot be sent now; ``closed`` if they take no direct messages.
        """

    async def in_game(
        self, user: int, calls: Sequence[Call], *, closed: bool, doubted: bool
    ) -> tuple[int, StoredMessage]:
        """Send a person a notice in the place of the first of some games of a server.

        Args:
            closed: whether to say that they take no direct messages, and are told here from now on.

        Returns:
            How many of the games the message tells of, and the message.
        """


def ends_to_tell(
    table: Table, notified: Collection[int], personal: Personal, now: int
) -> list[StoredDue]:
    """Return the notices due to people who want them and were not notified of a game's end."""
    return [
        StoredDue(ENDED, personal.quiet_until(user, now), table.row.guild_id, table.number, user)
        for user in personal.end_recipients(table)
        if user not in notified
    ]


class Reminders:
    """A service that plans and sends reminders, and notices of ends that came in quiet hours."""

    def __init__(self, tables: Tables, personal: Personal, dispatcher: Dispatcher) -> None:
        self._tables = tables
        self._personal = personal
        self._dispatcher = dispatcher
        self._messenger: Messenger | None = None
        self._tidy: Tidy | None = None

    def start(self, messenger: Messenger, tidy: Tidy) -> None:
        """Tell people by a messenger from now on."""
        self._messenger = messenger
        self._tidy = tidy

    def plan(self, table: Table, *, notified: bool | None) -> NewWaiting | None:
        """Return the wait that begins when a table was shown; None if it cannot have changed.

        Args:
            notified: whether the message that shows it notifies the person it waits for;
                None where none can be posted in the table's place.
        """
        if table.row.begun_at is None:
            return None
        user = _awaited(table)
        if user is None:
            return NewWaiting(turn=table.running_game().position.turn if table.active else None)
        chosen, now = self._personal.preferences(user), self._tables.now()
        waiting = StoredWaiting(
            game_id=table.number,
            guild_id=table.row.guild_id,
            user_id=user,
            turn=table.running_game().position.turn,
            since=now,
            notified=not chosen.mention
            or (notified is not None and (notified or self._personal.may_ping(user, now))),
        )
        return NewWaiting(waiting, next(iter(_dues([waiting], chosen, now)), None))

    def planned(self, waiting: NewWaiting) -> None:
        """Set the timer of a saved plan."""
        if waiting.due is not None:
            self._dispatcher.wake(waiting.due.at)

    async def plan_anew(self, user: int) -> None:
        """Reschedule what a person is to be told after a change of preferences."""
        store, now = self._tables.store, self._tables.now()
        chosen = self._personal.preferences(user)
        waiting = await store.waiting.of_person(user, everywhere=True)
        ended = await store.timers.of_person(user, ENDED)
        at = self._personal.quiet_until(user, now)
        dues = [*_dues(waiting, chosen, now), *(replace(due, at=at) for due in ended)]
        await self._dispatcher.note(*dues)

    async def remind(self, lot: Sequence[StoredDue]) -> None:
        """Send a person a reminder of the games that wait for them, if one is due."""
        user = lot[0].user_id
        await self._personal.refresh(user)
        chosen, now = self._personal.preferences(user), self._tables.now()
        soon = now + HOUR * _hours(chosen) // SOON
        waits, calls, later = await self._tables.store.waiting.of_person(user), [], []
        times = {one: at for one in waits if (at := next_time(one, chosen, now)) is not None}
        # Without any of now, preferences or quiet hours have changed since it was scheduled.
        latest = soon if now in times.values() else now - 1
        for waiting, at in times.items():
            if at > latest:
                later.append(_due_at(waiting, at))
            elif (call := await self._call(waiting, chosen)) is not None:
                back_at = _back_at(call.table, chosen, now)
                if back_at is None:
                    calls.append(call)
                else:
                    later.append(_due_at(waiting, back_at))
        if later:
            await self._tables.store.timers.put(*later)
        await self._tell(lot, calls)

    async def tell_ends(self, lot: Sequence[StoredDue]) -> None:
        """Send a person the due notices of games' ends, unless quiet hours last."""
        user, now = lot[0].user_id, self._tables.now()
        await self._personal.refresh(user)
        at = self._personal.quiet_until(user, now)
        if at > now:
            await self._tables.store.timers.put(*[replace(due, at=at) for due in lot])
            return
        tables = [await self._tables.cache.find(due.game_id) for due in lot]
        over = [table for table in tables if table is not None and table.row.state == "finished"]
        wanted = [table for table in over if user in self._personal.end_recipients(table)]
        await self._tell(lot, [Call(table) for table in wanted])

    async def _call(self, waiting: StoredWaiting, chosen: Preferences) -> Call | None:
        """Return the call of a turn; None if it is over, or played by a computer meanwhile."""
        table = await self._tables.cache.find(waiting.game_id)
        if table is None or _awaited(table) != waiting.user_id:
            return None
        if table.running_game().position.turn != waiting.turn:
            return None
        return Call(
            table,
            waiting,
            last=next_time(after_notice(waiting, 0), chosen, 0) is None,
            number=waiting.reminded + 1 if waiting.notified else 0,
            unshown=table.row.shown < table.row.news,
        )

    async def _tell(self, lot: Sequence[StoredDue], calls: Sequence[Call]) -> None:
        if not calls or self._messenger is None:
            return
        user, late = lot[0].user_id, self._tables.now() - LATE_MS
        # Due on time, it was not tried before; and just after a crash its nonce is the same.
        doubted = any(due.attempts or due.at < late for due in lot)
        closed = False
        if self._personal.preferences(user).remind_in == "message":
            try:
                await self._messenger.directly(user, calls, doubted=doubted)
            except NotShownError as error:
                if error.code != "closed":
                    raise
                # Refused for good: the message in the game's place says so once, and later ones go
                # there.
                closed = True
            else:
                await self._note_notified(user, calls)
                return
        for left in _by_server(calls):
            while left:
                count, message = await self._in_game(user, left, closed=closed, doubted=doubted)
                await self._note_notified(user, left[:count], message)
                left = left[count:]
                if closed and message is not None:
                    chosen = replace(self._personal.preferences(user), remind_in="game")
                    await self._personal.prefer(user, chosen)
                    closed = False

    async def _in_game(
        self, user: int, calls: Sequence[Call], *, closed: bool, doubted: bool
    ) -> tuple[int, StoredMessage | None]:
        """Tell of games where they are; of all without a message if that is impossible."""
        assert self._messenger is not None
        try:
            return await self._messenger.in_game(user, calls, closed=closed, doubted=doubted)
        except NotShownError as error:
            if error.code not in HOPELESS:
                raise
            log.info("Not told", extra={"user": pseudonym(user), "why": error.code})
            return len(calls), None

    async def _note_notified(
        self, user: int, calls: Sequence[Call], message: StoredMessage | None = None
    ) -> None:
        """Record that a person was told of turns by a message, and when they are told next."""
        now, chosen = self._tables.now(), self._personal.preferences(user)
        waits = [after_notice(call.waiting, now) for call in calls if call.waiting is not None]
        if not waits:
            return
        if message is not None:
            place, number = message.channel_id, message.message_id
            waits[0] = replace(waits[0], channel_id=place, message_id=number)
        old = await self._tables.store.waiting.note_notified(waits, _dues(waits, chosen, now))
        if self._tidy is not None:
            self._tidy(old)


def next_time(waiting: StoredWaiting, chosen: Preferences, now: int) -> int | None:
    """Return the time of a person's next notice of a turn, not before now; None for no more."""
    if not chosen.mention:
        return None
    at, reminds = waiting.since, waiting.notified and not waiting.nudge_due
    if reminds:
        at = (waiting.reminded_at or waiting.since) + HOUR * _hours(chosen)
        if waiting.reminded >= {"never": 0, "once": 1, "daily": MOST}[chosen.remind]:
            return None
    return quiet_of(chosen).over(max(at, now))


def _hours(chosen: Preferences) -> int:
    return DAY_H if chosen.remind == "daily" else chosen.remind_after


def after_notice(waiting: StoredWaiting, now: int) -> StoredWaiting:
    """Return the wait after one more notice of its turn was sent."""
    if not waiting.notified:
        return replace(waiting, notified=True, since=now)
    if waiting.nudge_due:  # the next reminder comes as long after it as after a reminder
        return replace(waiting, nudged_at=now, reminded_at=now)
    return replace(waiting, reminded=waiting.reminded + 1, reminded_at=now)


def _awaited(table: Table) -> int | None:
    active = table.active
    return None if active is None or active.level is not None else active.user_id


def _back_at(table: Table, chosen: Preferences, now: int) -> int | None:
    """Return when to look again at a table that is paused, or whose person is away, or None."""
    interval = HOUR * _hours(chosen)
    ends = [one.until_at for one in table.pauses if one.seat == EVERYBODY and one.until_at]
    if ends and (at := max(ends) + interval) > now:
        # The message that the game goes on has told them, and it may come before the pause's time.
        return min(at, now + interval)
    active = table.active
    away = None if active is None else table.pause_of(active.seat, now)
    if away is None:
        return None
    # An absence without an end is looked at again in a day.
    return now + DAY_H * HOUR if away.until_at is None else away.until_at


def _dues(waits: Iterable[StoredWaiting], chosen: Preferences, now: int) -> list[StoredDue]:
    times = [(one, next_time(one, chosen, now)) for one in waits]
    return [_due_at(one, at) for one, at in times if at is not None]


def _due_at(waiting: StoredWaiting, at: int) -> StoredDue:
    return StoredDue(REMIND, at, waiting.guild_id, waiting.game_id, waiting.user_id)


def _by_server(calls: Iterable[Call]) -> list[list[Call]]:
    def server(call: Call) -> int:
        return call.table.row.guild_id

    return [list(of_one) for _, of_one in groupby(sorted(calls, key=server), key=server)]
