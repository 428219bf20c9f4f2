"""The way of a request of the bot to the model: forms, rate limits and faults.

The limits are as documented, or as Discord's headers say where no number is documented.
"""

import json
import re
import socket
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from random import Random
from typing import Any, Final

from aiohttp import web

from lab.discord.strict import Json


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request."""

    filename: str
    description: str | None
    fp: BytesIO


def answer(value: object, status: int = 200, **headers: str) -> web.Response:
    """Return a JSON response, an empty one (204) for None, a page for a text."""
    if value is None:
        return web.Response(status=204, headers=headers)
    if isinstance(value, str):
        return web.Response(text=value, status=status, content_type="text/html")
    # Without the charset that ``json_response`` adds, by which discord.py would take it for a text.
    body, kind = json.dumps(value).encode(), "application/json"
    return web.Response(body=body, status=status, content_type=kind, headers=headers)


async def read(request: web.Request) -> tuple[Any, list[Upload]]:
    """Return a request's JSON, and the files that came with it."""
    content = await request.read()
    if not request.content_type.startswith("multipart/"):
        return (json.loads(content) if content else None), []
    parts = list(_parts(content))
    [body] = [json.loads(sent) for name, _, sent in parts if name == "payload_json"]
    named = body.get("attachments") or (body.get("data") or {}).get("attachments") or ()
    described = {f"files[{file['id']}]": file.get("description") for file in named}
    files = [
        Upload(filename, described.get(name), BytesIO(sent))
        for name, filename, sent in parts
        if name.startswith("files[")
    ]
    return body, files


def _parts(content: bytes) -> Iterator[tuple[str, str, bytes]]:
    """Yield the parts of a form: their names, the names of their files, and their bytes."""
    delimiter, _, rest = content.partition(b"\r\n")
    for part in (b"\r\n" + rest).split(b"\r\n" + delimiter)[:-1]:
        head, _, sent = part.partition(b"\r\n\r\n")
        name = re.search(rb'; name="([^"]*)"', head)
        filename = re.search(rb'; filename="([^"]*)"', head)
        assert name is not None
        yield name[1].decode(), filename[1].decode() if filename else "", sent


GLOBAL: Final = 50  # requests that a bot may make in a second; answers to interactions do not count

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

FREE: Final = re.compile(r"POST /interactions/.*")  # requests without a limit

ANSWERS: Final = re.compile(r"\w+ /(interactions|webhooks)/.*")
"""Requests that the global limit does not count."""

MAJOR: Final = re.compile(r"/(webhooks/[^/]+/[^/]+|\w+/[^/]+)")
"""The major parameter, which has buckets of its own: a channel, a server or an interaction."""

SENDS: Final = (120, 60.0)
"""The messages that a bot may send on one gateway connection in some seconds, with heartbeats."""

AT_ONCE: Final = 16
PAUSE: Final = 5.0
"""The shards that may log in at once (``max_concurrency``), and the seconds until the next."""


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
    """The rate limits of one bot: they refuse requests that come too often."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.refused: Counter[str] = Counter()
        self.clock = clock
        self._global = Window(GLOBAL, 1.0)
        self._invalid = Window(*INVALID)
        self._buckets: dict[tuple[str, str], Window] = {}

    def take(self, what: str, path: str) -> tuple[Json | str | None, dict[str, str]]:
        """Count a request, and return its refusal and the headers of its answer.

        Returns:
            The body of the refusal, and the headers; a body of None if it may be carried out.
        """
        now = self.clock()
        if self._invalid.count > self._invalid.limit and self._invalid.left(now):
            return "banned", {}  # Cloudflare answers during a ban, by a page that is no JSON
        if not ANSWERS.fullmatch(what) and not self._global.take(now):
            return self._too_many("global", self._global.left(now))
        if FREE.fullmatch(what):
            return None, {}
        matches = (bucket for bucket in BUCKETS if bucket[0].fullmatch(what))
        _, name, limit, seconds = next(matches)
        name = what if name == "other" else name  # each remaining route has a bucket of its own
        major = MAJOR.match(path)
        key = name, major[0] if major else ""
        window = self._buckets.setdefault(key, Window(limit, seconds))
        allowed, left = window.take(now), window.left(now)
        marks = {
            "X-RateLimit-Limit": str(window.limit),
            "X-RateLimit-Remaining": str(max(0, window.limit - window.count)),
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": name,
        }
        if allowed:
            return None, marks
        body, headers = self._too_many(name, left)
        return body, marks | headers

    def note(self, status: int) -> None:
        """Count an answer that was no success."""
        if status in (401, 403, 429):
            self._invalid.take(self.clock())

    def _too_many(self, why: str, seconds: float) -> tuple[Json, dict[str, str]]:
        self.refused[why] += 1
        far = why == "global"
        body: Json = {"message": "You are being rate limited.", "retry_after": round(seconds, 3)}
        # discord.py takes a 429 without "Via" for a ban, and does not try again.
        headers = {"Via": "1.1 google", "Retry-After": str(round(seconds + 0.5))}
        return body | {"global": far}, headers | {"X-RateLimit-Scope": "global" if far else "user"}


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

NO_THREADS: Final = "no more threads"  # the server has as many threads as Discord allows

KINDS: Final = (*BEFORE, *AFTER, "slow", NO_THREADS)
"""All faults; a slow request is carried out late."""


@dataclass(slots=True)
class Faults:
    """A generator of faults for requests."""

    rng: Random
    rate: float = 0.0
    kinds: tuple[str, ...] = KINDS
    count: Counter[str] = field(default_factory=Counter)

    def pick(self, what: str) -> str:
        """Choose a fault for a request at random; return its name, or an empty text for none."""
        if self.rng.random() >= self.rate:
            return ""
        kind = self.rng.choice(self.kinds)
        if kind == NO_THREADS and not what.endswith("/threads"):
            return ""
        self.count[f"{kind}: {what}"] += 1
        return kind


def failed(request: web.Request, fault: str) -> web.StreamResponse:
    """Return the answer to a request that fails by the named fault."""
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
            return answer("<html>no</html>", int(status))
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
