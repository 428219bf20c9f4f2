"""Animations of finished games: drawn one after another apart from all other pictures, and kept.

An animation takes seconds, a board a millisecond. So animations have a thread of their own, where
no board ever waits behind them. Each person has one at a time there, and finished files are kept
in an LRU cache.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from runtime.newest import Newest

Progress: TypeAlias = Callable[[int, int], None]
"""A callback with the number of frames done and the number of all."""

Drawer: TypeAlias = Callable[[Progress], bytes]

KEPT: Final = 8
"""Animations that are kept, each of some 100 kB to 1 MB."""


class StillDrawingError(RuntimeError):
    """An error for a person who waits for another animation already."""


class _StoppedError(RuntimeError):
    """An error that breaks a drawing off when the bot stops."""


@dataclass(slots=True)
class Percent:
    """The progress of a drawing, shared with the thread that draws."""

    done: int = 0


@dataclass(frozen=True, slots=True)
class Drawing:
    """An animation that is being drawn, or was.

    Attributes:
        file: its bytes, once they are there.
        percent: the progress.
    """

    file: asyncio.Future[bytes]
    percent: Percent


class Replays:
    """A service that draws animations, and keeps the files that were asked for last."""

    def __init__(self) -> None:
        self._files: Newest[Hashable, bytes] = Newest(KEPT)
        self._drawings: dict[Hashable, Drawing] = {}
        self._waiting: dict[int, Hashable] = {}
        self._painter = ThreadPoolExecutor(1, thread_name_prefix="replay")
        self._closed = False

    def draw(self, person: int, key: Hashable, draw: Drawer) -> Drawing:
        """Return an animation for a person: from the cache, in progress, or newly begun.

        Args:
            key: the identity of the animation, for the cache.
            draw: the function that makes the file, called in another thread.

        Raises:
            StillDrawingError: if the person waits for another one.
        """
        if key in self._files:
            self._files[key] = self._files[key]  # as the newest
            return _done(self._files[key])
        if self._waiting.get(person, key) != key:
            raise StillDrawingError("one animation at a time")
        if key not in self._drawings:
            self._begin(key, draw)
        self._waiting[person] = key
        return self._drawings[key]

    def close(self) -> None:
        """Stop drawing, and abort a drawing in progress."""
        self._closed = True
        self._painter.shutdown(wait=False, cancel_futures=True)

    def _begin(self, key: Hashable, draw: Drawer) -> None:
        percent = Percent()

        def progress(done: int, total: int) -> None:
            # A thread cannot be cancelled from outside: it stops itself at the next frame, so that
            # the process need not wait seconds for its end.
            if self._closed:
                raise _StoppedError
            percent.done = 100 * done // total

        file = asyncio.get_running_loop().run_in_executor(self._painter, draw, progress)
        self._drawings[key] = Drawing(file, percent)
        file.add_done_callback(partial(self._end, key))

    def _end(self, key: Hashable, file: asyncio.Future[bytes]) -> None:
        """Keep a finished file, and let the people who waited for it ask for another."""
        del self._drawings[key]
        self._waiting = {person: other for person, other in self._waiting.items() if other != key}
        if not file.cancelled() and file.exception() is None:
            self._files[key] = file.result()


def _done(content: bytes) -> Drawing:
    file: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
    file.set_result(content)
    return Drawing(file, Percent(100))
