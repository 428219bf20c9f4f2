"""The scheduler of leagues: it opens games, stores results and shows news, with retries.

One task tends a league at a time, woken by any event that may concern it. News that cannot be shown
now is due later in the database, so that it is tried again after a restart too.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

from cogs.leagues.league import LeagueError
from cogs.leagues.service import Leagues
from cogs.leagues.store import SIGNUP, STANDINGS, league_of_game
from db.errors import StoreError
from db.outbox import Topic
from db.timers import StoredDue
from delivery.causes import NotShownError, outage_retry_s
from delivery.dispatcher import Dispatcher
from tabletop.publishing import Publisher

log = logging.getLogger("arkadia.leagues")

DUE: Final = "league"  # the kind of due at which the leagues of a server are tended again


class LeagueScheduler:
    """A service that runs the background tasks of leagues."""

    def __init__(self, leagues: Leagues, publisher: Publisher, dispatcher: Dispatcher) -> None:
        self._leagues = leagues
        self._publisher = publisher
        self._dispatcher = dispatcher
        self._started = False
        self._tending: dict[int, asyncio.Task[NotShownError | None]] = {}
        self._looking: set[asyncio.Task[None]] = set()
        self._again: set[int] = set()
        self._failed: dict[int, int] = {}

    async def start(self) -> None:
        """Start the tasks for all leagues with due work."""
        self._started = True
        self._publisher.over.connect(self._game_over)
        for number in await self._leagues.to_tend():
            self.wake(number)

    async def close(self) -> None:
        """Stop the scheduler; running tasks are finished first."""
        self._started = False
        self._publisher.over.disconnect(self._game_over)
        while busy := [*self._looking, *self._tending.values()]:
            await asyncio.gather(*busy, return_exceptions=True)

    async def tend(self, number: int) -> NotShownError | None:
        """Do a league's due work and show its news; return the error if showing failed."""
        return await asyncio.shield(self.wake(number))

    async def forsake(self, person: int) -> Callable[[], None]:
        """Take a person out of all leagues, and return what shows that in public."""
        numbers = await self._leagues.forsake(person)

        def show() -> None:
            for number in numbers:
                self.wake(number)

        return show

    def wake(self, number: int) -> asyncio.Task[NotShownError | None]:
        """Start the task of a league, and return it."""
        self._again.add(number)
        if number not in self._tending:
            self._tending[number] = asyncio.create_task(self._tend(number))
        return self._tending[number]

    async def _tend(self, number: int) -> NotShownError | None:
        trouble: NotShownError | None = None
        try:
            # Woken while it works, it goes round once more, so that no wake-up is lost.
            while number in self._again:
                self._again.discard(number)
                trouble = await self._once(number)
        finally:
            del self._tending[number]
        return trouble

    async def _once(self, number: int) -> NotShownError | None:
        try:
            if await self._is_others(number):
                return None
            for game in await self._leagues.advance(number):
                if self._started:  # else it is shown at the next start
                    await self._publisher.publish(game)
            trouble = await self._show(number)
        except LeagueError:  # it went with its server
            return None
        except StoreError as error:
            log.error("League waits", extra={"league": number, "why": str(error)})
            await self._later(number)
            return NotShownError("unavailable")
        except Exception:  # one league's trouble must not stop the others
            log.exception("League waits", extra={"league": number})
            await self._later(number)
            return NotShownError("failed")
        self._failed.pop(number, None)
        return trouble

    async def _is_others(self, number: int) -> bool:
        """Return whether another process serves the league; if so, hand the work over to it."""
        tables = self._leagues.tables
        shards = tables.store.shards
        if shards.alone:
            return False
        guild = (await self._leagues.get(number)).row.guild_id
        if shards.owns(guild):
            return False
        now = tables.now()
        shown = (StoredDue(kind, now, guild, number) for kind in (STANDINGS, SIGNUP))
        await self._dispatcher.note(StoredDue(DUE, now, guild), *shown)
        return True

    async def _show(self, number: int) -> NotShownError | None:
        """Show all news; return the trouble, which is tried again."""
        guild = (await self._leagues.get(number)).row.guild_id
        for kind in (STANDINGS, SIGNUP):
            trouble = await self._publisher.outbox.say(Topic(kind, guild, number))
            if trouble is not None:
                return trouble
        return None

    async def _later(self, number: int) -> None:
        """Schedule a league to be tended again, with exponential backoff."""
        failed = self._failed[number] = self._failed.get(number, 0) + 1
        seconds = outage_retry_s(failed)
        try:
            guild = (await self._leagues.get(number)).row.guild_id
        except (StoreError, LeagueError) as error:  # tended at the next start, or when it changes
            log.error("League not put off", extra={"league": number, "why": str(error)})
            return
        at = self._leagues.tables.now() + seconds * 1000
        await self._dispatcher.note_surely(StoredDue(DUE, at, guild_id=guild))

    async def tend_due(self, dues: Sequence[StoredDue]) -> None:
        """Wake the leagues of the servers whose timers are due."""
        for due in dues:
            for number in await self._leagues.to_tend(due.guild_id):
                self.wake(number)

    def _game_over(self, game: int) -> None:
        task = asyncio.create_task(self._look(game))
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def _look(self, game: int) -> None:
        try:
            number = await self._leagues.tables.store.ask(league_of_game, game)
        except StoreError as error:  # tended at the next start, or when another game is over
            log.error("League not found", extra={"table": game, "why": str(error)})
            return
        if number is not None:
            self.wake(number)
