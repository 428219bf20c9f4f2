"""Work of which a person has one piece at a time: locks, exports, animations, panels that go on.

An animation takes seconds, a board a millisecond. So animations are drawn one after another by a
thread of their own, where no board ever waits behind them. Finished files are kept in an LRU cache.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

import discord

from runtime import logs, newest


class StillBusyError(Exception):
    """An error raised when the same work is running for a person already."""


class Exports:
    """The people for whom all their games are being written down, each once at a time."""

    def __init__(self) -> None:
        self._people: set[int] = set()

    @contextmanager
    def holding(self, person: int) -> Iterator[None]:
        """Mark a person as busy while the context is open; StillBusyError if they are already."""
        if person in self._people:
            raise StillBusyError
        self._people.add(person)
        try:
            yield
        finally:
            self._people.discard(person)


class LockPerPerson:
    """A set of locks, one per person or pair of people, which serialize simultaneous presses."""

    def __init__(self) -> None:
        # Weak, so that a lock goes with the last of those who hold it or wait for it.
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    def turn(self, who: Hashable) -> asyncio.Lock:
        """Return the lock of a person or pair, to be held during the work."""
        return self._locks.setdefault(who, asyncio.Lock())


Progress: TypeAlias = Callable[[int, int], None]  # the frames done, and all

Drawer: TypeAlias = Callable[[Progress], bytes]

KEPT: Final = 8  # animations that are kept, each of some 100 kB to 1 MB


class _StoppedError(RuntimeError):
    """An error that breaks a drawing off when the bot stops."""


@dataclass(slots=True)
class Drawing:
    """An animation that is being drawn, or was."""

    file: asyncio.Future[bytes] = field(init=False)  # its bytes, once they are there
    percent: int = 0  # the progress, which the thread that draws tells


class Replays:
    """A service that draws animations, and keeps the files that were asked for last."""

    def __init__(self) -> None:
        self._files: newest.Newest[Hashable, bytes] = newest.Newest(KEPT)
        self._drawings: dict[Hashable, Drawing] = {}
        self._waiting: dict[int, Hashable] = {}
        self._painter = ThreadPoolExecutor(1, thread_name_prefix="replay")
        self._closed = False

    def draw(self, person: int, key: Hashable, draw: Drawer) -> Drawing:
        """Return an animation, kept, begun or new; StillBusyError if they wait for another."""
        if key in self._files:
            self._files[key] = self._files[key]  # as the newest
            return _done(self._files[key])
        if self._waiting.get(person, key) != key:
            raise StillBusyError
        if key not in self._drawings:
            self._begin(key, draw)
        self._waiting[person] = key
        return self._drawings[key]

    def close(self) -> None:
        """Stop drawing, and abort a drawing in progress."""
        self._closed = True
        self._painter.shutdown(wait=False, cancel_futures=True)

    def _begin(self, key: Hashable, draw: Drawer) -> None:
        drawing = self._drawings[key] = Drawing()

        def progress(done: int, total: int) -> None:
            # A thread cannot be cancelled from outside: it stops itself at the next frame, so that
            # the process need not wait seconds for its end.
            if self._closed:
                raise _StoppedError
            drawing.percent = 100 * done // total

        loop = asyncio.get_running_loop()
        drawing.file = loop.run_in_executor(self._painter, draw, progress)
        drawing.file.add_done_callback(partial(self._end, key))

    def _end(self, key: Hashable, file: asyncio.Future[bytes]) -> None:
        """Keep a finished file, and let the people who waited for it ask for another."""
        del self._drawings[key]
        self._waiting = {person: other for person, other in self._waiting.items() if other != key}
        if not file.cancelled() and file.exception() is None:
            self._files[key] = file.result()


def _done(content: bytes) -> Drawing:
    drawing = Drawing(percent=100)
    drawing.file = asyncio.get_running_loop().create_future()
    drawing.file.set_result(content)
    return drawing


log = logging.getLogger("arkadia.panel")

GoOn: TypeAlias = Callable[[], Awaitable[None]]  # shows a person their next turn
MOST_WAITING: Final = 500  # panels; computer players take seconds, so only a jam has more


class GoingOn:
    """The interactions whose answers go on after computer players' turns, one for each game.

    They are forgotten at a restart: then the button below the public message goes on.
    """

    def __init__(self) -> None:
        self._waiting: newest.Newest[int, tuple[discord.Interaction[discord.Client], GoOn]] = (
            newest.Newest(MOST_WAITING)
        )
        self._showing: set[asyncio.Task[None]] = set()

    def wait(
        self, number: int, interaction: discord.Interaction[discord.Client], go_on: GoOn
    ) -> None:
        """Have the newest answer about a game go on once its computer players have acted."""
        self._waiting[number] = interaction, go_on

    def forget(self, number: int) -> None:
        """Leave the answer about a game as it is."""
        self._waiting.pop(number, None)

    def begin(self, number: int) -> None:
        """Let a game's answer go on, in the background."""
        interaction, go_on = self._waiting.pop(number, (None, None))
        # Discord takes further answers for fifteen minutes.
        if interaction is None or go_on is None or interaction.is_expired():
            return
        task = asyncio.create_task(_shown(interaction.id, go_on))
        self._showing.add(task)
        task.add_done_callback(self._showing.discard)

    def close(self) -> None:
        """Stop what is being shown."""
        for task in self._showing:
            task.cancel()


async def _shown(number: int, go_on: GoOn) -> None:
    """Show what comes next to the person of an interaction."""
    logs.log_interaction(number)
    try:
        await go_on()
    except Exception as error:  # noqa: BLE001 - the public message has the same news and a button
        log.warning("Panel does not go on", extra={"interaction": number, "why": str(error)})
