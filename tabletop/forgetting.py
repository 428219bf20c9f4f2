"""Forgetting a person: their seats are handed over first, then nothing leads to them any more."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from db.errors import StillPlayingError, UnwritableError
from db.people.rows import Traces
from db.people.tombstones import Tombstones
from i18n.marking import N_
from tabletop.errors import TableError, UnreadableTableError
from tabletop.leagues.service import Leagues
from tabletop.personal import Personal
from tabletop.tables import Tables

SCOPE: Final = "forgotten"
APPLIED: Final = "applied"
"""The setting in which a database keeps how many of the tombstones it has seen."""

REST: Final = 19
"""How many times as long as a run of purging took there is none after it."""

CANNOT_NOTE: Final = N_("It cannot be noted who is forgotten: {error}.")

ATTEMPTS: Final = 5
"""How often seats are handed over that the person took while others were being handed over."""


async def traces(tables: Tables, person: int) -> Traces:
    """Everything that is kept of a person."""
    return await tables.store.people.traces(person)


class Left(NamedTuple):
    """What a person left who was forgotten, by number: games and leagues with news to show."""

    games: tuple[int, ...]
    leagues: tuple[int, ...]


async def forget(
    tables: Tables, leagues: Leagues, personal: Personal, person: int, name: str
) -> Left:
    """Hand over what a person plays and hosts, and take them out of everything that is kept.

    Each step is whole; one that fails leaves the person known, and all can be asked for again.

    Args:
        name: what they are called from now on where they played.

    Raises:
        StillPlayingError: if they took new seats all the while.
        StoreError: if something could not be saved.
    """
    left: dict[int, None] = {}
    forsaken: dict[int, None] = {}
    for attempt in range(1, ATTEMPTS + 1):
        forsaken |= dict.fromkeys(await leagues.forsake(person))
        try:
            changed = await tables.store.people.forget(person, name)
        except StillPlayingError as error:
            if attempt == ATTEMPTS:
                raise
            for number in error.games:
                await _leave(tables, number, person)
                left[number] = None
        else:
            for number in changed:
                tables.cache.forget(number)
            personal.forget(person)
            break
    return Left(tuple(left), tuple(forsaken))


class Forgetting:
    """Forgets people for good: in tables and files, and in backups that are put back later.

    Args:
        tombstones: where it is noted who was forgotten; None if there is no place for that.
    """

    def __init__(
        self,
        tables: Tables,
        leagues: Leagues,
        personal: Personal,
        tombstones: Tombstones | None,
    ) -> None:
        self._of = (tables, leagues, personal)
        self._store = tables.store
        self._tombstones = tombstones
        self._purging = asyncio.Lock()
        self._begun = 0
        self._rested = 0.0

    async def forget(self, person: int, name: str) -> Left:
        """Forget a person; when this is done no file has anything of them any more.

        Args:
            name: what they are called from now on where they played.

        Raises:
            StillPlayingError: if they took new seats all the while.
            StoreError: if something could not be saved or overwritten; it can be asked for again.
        """
        left = await forget(*self._of, person, name)
        if self._tombstones is not None:
            try:
                count = await asyncio.to_thread(self._tombstones.add, person)
            except OSError as error:
                raise UnwritableError(CANNOT_NOTE, error=error) from error
            await self._store.admin.set_setting(SCOPE, APPLIED, str(count))
        await self._purge()
        return left

    async def forget_again(self, name: str) -> int:
        """Forget those whom a backup brought back that is older; gives how many they were.

        The database knows how many of the tombstones it has seen. An older one knows of fewer.
        """
        if self._tombstones is None:
            return 0
        count = self._tombstones.count
        seen = int(await self._store.admin.setting(SCOPE, APPLIED) or 0)
        back = []
        if seen < count:
            back = self._tombstones.those_after(seen, await self._store.people.everybody())
        for person in back:
            await forget(*self._of, person, name)
        if seen != count:
            await self._store.admin.set_setting(SCOPE, APPLIED, str(count))
        if back:
            await self._purge()
        return len(back)

    async def _purge(self) -> None:
        """Purge the files by a run that begins from now on, so that everybody waits for few.

        A run takes as long as the database is large, and nothing is saved meanwhile: the next one
        begins later by so much that they take a twentieth of the time.
        """
        wanted = self._begun + 1
        async with self._purging:
            if self._begun >= wanted:
                return
            loop = asyncio.get_running_loop()
            await asyncio.sleep(self._rested - loop.time())
            self._begun, began = self._begun + 1, loop.time()
            try:
                await self._store.purge()
            finally:
                self._rested = loop.time() + REST * (loop.time() - began)


async def _leave(tables: Tables, number: int, person: int) -> None:
    """Take a person out of a game that is not over, so that the others can go on."""
    try:
        table = await tables.get(number)
        if table.row.state == "lobby":
            if table.person(person) is not None:
                await tables.lobby.leave(number, person)
            else:
                await tables.closing.cancel(number, person)
        elif table.row.state == "aside":
            await tables.seats.leave_aside(number, person)
        else:
            await tables.seats.resign(number, person)
    except UnreadableTableError as error:
        await tables.set_aside(number, error.reason)
        await tables.seats.leave_aside(number, person)
    except TableError:  # it went on meanwhile; what is left to hand over is asked for again
        tables.cache.forget(number)
