"""Discord's rate limits: those it documents, and where it gives no number, one of its headers."""

from __future__ import annotations

import re
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from lab.discord.forms import answer

GLOBAL: Final = 50
"""Requests that a bot may make in a second, answers to interactions aside."""

INVALID: Final = (10_000, 600.0)
"""So many answers of 401, 403 or 429 in so many seconds, and nothing is answered for a while."""

BUCKETS: Final = (
    (re.compile(r"POST /channels/\*/messages"), "post", 5, 5.0),
    (re.compile(r"PATCH /channels/\*/messages/\*"), "edit", 5, 5.0),
    (re.compile(r"DELETE /channels/\*/messages/\*"), "delete", 5, 1.0),
    (re.compile(r"GET /channels/\*/messages"), "history", 5, 5.0),
    (re.compile(r"(POST|PATCH|DELETE) /webhooks/\*/.*"), "answer", 5, 2.0),
    (re.compile(r".*"), "other", 10, 10.0),
)
"""The requests of a bucket by their route, its name, and so many in so many seconds."""

FREE: Final = re.compile(r"POST /interactions/.*")
"""What is not limited."""

ANSWERS: Final = re.compile(r"\w+ /(interactions|webhooks)/.*")
"""What does not count as one of the bot's requests in a second."""

MAJOR: Final = re.compile(r"/api/(webhooks/[^/]+/[^/]+|\w+/[^/]+)")
"""What a bucket is one's own for: a channel, a server, or an interaction."""

SENDS: Final = (120, 60.0)
"""What a bot may send on one connection to the gateway, heartbeats among it."""

AT_ONCE: Final = 16
PAUSE: Final = 5.0
"""So many shards may log in at once, and each place among them once in so many seconds."""


def faster(speed: float) -> Callable[[], float]:
    """A clock, in seconds, that is so many times as fast."""
    return lambda: time.monotonic() * speed


@dataclass(slots=True)
class Window:
    """So many things in so many seconds, counted from the first of them."""

    limit: int
    seconds: float
    begun: float = float("-inf")
    count: int = 0

    def take(self, now: float) -> bool:
        """Counts one more thing; whether it may be."""
        if now - self.begun >= self.seconds:
            self.begun, self.count = now, 0
        self.count += 1
        return self.count <= self.limit

    def left(self, now: float) -> float:
        """Seconds until it begins anew."""
        return max(0.0, self.begun + self.seconds - now)


class Limits:
    """Refuses what comes too often.

    Args:
        clock: the time in seconds, as fast as it passes for the bot.

    Attributes:
        clock: that clock.
        refused: how many requests were, by why.
        most: the most requests that were made in a second, answers aside.
        banned: how many requests came while nothing was answered.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.refused: Counter[str] = Counter()
        self.most = 0
        self.banned = 0
        self.clock = clock
        self._global = Window(GLOBAL, 1.0)
        self._invalid = Window(*INVALID)
        self._buckets: dict[tuple[str, str], Window] = {}
        self._last: deque[float] = deque()

    def refusal(self, request: web.Request, what: str) -> web.Response | None:
        """What a request is answered that comes too early; None for one that may be carried out.

        Args:
            what: its method and path, with ``*`` for numbers.
        """
        now = self.clock()
        if self._invalid.count > self._invalid.limit and self._invalid.left(now):
            self.banned += 1
            return web.Response(status=429, text="<html>banned</html>", content_type="text/html")
        if not ANSWERS.fullmatch(what):
            self._last.append(now)
            while now - self._last[0] >= 1.0:
                self._last.popleft()
            self.most = max(self.most, len(self._last))
            if not self._global.take(now):
                return self._too_many("global", self._global.left(now))
        name, window = self._bucket(request, what)
        if window is not None and not window.take(now):
            return self._too_many(name, window.left(now))
        return None

    def mark(self, request: web.Request, what: str, done: web.StreamResponse) -> None:
        """Writes on an answer how much of a limit is left, and counts what is not valid."""
        now = self.clock()
        name, window = self._bucket(request, what)
        if window is not None and not done.prepared:
            left = window.left(now)
            done.headers["X-RateLimit-Limit"] = str(window.limit)
            done.headers["X-RateLimit-Remaining"] = str(max(0, window.limit - window.count))
            done.headers["X-RateLimit-Reset-After"] = f"{left:.3f}"
            done.headers["X-RateLimit-Bucket"] = name
        if done.status in (401, 403, 429):
            self._invalid.take(now)

    def _bucket(self, request: web.Request, what: str) -> tuple[str, Window | None]:
        if FREE.fullmatch(what):
            return "", None
        matches = (bucket for bucket in BUCKETS if bucket[0].fullmatch(what))
        _, name, limit, seconds = next(matches)
        if name == "other":
            name = what
        major = MAJOR.match(request.path)
        key = name, major[0] if major else ""
        return name, self._buckets.setdefault(key, Window(limit, seconds))

    def _too_many(self, why: str, seconds: float) -> web.Response:
        self.refused[why] += 1
        scope = "global" if why == "global" else "user"
        body = {
            "message": "You are being rate limited.",
            "retry_after": round(seconds, 3),
            "global": why == "global",
        }
        headers = {"Via": "1.1 google", "Retry-After": str(round(seconds + 0.5))}
        return answer(body, 429, **headers, **{"X-RateLimit-Scope": scope})
