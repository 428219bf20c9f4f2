"""Nudges: one friendly message to a person for whom a game waits, wished for by an opponent.

A nudge is a reminder whose time is now: it comes where the person's reminders come, counts in the
ledger, and is the only one of its turn.
"""

from __future__ import annotations

from typing import Final

from db.ledger.rows import Charge, StoredAct
from db.timers.rows import StoredDue
from delivery.dispatcher import Dispatcher
from tabletop.errors import TableError
from tabletop.limits import refusing
from tabletop.personal import Personal
from tabletop.reminders import REMIND
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import DAY, MINUTE, read_control

SOONEST_MS: Final = 5 * MINUTE
LATEST_MS: Final = DAY
"""Milliseconds that a turn waits at least, and at most, before it may be nudged."""

AFTER_REMINDER_MS: Final = DAY
"""Milliseconds for which a person who was reminded of the turn by the bot gets no nudge."""

PART: Final = 4
"""The part of the agreed time for a turn after which it may be nudged: a fourth."""


def waits_before(table: Table) -> int:
    """Return the milliseconds that a turn of a game waits before it may be nudged.

    They follow from the clock that was agreed on in the lobby.
    """
    turn = read_control(table.row.clock).turn
    return LATEST_MS if turn is None else min(max(turn // PART, SOONEST_MS), LATEST_MS)


class Nudges:
    """A service that takes nudges and has them sent with the reminders."""

    def __init__(self, tables: Tables, personal: Personal, dispatcher: Dispatcher) -> None:
        self._tables = tables
        self._personal = personal
        self._dispatcher = dispatcher

    def offered(self, table: Table, user: int) -> bool:
        """Return whether a person is offered to nudge the one for whom a game waits."""
        active, own = table.active, table.person(user)
        return (
            table.row.state == "running"
            and own is not None
            and own.status != "resigned"
            and active is not None
            and active.level is None
            and active.user_id not in (None, user)
            and self._tables.now() >= table.turn_began_at + waits_before(table)
            and self._personal.preferences(active.user_id or 0).nudges
        )

    async def nudge(self, table: Table, user: int, turn: int | None = None) -> str:
        """Have the person of a turn nudged by an opponent; return the name of that person.

        Args:
            table: the game.
            user: the opponent.
            turn: the turn that is meant; None for the one that is being played.

        Raises:
            TableError: if it may not be nudged, or not now.
        """
        table.must_run()
        table.own_seat(user)
        active, now, number = table.active, self._tables.now(), table.number
        if active is None or active.level is not None or active.user_id is None:
            raise TableError("nudge-computer", number=number)
        if turn not in (None, table.running_game().position.turn):
            raise TableError("outdated", number=number)
        if active.user_id == user:
            raise TableError("nudge-own", number=number)
        await self._personal.refresh(active.user_id)
        self._must_be_wanted(table, active.user_id, active.name, now)
        await self._ask(table, user, active.user_id, active.name)
        return active.name

    def _must_be_wanted(self, table: Table, awaited: int, name: str, now: int) -> None:
        """Raise an error unless a person may be nudged now.

        Raises:
            TableError: if the person wants none, is away, or has quiet hours.
        """
        chosen = self._personal.preferences(awaited)
        if not (chosen.nudges and chosen.mention):
            raise TableError("nudge-unwanted", name=name)
        seat = table.person(awaited)
        if seat is not None and table.pause_of(seat.seat, now) is not None:
            raise TableError("nudge-away", name=name)
        if self._personal.quiet_until(awaited, now) > now:
            raise TableError("nudge-quiet", name=name)

    async def _ask(self, table: Table, user: int, awaited: int, name: str) -> None:
        """Have a person nudged, once a turn.

        Raises:
            TableError: if that is too early, was done before, or was done too often.
        """
        store, now = self._tables.store, self._tables.now()
        turn = table.running_game().position.turn
        waiting = await store.outbox.waiting_in(table.number)
        if waiting is None or waiting.turn != turn or not waiting.called:
            raise TableError("nudge-early", name=name, until=now + waits_before(table))
        if waiting.nudged_by is not None:
            raise TableError("nudged", name=name)
        if now < waiting.since + waits_before(table):
            until = waiting.since + waits_before(table)
            raise TableError("nudge-early", name=name, until=until)
        if waiting.reminded_at is not None and now < waiting.reminded_at + AFTER_REMINDER_MS:
            until = waiting.reminded_at + AFTER_REMINDER_MS
            raise TableError("nudge-reminded", name=name, until=until)
        act = StoredAct(
            kind="nudge",
            guild_id=table.row.guild_id,
            user_id=user,
            target_id=awaited,
            game_id=table.number,
            at=now,
        )
        charge = Charge(self._tables.limits, (act,))
        due = StoredDue(REMIND, now, table.row.guild_id, table.number, awaited)
        with refusing():
            if not await store.outbox.nudge(table.number, turn, user, due, charge):
                raise TableError("nudged", name=name)
        self._dispatcher.wake(now)
