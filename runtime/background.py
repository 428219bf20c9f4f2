"""Work in the background, which no error ends for good, and the stop of a process."""

import asyncio
import logging
import os
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

log = logging.getLogger("arkadia.background")

AGAIN_S: Final = 1.0
"""Seconds after which work that an error ended begins anew, doubled with each error in a row."""

AGAIN_AT_MOST_S: Final = 60.0
"""Seconds after which it begins anew in any case; who has worked as long had no error in a row."""


async def persistently(what: str, work: Callable[[], Awaitable[None]]) -> None:
    """Do work until it is done or cancelled; after an error, log that and begin it anew.

    Args:
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


LONGEST_STOP_S: Final = 20.0
"""The deadline of a stop in seconds; supervisors kill a process after thirty, or sooner."""

CANCEL_AGAIN_AFTER_S: Final = 0.5
"""Seconds after which a task that is still running is cancelled again."""

STUCK: Final = os.EX_SOFTWARE


def stop_signal() -> asyncio.Event:
    """Return an event that Ctrl-C or SIGTERM sets; a second signal ends the process at once."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()

    def on_signal() -> None:
        # Python's own handling comes back, so that an impatient second Ctrl-C is not swallowed.
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, on_signal)
    return stop


async def cancel_until_ended(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks repeatedly until all have ended; their exceptions are dropped.

    One cancellation is not enough: discord.py takes it for the end of a reconnection's attempt,
    and waits for the next one. Two of three bots did not stop for a minute because of that.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=CANCEL_AGAIN_AFTER_S)
    await asyncio.gather(*tasks, return_exceptions=True)


def end_within(seconds: float = LONGEST_STOP_S) -> threading.Timer:
    """Exit this process by force after a deadline, with the same effect as a kill.

    Saved actions are durable, and the next start shows what the outbox has not sent. A process that
    goes on after its stop cancels the timer.
    """
    # A thread, not a task: a hanging event loop is one of the reasons for a stop that takes long.
    end = threading.Timer(seconds, _give_up, (seconds,))
    end.daemon = True  # which a process that ends sooner does not wait for
    end.start()
    return end


def _give_up(seconds: float) -> None:
    log.error("Not stopped in time, so left as it is", extra={"seconds": seconds})
    os._exit(STUCK)
