"""Discord as discord.py's own client of HTTP finds it, with a drawn fate for each request."""

import asyncio
import errno
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import aiohttp
from multidict import CIMultiDict
from simcord.backend.errors import BackendError
from simcord.http import router

from lab.discord.model import Discord
from lab.discord.requests import Limits, Upload

FATES: Final = (
    "500",
    "502",
    "503",
    "429",
    "global 429",
    "reset before",
    "reset after",
    "hang-up before",
    "hang-up after",
    "500 after",
    "late",
    "silent before",
    "silent after",
    "killed before",
    "killed after",
)
"""The fates of a request. A silent one is never answered, whether or not it was carried out."""

REFUSED: Final = "403"  # a refusal of posts alone, as where a permission was taken away

NUMBER: Final = re.compile(r"/\d+")


@dataclass
class Response:
    """The part of aiohttp's response that discord.py reads."""

    status: int
    body: str
    headers: CIMultiDict[str]
    reason: str = ""

    async def text(self, encoding: str = "utf-8") -> str:
        """Return the body."""
        return self.body

    async def __aenter__(self) -> "Response":
        return self

    async def __aexit__(self, *_: object) -> None:
        pass


@dataclass
class Fates:
    """The source of what becomes of requests."""

    rng: Random
    rate: float
    kinds: tuple[str, ...] = FATES
    happened: list[tuple[float, str]] = field(default_factory=list)
    killed: Callable[[], None] = lambda: None

    def draw(self, what: str, now: float) -> str:
        """Return what becomes of a request; an empty text if nothing bad does."""
        if self.rng.random() >= self.rate:
            return ""
        kinds = (*self.kinds, REFUSED) if what == "POST /channels/*/messages" else self.kinds
        fate = self.rng.choice(kinds)
        self.happened.append((now, f"{fate}: {what}"))
        return fate


class Session:
    """Stands in the place of aiohttp's session in discord.py's client of HTTP."""

    def __init__(self, served: Discord, fates: Fates, limits: Limits) -> None:
        self._served = served
        self._fates = fates
        self._limits = limits

    def request(self, method: str, url: str, **sent: Any) -> "_Request":
        """Return the request, to be entered as a context."""
        return _Request(self, method, url, sent)

    async def close(self) -> None:
        """Close nothing."""

    async def carry_out(self, method: str, url: str, sent: dict[str, Any]) -> Response:
        """Let a request happen, as it is drawn, and return its response."""
        path = unquote(urlsplit(url).path.removeprefix("/api/v10"))
        what = f"{method} {NUMBER.sub('/*', path)}"
        loop, rng = asyncio.get_running_loop(), self._fates.rng
        fate = self._fates.draw(what, loop.time())
        await asyncio.sleep(rng.uniform(5.0, 25.0) if fate == "late" else rng.uniform(0.02, 0.4))
        kind, _, when = fate.partition(" ")
        if when == "before":
            return await self._broken(kind, sent)
        if fate in ("500", "502", "503", REFUSED):
            return _answer(int(fate), {"message": fate, "code": 50013 if fate == REFUSED else 0})
        if kind in ("429", "global"):
            body = {"message": fate, "retry_after": 0.7, "global": kind == "global"}
            return _answer(429, body, Via="1.1 google")
        refusal, marks = self._limits.take(what, path)
        if refusal is not None:
            return _answer(429, refusal, **marks)
        response = self._done(method, path, sent)
        response.headers.update(marks)
        if when != "after":
            return response
        if kind == "500":
            return _answer(500, {"message": fate, "code": 0})
        return await self._broken(kind, sent)

    async def _broken(self, kind: str, sent: dict[str, Any]) -> Response:
        if kind == "killed":
            self._fates.killed()
            await asyncio.get_running_loop().create_future()
        if kind == "reset":
            raise ConnectionResetError(errno.ECONNRESET, "Connection reset by peer")
        if kind == "silent":
            timeout: aiohttp.ClientTimeout = sent.get("timeout") or aiohttp.client.DEFAULT_TIMEOUT
            await asyncio.sleep(timeout.sock_read or timeout.total or 300.0)
            raise aiohttp.SocketTimeoutError("Timeout on reading data from socket")
        raise aiohttp.ServerDisconnectedError

    def _done(self, method: str, path: str, sent: dict[str, Any]) -> Response:
        """Carry out a request."""
        data, body = sent.get("data"), None
        files: list[Any] = []
        if isinstance(data, aiohttp.FormData):
            parts = [{**kind, "value": value} for kind, _, value in data._fields]
            uploads = [Upload(*_file(part)) for part in parts if "filename" in part]
            body, files = router.parse_form(parts, uploads)
        elif data is not None:
            body = json.loads(data)
        try:
            done = self._served.request(
                method, path, json=body, params=sent.get("params"), files=files
            )
        except BackendError as error:
            return _answer(error.status, error.to_json())
        return _answer(204 if done is None else 200, done)


class _Request:
    """One request, which happens when it is entered."""

    def __init__(self, session: Session, method: str, url: str, sent: dict[str, Any]) -> None:
        self._session = session
        self._asked = method, url, sent

    async def __aenter__(self) -> Response:
        return await self._session.carry_out(*self._asked)

    async def __aexit__(self, *_: object) -> None:
        pass


def _file(part: dict[str, Any]) -> tuple[str, None, io.BytesIO]:
    """Return the name, no description, and the bytes of a file in a form."""
    value = part["value"]
    return part["filename"], None, io.BytesIO(value if isinstance(value, bytes) else value.read())


def _answer(status: int, body: Any, **headers: str) -> Response:
    kind = {"Content-Type": "application/json"}
    return Response(status, json.dumps(body), CIMultiDict(kind | headers))
