"""What requests carry, and how they are answered: JSON, with files in a form if there are any."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from aiohttp import web

from lab.soak.places import Json, new_id


def answer(value: object, status: int = 200, **headers: str) -> web.Response:
    """JSON."""
    body = json.dumps(value).encode()
    return web.Response(
        body=body, status=status, content_type="application/json", headers=headers or None
    )


def pings(body: Mapping[str, Any]) -> tuple[int, ...]:
    """The people whom a message notifies."""
    named = {int(user) for user in re.findall(r"<@!?([0-9]+)>", str(body.get("content") or ""))}
    allowed = body.get("allowed_mentions")
    if allowed is None or "users" in (allowed.get("parse") or ()):
        return tuple(sorted(named))
    return tuple(sorted(named & {int(user) for user in allowed.get("users") or ()}))


async def read(request: web.Request) -> tuple[Json, list[Json]]:
    """A request's JSON, and what Discord tells of the files that came with it."""
    content = await request.read()
    if not request.content_type.startswith("multipart/"):
        return (json.loads(content) if content else {}), []
    parts = list(_parts(content))
    [body] = [json.loads(sent) for name, _, sent in parts if name == "payload_json"]
    named = {int(file["id"]): file for file in body.get("attachments") or ()}
    files = []
    for name, filename, sent in parts:
        if match := re.fullmatch(r"files\[([0-9]+)\]", name):
            described = named.get(int(match[1]), {}).get("description")
            files.append(_file(filename, described, len(sent)))
    return body, files


def _parts(content: bytes) -> Iterator[tuple[str, str, bytes]]:
    """The parts of a form: their names, the names of their files, and what they hold."""
    delimiter, _, rest = content.partition(b"\r\n")
    for part in (b"\r\n" + rest).split(b"\r\n" + delimiter)[:-1]:
        head, _, sent = part.partition(b"\r\n\r\n")
        name = re.search(rb'; name="([^"]*)"', head)
        filename = re.search(rb'; filename="([^"]*)"', head)
        assert name is not None
        yield name[1].decode(), filename[1].decode() if filename else "", sent


def _file(name: str, description: str | None, size: int) -> Json:
    url = f"http://127.0.0.1/{name}"
    return {
        "id": str(new_id()),
        "filename": name,
        "description": description,
        "size": size,
        "url": url,
        "proxy_url": url,
    }
