"""A fork server for soaks: it starts the bot as process after process.

Everything is imported once; a start is then a fork, and takes hardly any time, so that ten thousand
processes can be killed. It is given Discord's
address, and a clock that runs faster, so that a minute's wait takes seconds.

Usage: ``python -m lab.soak.launcher ADDRESS SPEED``. Each line of standard input starts a
bot; lines of standard output say ``started PID`` and ``ended PID STATUS``, where a signal's number
is negative.
"""

from __future__ import annotations

import asyncio
import json
import os
import select
import selectors
import sys
import traceback

import discord
import yarl

import bot


class FastSelector(selectors.DefaultSelector):
    """A selector that divides each waiting time by a speed."""

    speed = 1.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for an event, or until the shortened time has passed."""
        return super().select(timeout / self.speed if timeout else timeout)


class FastLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock runs faster than the machine's."""

    def __init__(self) -> None:
        super().__init__(FastSelector())

    def time(self) -> float:
        """Return the loop's own time, in seconds."""
        return super().time() * FastSelector.speed


class FastPolicy(asyncio.DefaultEventLoopPolicy):
    """A policy that makes fast loops."""

    _loop_factory = FastLoop


def be_the_bot() -> None:
    """Run the bot in this forked process, and end the process with its status."""
    status = 70
    try:
        # The launcher's own input and output carry its protocol, which a bot must not disturb.
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.dup2(2, 1)
        status = bot.main()
    except BaseException:  # noqa: BLE001
        text = json.dumps(traceback.format_exc().strip())  # one line, as those of the log
        print(f"The program failed error={text}", file=sys.stderr)
    finally:
        sys.stderr.flush()
        # Not sys.exit, which would unwind into the launcher's loop in the forked process.
        os._exit(status)


def reap() -> None:
    """Report the bot processes that have ended to standard output."""
    while True:
        try:
            process, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not process:
            return
        say(f"ended {process} {os.waitstatus_to_exitcode(status)}")


def say(line: str) -> None:
    """Write a line to standard output, unbuffered."""
    os.write(1, f"{line}\n".encode())


def main(address: str, speed: float) -> None:
    """Start and report bots until standard input ends."""
    del sys.argv[1:]  # the program has no arguments of its own
    discord.http.Route.BASE = f"http://{address}/api"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{address}/gateway/")
    FastSelector.speed = speed
    asyncio.set_event_loop_policy(FastPolicy())
    # Work is awaited then, and the database, which take as long as ever.
    bot.LAST_ANSWERS_S *= speed  # type: ignore[misc]
    while True:
        # A short wait, since the end of a bot is noticed between two of them.
        readable, _, _ = select.select([0], [], [], 0.02)
        reap()
        if not readable:
            continue
        wanted = os.read(0, 1)
        if not wanted:
            return
        if wanted == b"\n":
            process = os.fork()
            if not process:
                be_the_bot()
            say(f"started {process}")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
