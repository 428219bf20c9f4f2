"""Work in the background, which no error ends for good."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

log = logging.getLogger("arkadia.background")

AGAIN_S: Final = 1.0
"""Seconds after which work that an error ended begins anew, doubled with each error in a row."""

AGAIN_AT_MOST_S: Final = 60.0
"""Seconds after which it begins anew in any case; who has worked as long had no error in a row."""


async def persistently(what: str, work: Callable[[], Awaitable[None]]) -> None:
    """Do work until it is done or cancelled; after an error, log that and begin it anew.

    Args:
        what: what is done, for the log.
        work: does it; it may find that some of it was done before.
    """
    wait = AGAIN_S
    while True:
        began = time.monotonic()
        try:
            return await work()
        except Exception:  # such as a file or connection that could not be opened for a moment
            log.exception("Begun anew after an error", extra={"what": what})
        if time.monotonic() - began > AGAIN_AT_MOST_S:
            wait = AGAIN_S
        await asyncio.sleep(wait)
        wait = min(2 * wait, AGAIN_AT_MOST_S)
