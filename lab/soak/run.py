"""A soak: people play while the bot is broken and killed, and the outcome is judged."""

import asyncio
import contextlib
import resource
import time
from collections import Counter
from dataclasses import dataclass
from random import Random
from statistics import quantiles
from typing import Final

from db.database import Place
from lab.discord.history import IN_TIME
from lab.discord.model import Discord
from lab.discord.requests import Faults
from lab.discord.sockets import Servers
from lab.postgres import PostgresServer
from lab.soak.ledger import Ledger, Saved
from lab.soak.people import Hostile, Party
from lab.soak.process import BotProcess, Mishaps
from lab.soak.verdict import judge, told_in

PATIENCE_S: Final = 30.0
"""Seconds in which a started bot must have logged in, in which people get their last answers, and
in which all news must be shown once nothing fails any more."""

RESTING_S: Final = 60.0  # seconds after which a bot that is still busy is stopped

EXAMPLES: Final = 5  # the examples of each kind of fault that are told


@dataclass(frozen=True, slots=True)
class Options:
    """The settings of a soak.

    seed: of all chance; the order of simultaneous events still differs.
    seconds: for how long people play.
    tables: played at the same time.
    hostile: people who press what they forged.
    rate: the share of requests that fail.
    kill_every: seconds between two kills on the average; 0 for none.
    mishap_every: seconds between two other mishaps on the average; 0 for none.
    speed: the factor by which the bot's clock runs faster.
    in_time: the seconds in which interactions must be acknowledged.
    """

    seed: int = 1
    seconds: float = 60.0
    tables: int = 8
    hostile: int = 1
    rate: float = 0.01
    kill_every: float = 6.0
    mishap_every: float = 3.0
    speed: float = 20.0
    in_time: float = IN_TIME


