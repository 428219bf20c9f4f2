"""A story: people play while requests fail as a seed draws it, and in the end all is judged."""

import asyncio
import sqlite3
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from db.errors import StoreError
from db.outbox import StoredItem
from delivery.causes import NotShownError
from engine.random_play import random_action
from lab.discord.model import Clock, Discord
from lab.discord.requests import Limits
from lab.private_names import abandon
from lab.simulation import life
from lab.simulation.judge import Judge
from lab.simulation.requests import Fates, Session
from tabletop.errors import TableError
from tabletop.opening import Opening

TROUBLED_S: Final = 240.0  # seconds in which people act and requests fail

SETTLED_S: Final = 3 * 3600.0
"""Seconds after which everything must be told, nothing having failed since."""

EPOCH_MS: Final = 1_767_225_600_000  # the time at which each story begins, in milliseconds UTC

TABLES: Final = 3
KILLS: Final = 3  # the kills of a process at most; later ones are requests that break off


class DrawnDiscord(Discord):
    """A simulated Discord whose ids follow the virtual time."""

    def __init__(self, clock: Clock) -> None:
        self._count = 0
        super().__init__(clock=clock)

    def snowflake(self) -> int:
        """Return a new id, later than all before."""
        self._count += 1
        return (EPOCH_MS + round(self.clock.elapsed * 1000) - 1_420_070_400_000 << 22) + self._count


@dataclass
class Story:
    """One run."""

    seed: int
    moving: bool = False
    rng: Random = field(init=False)
    rate: float = field(init=False)
    now: float = 0.0
    lives: int = 0

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)
        self.rate = self.rng.choice((0.05, 0.15, 0.3, 0.5))
        self.failing = self.rng.choice((0.0, 0.0, 0.02, 0.1))
        self.clock = Clock()
        self.discord = DrawnDiscord(self.clock)
        self.fates = Fates(self.rng, self.rate)
        self.kept: sqlite3.Connection = life.new_database()
        self.limits = Limits(lambda: self.now)
        self.judge = Judge(self.discord)
        self.channels = [self.discord.channel.id]
        guild = self.discord.guild.id
        self.channels.append(self.discord.create_channel(guild, "another").id)

    def run(self) -> list[str]:
        """Run the story, and return what was wrong in it."""
        with life.without_pictures(), self.judge.listening(lambda: self.now):
            while self.now < TROUBLED_S + SETTLED_S:
                self._live()
        self.kept.close()
        return self.judge.wrong()

    def _live(self) -> None:
        """Let one process live, to its kill or to the end."""
        loop = life.DrawnLoop(self.rng, self.now)
        self.lives += 1
        killed = False

        def kill() -> None:
            nonlocal killed
            killed = True
            loop.stop()

        def moved(now: float) -> None:
            self.now = self.clock.elapsed = now

        loop.clockwork.moved = moved
        self.fates.killed = kill
        if self.lives > KILLS:
            self.fates.kinds = tuple(kind for kind in self.fates.kinds if "kill" not in kind)
        asyncio.set_event_loop(loop)
        main = loop.create_task(self._process(loop))
        main.add_done_callback(lambda _: loop.stop())
        try:
            loop.run_forever()
        except life.StuckError as error:
            self.judge.fault(f"stuck: {error}")
            self.now = TROUBLED_S + SETTLED_S
        if killed:
            self.judge.killed(self.now)
            self.now += self.rng.uniform(0.5, 20.0)
        elif main.done():
            if (trouble := main.exception()) is not None:
                self.judge.fault(f"ended with {trouble!r}")
            self.now = TROUBLED_S + SETTLED_S
        for failure in loop.failures:
            self.judge.fault(failure)
        with self.judge.deaf():
            abandon(loop)

    async def _process(self, loop: life.DrawnLoop) -> None:
        session = Session(self.discord, self.fates, self.limits)
        bot = life.Life(
            lambda: EPOCH_MS + round(loop.time() * 1000), self.rng, self.kept, session, self.discord
        )
        database: Any
        rate, self.fates.rate = self.fates.rate, 0.0  # a process that cannot log in starts anew
        await bot.begin()
        self.fates.rate = rate
        database = bot.store._database
        database.failing = self.failing if loop.time() < TROUBLED_S else 0.0
        life.watched(bot, self.judge)
        self.judge.life = bot
        people = asyncio.create_task(self._people(bot, loop))
        await asyncio.sleep(max(0.0, TROUBLED_S - loop.time()))
        self.fates.rate = database.failing = 0.0
        await asyncio.sleep(SETTLED_S)
        await people
        await self.judge.settle(bot)

    async def _people(self, bot: life.Life, loop: life.DrawnLoop) -> None:
        """Act now and then, as commands and buttons do."""
        while loop.time() < TROUBLED_S:
            await asyncio.sleep(self.rng.expovariate(1 / 6.0))
            with suppress(TableError, StoreError, NotShownError):
                await self._act(bot)

    async def _act(self, bot: life.Life) -> None:
        tables, rng = bot.services.tables, self.rng
        guild, channel = self.discord.guild.id, rng.choice(self.channels)
        if rng.random() < 0.3:
            item = StoredItem(
                life.NOTICE, guild, rng.randrange(1, 4), channel, since=tables.now(), news=1
            )
            await bot.store.outbox.put(item)
            bot.services.outbox.begin([item])
            return
        open_now = await bot.store.games.find(guild, states=["lobby", "running"])
        if self.moving and open_now and rng.random() < 0.1:
            table = await tables.display.move(rng.choice(open_now).game_id, 101, channel)
        elif len(open_now) < TABLES:
            opening = Opening(guild, channel, 101, "Ada", seat_limit=2)
            table = await tables.lobby.open(opening)
        else:
            table = await tables.get(rng.choice(open_now).game_id)
            if table.row.state == "lobby" and len(table.seats) < 2:
                table = await tables.lobby.join(table.number, 102, "Bela")
            elif table.row.state == "lobby":
                table = await tables.lobby.begin(table.number, 101)
            else:
                await self._take_turn(bot, table.number)
        await bot.services.publisher.publish(table.number)

    async def _take_turn(self, bot: life.Life, number: int) -> None:
        tables = bot.services.tables
        table = await tables.get(number)
        turn = table.running_game().position.turn
        while (active := table.active) is not None and active.user_id is not None:
            position = table.running_game().position
            if position.turn != turn:
                break
            table, _ = await tables.turns.act(
                number, active.user_id, random_action(position, self.rng)
            )
