"""glibc's allocator: what pictures leave free between things that stay goes back to the system."""

from __future__ import annotations

import asyncio
import ctypes
from collections.abc import Callable
from typing import Final

GIVE_BACK_EVERY_S: Final = 20.0
"""Seconds between two times that free memory is given back. It takes less than half a millisecond,
and about 10 MB of holes between kept tiles and tables go each time after a burst."""


async def give_memory_back(every_s: float = GIVE_BACK_EVERY_S) -> None:
    """Give free memory back to the system now and then, until cancelled."""
    trim = _trim()
    # By itself glibc gives back the end of its heap alone.
    while trim is not None:
        await asyncio.sleep(every_s)
        trim(0)


def _trim() -> Callable[[int], int] | None:
    """Return glibc's function that gives all free pages back; another C library has none."""
    return getattr(ctypes.CDLL(None), "malloc_trim", None)
