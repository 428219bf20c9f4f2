"""Several processes that share a database: killed, replaced, and the database with them.

Each process has servers of its own, and so a Discord of its own here. After a kill another process
takes over its lease: one that waited for it, or one that is started then. Two in five ends are
rolling updates: the next process waits already when the one before is stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from dataclasses import replace
from random import Random
from typing import Final

from db.share import Share
from lab.estimates import share as share_of
from lab.postgres import PostgresServer
from lab.soak.options import Options
from lab.soak.process import BotProcess
from lab.soak.run import LOST, Soak

WAITING: Final = "100000"
"""Seconds of the bot's clock for which a process waits for its shards: longer than any run."""

SOON: Final = 30.0
"""Seconds in which the shards of a killed process must be taken over."""


class Part(Soak):
    """A soak with two bot processes, one of which takes over when the other ends.

    Attributes:
        gaps: the seconds without a running bot, for each end of a process.
    """

    def __init__(self, options: Options, database: str, share: Share) -> None:
        super().__init__(options, database, None, share)
        self.gaps: list[float] = []

    def make_bots(self) -> list[BotProcess]:
        """Return two bot processes that wait for each other's servers."""
        return [self.make_bot(ARKADIA_SHARD_WAIT=WAITING) for _ in range(2)]

    async def replace(self, *, clean: bool) -> None:
        """End the running process, and let the other take over; it may wait for that already."""
        clean = self.rng.random() < 0.4
        waiting = clean or self.rng.random() < 0.5
        [following] = [bot for bot in self.bots if bot is not self.bot]
        if waiting:
            await following.start()
            await asyncio.sleep(self.rng.uniform(0.0, 1.0))
        what = "rolling update" if clean else "killed"
        begun = time.monotonic()
        await self.end(what, clean=clean)
        self.bot = following
        await (self.come_up() if waiting else self.start())
        self.gaps.append(time.monotonic() - begun)
        if self.gaps[-1] > SOON:
            self.findings.add("taken over too late", f"{self.gaps[-1]:.1f} s after it was {what}")


class Several:
    """One run of several bot processes that share a database.

    Attributes:
        parts: the processes with their servers.
        crashes: the number of stops and crashes of the database.
    """

    def __init__(
        self, options: Options, server: PostgresServer, processes: int, crash_every: float
    ) -> None:
        address = server.fresh()
        self.parts = [
            Part(
                replace(options, seed=options.seed * 100 + number),
                address,
                Share(processes, (number,)),
            )
            for number in range(processes)
        ]
        self.crashes = 0
        self._server = server
        self._every = crash_every
        self._rng = Random(options.seed)

    async def run(self) -> None:
        """Run all processes to their verdicts."""
        crashing = asyncio.create_task(self._crash())
        playing = [asyncio.create_task(part.run()) for part in self.parts]
        try:
            await asyncio.gather(*playing)
        finally:
            crashing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await crashing

    async def _crash(self) -> None:
        """Stop the database at random moments, or have it crash, and start it again."""
        while self._every:
            # Exponential gaps: no moment between two crashes is more likely than another.
            await asyncio.sleep(self._rng.expovariate(1 / self._every))
            if any(not part.parties or part.is_over for part in self.parts):
                continue  # nothing fails any more
            for bot in (bot for part in self.parts for bot in part.bots):
                # Before the crash, since a bot that starts during it may exit before it is over.
                bot.hinder()
            how = self._rng.choice([signal.SIGINT, signal.SIGQUIT])
            self.crashes += 1
            # In one thread, uncancelled: a cancelled run must not leave the database stopped.
            pause = self._rng.uniform(0.05, 1.0)
            await asyncio.shield(asyncio.to_thread(self._stop_for, how, pause))

    def _stop_for(self, how: signal.Signals, seconds: float) -> None:
        self._server.stop(how)
        time.sleep(seconds)
        self._server.start()

    @property
    def is_right(self) -> bool:
        """True if no part found a fault."""
        return not any(part.findings.count for part in self.parts)

    def report(self) -> list[str]:
        """Return the figures of the run, and its findings."""
        gaps = sorted(gap for part in self.parts for gap in part.gaps)
        kills = sum(part.mishaps.count["killed"] for part in self.parts)
        rolling = sum(part.mishaps.count["rolling update"] for part in self.parts)
        done = sum(part.ledger.entries for part in self.parts)
        lost = sum(part.findings.count[LOST] for part in self.parts)
        lines = [
            f"{len(self.parts)} processes: {kills:,} kills, {rolling:,} rolling updates, "
            f"{self.crashes:,} stops of the database",
            f"actions acknowledged: {done:,}; lost: {share_of(lost, done)}",
        ]
        if gaps:
            middle, late = gaps[len(gaps) // 2], gaps[int(len(gaps) * 0.95)]
            lines.append(
                f"seconds until a process had taken over: {middle:.1f} in the median, {late:.1f} "
                f"at 95 of 100, {gaps[-1]:.1f} at most"
            )
        for number, part in enumerate(self.parts):
            lines += [f"process {number}", *(f"  {line}" for line in part.report())]
        return lines


async def several(
    options: Options, server: PostgresServer, processes: int, crash_every: float
) -> Several:
    """Run several processes to their verdict."""
    run = Several(options, server, processes, crash_every)
    await run.run()
    return run
