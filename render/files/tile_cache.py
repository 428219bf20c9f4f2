"""The tiles that are kept, by what they show: bounded caches, all that outlives a picture."""

import threading
from collections.abc import Callable, Hashable
from typing import Final, Protocol, TypeVar

CACHE_BYTES: Final = 11_000_000
PASSING_BYTES: Final = 7_000_000
BACKDROP_BYTES: Final = 5_000_000

_painting: Final = threading.RLock()
"""Held while something is painted: its canvas and copies take some MB."""


class Kept(Protocol):
    """An object that a tile cache can keep, since it knows its size in bytes."""

    @property
    def memory(self) -> int:
        """The number of bytes that the object takes."""
        ...


_Drawn = TypeVar("_Drawn", bound=Kept)


class _Entry:
    """A kept thing, with the mark of the second-chance algorithm: used since it was last passed."""

    __slots__ = ("tile", "used")

    def __init__(self, tile: Kept) -> None:
        self.tile = tile
        self.used = False


class TileCache:
    """A cache of tiles by what they show, bounded in bytes; the oldest go first.

    One that was used meanwhile gets a second chance: the art of a board stays, though panels that
    are shown in one turn and never again come and go.

    What is not there is painted by one thread at a time, so that the scratch of painting is never
    there twice. Python lets one of them work at a time anyway.
    """

    def __init__(self, limit: int = CACHE_BYTES) -> None:
        self.limit = limit
        self._entries: dict[Hashable, _Entry] = {}
        self._memory = 0
        self._lock = threading.Lock()

    def get(self, draw: Callable[..., _Drawn], *key: Hashable) -> _Drawn:
        """Return the tile or sprite that ``draw(*key)`` gives, drawn at the first request."""
        name = (draw, key)
        entry = self._entries.get(name)
        if entry is None:
            with _painting:
                # Another thread may have painted it meanwhile.
                entry = self._entries.get(name) or self._keep(name, draw(*key))
        else:
            # Outside the lock: a lost mark costs a drawing at worst, a lock something each time.
            entry.used = True
        return entry.tile  # type: ignore[return-value]  # a cast costs a call at each tile laid

    def _keep(self, name: Hashable, tile: Kept) -> _Entry:
        with self._lock:
            entry = self._entries.get(name)
            if entry is None:
                self._make_room(tile.memory)
                entry = self._entries[name] = _Entry(tile)
                self._memory += tile.memory
        return entry

    def _make_room(self, memory: int) -> None:
        """Let go of the oldest that were not used since this last came by them."""
        while self._entries and self._memory + memory > self.limit:
            oldest = next(iter(self._entries))
            entry = self._entries.pop(oldest)
            if entry.used:
                entry.used = False
                self._entries[oldest] = entry
            else:
                self._memory -= entry.tile.memory

    @property
    def memory(self) -> int:
        """The number of bytes that all kept tiles take."""
        return self._memory

    def __len__(self) -> int:
        return len(self._entries)

    def clear(self) -> None:
        """Forget every tile."""
        with self._lock:
            self._entries.clear()
            self._memory = 0


TILES: Final = TileCache()
"""Tiles that stay: art, of which there is only so much, and lines of text, which are small. The art
of one theme takes about ten megabytes: with less room each picture would paint some of it anew."""

PASSING: Final = TileCache(PASSING_BYTES)
"""Tiles of a moment: panels, and buildings as they look now. They would push out the art."""

BACKDROPS: Final = TileCache(BACKDROP_BYTES)
"""Beginnings of pictures. The three caches are all of size that is kept between two pictures."""


def forget_tiles() -> None:
    """Forget everything drawn, so that all of it is drawn anew."""
    TILES.clear()
    PASSING.clear()
    BACKDROPS.clear()
