"""Discord's rate limits: as documented, or as its headers say where no number is documented."""

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
"""Requests that a bot may make in a second; answers to interactions do not count."""

INVALID: Final = (10_000, 600.0)
"""The number of 401, 403 and 429 in some seconds after which Discord bans a bot for a while."""

BUCKETS: Final = (
    (re.compile(r"POST /channels/\*/messages"), "post", 5, 5.0),
    (re.compile(r"PATCH /channels/\*/messages/\*"), "edit", 5, 5.0),
    (re.compile(r"DELETE /channels/\*/messages/\*"), "delete", 5, 1.0),
    (re.compile(r"GET /channels/\*/messages"), "history", 5, 5.0),
    (re.compile(r"(POST|PATCH|DELETE) /webhooks/\*/.*"), "answer", 5, 2.0),
    (re.compile(r".*"), "other", 10, 10.0),
)
"""Buckets: the pattern of their requests, a name, and the requests allowed in some seconds."""

FREE: Final = re.compile(r"POST /interactions/.*")
"""Requests without a limit."""

ANSWERS: Final = re.compile(r"\w+ /(interactions|webhooks)/.*")
"""Requests that the global limit does not count."""

MAJOR: Final = re.compile(r"/api/(webhooks/[^/]+/[^/]+|\w+/[^/]+)")
"""The major parameter, which has buckets of its own: a channel, a server or an interaction."""

SENDS: Final = (120, 60.0)
"""The messages that a bot may send on one gateway connection in some seconds, with heartbeats."""

AT_ONCE: Final = 16
PAUSE: Final = 5.0
"""The shards that may log in at once (``max_concurrency``), and the seconds until the next."""


def faster(speed: float) -> Callable[[], float]:
    """Return a clock, in seconds, that runs ``speed`` times as fast as the machine's."""
    return lambda: time.monotonic() * speed


@dataclass(slots=True)
class Window:
    """A fixed window: at most ``limit`` things in ``seconds``, counted from the first of them."""

    limit: int
    seconds: float
    begun: float = float("-inf")
    count: int = 0

    def take(self, now: float) -> bool:
        """Count one more thing, and return whether it is within the limit."""
        if now - self.begun >= self.seconds:
            self.begun, self.count = now, 0
        self.count += 1
        return self.count <= self.limit

    def left(self, now: float) -> float:
        """Return the seconds until the window begins anew."""
        return max(0.0, self.begun + self.seconds - now)


class Limits:
    """The rate limits of one bot: they refuse requests that come too often.

    Args:
        clock: the time in seconds, as fast as it passes for the bot.

    Attributes:
        clock: that clock.
        refused: the number of refused requests, by their bucket.
        most: the most requests made in a second, answers to interactions aside.
        banned: the number of requests that came during a ban.
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
        """Return the refusal of a request that comes too early; None if it may be carried out.

        Args:
            what: its method and path, with ``*`` for numbers.
        """
        now = self.clock()
        if self._invalid.count > self._invalid.limit and self._invalid.left(now):
            self.banned += 1
            # Cloudflare answers during a ban, by a page that is no JSON.
            return web.Response(status=429, text="<html>banned</html>", content_type="text/html")
        if not ANSWERS.fullmatch(what):
            # A sliding second: two bursts across the border of a fixed one show in ``most``.
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
        """Write into an answer's headers how many requests are left, and count invalid requests."""
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
        if name == "other":  # each remaining route has a bucket of its own
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
        # discord.py takes a 429 without "Via" for a ban, and does not try again.
        headers = {"Via": "1.1 google", "Retry-After": str(round(seconds + 0.5))}
        return answer(body, 429, **headers, **{"X-RateLimit-Scope": scope})
