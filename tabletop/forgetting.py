"""Forgetting a person: their seats are handed over, then their data is deleted from the store."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from db.errors import StillPlayingError, UnwritableError
from db.people import NO_NAMES, UNPURGED, Tombstones
from tabletop.errors import TableError, UnreadableTableError
from tabletop.once import Once
from tabletop.personal import Personal
from tabletop.tables import Tables

log = logging.getLogger("arkadia.forgetting")

SCOPE: Final = "forgotten"
APPLIED: Final = "applied"  # the setting in which a database counts the tombstones it has applied

REST: Final = 19  # the factor by which the pause after a purge is longer than the purge itself

ATTEMPTS: Final = 5
"""The rounds of handing over: a person may take new seats while others are handed over."""

Afterwards: TypeAlias = Callable[[], object]
"""Shows what a person's leaving changed, once nothing has the person's name any more."""

Before: TypeAlias = Callable[[int], Awaitable[Afterwards | None]]
"""Takes a person out of what goes on, so that their data can be deleted; may be called again."""


class Forgetting:
    """A service that deletes people's data from tables, files and restored backups.

    A feature that has people in what goes on takes them out of it first, by a function that it
    appends to ``before`` and removes when it is unloaded. While it is off, its veto keeps them.

    Args:
        tombstones: the list of forgotten people; None if there is no place for it.
    """

    def __init__(
        self, tables: Tables, personal: Personal, once: Once, tombstones: Tombstones | None
    ) -> None:
        self.before: list[Before] = []
        self._tables = tables
        self._personal = personal
        self._store = tables.store
        self._once = once
        self._tombstones = tombstones
        self._purging = asyncio.Lock()
        self._begun = self._wanting = 0
        self._rested = 0.0

    async def forget(
        self, person: int, name: str, names: Mapping[str, str] = NO_NAMES
    ) -> tuple[int, ...]:
        """Delete a person's data from all files; return the games that have news to show.

        Raises:
            StillPlayingError: if they took new seats all the while, or a feature objects.
            StoreError: if a step could not be saved or overwritten; the call can be repeated.
        """
        left = await self._forget(person, name, names)
        if self._tombstones is not None:
            try:
                # A crash after this forgets the person once more, which changes nothing.
                count = await asyncio.to_thread(self._tombstones.add, person)
            except OSError as error:
                raise UnwritableError(f"It cannot be noted who is forgotten: {error}.") from error
            await self._store.admin.set_setting(SCOPE, APPLIED, str(count))
        await self._purge()
        return left

    async def _forget(
        self, person: int, name: str, names: Mapping[str, str] = NO_NAMES
    ) -> tuple[int, ...]:
        """Hand over a person's seats and games, and delete the person from the store.

        Each step is whole; one that fails leaves the person known, and the call can be repeated.
        """
        tables, people = self._tables, self._store.people
        left: dict[int, None] = {}
        afterwards: list[Afterwards | None] = []
        try:
            for attempt in range(1, ATTEMPTS + 1):
                afterwards += [await leave(person) for leave in self.before]
                for number in await people.invited_to(person):
                    await _leave(tables, number, person)
                    left[number] = None
                try:
                    changed = await people.forget(person, name, names)
                except StillPlayingError as error:
                    if attempt == ATTEMPTS:
                        raise
                    for number in error.games:
                        await _leave(tables, number, person)
                        left[number] = None
                else:
                    for number in changed:
                        tables.cache.forget(number)
                    self._personal.forget(person)
                    self._once.when_over(lambda: self._let_in(person))
                    break
        finally:
            for show in filter(None, afterwards):
                show()
        return tuple(left)

    def _let_in(self, person: int) -> None:
        self._once.leave_out_texts()
        self._store.people.let_in(person)

    async def forget_again(self, name: str) -> int:
        """Forget again the people whom a restored backup brought back; return their number.

        The database counts the tombstones it has applied; a restored one has counted fewer. Files
        that could not be purged before a crash are purged now. People whom a feature keeps that is
        off are tried again at the next start.
        """
        back = await self._brought_back(name)
        if await self._store.admin.setting(*UNPURGED) is not None:
            await self._purge()
        return back

    async def _brought_back(self, name: str) -> int:
        if self._tombstones is None:
            return 0
        count = self._tombstones.count
        seen = int(await self._store.admin.setting(SCOPE, APPLIED) or 0)
        back = []
        if seen < count:
            back = self._tombstones.forgotten_after(seen, await self._store.people.all_ids())
        kept = 0
        for person in back:
            try:
                await self._forget(person, name)
            except StillPlayingError as error:
                kept += 1
                log.warning("Not forgotten again", extra={"why": str(error)})
        if seen != count and not kept:
            await self._store.admin.set_setting(SCOPE, APPLIED, str(count))
        return len(back) - kept

    async def _purge(self) -> None:
        """Purge the files by a run that begins from now on, shared by all callers that wait.

        A run takes time with the size of the database, and blocks saving: a pause after each keeps
        runs to a twentieth of the time.
        """
        wanted = self._begun + 1
        self._wanting += 1
        try:
            async with self._purging:
                if self._begun < wanted:
                    await self._run_purge()
                if self._wanting == 1:  # another one waits for a run of its own
                    await self._store.admin.set_setting(*UNPURGED, None)
        finally:
            self._wanting -= 1

    async def _run_purge(self) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self._rested - loop.time())
        self._begun, began = self._begun + 1, loop.time()
        try:
            await self._store.purge()
        finally:
            self._rested = loop.time() + REST * (loop.time() - began)


async def _leave(tables: Tables, number: int, person: int) -> None:
    try:
        table = await tables.get(number)
        if table.row.state == "lobby":
            if table.person(person) is not None or person in table.row.invited:
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
