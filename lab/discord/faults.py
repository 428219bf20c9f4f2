"""Faults of Discord and of the connection, which a soak injects."""

from __future__ import annotations

import socket
import struct
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Final

from aiohttp import web

from lab.discord.forms import answer

BEFORE: Final = (
    "500",
    "503",
    "502 without JSON",
    "429",
    "429 without JSON",
    "403",
    "403 inside",
    "403 without JSON",
    "reset before",
    "hang-up before",
)
"""Faults before the request is carried out: a refusal, or a broken connection."""

AFTER: Final = ("reset after", "hang-up after", "500 after", "503 after")
"""Faults after the request is carried out, so that its answer is lost."""

SLOW: Final = ("slow",)
"""The request is carried out late."""

NO_THREADS: Final = ("no more threads",)
"""The server has as many threads as Discord allows."""

KINDS: Final = (*BEFORE, *AFTER, *SLOW, *NO_THREADS)


@dataclass(slots=True)
class Faults:
    """A generator of faults for requests.

    Attributes:
        rate: the share of the requests that fail.
        kinds: the faults to choose from.
        count: the number of faults by kind and route.
        happened: the same one by one, each with its time in milliseconds.
    """

    rng: Random
    rate: float = 0.0
    kinds: tuple[str, ...] = KINDS
    count: Counter[str] = field(default_factory=Counter)
    happened: list[tuple[int, str]] = field(default_factory=list)

    def pick(self, what: str) -> str:
        """Choose a fault for a request at random; return its name, or an empty text for none."""
        if self.rng.random() >= self.rate:
            return ""
        threads = what.endswith("/threads")
        fitting = [kind for kind in self.kinds if threads or kind not in NO_THREADS]
        if not fitting:
            return ""
        kind = self.rng.choice(fitting)
        self.count[f"{kind}: {what}"] += 1
        self.happened.append((time.time_ns() // 1_000_000, f"{kind}: {what}"))
        return kind


def failed(request: web.Request, fault: str) -> web.StreamResponse:
    """Return the answer to a request that fails by the named fault.

    Raises:
        ValueError: if no fault has that name.
    """
    match fault.split():
        case ["no", "more", "threads"]:
            body = {"message": "Maximum number of active threads reached", "code": 160006}
            return answer(body, 400)
        case ["403", "inside"]:
            return answer({"message": "internal network error", "code": 40333}, 403)
        case ["403"]:
            return answer({"message": "Missing Permissions", "code": 50013}, 403)
        case ["429"]:
            body = {"message": "limited", "retry_after": 0.2, "global": False}
            # Without "Via" discord.py takes a 429 for a ban by Cloudflare and gives up at once.
            return answer(body, 429, Via="1.1 google")
        case [status, "without", "JSON"]:
            return web.Response(
                status=int(status), text="<html>no</html>", content_type="text/html"
            )
        case [("reset" | "hang-up") as how, _]:
            _break(request, hard=how == "reset")
            return web.Response(status=500)  # for aiohttp alone: nothing reaches the bot
        case [status, *_]:
            return answer({"message": "something broke", "code": 0}, int(status))
    raise ValueError(fault)


def _break(request: web.Request, *, hard: bool) -> None:
    """Break the connection off, with a reset or without one."""
    transport = request.transport
    if transport is None:
        return
    if hard:
        raw = transport.get_extra_info("socket")
        # To linger for no time makes the kernel send RST instead of FIN.
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()
