"""Hostile presses without sockets: the bot in this process, what it sends counted and thrown away.

It is many times as fast as a process of its own, so that a million of them take minutes.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from discord.webhook.async_ import async_context

from bot import ArkadiaBot
from lab.bench.quiet_discord import CHANNEL, GUILD, QuietAdapter, QuietDiscord
from lab.soak.figures import Findings, share
from lab.soak.forging import Forger, is_a_wish
from lab.soak.hostile import GAMES, Amount, fingerprint
from lab.soak.interactions import COMPONENT, FORM, is_private
from lab.soak.ledger import WENT_WRONG
from lab.soak.places import EPHEMERAL
from lab.soak.prepared import prepare
from lab.soak.saved import Saved
from runtime.settings import Settings

STRANGERS: Final = (7, 8)
_HEARD: Final = (4, 5, 6, 7, 9)


class Counting(QuietAdapter):
    """Notes the answers to one interaction.

    Attributes:
        said: what was said to it, as Discord's JSON.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.said: list[Mapping[str, Any]] = []

    async def request(
        self,
        route: Any,
        session: Any,
        *,
        payload: Mapping[str, Any] | None = None,
        multipart: Sequence[Mapping[str, Any]] | None = None,
        **rest: Any,
    ) -> Any:
        """Says what Discord would say to an answer."""
        if multipart:
            payload = json.loads(multipart[0]["value"])
        self.said.append(payload or {})
        return await super().request(route, session, **rest)


class InProcess:
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
        self._seconds = 0.0
        self._slowest = 0.0
        self.pressed = 0

    async def run(self) -> None:
        """Prepares games, presses, and looks whether anything has changed."""
        seed = self.amount.seed
        _, games = await prepare(self._database, GUILD, CHANNEL, seed, ending=0, running=GAMES)
        saved = Saved(self._database)
        tables = [saved.table(game.number) for game in games]
        saved.close()
        forger = Forger(self._rng, {table.number: table.version for table in tables})
        seats = [seat for table in tables for seat in table.seats if seat != table.active]
        waiting = [seat.user_id for seat in seats if seat.user_id is not None]
        before = fingerprint(self._database)
        bot = ArkadiaBot(Settings(token="", database=self._database))
        quiet = QuietDiscord(bot)
        counting = Counting()
        async_context.set(counting)
        await quiet.start()
        begun = time.monotonic()
        end = self.amount.end()
        while self.pressed < self.amount.presses and time.monotonic() < end:
            self.pressed += 1
            custom_id = forger.custom_id()
            users = STRANGERS if is_a_wish(custom_id) else (*STRANGERS, *waiting)
            await self._press(quiet, counting, forger, custom_id, self._rng.choice(users))
        self._seconds = time.monotonic() - begun
        await bot.close()
        if fingerprint(self._database) != before:
            self.findings.add("something has changed in the games")

    async def _press(
        self,
        quiet: QuietDiscord,
        counting: Counting,
        forger: Forger,
        custom_id: str,
        user: int,
    ) -> None:
        counting.said.clear()
        begun = time.monotonic()
        chance = self._rng.random()
        if chance < 0.1:
            field = {"type": 4, "custom_id": "text", "value": forger.typed()}
            rows = [{"type": 1, "components": [field]}]
            data: dict[str, Any] = {"custom_id": custom_id, "components": rows}
            await quiet.interact(FORM, data, user)
        else:
            values = forger.values() if chance < 0.4 else None
            kind = 2 if values is None else 3
            data = {"custom_id": custom_id, "component_type": kind}
            part = {
                "type": data["component_type"],
                "custom_id": custom_id,
                "style": 2,
                "label": "?",
            }
            if values is not None:
                data["values"] = values
                part["options"] = [{"label": "?", "value": "?"}]
            rows = [{"type": 1, "components": [part]}]
            flags = self._rng.choice((0, EPHEMERAL))
            await quiet.interact(COMPONENT, data, user, message=quiet.message(rows, flags))
        self._slowest = max(self._slowest, time.monotonic() - begun)
        self._look(counting.said, custom_id, "a form" if chance < 0.1 else "a component")

    def _look(self, said: Sequence[Mapping[str, Any]], custom_id: str, kind: str) -> None:
        """Whether it was answered once, and privately."""
        where = f"{kind} “{custom_id}”"
        if not said or said[0].get("type") not in _HEARD:
            self.findings.add("not answered", where)
        for one in said:
            data = one.get("data") or one
            if one.get("type") in (None, 4) and not is_private(data):
                self.findings.add("answered in public", where)
            if WENT_WRONG in str(data.get("content")):
                self.findings.add("answered with an error", where)

    def report(self) -> list[str]:
        """What happened, and what was wrong."""
        presses = self.pressed
        wrong = self.findings.count["not answered"]
        return [
            f"seed {self.amount.seed}, in one process: {presses:,} hostile presses in "
            f"{self._seconds:.0f} s ({1e3 * self._seconds / presses:.2f} ms each), not answered: "
            + share(wrong, presses),
            f"slowest: {self._slowest:.2f} s",
            "findings:" if self.findings.count else "findings: none",
            *self.findings.lines(),
        ]
