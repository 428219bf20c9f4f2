"""One process of the bot in a simulation, from its start to its kill.

Its event loop goes by a virtual clock and draws the next one of the callbacks that are ready; its
store is in memory, and its connection is used in the loop itself, at drawn times.
"""

import asyncio
import io
import selectors
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar
from unittest.mock import patch

import discord
from simcord.backend import serializers

import db
from bot import ArkadiaBot
from db.outbox import StoredItem, Topic
from db.sql import Work
from db.sqlite.file import Change, answer, keep
from db.sqlite.soundness import SIZE, as_store_error
from db.store import Store
from delivery.notice import Draft, Notice
from i18n.translation import ENGLISH
from lab.discord.model import Discord
from lab.private_names import become_ready, speak_through
from lab.simulation.requests import Session
from runtime.settings import Settings
from ui.components import ButtonFace, view_of
from ui.public.post import Post
from ui.texts.markup import Part

T = TypeVar("T")

NAME: Final = Path("simulated.sqlite3")
SCHEMA: Final = Path(db.__file__).parent / "schema.sql"


@cache
def _empty() -> sqlite3.Connection:
    """Return an empty database of today's schema, to be copied."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(SCHEMA.read_text("utf-8"))
    connection.commit()
    return connection


def new_database() -> sqlite3.Connection:
    """Return a new database in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None, cached_statements=512)
    _empty().backup(connection)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


class DrawnDatabase:
    """A database that runs each function in the loop, after a drawn time; now and then it fails.

    Its connection outlives the process.
    """

    def __init__(self, connection: sqlite3.Connection, rng: Random, failing: float) -> None:
        self.name = str(NAME)
        self.path = NAME
        self.size = SIZE
        self.failing = failing
        self._connection = connection
        self._rng = rng
        self._turn = asyncio.Lock()  # one after the other, in their order

    async def change(self, work: Work[T]) -> T:
        """Keep a change; a killed process may not hear of it any more."""
        change: Change[T] = Change(work, asyncio.get_running_loop().create_future())
        async with self._turn:
            await self._wait()
            keep(self._connection, [change])
            await asyncio.sleep(self._rng.uniform(0.0, 0.005))
        if isinstance(change.error, sqlite3.Error):
            raise as_store_error(change.error, NAME) from change.error
        answer([change])
        return await change.answer

    async def read(self, work: Work[T]) -> T:
        """Answer a question."""
        async with self._turn:
            await self._wait()
            return work(self._connection)

    async def _wait(self) -> None:
        await asyncio.sleep(self._rng.uniform(0.001, 0.02))
        if self._rng.random() < self.failing:
            raise as_store_error(sqlite3.OperationalError("disk I/O error"), NAME)

    async def purge(self) -> None:
        """Purge nothing: no byte of it is on a disk."""

    def copy_to(self, target: Path) -> None:
        """Fail: no story makes a backup."""
        raise AssertionError(f"a story makes a backup: {target}")

    async def damage(self) -> str | None:
        """Return None: it is in memory."""

    def worded(self, statement: str) -> str:
        """Return a statement of SQLite's."""
        return statement

    def leave_numbers_out(self, connection: Any, count: int) -> None:
        """Leave no numbers out: no story loses history."""

    async def close(self) -> None:
        """Hold no lock."""


def store_on(connection: sqlite3.Connection, rng: Random, failing: float) -> Store:
    """Return a store on a database in memory."""
    return Store(NAME, DrawnDatabase(connection, rng, failing))


Result = TypeVar("Result")


class StuckError(Exception):
    """Nothing is ready, no timer runs, and the main task has not ended."""


