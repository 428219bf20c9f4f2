"""Notices of games that ended in a person's quiet hours: they are sent afterwards, once."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, Protocol

from db.timers.rows import StoredDue
from delivery.dispatcher import Dispatcher
from delivery.errors import DirectClosedError, NotShownError
from runtime.logs import pseudonym
from tabletop.personal import Personal
from tabletop.table import Table
from tabletop.tables import Tables

log = logging.getLogger("arkadia.endings")

ENDED: Final = "ended"
"""The kind of due at which a person is told of the end of a game."""


class EndTeller(Protocol):
    """An interface for sending notices of games' ends, each of them once."""

    async def end_directly(self, user: int, tables: Sequence[Table]) -> None:
        """Send a person a direct message.

        Raises:
            DirectClosedError: if they take no direct messages.
            NotShownError: if it cannot be sent now.
        """
        ...

    async def end_in_game(self, user: int, tables: Sequence[Table]) -> None:
        """Send a person a notice in the place of the first of some games of a server.

        Raises:
            NotShownError: if it cannot be sent now.
        """
        ...


def ends_to_tell(
    table: Table, told: Collection[int], personal: Personal, now: int
) -> list[StoredDue]:
    """Return the notices due to people who want them and were not notified of a game's end.

    Args:
        told: the people who were notified.
    """
    return [
        StoredDue(ENDED, personal.quiet_until(user, now), table.row.guild_id, table.number, user)
        for user in personal.end_recipients(table)
        if user not in told
    ]


class Endings:
    """A service that sends notices of games' ends when people's quiet hours are over."""

    def __init__(self, tables: Tables, personal: Personal, dispatcher: Dispatcher) -> None:
        self._tables = tables
        self._personal = personal
        self._dispatcher = dispatcher
        self._teller: EndTeller | None = None

    def start(self, teller: EndTeller) -> None:
        """Start sending notices."""
        self._teller = teller
        self._dispatcher.handle(ENDED, self.tell)

    def stop(self) -> None:
        """Stop sending notices; due ones wait in the store."""
        self._dispatcher.handle(ENDED, None)
        self._teller = None

    async def plan_anew(self, user: int) -> None:
        """Reschedule a person's notices after a change of preferences."""
        at = self._personal.quiet_until(user, self._tables.now())
        known = await self._tables.store.timers.of_person(user, ENDED)
        await self._dispatcher.note(*[replace(due, at=at) for due in known])

    async def tell(self, lot: Sequence[StoredDue]) -> None:
        """Send a person the due notices of games' ends, unless quiet hours last.

        Raises:
            NotShownError: if they could not be told now; the dispatcher tries again.
        """
        user, now = lot[0].user_id, self._tables.now()
        await self._personal.refresh(user)
        at = self._personal.quiet_until(user, now)
        if at > now:
            await self._dispatcher.note(*[replace(due, at=at) for due in lot])
            return
        tables = [table for due in lot if (table := await self._over(due)) is not None]
        await self._tell(user, tables)

    async def _over(self, due: StoredDue) -> Table | None:
        """Return the game of a due notice; None if the person need not be told any more."""
        table = await self._tables.cache.find(due.game_id)
        if table is None or table.row.state != "finished":
            return None
        return table if due.user_id in self._personal.end_recipients(table) else None

    async def _tell(self, user: int, tables: Sequence[Table]) -> None:
        """Tell of all ends, by one direct message or one message for each server.

        Raises:
            NotShownError: if some could not be told of now.
        """
        if not tables or self._teller is None:
            return
        if self._personal.preferences(user).remind_in == "message":
            try:
                await self._teller.end_directly(user, tables)
            except DirectClosedError:
                log.info("No direct message", extra={"user": pseudonym(user)})
            else:
                return
        by_server = sorted(tables, key=lambda table: table.row.guild_id)
        for _, together in groupby(by_server, key=lambda table: table.row.guild_id):
            try:
                await self._teller.end_in_game(user, list(together))
            except NotShownError as error:
                if error.again:
                    raise
                log.info("End not told", extra={"user": pseudonym(user), "why": error.code})
