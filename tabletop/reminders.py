"""Reminders: notices to people for whom games wait, as often and in the place they chose.

When a turn's message was shown, the wait is stored, and when its person is told next. Then all
games that wait for the person are looked at together, so that one message tells of several. Each
attempt is written ahead of its message; after a crash the bot looks back for the message.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, Protocol, TypeAlias

from db.games.rows import StoredMessage
from db.outbox.rows import NewWaiting, StoredItem, StoredWaiting
from db.people.rows import Preferences
from db.timers.rows import StoredDue
from delivery.dispatcher import Dispatcher
from delivery.errors import DirectClosedError, NotShownError
from tabletop.endings import Endings
from tabletop.personal import Personal
from tabletop.quiet import quiet_of
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import HOUR

log = logging.getLogger("arkadia.reminders")

REMIND: Final = "remind"
"""The kind of due of reminders."""

DAY_H: Final = 24
"""Hours."""

MOST: Final = 2
"""The most reminders of one turn."""

SOON: Final = 4
"""A reminder due within a fourth of the interval is sent along with one due now."""

Tidy: TypeAlias = Callable[[Sequence[StoredItem]], None]
"""Carries out edits of messages; must not wait."""


@dataclass(frozen=True, slots=True)
class Call:
    """A turn that waits for a person, with the notices that the person has had of it.

    Attributes:
        table: the table at which the turn is played.
        waiting: the stored wait, with the notices sent so far.
        last: whether it is the last notice of this turn.
    """

    table: Table
    waiting: StoredWaiting
    last: bool

    @property
    def unshown(self) -> bool:
        """True if no message in the table's place tells of the turn."""
        return self.table.row.shown < self.table.row.news

    @property
    def number(self) -> int:
        """The number of the reminder within its turn, from 1; 0 for the first notice."""
        return self.waiting.reminded + 1 if self.waiting.called else 0


class Messenger(Protocol):
    """An interface for sending notices to people for whom games wait."""

    async def directly(self, user: int, calls: Sequence[Call]) -> None:
        """Send a person a direct message.

        Raises:
            DirectClosedError: if they take no direct messages.
            NotShownError: if it cannot be sent now.
        """
        ...

    async def in_game(self, user: int, calls: Sequence[Call], *, closed: bool) -> StoredMessage:
        """Send a person a notice in the place of the first of some games of a server.

        Args:
            closed: whether to say that they take no direct messages, and are told here from now on.

        Raises:
            NotShownError: if it cannot be sent now.
        """
        ...

    async def was_told(self, user: int, calls: Sequence[Call], *, directly: bool) -> bool:
        """Return whether a notice of one of these turns was already sent.

        Args:
            directly: whether it may be a direct message.

        Raises:
            NotShownError: if it cannot be looked for now.
        """
        ...


