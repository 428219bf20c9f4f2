"""People who come, leave traces and have themselves forgotten, of whom then no byte may be left."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import psycopg

from db.database import Place as Database
from db.postgres.database import copy_into_file
from db.sqlite.copying import copy_database
from lab.discord.history import controls
from lab.discord.interactions import Interaction, Person
from lab.discord.model import new_id
from lab.discord.people import Hands
from lab.discord.sockets import Servers
from lab.kept_bytes import is_in, kept
from lab.soak.ledger import Ledger
from lab.soak.saved import ATTEMPTS, PAUSE, Saved
from lab.soak.seats import OPENED, EnoughError, Party

FORGOTTEN: Final = "You are forgotten."
BUTTONS: Final = ("arkadia:forget-me", "arkadia:forget-me-now")
"""The buttons that lead from the command to being forgotten."""

PATIENCE_S: Final = 0.2
"""Seconds until a visitor tries again what was not answered."""


async def be_forgotten(hands: Hands) -> Interaction:
    """Have everything deleted that is kept of a person; return the last answer."""
    answer = await hands.run("arkadia privacy", hands.discord.channel)
    for button in BUTTONS:
        message = next(iter(answer.messages), None)
        shown = controls(message.components if message else ())
        if message is None or button not in {part["custom_id"] for part in shown}:
            break
        answer = await hands.press(message, button)
    return answer


class Visitors(Party):
    """One visitor after another.

    Args:
        every: the seconds between two visits.

    Attributes:
        forgotten: the people who were told that they are forgotten.
        left: what was found of them while the bot went on, in words.
    """

    def __init__(
        self,
        servers: Servers,
        saved: Saved,
        ledger: Ledger,
        rng: Random,
        database: Database,
        every: float,
    ) -> None:
        super().__init__(servers, saved, ledger, rng)
        self.forgotten: list[Person] = []
        self.left: list[str] = []
        self._database, self._every = database, every

    async def play(self) -> None:
        """Visit again and again, until the soak is over."""
        with contextlib.suppress(EnoughError):
            while not self.enough:
                await self._visit(Hands(self._discord, self._newcomer()))
                await asyncio.sleep(self._rng.expovariate(1 / self._every))

    def _newcomer(self) -> Person:
        return Person(new_id(), f"Zuleika the {len(self.forgotten) + 1}. of {new_id():x}")

    async def _visit(self, hands: Hands) -> None:
        """Leave traces, and have them deleted."""
        answer = await self._ask(hands, "start", seats=3)
        if opened := OPENED.search(answer.text):
            number = int(opened[1])
            await self._ask(hands, "note", game=number, text=_note_of(hands.person))
            await self._ask(hands, "lobby add", game=number)
            await self._ask(hands, "lobby begin", game=number)
        await self._ask(hands, "preferences", remind="4h")
        while not answer.has_answer or not answer.text.startswith(FORGOTTEN):
            if self.enough:
                return
            answer = await be_forgotten(hands)
            await self._note(answer)
            await asyncio.sleep(0.0 if answer.has_answer else PATIENCE_S)
        self.forgotten.append(hands.person)
        since = self._ledger.undone_at
        content = await self._content()
        # A database that went back has the person until the bot begins anew.
        if since == self._ledger.undone_at < math.inf:
            self.left += traces_in(content, [hands.person], "the files")

    async def _content(self) -> bytes:
        """Return the bytes of the database's files, once its server can be asked which they are."""
        for _ in range(ATTEMPTS):
            with contextlib.suppress(psycopg.OperationalError):
                return await asyncio.to_thread(kept, self._database)
            await asyncio.sleep(PAUSE)
        return await asyncio.to_thread(kept, self._database)

    async def _ask(self, hands: Hands, command: str, **options: Any) -> Interaction:
        answer = await hands.run(f"arkadia {command}", self._discord.channel, **options)
        await self._note(answer)
        return answer

    def traces(self, log: list[str]) -> Iterator[str]:
        """Yield what is left of the forgotten in the database, a new backup, and the bot's log.

        Args:
            log: all lines of it.
        """
        yield from self.left
        with TemporaryDirectory() as folder:
            backup = Path(folder) / "backup.sqlite3"
            if isinstance(self._database, Path):
                copy_database(self._database, backup)
            else:
                copy_into_file(self._database, backup)
            yield from traces_in(backup.read_bytes(), self.forgotten, "a new backup")
        yield from traces_in(kept(self._database), self.forgotten, "the files at the end")
        yield from traces_in("\n".join(log).encode(), self.forgotten, "the log")


def traces_in(content: bytes, people: list[Person], where: str) -> list[str]:
    """Describe what stands of some people in some bytes: their ids, names and notes."""
    return [
        f"{sought} in {where}"
        for person in people
        for sought in (person.id, person.name, _note_of(person))
        if is_in(content, sought)
    ]


def _note_of(person: Person) -> str:
    return f"what {person.name} thinks of it"
