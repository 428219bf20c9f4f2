"""The health check, ``python -m runtime.health``, the process's version, and its watchdog.

The check looks at the heartbeat: a running bot touches the file of ``ARKADIA_HEARTBEAT`` every few
seconds, as long as it is connected to Discord and its database answers.

The watchdog ends a process whose event loop stalls: a bot that hangs keeps its shards from another
process that could take over. A supervisor starts it again. The loop itself feeds systemd's own
watchdog, which also catches a process that was stopped altogether.
"""

import asyncio
import faulthandler
import logging
import os
import resource
import socket
import sys
import threading
import time
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final, NoReturn

from runtime.settings import SettingsError, read_settings

_PROJECT: Final = Path(__file__).parents[1] / "pyproject.toml"


@cache
def version() -> str:
    """Return the bot's version, from ``pyproject.toml``."""
    return str(tomllib.loads(_PROJECT.read_text("utf-8"))["project"]["version"])


def memory_in_use() -> int:
    """Return the resident memory in bytes, or its peak where only that is available."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:  # not Linux
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * os.sysconf("SC_PAGE_SIZE")


OLDEST_BEAT_S: Final = 90.0  # the age in seconds at which a heartbeat counts as lost


def is_alive(file: Path, now: float) -> bool:
    """Return whether the bot has touched its heartbeat file recently."""
    try:
        return now - file.stat().st_mtime <= OLDEST_BEAT_S
    except OSError:
        return False


def main() -> int:
    """Return the exit status: 0 if the bot is alive, 1 if not, 78 if settings are unusable."""
    try:
        file = read_settings(os.environ, Path(".env")).heartbeat
    except SettingsError as error:
        return _say(str(error), os.EX_CONFIG)
    if file is None:
        return _say(
            "ARKADIA_HEARTBEAT is not set, so nobody can tell whether the bot runs.", os.EX_CONFIG
        )
    if not is_alive(file, time.time()):
        return _say(f"{file} was not touched in the last {OLDEST_BEAT_S:.0f} seconds.", 1)
    return 0


def _say(sentence: str, status: int) -> int:
    sys.stderr.write(f"{sentence}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())


log = logging.getLogger("arkadia.watchdog")

STALLED_AFTER_S: Final = 30.0
"""Seconds without an iteration of the event loop after which the process ends."""

LOOKS: Final = 4  # checks by the thread, and signs of life by the loop, within that time

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
