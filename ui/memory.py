"""The caches of the bot that count their bytes, each with its limit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from render.files.tile_cache import BACKDROPS, PASSING, TILES
from ui.services import Services


class Limited(Protocol):
    """A cache that counts its bytes."""

    @property
    def memory(self) -> int:
        """The bytes that it takes now."""
        ...

    @property
    def limit(self) -> int:
        """The most bytes that it takes."""
        ...


def kept_in_memory(services: Services) -> Mapping[str, Limited]:
    """Return those caches of a bot by their name."""
    return {
        "tiles": TILES,
        "panels": PASSING,
        "backdrops": BACKDROPS,
        "tables": services.tables.cache,
    }
