"""Stopping a process: cleanly if that takes seconds, and all the same if it does not."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from typing import Any, Final

log = logging.getLogger("arkadia.stopping")

LONGEST_STOP_S: Final = 20.0
"""Seconds that a stop takes at most; supervisors end a process after thirty, or sooner."""

CANCEL_AGAIN_AFTER_S: Final = 0.5
"""Seconds after which a task is told once more that it is to end."""

STUCK: Final = os.EX_SOFTWARE
"""The status of a process that did not come to its end by itself."""


def stop_signal() -> asyncio.Event:
    """An event that is set by Ctrl-C or SIGTERM; the next such signal ends the process at once."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()

    def on_signal() -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, on_signal)
    return stop


async def ended(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks until they have ended, whatever comes of them.

    Once is not enough: discord.py takes a cancellation while a shard connects anew for the end of
    that attempt, and waits for the next one.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=CANCEL_AGAIN_AFTER_S)
    await asyncio.gather(*tasks, return_exceptions=True)


def end_within(seconds: float = LONGEST_STOP_S) -> None:
    """End this process after some seconds, whatever it does then; it is as if it was killed.

    What was saved is safe, and what was not shown yet the next start shows.
    """
    end = threading.Timer(seconds, _give_up, (seconds,))
    end.daemon = True  # which a process that ends sooner does not wait for
    end.start()


def _give_up(seconds: float) -> None:
    log.error("Not stopped in time, so left as it is", extra={"seconds": seconds})
    os._exit(STUCK)
