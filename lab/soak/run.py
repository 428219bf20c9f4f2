"""A soak: people play while the bot is broken and killed, and the outcome is judged."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Final

from db.database import Place
from lab.discord.faults import Faults
from lab.discord.model import Discord, moment_of
from lab.discord.sockets import Servers
from lab.estimates import share
from lab.postgres import PostgresServer
from lab.soak.findings import Findings
from lab.soak.hostile import Hostile
from lab.soak.ledger import Ledger
from lab.soak.mishaps import Mishaps
from lab.soak.options import Options
from lab.soak.prepared import Prepared, prepare
from lab.soak.process import BotProcess
from lab.soak.saved import Saved
from lab.soak.seats import Party
from lab.soak.verdict import Channels, Wrong, judge

TURNS_LEFT: Final = 6
"""The turns that are left of prepared games."""

ENDING: Final = 5
"""Seconds after which the processes that the bot had started must have ended, too."""

LOST: Final = "acknowledged and lost"
UNTRUE: Final = "an answer that is not true"
UNANSWERED: Final = "not answered"
DAMAGED: Final = "the database is damaged"

COMING_UP: Final = 30.0
"""Seconds in which a started bot, or one that takes over, must have logged in."""

GOING_HOME: Final = 30.0
"""Seconds in which people get their last answers."""

CATCHING_UP: Final = 30.0
"""Seconds in which all news must be shown once nothing fails any more."""

RESTING: Final = 60.0
"""Seconds after which a bot that is still busy is stopped."""


class Soak:
    """One run of a soak.

    Attributes:
        discord: the simulated Discord.
        servers: its HTTP and gateway servers.
        bot: the bot's processes, one at a time.
        saved: the reader of the bot's database.
        ledger: the acknowledgements that people got.
        findings: the faults found.
        mishaps: the mishaps of the bot.
        before: the numbers of the games that were begun before the bot was started.
        database: the place of the bot's database.
        server: the database's server; None for a file.
        life: the lock of whoever ends or starts the bot.
    """

    def __init__(
        self, options: Options, database: Place, server: PostgresServer | None = None
    ) -> None:
        self.options = options
        self.rng = Random(options.seed)
        self.discord = Discord()
        self.discord.answering.in_time = options.in_time
        faults = Faults(Random(options.seed), kinds=options.kinds)
        self.servers = Servers(self.discord, faults, options.speed)
        self.saved = Saved(database)
        self.ledger = Ledger(self.saved)
        self.findings = Findings()
        self.mishaps = Mishaps(self.servers, self.saved, server)
        self.parties: list[Party] = []
        self.before: set[int] = set()
        self.bot: BotProcess
        self.database = database
        self.server = server
        self._prepared: list[Prepared] = []
        self._begun = time.monotonic()
        self.life = asyncio.Lock()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run Discord and the bot within the context, with the prepared games."""
        self._prepared = await self.prepare()
        self.ledger.before = {
            game.number: len(self.saved.log(game.number)) for game in self._prepared
        }
        async with self.servers.serving():
            settings = self.settings()
            if self.server is not None:
                # Without it, a copy of a server would bring forgotten people back.
                settings["ARKADIA_BACKUPS"] = str(self.server.beside())
            place = self.servers.address, self.database, self.options.speed
            self.bot = BotProcess(*place, settings=settings)
            await self.bot.open()
            try:
                await self.start()
                yield
            finally:
                await self.bot.close()
                self.saved.close()

    def settings(self) -> dict[str, str]:
        """Return the settings of the bot's process beside those that each soak has."""
        return {}

    async def prepare(self) -> list[Prepared]:
        """Create the prepared games in the database, and return those that people play on."""
        place = self.database, self.discord.guild.id, self.discord.channel.id
        ending = await prepare(
            *place, self.options.seed, games=self.options.prepared, turns_left=TURNS_LEFT
        )
        self.before = {game.number for game in ending}
        return ending

    async def start(self) -> None:
        """Start the bot, and again if it does not come up."""
        for _ in range(5):
            await self.bot.start()
            up = [self.servers.gateway.ready.wait(), self.bot.ended.wait()]
            signs = [asyncio.create_task(sign) for sign in up]
            await asyncio.wait(signs, timeout=COMING_UP, return_when=asyncio.FIRST_COMPLETED)
            for sign in signs:
                sign.cancel()
            if self.servers.gateway.ready.is_set():
                return
            if self.bot.gave_up:  # its database can be used again soon
                self.mishaps.note("refused to start")
                self.servers.end_life()
                await asyncio.sleep(0.5)
            else:
                self.findings.add("the bot did not come up", self.bot.last_words)
                await self.end("killed because it did not come up", clean=False)
        raise RuntimeError("the bot does not come up")

    async def end(self, why: str, *, clean: bool) -> None:
        """Stop or kill the bot's process, and note the reason as a mishap."""
        self.mishaps.note(why)
        # Kept before the stop: the next bot may have logged in by the time this one has ended.
        session = self.servers.gateway.session
        if clean:
            await self.bot.stop()
        else:
            await self.bot.kill()
        self.servers.end_life(session)

    async def run(self) -> None:
        """Run the whole soak: start Discord and the bot, play, and judge."""
        async with self.running():
            await self.to_the_verdict()

    async def to_the_verdict(self) -> None:
        """Let people play, wait until the bot has caught up and is idle, and judge."""
        await self.play()
        await self.settle()
        await self.rest()
        self.judge()

    async def play(self) -> None:
        """Let people play while the bot is broken and killed."""
        self.servers.faults.rate = self.options.rate
        self.parties = self.make_parties(list(self._prepared))
        players = [asyncio.create_task(party.play()) for party in self.parties]
        trouble = [asyncio.create_task(one) for one in (self._kill(), self._harm())]
        try:
            await self._until_enough(players)
        finally:
            self.servers.faults.rate = 0.0
            async with self.life:  # no replacement is cancelled between an end and a start
                for task in trouble:
                    task.cancel()
            for party in self.parties:
                party.enough = True
            await asyncio.wait(players, timeout=GOING_HOME)
            for player in players:
                player.cancel()
            results = await asyncio.gather(*players, *trouble, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result
        self.bot.free_disk()

    def make_parties(self, waiting: list[Prepared]) -> list[Party]:
        """Return the people who play, those at the prepared games among them."""
        place = self.servers, self.saved, self.ledger
        parties = [
            Party(*place, Random(self.rng.random()), waiting) for _ in range(self.options.tables)
        ]
        trolls = [Hostile(*place, Random(self.rng.random())) for _ in range(self.options.hostile)]
        return [*parties, *trolls]

    async def _until_enough(self, players: list[asyncio.Task[None]]) -> None:
        options = self.options
        end = time.monotonic() + options.seconds
        while time.monotonic() < end and not all(player.done() for player in players):
            await asyncio.sleep(0.1)
            for player in players:
                if player.done():
                    player.result()
            if self._is_enough():
                return
            if not self.bot.running and not self.life.locked():
                async with self.life:
                    self.servers.end_life()
                    self.findings.add("the bot ended by itself", self.bot.last_words)
                    await self.start()

    def _is_enough(self) -> bool:
        """Return whether all amounts that were asked for are reached."""
        options = self.options
        wanted = (options.games, options.kills, options.actions)
        there = (self.finished, self.mishaps.count["killed"], self.ledger.entries)
        return any(wanted) and all(many >= few for many, few in zip(there, wanted, strict=True))

    @property
    def finished(self) -> int:
        """The number of games that have ended."""
        return sum(party.finished for party in self.parties)

    async def _kill(self) -> None:
        """Kill the bot at random moments; now and then it is stopped cleanly."""
        every = self.options.kill_every
        while every:
            await asyncio.sleep(self.rng.expovariate(1 / every))
            async with self.life:
                clean = self.rng.random() < 0.05
                await self.end("stopped" if clean else "killed", clean=clean)
                await self.start()

    async def _harm(self) -> None:
        """Cause other mishaps at random moments."""
        every = self.options.mishap_every
        while every:
            await asyncio.sleep(self.rng.expovariate(1 / every))
            await self.mishaps.harm(self.bot, self.rng)

    async def settle(self) -> None:
        """Wait until the bot has shown all news; if it does not, note a fault and restart it."""
        if await self._caught_up():
            return
        behind = self._behind()
        self.findings.add("behind until the next start", ", ".join(behind[:10]), len(behind))
        await self.end("stopped", clean=True)
        await self.start()
        await self._caught_up()

    def _behind(self) -> list[str]:
        """Return the games with unshown news whose channel exists."""
        return [f"game {one}" for one in sorted(self.saved.behind()) if not self._is_lost(one)]

    def _is_lost(self, number: int) -> bool:
        channel = self.saved.table(number).row.channel_id
        return channel not in self.discord.history.places

    async def _caught_up(self) -> bool:
        end = time.monotonic() + CATCHING_UP
        while self._behind():
            if time.monotonic() > end:
                return False
            await asyncio.sleep(0.1)
        return True

    async def rest(self) -> None:
        """Wait until the bot is idle, and stop it.

        Games of computer players alone go on by themselves, so the wait has a limit.
        """
        end, before = time.monotonic() + RESTING, -1
        while time.monotonic() < end:
            now = self.servers.requests.total()
            if now == before and not self._behind():
                break
            before = now
            await asyncio.sleep(1.0 / min(self.options.speed, 1.0))
        await self.end("stopped", clean=True)
        for _ in range(ENDING):
            if self.bot.left_over():
                await asyncio.sleep(1.0)

    def judge(self) -> None:
        """Add to the findings all faults of the bot, its answers, its messages and its database."""
        find = self.findings.add
        for missing in self.ledger.check():
            find(LOST, missing)
        for lie in self.ledger.lies:
            find(UNTRUE, lie)
        for what, count in self.ledger.unanswered.items():
            find(UNANSWERED, what, count)
        for what, count in self.ledger.failed.items():
            find("answered with an error", what, count)
        self.findings.add_all(self.servers.wrong(), self.bot.wrong())
        for party in self.parties:
            for stuck in party.stuck:
                find("people are stuck", stuck)
        self._judge_channels()
        with contextlib.suppress(FileNotFoundError):
            if (verdict := self.saved.integrity()) != "ok":
                find(DAMAGED, verdict)

    def _judge_channels(self) -> None:
        channels = Channels.of(self.discord.history)
        for number in self.saved.numbers():
            table = self.saved.table(number)
            if self._is_lost(number):
                continue
            begun, unnoted = number in self.before, self.mishaps.unnoted
            told = channels.told[number]
            for wrong in judge(table, told, begun_before=begun, unnoted=unnoted):
                kind = wrong.what.split(":")[0].split(" (")[0]
                self.findings.add(kind, f"game {number}: {wrong.what}{self._evidence(wrong)}")

    def _evidence(self, wrong: Wrong) -> str:
        """Return the messages of a fault as lines, each with the mishaps shortly before it."""
        lines = []
        for told in wrong.messages:
            when = self.mishaps.when(moment_of(told.message.id))
            lines.append(f"  {when} {told}")
            lines += [f"    after {what}" for what in self.mishaps.before(told.message.id)]
        return "".join(f"\n{line}" for line in lines)

    def report(self) -> list[str]:
        """Return the figures of the run, and its findings."""
        servers, ledger = self.servers, self.ledger
        tables = len(self.saved.numbers())
        asked = ledger.answers + ledger.excused + sum(ledger.unanswered.values())
        channels = Channels.of(self.discord.history)
        posts = sum(map(len, channels.told.values()))
        twice = self.findings.count["news told twice"] + self.findings.count["turns told twice"]
        return [
            f"seed {self.options.seed}, {time.monotonic() - self._begun:.0f} s, speed "
            f"{self.options.speed:g}: {tables:,} tables, {self.finished:,} games to their end",
            f"requests of the bot: {servers.requests.total():,}; made to fail: "
            f"{servers.faults.count.total():,}",
            f"starts: {self.bot.starts:,}; "
            + ", ".join(f"{what}: {count:,}" for what, count in sorted(self.mishaps.count.items())),
            f"actions acknowledged: {ledger.entries:,}; lost: "
            + share(self.findings.count[LOST], ledger.entries),
            "interactions without an answer and without a fault: "
            + share(sum(ledger.unanswered.values()), asked)
            + f"; after a fault: {ledger.excused:,}; cut by a kill or a deleted channel: "
            f"{ledger.cut:,}",
            f"told that something went wrong, after a fault: {ledger.told_of_fault:,}",
            f"refused because they came too often: {dict(+servers.limits.refused)}; requests in a "
            f"second at most: {servers.limits.most}",
            f"slowest sign of life: {self.discord.answering.slowest:.2f} s",
            f"public messages: {posts:,}; told twice: {share(twice, posts)}",
            *self.findings.lines(),
        ]


async def soak(options: Options, database: Place, server: PostgresServer | None = None) -> Soak:
    """Run a soak to its verdict; the database is a file, or a server that crashes now and then."""
    run = Soak(options, database, server)
    await run.run()
    return run
