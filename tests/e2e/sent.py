"""All that the bot sends to Discord, with those who come to see it."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Any, Final

import pytest
from simcord import interactions
from simcord.backend import Backend
from simcord.http import router

from lab.discord import installs, strict
from tests.e2e.quick import copied

PUBLIC: Final = None

_EPHEMERAL: Final = 1 << 6
_CALLBACK, _TOKEN = "interactions", "webhooks"


@dataclass(frozen=True, slots=True)
class Sent:
    method: str
    path: str
    owner: int | None  # the id of the only person who comes to see it; ``PUBLIC`` when others may
    body: Any  # the JSON that was sent; names and alt texts of files stand in ``attachments``
    files: Mapping[str, bytes]  # what was uploaded, by name
    accepted: bool  # whether Discord took it

    @property
    def strings(self) -> list[str]:
        """Every text in it, wherever it stands."""
        return [*_strings(self.body), *self.files]


class Recorder:
    """Keeps every request that the bot makes in a simulated Discord, from now on.

    Attributes:
        requests: all of them so far.
        losing: methods and paths (``*`` stands for anything) of requests that Discord carries out
            without the bot hearing of it; each entry is for one request.
        dying: the same, where the process is killed once Discord has carried out the request.
        unreachable: paths (``*`` stands for anything) where nobody answers.
        before: called with a request's method and path before Discord hears of it.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.requests: list[Sent] = []
        self.losing: list[tuple[str, str]] = []
        self.dying: list[tuple[str, str]] = []
        self.unreachable: list[str] = []
        self.before: Callable[[str, str], None] = lambda method, path: None
        monkeypatch.setattr(router, "dispatch", self._record)
        monkeypatch.setattr(interactions, "base_payload", installs.base_payload)

    def _record(self, backend: Backend, method: str, path: str, **rest: Any) -> Any:
        self.before(method, path)
        if any(fnmatch(path, unreachable) for unreachable in self.unreachable):
            raise ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused")
        body = copied(rest.get("json"))
        files = {file.filename: _content(file.fp) for file in rest.get("files") or ()}
        answer: Any = None
        accepted = False
        try:
            answer = strict.dispatch(backend, method, path, **rest)
            accepted = True
        finally:
            owner = _owner(backend, path, body, answer)
            self.requests.append(Sent(method, path, owner, body, files, accepted))
        for lost in self.losing:
            if lost[0] == method and fnmatch(path, lost[1]):
                self.losing.remove(lost)
                raise TimeoutError
        if (method, path) in self.dying:
            self.dying.remove((method, path))
            raise asyncio.CancelledError
        return answer


def _content(file: Any) -> bytes:
    place = file.tell()
    content: bytes = file.read()
    file.seek(place)
    return content


def _owner(backend: Backend, path: str, body: Any, answer: Any) -> int | None:
    """Who alone sees what a request sends, by what Discord made of it."""
    place, number, *rest = path.strip("/").split("/")
    if place == "channels":
        channel = backend.channels.get(int(number))
        return channel.recipient_ids[0] if channel and channel.recipient_ids else PUBLIC
    if place not in (_CALLBACK, _TOKEN):
        return PUBLIC
    interaction = backend.interactions.get(
        int(number) if place == _CALLBACK else backend.interaction_tokens.get(rest[0], 0)
    )
    if interaction is None:
        return PUBLIC
    message = _message(answer)
    if message is not None:
        private = bool(message.get("flags", 0) & _EPHEMERAL)
    elif place == _CALLBACK and body["type"] in (8, 9):
        private = True  # suggestions and forms are shown to the one who asked
    else:
        data = body.get("data") or {} if place == _CALLBACK else body or {}
        flagged = bool(int(data.get("flags") or 0) & _EPHEMERAL)
        private = flagged or (place == _TOKEN and interaction.ephemeral)
    return interaction.user_id if private else PUBLIC


def _message(answer: Any) -> Any:
    if not isinstance(answer, Mapping):
        return None
    if "resource" in answer:
        return answer["resource"]["message"]
    return answer if "author" in answer else None


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inside in value.values():
            yield from _strings(inside)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from _strings(inside)
