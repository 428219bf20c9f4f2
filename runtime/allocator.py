"""Free memory: after a burst of pictures it goes back to the system."""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable
from typing import Final

GIVE_BACK_EVERY_S: Final = 20.0
"""Seconds between two times that free memory is given back. After a burst some 10 MB of holes
between kept tiles and tables go in half a millisecond, which glibc by itself keeps."""


async def give_memory_back(every_s: float = GIVE_BACK_EVERY_S) -> None:
    """Give free memory back to the system now and then, until cancelled."""
    trim = _trim()
    while trim is not None:
        await asyncio.sleep(every_s)
        # Requests of aiohttp hold their pictures in circles, and by itself Python looks for old
        # ones only after many thousand new objects.
        gc.collect()
        trim(0)


def _trim() -> Callable[[int], int] | None:
    """Return glibc's function that gives all free pages back; another C library has none."""
    return getattr(ctypes.CDLL(None), "malloc_trim", None)