class Reminders:
    """A service that plans and sends reminders.

    Attributes:
        endings: the notices of games' ends that came in quiet hours.
    """

    def __init__(self, tables: Tables, personal: Personal, dispatcher: Dispatcher) -> None:
        self._tables = tables
        self._personal = personal
        self._dispatcher = dispatcher
        self._messenger: Messenger | None = None
        self._tidy: Tidy | None = None
        self.endings = Endings(tables, personal, dispatcher)

    def start(self, messenger: Messenger, tidy: Tidy) -> None:
        """Start sending reminders.

        Args:
            tidy: carries out edits of notices that are out of date.
        """
        self._messenger = messenger
        self._tidy = tidy
        self._dispatcher.handle(REMIND, self.remind)

    def stop(self) -> None:
        """Stop sending reminders; due ones wait in the store."""
        self._dispatcher.handle(REMIND, None)
        self._messenger = None

    def plan(self, table: Table, *, called: bool | None) -> NewWaiting | None:
        """Return the wait that begins when a table was shown; None if it cannot have changed.

        Args:
            called: whether the message that shows it notifies the person for whom the table waits;
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
            called=not chosen.mention
            or (called is not None and (called or self._personal.may_ping(user, now))),
        )
        return NewWaiting(waiting, _due(waiting, chosen, now))

    def planned(self, waiting: NewWaiting) -> None:
        """Set the timer of a saved plan."""
        if waiting.due is not None:
            self._dispatcher.wake(waiting.due.at)

    async def plan_anew(self, user: int) -> None:
        """Reschedule a person's reminders after a change of preferences."""
        waiting = await self._tables.store.outbox.waiting_for(user, everywhere=True)
        await self._note_due(waiting, self._personal.preferences(user))
        await self.endings.plan_anew(user)

    async def remind(self, lot: Sequence[StoredDue]) -> None:
        """Send a person a reminder of the games that wait for them, if one is due.

        Raises:
            NotShownError: if they could not be told now; the dispatcher tries again.
        """
        user = lot[0].user_id
        await self._personal.refresh(user)
        chosen, now = self._personal.preferences(user), self._tables.now()
        soon = now + HOUR * _hours(chosen) // SOON
        due: list[StoredWaiting] = []
        others: list[StoredWaiting] = []
        for waiting in await self._tables.store.outbox.waiting_for(user):
            at = next_time(waiting, chosen, now)
            (due if at is not None and at <= soon else others).append(waiting)
        # Preferences or quiet hours have changed since it was scheduled.
        if not any(next_time(waiting, chosen, now) == now for waiting in due):
            await self._note_due([*due, *others], chosen)
            return
        calls, paused = [], []
        for waiting in due:
            call = await self._call(waiting, chosen)
            back_at = None if call is None else _back_at(call.table, now)
            if back_at is not None:
                paused.append(_due_at(waiting, back_at))
            elif call is not None:
                calls.append(call)
        await self._dispatcher.note(*paused)
        await self._note_due(others, chosen)
        await self._tell(user, calls, chosen, now)

    async def _call(self, waiting: StoredWaiting, chosen: Preferences) -> Call | None:
        """Return the call of a turn; None if it is over, or played by a computer meanwhile."""
        table = await self._tables.cache.find(waiting.game_id)
        if table is None or _awaited(table) != waiting.user_id:
            return None
        if table.running_game().position.turn != waiting.turn:
            return None
        return Call(table, waiting, next_time(after_notice(waiting, 0), chosen, 0) is None)

    async def _tell(self, user: int, calls: Sequence[Call], chosen: Preferences, now: int) -> None:
        """Tell of all turns, by one direct message or one message for each server.

        Raises:
            NotShownError: if some could not be told of now.
        """
        calls = await self._not_told_before(user, calls, chosen)
        if not calls or self._messenger is None:
            return
        # Write-ahead: after a crash the message is looked for before it is sent again.
        tried = [replace(call.waiting, trying_at=now) for call in calls]
        await self._tables.store.outbox.note_told(tried)
        closed = False
        if chosen.remind_in == "message":
            try:
                await self._messenger.directly(user, calls)
            except DirectClosedError:
                # Refused for good: the message in the game's place says so once, and later ones go
                # there.
                closed = True
            else:
                await self._note_told(calls, chosen)
                return
        for together in _by_server(calls):
            message = await self._in_game(user, together, closed=closed)
            await self._note_told(together, chosen, message)
            if closed and message is not None:
                chosen = replace(self._personal.preferences(user), remind_in="game")
                await self._personal.prefer(user, chosen)
                closed = False

    async def _in_game(
        self, user: int, calls: Sequence[Call], *, closed: bool
    ) -> StoredMessage | None:
        """Tell of turns where they are; None where that is impossible.

        Raises:
            NotShownError: if it is not possible now.
        """
        assert self._messenger is not None
        try:
            return await self._messenger.in_game(user, calls, closed=closed)
        except NotShownError as error:
            if error.again:
                raise
            log.info("Not reminded", extra={"table": calls[0].table.number, "why": error.code})
            return None

    async def _not_told_before(
        self, user: int, calls: Sequence[Call], chosen: Preferences
    ) -> list[Call]:
        """Return the calls without those that were sent but not recorded.

        Raises:
            NotShownError: if that cannot be found out now.
        """
        left = []
        for tried, one in groupby(
            sorted(calls, key=lambda call: call.waiting.trying_at or 0),
            key=lambda call: call.waiting.trying_at,
        ):
            batch = list(one)
            if tried is None or self._messenger is None:
                left += batch
                continue
            directly = chosen.remind_in == "message"
            for together in [batch] if directly else _by_server(batch):
                if await self._messenger.was_told(user, together, directly=directly):
                    await self._note_told(together, chosen)
                else:
                    left += together
        return sorted(left, key=lambda call: call.waiting.since)

    async def _note_told(
        self,
        calls: Sequence[Call],
        chosen: Preferences,
        message: StoredMessage | None = None,
    ) -> None:
        """Record that a person was told, and when they are told next.

        Args:
            message: the message that told them, of the first of the games.
        """
        now = self._tables.now()
        told = [after_notice(call.waiting, now) for call in calls]
        if message is not None:
            told[0] = replace(told[0], channel_id=message.channel_id, message_id=message.message_id)
        dues = [due for one in told if (due := _due(one, chosen, now)) is not None]
        old = await self._tables.store.outbox.note_told(told, dues)
        if self._tidy is not None:
            self._tidy(old)
        if dues:
            self._dispatcher.wake(min(due.at for due in dues))

    async def _note_due(self, waiting: Iterable[StoredWaiting], chosen: Preferences) -> None:
        now = self._tables.now()
        dues = [due for one in waiting if (due := _due(one, chosen, now)) is not None]
        await self._dispatcher.note(*dues)