class Soak:
    """One run of a soak."""

    def __init__(
        self, options: Options, database: Place, server: PostgresServer | None = None
    ) -> None:
        self.options = options
        self.rng = Random(options.seed)
        self.discord = Discord()
        self.discord.answering.in_time = options.in_time
        self.servers = Servers(self.discord, Faults(Random(options.seed)), options.speed)
        self.saved = Saved(database)
        self.ledger = Ledger(self.saved)
        self.mishaps = Mishaps(self.servers, server)
        self.findings: Counter[str] = Counter()
        self.examples: dict[str, list[str]] = {}
        self._settings: dict[str, str] = {}
        if server is not None:
            # Without it, a copy of a server would bring forgotten people back.
            self._settings["ARKADIA_BACKUPS"] = str(server.beside())
        self._database = database
        self._parties: list[Party] = []
        self._begun = time.monotonic()
        self._life = asyncio.Lock()  # of whoever ends or starts the bot

    async def run(self) -> None:
        """Start Discord and the bot, let people play, wait until it is idle, and judge."""
        async with self.servers.serving():
            place = self.servers, self._database, self.options.speed
            self.bot = BotProcess(*place, self._settings)
            try:
                await self.start()
                await self._play()
                await self._rest()
                self.judge()
            finally:
                await self.bot.close()
                self.saved.close()

    def find(self, kind: str, what: str = "", count: int = 1) -> None:
        """Note a fault."""
        self.findings[kind] += count
        examples = self.examples.setdefault(kind, [])
        if what and len(examples) < EXAMPLES:
            examples.append(what)

    async def start(self) -> None:
        """Start the bot, and again if it does not come up."""
        for _ in range(5):
            await self.bot.start()
            signs = [self.servers.gateway.ready.wait(), self.bot.ended.wait()]
            tasks = [asyncio.create_task(sign) for sign in signs]
            await asyncio.wait(tasks, timeout=PATIENCE_S, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            if self.servers.gateway.ready.is_set():
                return
            if self.bot.ended.is_set() and self.bot.hindered:  # its database can be used again soon
                self.mishaps.count["refused to start"] += 1
                self.servers.end_life()
            else:
                self.find("the bot did not come up", "; ".join(self.bot.said[-3:]))
                await self.end("killed because it did not come up", clean=False)
        raise RuntimeError("the bot does not come up")

    async def end(self, why: str, *, clean: bool) -> None:
        """Stop or kill the bot's process, and count it as a mishap."""
        self.mishaps.count[why] += 1
        await self.bot.end(clean=clean)
        self.servers.end_life()

    async def _play(self) -> None:
        """Let people play while the bot is broken and killed."""
        self.servers.faults.rate = self.options.rate
        place = self.servers, self.saved, self.ledger
        kinds = [Party] * self.options.tables + [Hostile] * self.options.hostile
        self._parties = [kind(*place, Random(self.rng.random())) for kind in kinds]
        players = [asyncio.create_task(party.play()) for party in self._parties]
        trouble = [asyncio.create_task(one) for one in (self._kill(), self._harm())]
        try:
            await self._meanwhile(players)
        finally:
            self.servers.faults.rate = 0.0
            async with self._life:  # no replacement is cancelled between an end and a start
                for task in trouble:
                    task.cancel()
            for party in self._parties:
                party.enough = True
            await asyncio.wait(players, timeout=PATIENCE_S)
            for player in players:
                player.cancel()
            results = await asyncio.gather(*players, *trouble, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result
        self.bot.limit_disk(resource.RLIM_INFINITY)

    async def _meanwhile(self, players: list[asyncio.Task[None]]) -> None:
        """Watch the bot until the time is over."""
        end = time.monotonic() + self.options.seconds
        while time.monotonic() < end and not all(player.done() for player in players):
            await asyncio.sleep(0.1)
            for player in players:
                if player.done():
                    player.result()
            if not self.bot.pid and not self._life.locked():
                async with self._life:
                    self.servers.end_life()
                    self.find("the bot ended by itself", "; ".join(self.bot.said[-3:]))
                    await self.start()

    async def _kill(self) -> None:
        """Kill the bot at random moments; now and then it is stopped cleanly."""
        while self.options.kill_every:
            await asyncio.sleep(self.rng.expovariate(1 / self.options.kill_every))
            async with self._life:
                clean = self.rng.random() < 0.05
                await self.end("stopped" if clean else "killed", clean=clean)
                await self.start()

    async def _harm(self) -> None:
        """Cause other mishaps at random moments."""
        while self.options.mishap_every:
            await asyncio.sleep(self.rng.expovariate(1 / self.options.mishap_every))
            await self.mishaps.harm(self.bot, self.rng)

    async def _rest(self) -> None:
        """Wait until all news is shown and the bot is idle, and stop it.

        Games of computer players alone go on by themselves, so the wait has a limit.
        """
        if not await self._caught_up():
            behind = self._behind()
            self.find("behind until the next start", str(behind[:10]), len(behind))
            await self.end("stopped", clean=True)
            await self.start()
            await self._caught_up()
        end, before = time.monotonic() + RESTING_S, -1
        while time.monotonic() < end and (now := self.servers.requests.total()) != before:
            before = now
            await asyncio.sleep(1.0)
        await self.end("stopped", clean=True)
        for _ in range(5):
            if self.bot.left_over():
                await asyncio.sleep(1.0)

    def _behind(self) -> list[int]:
        """Return the games with unshown news whose channel exists."""
        return [number for number in self.saved.behind() if self._has_place(number)]

    def _has_place(self, number: int) -> bool:
        return self.saved.table(number).row.channel_id in self.discord.history.places

    async def _caught_up(self) -> bool:
        for _ in range(round(10 * PATIENCE_S)):
            if not self._behind():
                return True
            await asyncio.sleep(0.1)
        return False

    def judge(self) -> None:
        """Add to the findings all faults of the bot, its answers, its messages and its database."""
        for wrong in (self.ledger.wrong(), self.servers.wrong(), self.bot.wrong()):
            for fault in wrong:
                self.find(*fault)
        for party in self._parties:
            for stuck in party.stuck:
                self.find("people are stuck", stuck)
        told = told_in(self.discord.history)
        for number in filter(self._has_place, self.saved.numbers()):
            for what in judge(self.saved.table(number), told[number]):
                kind = what.split(":")[0].split(" (")[0]
                self.find(kind, f"game {number}: {what}")
        with contextlib.suppress(FileNotFoundError):
            if (verdict := self.saved.integrity()) != "ok":
                self.find("the database is damaged", verdict)

    def report(self) -> list[str]:
        """Return the figures of the run, and its findings."""
        servers, ledger, answering = self.servers, self.ledger, self.discord.answering
        finished = sum(party.finished for party in self._parties)
        took = quantiles([*answering.took, 0.0, 0.0], n=100)
        findings = []
        for kind, count in sorted(self.findings.items()):
            findings += [f"  {count:6,} × {kind}", *(f"    {one}" for one in self.examples[kind])]
        return [
            f"seed {self.options.seed}, {time.monotonic() - self._begun:.0f} s, speed "
            f"{self.options.speed:g}: {len(self.saved.numbers())} tables, {finished} played out",
            f"requests of the bot: {servers.requests.total():,}; made to fail: "
            f"{servers.faults.count.total():,}; too many: {dict(+servers.limits.refused)}",
            f"starts: {self.bot.starts}; {dict(self.mishaps.count)}",
            f"actions acknowledged: {ledger.entries:,}",
            f"answers: {ledger.answers:,}, median {1000 * took[49]:.0f} ms, 99 of 100 within "
            f"{1000 * took[98]:.0f} ms; none after a fault: {ledger.excused}, after a kill or in a "
            f"deleted channel: {ledger.cut}",
            "findings:" if findings else "findings: none",
            *findings,
        ]
