"""The caches and queues of the bot, each with its limit in bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from render.files.tile_cache import BACKDROPS, PASSING, TILES
from ui.pictures import WAITING
from ui.services import Services


class Limited(Protocol):
    """A cache or queue that counts its bytes."""

    @property
    def memory(self) -> int:
        """The bytes that it takes now."""
        ...

    @property
    def limit(self) -> int:
        """The most bytes that it takes."""
        ...


def kept_in_memory(services: Services) -> Mapping[str, Limited]:
    """Return all caches and queues of a bot by their name."""
    return {
        "tiles": TILES,
        "panels": PASSING,
        "backdrops": BACKDROPS,
        "pictures": WAITING,
        "animations": services.replays,
        "tables": services.tables.cache,
        "texts": services.texts,
        "acts": services.once,
    }
