"""Leagues without Discord: people sign up, games are played by chance, what is shown is kept."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cogs.leagues.league import League
from cogs.leagues.scheduler import DUE, LeagueScheduler
from cogs.leagues.service import Leagues
from cogs.leagues.store import SIGNUP, STANDINGS, NewLeague
from delivery.dispatcher import Dispatcher
from delivery.outbox import Attempt, Said
from tabletop.publishing import Shown
from tabletop.table import Table
from tabletop.tables import Tables
from tests.tabletop.playing import CHANNEL, GUILD, finish
from tests.tabletop.showing import showing

HOST = 99
PEOPLE = (11, 12, 13, 14, 15, 16)
SEED = "c0ffee"


@dataclass
class Club:
    """Leagues in one process, which are shown to nobody; what was to be shown is noted."""

    tables: Tables
    shown: list[League] = field(default_factory=list)
    recovering: list[bool] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.leagues = Leagues(self.tables, lambda: SEED)
        self.dispatcher = Dispatcher(self.tables.store, self.tables.now)
        self.publisher = showing(self.tables, self, dispatcher=self.dispatcher)
        self.league_scheduler = LeagueScheduler(self.leagues, self.publisher, self.dispatcher)

    async def announce(self, table: Table, *, recovering: bool) -> Shown:
        return Shown(table.row.news)

    async def start(self) -> None:
        for kind in (SIGNUP, STANDINGS):
            self.publisher.outbox.handle(kind, self.say)
        await self.publisher.outbox.catch_up()
        self.dispatcher.handle(DUE, self.league_scheduler.tend_due)
        await self.league_scheduler.start()

    async def say(self, attempt: Attempt) -> Said:
        item = await self.tables.store.outbox.notice(attempt.topic)
        if item is None or item.shown == item.news:
            return Said()
        if item.kind == STANDINGS:
            self.shown.append(await self.leagues.get(item.subject_id))
        self.recovering.append(item.since <= attempt.doubted_until)
        await self.tables.store.outbox.note_said(item, shown=item.news, channel=CHANNEL, message=1)
        return Said()

    async def open(self, people: Sequence[int] = PEOPLE, **rules: Any) -> int:
        """A league for which people have signed up; its number."""
        given: dict[str, Any] = {"name": "Winter", "seats": 3, "rounds": 2} | rules
        opening = NewLeague(guild_id=GUILD, channel_id=CHANNEL, host_id=HOST, **given)
        number = (await self.leagues.open(opening)).number
        for person in people:
            await self.leagues.join(number, person, f"P{person}")
        return number

    async def begun(self, people: Sequence[int] = PEOPLE, **rules: Any) -> int:
        """A league that has begun; its number."""
        number = await self.open(people, **rules)
        await self.leagues.begin(number)
        await self.league_scheduler.tend(number)
        return number

    async def games(self, number: int) -> list[int]:
        league = await self.leagues.get(number)
        tables = league.tables(league.row.round)
        return [table.game_id or 0 for table in tables if table.state == "running"]

    async def finish(self, game: int, seed: int = 0) -> Table:
        table = await finish(self.tables, game, seed)
        await self.show(game)
        return table

    async def break_off(self, *games: int) -> None:
        for game in games:
            await self.tables.closing.close(game, GUILD, "for a test")
            await self.show(game)

    async def show(self, game: int) -> None:
        """Show a game, and wait until its league has been tended."""
        await self.publisher.publish(game)
        await self.rest()

    async def rest(self) -> None:
        for number in await self.leagues.to_tend():
            await self.league_scheduler.tend(number)

    async def close(self) -> None:
        await self.league_scheduler.close()
        await self.publisher.outbox.close()
        await self.dispatcher.close()
