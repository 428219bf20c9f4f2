"""An outage as a monitor sees it: people play, the database is gone for minutes, and comes back.

What is scraped meanwhile is written to a file as series for promtool, by which a test judges the
alert rules. The bot's clock runs as fast as the machine's: rules and figures speak of real seconds.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

import aiohttp
import psycopg
from prometheus_client.parser import text_string_to_metric_families

from lab.postgres import PostgresServer
from lab.soak.options import Options
from lab.soak.process import ROOT, BotProcess
from lab.soak.run import Soak

RULES: Final = ROOT / "deploy/monitoring/alerts.yml"

SCRAPE_EVERY_S: Final = 15
"""Seconds between two scrapes, as the head of the rules has it."""

SCRAPED_WITHIN_S: Final = 10.0
"""Seconds in which Prometheus wants a scrape answered."""

Scrape = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Minutes:
    """The lengths of an outage's parts, in minutes.

    Attributes:
        sound: before it.
        out: while the database is gone.
        after: once it is back.
    """

    sound: float = 6.0
    out: float = 5.0
    after: float = 13.0


class Outage(Soak):
    """A soak during which the database is gone once.

    Attributes:
        scrapes: what was scraped, the oldest first.
        gone: the numbers of the scrapes at which the database was gone and came back.
    """

    def __init__(self, minutes: Minutes, server: PostgresServer, port: int, seed: int) -> None:
        whole = 60 * (minutes.sound + minutes.out + minutes.after)
        options = Options(
            seed, whole, tables=3, rate=0.0, kill_every=0.0, mishap_every=0.0, speed=1.0
        )
        super().__init__(options, server.fresh(), server)
        self.scrapes: list[Scrape] = []
        self.gone: list[int] = []
        self._minutes = minutes
        self._port = port

    def make_bots(self) -> list[BotProcess]:
        """Return the one bot process, which serves its figures."""
        served = {"ARKADIA_METRICS_PORT": str(self._port), "ARKADIA_GAMES_UNFINISHED": "99999"}
        return [self.make_bot(**served)]

    async def run(self) -> None:
        """Play, scrape, and take the database away once."""
        async with self.running():
            scraping, going = (asyncio.create_task(one) for one in (self._scrape(), self._go()))
            while not going.done():
                await self.play()  # to its end, or until the people give up
                await asyncio.sleep(1.0)
            scraping.cancel()
            going.result()

    async def _go(self) -> None:
        server, minutes = self.server, self._minutes
        assert server is not None
        self.saved.numbers()  # its connection stays while the bot's are taken away
        await asyncio.sleep(60 * minutes.sound)
        self.bot.hinder()
        with unreachable(server, self.saved.connection_number()):
            self.gone.append(len(self.scrapes))
            await asyncio.sleep(60 * minutes.out)
        self.gone.append(len(self.scrapes))
        await asyncio.sleep(60 * minutes.after)
        for party in self.parties:
            party.enough = True

    async def _scrape(self) -> None:
        begun = time.monotonic()
        async with aiohttp.ClientSession() as session:
            while True:
                self.scrapes.append(await scrape(session, self._port))
                due = begun + SCRAPE_EVERY_S * len(self.scrapes)
                await asyncio.sleep(max(0.0, due - time.monotonic()))

    def recorded(self) -> str:
        """Return the series that the alert rules read, with the times of the outage, as JSON."""
        wanted = {"up", *re.findall(r"\barkadia_[a-z_]+", RULES.read_text(encoding="utf-8"))}
        series = {
            name: values
            for name, values in series_of(self.scrapes).items()
            if name.split("{")[0] in wanted
        }
        left, back = (f"{SCRAPE_EVERY_S * number}s" for number in self.gone)
        found = {"interval": f"{SCRAPE_EVERY_S}s", "gone": left, "back": back, "series": series}
        return json.dumps(found, indent=1) + "\n"


@contextmanager
def unreachable(server: PostgresServer, spared: int) -> Iterator[None]:
    """Take a server away from all but one of its connections, and let no other one in.

    Args:
        spared: the number of the process that serves the one.
    """
    door, away = server.folder / ".s.PGSQL.5432", server.folder / "away"
    with psycopg.connect(server.address(), autocommit=True) as connection:
        door.rename(away)
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid NOT IN (pg_backend_pid(), %s)",
            [spared],
        )
    try:
        yield
    finally:
        away.rename(door)


async def scrape(session: aiohttp.ClientSession, port: int) -> Scrape:
    """Return what Prometheus keeps of a scrape: each series with its value."""
    own = {"instance": "bot", "job": "arkadia"}
    up = _named("up", own)
    timeout = aiohttp.ClientTimeout(SCRAPED_WITHIN_S)
    try:
        async with session.get(f"http://127.0.0.1:{port}/metrics", timeout=timeout) as answer:
            text = await answer.text()
    except (aiohttp.ClientError, TimeoutError):
        return {up: 0.0}
    families = text_string_to_metric_families(text)
    samples = [sample for family in families for sample in family.samples]
    return {up: 1.0} | {_named(one.name, {**one.labels, **own}): one.value for one in samples}


def _named(name: str, labels: Mapping[str, str]) -> str:
    inside = ",".join(f'{label}="{value}"' for label, value in sorted(labels.items()))
    return f"{name}{{{inside}}}"


def series_of(scrapes: Sequence[Scrape]) -> dict[str, str]:
    """Return scrapes as promtool's series, in which a value that stays is written once.

    >>> series_of([{"up": 1.0}, {"up": 1.0}, {"up": 0.0, "more": 2.5}])
    {'more': '_x2 2.5', 'up': '1x1 0'}
    """
    names = sorted({name for one in scrapes for name in one})
    return {
        name: " ".join(
            _repeated(value, sum(1 for _ in same))
            for value, same in groupby(one.get(name) for one in scrapes)
        )
        for name in names
    }


def _repeated(value: float | None, times: int) -> str:
    if value is None:
        return f"_x{times}"
    return f"{value:.12g}" if times == 1 else f"{value:.12g}x{times - 1}"


async def outage(minutes: Minutes, server: PostgresServer, port: int, seed: int, file: Path) -> str:
    """Record an outage in a file, and return what was found meanwhile."""
    run = Outage(minutes, server, port, seed)
    await run.run()
    await asyncio.to_thread(file.write_text, run.recorded(), "utf-8")
    return f"{len(run.scrapes)} scrapes, {run.ledger.entries} actions acknowledged"
