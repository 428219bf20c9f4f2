"""Leagues that go on by themselves: games are opened, results noted, news shown, again if need be.

One task tends a league at a time, woken by whatever may concern it. What cannot be shown now is due
later in the database, so that it is tried again after a stop too.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from db.errors import StoreError
from db.leagues.rows import StoredLeagueMessage
from db.timers.rows import StoredDue
from delivery.dispatcher import Dispatcher
from delivery.errors import NotShownError
from tabletop.leagues.errors import LeagueError
from tabletop.leagues.league import League
from tabletop.leagues.service import Leagues
from tabletop.publishing import Publisher

log = logging.getLogger("arkadia.leagues")

RETRY_SECONDS: Final = (15, 60, 300, 900, 3600, 6 * 3600, 24 * 3600)
"""When to try again what could not be shown; the last one repeats."""

DUE: Final = "league"
"""The kind of what is due when leagues of a server are to be tended again."""


@dataclass(frozen=True, slots=True)
class LeagueShown:
    """How a league was shown.

    Attributes:
        news: how much of its news was shown.
        messages: what stands for it now, if that is new.
    """

    news: int
    messages: Sequence[StoredLeagueMessage] = ()


class LeagueAnnouncer(Protocol):
    """Shows a league to the public."""

    async def announce(self, league: League, *, recovering: bool) -> LeagueShown:
        """Show a league as it is, or find what was shown before.

        Args:
            recovering: whether something may have been shown already without being noted.

        Raises:
            NotShownError: if that is not possible now.
        """
        ...


class LeagueScheduler:
    """Tends all leagues.

    Args:
        leagues: all of them.
        publisher: shows their games, and tells when one is over.
        dispatcher: wakes what is to be tried again.
    """

    def __init__(self, leagues: Leagues, publisher: Publisher, dispatcher: Dispatcher) -> None:
        self._leagues = leagues
        self._publisher = publisher
        self._dispatcher = dispatcher
        self._announcer: LeagueAnnouncer | None = None
        self._tending: dict[int, asyncio.Task[NotShownError | None]] = {}
        self._looking: set[asyncio.Task[None]] = set()
        self._again: set[int] = set()
        self._noted: set[int] = set()
        self._failed: dict[int, int] = {}

    async def start(self, announcer: LeagueAnnouncer) -> None:
        """Show leagues by an announcer from now on, and do all that is due."""
        self._announcer = announcer
        self._publisher.over.connect(self._game_over)
        self._dispatcher.handle(DUE, self._due)
        for number in await self._leagues.to_tend():
            self.wake(number)

    async def close(self) -> None:
        """Do nothing any more; what is being done is finished first."""
        self._announcer = None
        self._dispatcher.handle(DUE, None)
        while busy := [*self._looking, *self._tending.values()]:
            await asyncio.gather(*busy, return_exceptions=True)

    async def tend(self, number: int) -> NotShownError | None:
        """Do what is due in a league and show its news; gives why that was not possible."""
        return await asyncio.shield(self.wake(number))

    def wake(self, number: int) -> asyncio.Task[NotShownError | None]:
        """Have a league tended; the task that does it."""
        self._again.add(number)
        if number not in self._tending:
            self._tending[number] = asyncio.create_task(self._tend(number))
        return self._tending[number]

    async def _tend(self, number: int) -> NotShownError | None:
        trouble: NotShownError | None = None
        try:
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
                if self._announcer is not None:  # else it is shown at the next start
                    await self._publisher.publish(game)
            await self._show(number)
        except LeagueError:  # it went with its server
            return None
        except NotShownError as error:
            log.warning("League not shown", extra={"league": number, "why": error.code})
            await self._later(number)
            return error
        except StoreError as error:
            log.error("League waits", extra={"league": number, "why": str(error)})
            await self._later(number)
            return NotShownError("unavailable")
        except Exception:  # one league's trouble must not stop the others
            log.exception("League waits", extra={"league": number})
            await self._later(number)
            return NotShownError("failed")
        self._failed.pop(number, None)
        return None

    async def _is_others(self, number: int) -> bool:
        """Whether another process tends a league; then that is told to do so."""
        share = self._leagues.share
        if share.alone:
            return False
        guild = (await self._leagues.get(number)).row.guild_id
        if share.owns(guild):
            return False
        await self._dispatcher.note(StoredDue(DUE, self._leagues.now(), guild_id=guild))
        return True

    async def _show(self, number: int) -> None:
        league = await self._leagues.get(number)
        while league.row.shown < league.row.news:
            if self._announcer is None:
                raise NotShownError("unavailable")
            recovering = number not in self._noted
            self._noted.discard(number)
            shown = await self._announcer.announce(league, recovering=recovering)
            await self._leagues.note_shown(number, shown.news, shown.messages)
            self._noted.add(number)
            league = await self._leagues.get(number)
        if league.row.state not in ("open", "running"):
            self._noted.discard(number)

    async def _later(self, number: int) -> None:
        """Note that a league is to be tended again."""
        failed = self._failed[number] = self._failed.get(number, 0) + 1
        seconds = RETRY_SECONDS[min(failed, len(RETRY_SECONDS)) - 1]
        try:
            guild = (await self._leagues.get(number)).row.guild_id
            at = self._leagues.now() + seconds * 1000
            await self._dispatcher.note(StoredDue(DUE, at, guild_id=guild))
        except StoreError as error:  # tended at the next start, or when somebody does something
            log.error("League not put off", extra={"league": number, "why": str(error)})

    async def _due(self, dues: Sequence[StoredDue]) -> None:
        for due in dues:
            for number in await self._leagues.to_tend(due.guild_id):
                self.wake(number)

    def _game_over(self, game: int) -> None:
        task = asyncio.create_task(self._look(game))
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def _look(self, game: int) -> None:
        """Have the league tended to which a game belongs that is over."""
        try:
            number = await self._leagues.league_of_game(game)
        except StoreError as error:  # tended at the next start, or when another game is over
            log.error("League not found", extra={"table": game, "why": str(error)})
            return
        if number is not None:
            self.wake(number)