class Clockwork(selectors.SelectSelector):
    """A selector that never waits: it moves a clock on instead."""

    def __init__(self, now: float) -> None:
        super().__init__()
        self.now = now
        self.moved: Callable[[float], None] = lambda now: None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Move the clock on by the time that would be waited for."""
        if timeout is None:
            raise StuckError("everything waits, and nothing is going to happen")
        self.now += max(timeout, 0.0)
        self.moved(self.now)
        return []


class DrawnLoop(asyncio.SelectorEventLoop):
    """A loop whose time and order of callbacks come from a source of chance.

    One callback runs at a time, drawn of all that are ready, so that a loop can be left after any
    of them, as by a kill. No thread is used: what is given to one runs in the loop, after a while.
    """

    def __init__(self, rng: Random, now: float) -> None:
        self.clockwork = Clockwork(now)
        super().__init__(self.clockwork)
        self._rng = rng
        self._clock_resolution = 1e-9
        self.set_exception_handler(lambda loop, context: self._failed(context))
        self.failures: list[str] = []

    def time(self) -> float:
        """Return the virtual time in seconds."""
        return self.clockwork.now

    def run_in_executor(  # type: ignore[override]
        self, executor: object, func: Callable[..., Result], *args: Any
    ) -> asyncio.Future[Result]:
        """Run a function in the loop itself, after a drawn time."""
        future: asyncio.Future[Result] = self.create_future()

        def run() -> None:
            if future.cancelled():
                return
            try:
                future.set_result(func(*args))
            except Exception as error:  # noqa: BLE001 - it is raised where the function was asked for
                future.set_exception(error)

        self.call_later(self._rng.uniform(0.0, 0.05), run)
        return future

    def _run_once(self) -> None:
        """Run one of the callbacks that are ready, drawn at random."""
        ready: deque[asyncio.Handle] = self._ready  # type: ignore[has-type]
        if len(ready) < 2:
            super()._run_once()  # type: ignore[misc]
            return
        place = self._rng.randrange(len(ready))
        chosen = ready[place]
        del ready[place]
        self._ready = deque((chosen,))
        super()._run_once()  # type: ignore[misc]
        # Timers that became due meanwhile and what the callback made ready are drawn from next.
        ready.extend(self._ready)
        self._ready = ready

    def _failed(self, context: Mapping[str, Any]) -> None:
        self.failures.append(f"{context.get('message')}: {context.get('exception')!r}")


EXTENSIONS: Final = ("cogs.public_messages", "cogs.clock")
"""The extensions that speak to the public of games."""

NOTICE: Final = "simulated"  # a kind of notice without contents of its own

FACE: Final = ButtonFace("simulated", "Look", 2)


async def _drawn(*_: Any, **__: Any) -> discord.File:
    return discord.File(io.BytesIO(b"a picture"), "board.png", description="a board")


@contextmanager
def without_pictures() -> Iterator[None]:
    """Let public messages have a file of a few bytes in place of a picture."""
    with patch("ui.pictures.drawn_file", _drawn):
        yield


class Life(ArkadiaBot):
    """A bot whose requests, database and time are drawn."""

    def __init__(
        self, clock: Any, rng: Random, kept: sqlite3.Connection, session: Session, served: Discord
    ) -> None:
        super().__init__(
            Settings(token="", database=NAME, others={"ARKADIA_DAILY_AHEAD": "0"}),
            EXTENSIONS,
            clock=clock,
            rng=rng,
        )
        self.session = session
        self._kept, self._drawn = kept, rng

        async def static_login(_: str) -> Any:
            speak_through(self, session, served.application_id)
            return dict(serializers.user_payload(served.bot_user))

        self.http.static_login = static_login  # type: ignore[method-assign, assignment]

    async def _open_store(self) -> Store:
        return store_on(self._kept, self._drawn, 0.0)

    async def sync_commands(self) -> None:
        """Send no commands."""

    async def begin(self) -> None:
        """Log in, and be ready."""
        await self.login("")
        services = self.services
        sender = services.sender(self)
        notice = Notice(services.outbox.limits, self.store, sender, self._build)
        services.outbox.handle(NOTICE, notice.say)
        become_ready(self)

    async def _build(self, item: StoredItem) -> Draft:
        button = FACE.button(item.subject_id, item.news, words=ENGLISH)
        post = Post([Part(f"News {item.news} of {item.subject_id}")], view=view_of(button))
        return Draft(post, item.channel_id, FACE.pattern)


def watched(life: Life, heard: Any) -> None:
    """Have each attempt of a process told: its topic, its beginning and its end."""
    outbox: Any = life.services.outbox
    attempt = outbox._try
    loop = asyncio.get_running_loop()

    async def tell(topic: Topic) -> Any:
        begun = loop.time()
        heard.begun(topic, begun)
        trouble = await attempt(topic)
        heard.ended(topic, begun, loop.time(), trouble)
        return trouble

    outbox._try = tell
