"""Presses of buttons that nobody was shown: invented, of others, of yesterday, of nothing at all.

Whatever is pressed is answered, privately and in time, and nothing changes that anybody else sees.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from lab.soak.figures import Findings, share
from lab.soak.forging import Forger, is_a_wish
from lab.soak.interactions import FORM, IN_TIME, Interaction, Person
from lab.soak.ledger import WENT_WRONG
from lab.soak.people import Hands
from lab.soak.places import Message, new_id
from lab.soak.prepared import Prepared, prepare
from lab.soak.process import BotProcess
from lab.soak.saved import Saved
from lab.soak.servers import Servers

GAMES: Final = 12
AT_ONCE: Final = 64


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is pressed.

    Attributes:
        presses: how many buttons, choices and forms.
        seed: of all that happens by chance.
        in_time: the seconds in which there must be an answer.
        minutes: after which it ends even if less was pressed; 0 for never.
    """

    presses: int = 2000
    seed: int = 1
    in_time: float = IN_TIME
    minutes: float = 0

    def end(self) -> float:
        """When it ends at the latest, if it begins now."""
        return time.monotonic() + self.minutes * 60 if self.minutes else math.inf


class Hostile:
    """One run.

    Attributes:
        findings: what was wrong.
        pressed: how much was pressed.
    """

    def __init__(self, amount: Amount, database: Path) -> None:
        self.amount = amount
        self.findings = Findings()
        self._database = database
        self._rng = Random(amount.seed)
        self._servers = Servers(amount.seed, 0.0)
        self._servers.answering.in_time = amount.in_time
        self._saved = Saved(database)
        self._games: list[Prepared] = []
        self._waiting: list[Person] = []
        self._forger: Forger
        self._strangers: list[Person] = []
        self.pressed = 0
        self._seconds = 0.0

    async def run(self) -> None:
        """Prepares games, presses, and looks whether anything has changed."""
        guild, channel = self._servers.guild.id, self._servers.channel.id
        seed = self.amount.seed
        _, self._games = await prepare(
            self._database, guild, channel, seed, ending=0, running=GAMES
        )
        self._strangers = [Person(new_id(), name) for name in ("eve", "mallory", "@everyone")]
        tables = [self._saved.table(game.number) for game in self._games]
        for table, game in zip(tables, self._games, strict=True):
            active = table.active.user_id if table.active else None
            self._waiting += [person for person in game.people if person.id != active]
        self._forger = Forger(self._rng, {table.number: table.version for table in tables})
        before = fingerprint(self._database)
        async with self._servers.serving():
            bot = BotProcess(self._servers.address, self._database, 1.0)
            await bot.open()
            try:
                await bot.start()
                await asyncio.wait_for(self._servers.gateway.ready.wait(), 30)
                begun = time.monotonic()
                await asyncio.gather(*(self._press_on() for _ in range(AT_ONCE)))
                self._seconds = time.monotonic() - begun
                await bot.stop()
                self._judge(bot)
            finally:
                await bot.close()
                self._saved.close()
        if fingerprint(self._database) != before:
            self.findings.add("something has changed in the games")

    async def _press_on(self) -> None:
        end = self.amount.end()
        while self.pressed < self.amount.presses and time.monotonic() < end:
            self.pressed += 1
            custom_id = self._forger.custom_id()
            hands = Hands(self._servers, self._somebody(custom_id))
            self._note(await self._press(hands, custom_id), custom_id)

    def _somebody(self, custom_id: str) -> Person:
        """A stranger, or somebody whose turn it is not."""
        if is_a_wish(custom_id):
            return self._rng.choice(self._strangers)
        return self._rng.choice(self._rng.choice((self._strangers, self._waiting)))

    async def _press(self, hands: Hands, custom_id: str) -> Interaction:
        message = Message(new_id(), self._servers.channel.id, None)
        if self._rng.random() < 0.5:
            message.owner, message.flags = hands.person.id, 64
        chance = self._rng.random()
        values = None
        if chance < 0.3:
            values = self._forger.values()
        elif chance < 0.4:
            form = {
                "custom_id": custom_id,
                "components": [{"type": 1, "components": [{"type": 4, "custom_id": "text"}]}],
            }
            return await hands.fill(form, message, self._forger.typed())
        kind = 2 if values is None else 3
        part = {"type": kind, "custom_id": custom_id, "style": 2, "label": "?"}
        if values is not None:
            part["options"] = [{"label": "?", "value": "?"}]
        message.components = [{"type": 1, "components": [part]}]
        return await hands.press(message, custom_id, values)

    def _note(self, answer: Interaction, custom_id: str) -> None:
        kind = "a form" if answer.kind == FORM else "a component"
        if not answer.has_answer:
            self.findings.add("not answered", f"{kind} “{custom_id}”")
        elif WENT_WRONG in answer.text:
            self.findings.add("answered with an error", f"{kind} “{custom_id}”")

    def _judge(self, bot: BotProcess) -> None:
        find, servers = self.findings.add, self._servers
        for violation, count in servers.violations.items():
            find("refused by Discord", violation, count)
        for what, count in servers.answering.public.items():
            find("answered in public", what, count)
        for error, count in servers.errors.items():
            find("an error of the soak itself", error, count)
        for trace, count in bot.traces.items():
            find("a traceback in the log", trace, count)
        if servers.answering.late:
            find("answered too late", count=servers.answering.late)
        if posts := len(servers.channel.messages):
            find("posted in public", count=posts)

    def report(self) -> list[str]:
        """What happened, and what was wrong."""
        wrong = self.findings.count["not answered"]
        return [
            f"seed {self.amount.seed}: {self.pressed:,} hostile presses in "
            f"{self._seconds:.0f} s, not answered: {share(wrong, self.pressed)}",
            f"slowest sign of life: {self._servers.answering.slowest:.2f} s",
            "findings:" if self.findings.count else "findings: none",
            *self.findings.lines(),
        ]


def fingerprint(database: Path) -> str:
    """A number that stands for all games with their seats, logs and votes."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        kept = [
            connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2, 3").fetchall()
            for name in ("games", "seats", "log", "votes", "messages")
        ]
    return hashlib.sha256(json.dumps(kept).encode()).hexdigest()
