"""A watchdog: it ends a process whose event loop stalls, and feeds systemd's own watchdog.

A thread checks when the loop ran last, and ends the process if that is too long ago: a bot that
hangs keeps its shards from another process that could take over. A supervisor starts it again.
The loop itself feeds systemd's watchdog, which also catches a process that was stopped altogether.
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import socket
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, NoReturn

log = logging.getLogger("arkadia.watchdog")

STALLED_AFTER_S: Final = 30.0
"""Seconds without an iteration of the event loop after which the process ends."""

LOOKS: Final = 4
"""Checks by the thread, and signs of life by the loop, within that time."""

STALLED: Final = os.EX_SOFTWARE
"""The exit status of a stalled process, upon which supervisors restart it."""


class Watchdog:
    """A watchdog of the event loop in which it runs.

    Args:
        environment: the environment variables: ``NOTIFY_SOCKET`` is systemd's socket, and
            ``WATCHDOG_USEC`` the interval in which systemd expects a sign of life.
        stalled_after_s: the longest stall in seconds; systemd's interval takes precedence.
    """

    def __init__(
        self, environment: Mapping[str, str], *, stalled_after_s: float = STALLED_AFTER_S
    ) -> None:
        wanted = environment.get("WATCHDOG_USEC", "")
        self._limit = int(wanted) / 1e6 if wanted.isdigit() and int(wanted) else stalled_after_s
        self._socket = environment.get("NOTIFY_SOCKET", "")
        self._ran_at = time.monotonic()

    async def run(self) -> None:
        """Feed both watchdogs until cancelled."""
        self._ran_at = time.monotonic()
        over = threading.Event()
        thread = threading.Thread(target=self._watch, args=(over,), name="watchdog", daemon=True)
        thread.start()
        self.tell("READY=1")
        try:
            while True:
                self._end_if_stalled()  # a process that was stopped goes on with the loop first
                self._ran_at = time.monotonic()
                self.tell("WATCHDOG=1")
                await asyncio.sleep(self._limit / LOOKS)
        finally:
            self.tell("STOPPING=1")
            over.set()

    def tell(self, state: str) -> None:
        """Send systemd a state such as ``READY=1``, if it supervises this process."""
        if not self._socket:
            return
        # An @ stands for the zero byte of an abstract socket (sd_notify's protocol).
        address = f"\0{self._socket[1:]}" if self._socket.startswith("@") else self._socket
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
            end.sendto(state.encode(), address)

    def _watch(self, over: threading.Event) -> None:
        while not over.wait(self._limit / LOOKS):
            self._end_if_stalled()

    def _end_if_stalled(self) -> None:
        stood = time.monotonic() - self._ran_at
        if stood > self._limit:
            end_process("The event loop stood still", stood)


def end_process(why: str, for_s: float) -> NoReturn:
    """End this process at once: it hangs, and what it holds is to be free for another."""
    log.critical(why, extra={"for_s": round(for_s, 1)})
    # The stacks show where it hangs. ``sys.exit`` would only end this thread.
    faulthandler.dump_traceback()
    os._exit(STALLED)
