"""Hostile presses: forged buttons, menus and forms, other people's and outdated ones.

Each press must be answered privately and in time, and change nothing that others see.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from simcord.backend.models import EPHEMERAL_FLAG
from simcord.backend.models import Message as Posted

from bot import ArkadiaBot
from lab.discord.in_process import InProcess
from lab.discord.interactions import FORM, IN_TIME, Interaction, Person
from lab.discord.model import Discord, new_id
from lab.discord.people import Hands
from lab.discord.rules import BUTTON, MENU, Json
from lab.discord.sockets import Servers
from lab.estimates import share
from lab.soak.findings import Findings
from lab.soak.forging import Forger, is_a_wish
from lab.soak.ledger import WENT_WRONG
from lab.soak.prepared import prepare
from lab.soak.process import running_bot
from lab.soak.saved import Saved
from runtime.settings import Settings

GAMES: Final = 12
AT_ONCE: Final = 64


@dataclass(frozen=True, slots=True)
class Amount:
    """The settings of a hostile run: its number of presses, its seed and its limits of time.

    Attributes:
        presses: the number of buttons, choices and forms.
        seed: the seed of all chance.
        in_time: the seconds in which there must be an answer.
        minutes: the minutes after which the run ends even with fewer presses; 0 for no limit.
    """

    presses: int = 2000
    seed: int = 1
    in_time: float = IN_TIME
    minutes: float = 0

    def end(self) -> float:
        """Return the latest time, on the monotonic clock, for the end of a run that begins now."""
        return time.monotonic() + self.minutes * 60 if self.minutes else math.inf


class Hostile:
    """One run of hostile presses.

    Args:
        in_process: run the bot in this process, which is many times as fast.

    Attributes:
        findings: the faults found.
        pressed: the number of presses so far.
    """

    def __init__(self, amount: Amount, database: Path, *, in_process: bool = False) -> None:
        self.amount = amount
        self.findings = Findings()
        self.pressed = 0
        self._database = database
        self._in_process = in_process
        self._rng = Random(amount.seed)
        self._discord = Discord()
        self._discord.answering.in_time = amount.in_time
        self._waiting: list[Person] = []
        self._strangers = [Person(new_id(), name) for name in ("eve", "mallory", "@everyone")]
        self._forger: Forger
        self._seconds = 0.0

    async def run(self) -> None:
        """Prepare games, press, and compare the games before and after."""
        await self._prepare()
        before = fingerprint(self._database)
        async with self._here() if self._in_process else self._on_sockets():
            begun = time.monotonic()
            at_once = 1 if self._in_process else AT_ONCE
            await asyncio.gather(*[self._press_on() for _ in range(at_once)])
            self._seconds = time.monotonic() - begun
        if posts := len(self._discord.channel.messages):
            self.findings.add("posted in public", count=posts)
        if fingerprint(self._database) != before:
            self.findings.add("something has changed in the games")

    async def _prepare(self) -> None:
        guild, channel = self._discord.guild.id, self._discord.channel.id
        place = self._database, guild, channel, self.amount.seed
        _, games = await prepare(*place, ending=0, running=GAMES)
        saved = Saved(self._database)
        tables = [saved.table(game.number) for game in games]
        saved.close()
        for table, game in zip(tables, games, strict=True):
            active = table.active.user_id if table.active else None
            self._waiting += [person for person in game.people if person.id != active]
        self._forger = Forger(self._rng, {table.number: table.version for table in tables})

    @asynccontextmanager
    async def _here(self) -> AsyncIterator[None]:
        """Run the bot in this process."""
        bot = ArkadiaBot(Settings(token="", database=self._database))
        inside = InProcess(bot, self._discord)
        await inside.start()
        yield
        await inside.rest()
        await inside.close()
        self.findings.add_all(self._discord.wrong())

    @asynccontextmanager
    async def _on_sockets(self) -> AsyncIterator[None]:
        """Run the bot as a process of its own."""
        servers = Servers(self._discord)
        async with running_bot(servers, self._database) as bot:
            yield
            await bot.stop()
            self.findings.add_all(servers.wrong(), bot.wrong())

    async def _press_on(self) -> None:
        end = self.amount.end()
        while self.pressed < self.amount.presses and time.monotonic() < end:
            self.pressed += 1
            custom_id = self._forger.custom_id()
            await self._press(Hands(self._discord, self._somebody(custom_id)), custom_id)

    def _somebody(self, custom_id: str) -> Person:
        """Return a stranger, or a player whose turn it is not."""
        if is_a_wish(custom_id):  # players have a right to it, and it would change the votes
            return self._rng.choice(self._strangers)
        return self._rng.choice(self._rng.choice((self._strangers, self._waiting)))

    async def _press(self, hands: Hands, custom_id: str) -> None:
        """Press a forged component on a forged message, and judge the answer."""
        channel = self._discord.channel.id
        # A message that the bot never sent: only what it has saved tells which press is real.
        message = Posted(new_id(), channel, self._discord.bot_user.id)
        message.flags = self._rng.choice((0, EPHEMERAL_FLAG))
        self._discord.messages[channel][message.id] = message
        chance = self._rng.random()
        values = self._forger.values() if chance < 0.3 else None
        if 0.3 <= chance < 0.4:
            field = {"type": 4, "custom_id": "text"}
            form = {"custom_id": custom_id, "components": [{"type": 1, "components": [field]}]}
            self._note(await hands.fill(form, message, self._forger.typed()), custom_id)
        else:
            kind = BUTTON if values is None else MENU
            part: Json = {"type": kind, "custom_id": custom_id, "style": 2, "label": "?"}
            if values is not None:
                part["options"] = [{"label": "?", "value": "?"}]
            message.components = [{"type": 1, "components": [part]}]
            self._note(await hands.press(message, custom_id, values), custom_id)
        del self._discord.messages[channel][message.id]

    def _note(self, answer: Interaction, custom_id: str) -> None:
        kind = "a form" if answer.kind == FORM else "a component"
        if not answer.has_answer:
            self.findings.add("not answered", f"{kind} “{custom_id}”")
        elif WENT_WRONG in answer.text:
            self.findings.add("answered with an error", f"{kind} “{custom_id}”")

    def report(self) -> list[str]:
        """Return the figures of the run, and its findings."""
        wrong = self.findings.count["not answered"]
        return [
            f"seed {self.amount.seed}: {self.pressed:,} hostile presses in {self._seconds:.0f} s "
            f"({1e3 * self._seconds / self.pressed:.2f} ms each), not answered: "
            + share(wrong, self.pressed),
            f"slowest sign of life: {self._discord.answering.slowest:.2f} s",
            *self.findings.lines(),
        ]


def fingerprint(database: Path) -> str:
    """Return a hash of all games with their seats, logs, votes and messages."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        kept = [
            connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2, 3").fetchall()
            for name in ("games", "seats", "log", "votes", "messages")
        ]
    return hashlib.sha256(json.dumps(kept).encode()).hexdigest()