def next_time(waiting: StoredWaiting, chosen: Preferences, now: int) -> int | None:
    """Return the time of a person's next notice of a turn, not before now; None for no more."""
    at = _wanted_at(waiting, chosen)
    return None if at is None else quiet_of(chosen).over(max(at, now))


def _wanted_at(waiting: StoredWaiting, chosen: Preferences) -> int | None:
    """Return the same, regardless of quiet hours."""
    if not chosen.mention:
        return None
    if not waiting.called or waiting.nudge_due:
        return waiting.since
    most = {"never": 0, "once": 1, "daily": MOST}[chosen.remind]
    if waiting.reminded >= most:
        return None
    return (waiting.reminded_at or waiting.since) + HOUR * _hours(chosen)


def _hours(chosen: Preferences) -> int:
    return DAY_H if chosen.remind == "daily" else chosen.remind_after


def after_notice(waiting: StoredWaiting, now: int) -> StoredWaiting:
    """Return the wait after one more notice of its turn was sent."""
    if not waiting.called:
        return replace(waiting, called=True, since=now, trying_at=None)
    if waiting.nudge_due:  # the next reminder comes as long after it as after a reminder
        return replace(waiting, nudged_at=now, reminded_at=now, trying_at=None)
    return replace(waiting, reminded=waiting.reminded + 1, reminded_at=now, trying_at=None)


def _awaited(table: Table) -> int | None:
    """Return the person for whom a table waits; None for none, or for a computer."""
    active = table.active
    return None if active is None or active.level is not None else active.user_id


def _back_at(table: Table, now: int) -> int | None:
    """Return when to look again at a table whose person is away; None if they are there."""
    active = table.active
    pause = None if active is None else table.pause_of(active.seat, now)
    if pause is None:
        return None
    # An absence without an end is looked at again in a day.
    return now + DAY_H * HOUR if pause.until_at is None else pause.until_at


def _due(waiting: StoredWaiting, chosen: Preferences, now: int) -> StoredDue | None:
    at = next_time(waiting, chosen, now)
    return None if at is None else _due_at(waiting, at)


def _due_at(waiting: StoredWaiting, at: int) -> StoredDue:
    return StoredDue(REMIND, at, waiting.guild_id, waiting.game_id, waiting.user_id)


def _by_server(calls: Iterable[Call]) -> list[list[Call]]:
    """Return the calls by server, those that wait longest first."""

    def server(call: Call) -> int:
        return call.waiting.guild_id

    return [list(of_one) for _, of_one in groupby(sorted(calls, key=server), key=server)]
