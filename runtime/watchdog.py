"""A watchdog: a process whose event loop stands still ends itself, and systemd is told it is alive.

A thread looks at when the loop ran last. It ends the process where that is too long ago, because
a bot that hangs keeps its shards from another process that could take over. A supervisor starts it
again. systemd's own watchdog, which also ends a process that was stopped altogether, is fed by the
loop itself.
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
from typing import Final

log = logging.getLogger("arkadia.watchdog")

STALLED_AFTER_S: Final = 30.0
"""Seconds without a turn of the event loop after which the process ends."""

LOOKS: Final = 4
"""How often the thread looks, and the loop shows that it runs, within that time."""

STALLED: Final = os.EX_SOFTWARE
"""The exit status of a process that hung; a supervisor is to start it again."""


class Watchdog:
    """Watches over the event loop it is run in.

    Args:
        environment: where systemd names its socket (``NOTIFY_SOCKET``) and the time in which it
            wants to hear of the process (``WATCHDOG_USEC``).
        stalled_after_s: how long the loop may stand still; systemd's time where it names one.
    """

    def __init__(
        self, environment: Mapping[str, str], *, stalled_after_s: float = STALLED_AFTER_S
    ) -> None:
        wanted = environment.get("WATCHDOG_USEC", "")
        self._limit = int(wanted) / 1e6 if wanted.isdigit() and int(wanted) else stalled_after_s
        self._socket = environment.get("NOTIFY_SOCKET", "")
        self._ran_at = time.monotonic()

    async def run(self) -> None:
        """Feed the watchdogs until this is cancelled."""
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
        """Tell systemd a state such as ``READY=1``; nothing where no supervisor listens."""
        if not self._socket:
            return
        address = f"\0{self._socket[1:]}" if self._socket.startswith("@") else self._socket
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end, suppress(OSError):
            end.sendto(state.encode(), address)

    def _watch(self, over: threading.Event) -> None:
        while not over.wait(self._limit / LOOKS):
            self._end_if_stalled()

    def _end_if_stalled(self) -> None:
        stood = time.monotonic() - self._ran_at
        if stood > self._limit:
            log.critical("The event loop stood still", extra={"for_s": round(stood, 1)})
            faulthandler.dump_traceback()
            os._exit(STALLED)
