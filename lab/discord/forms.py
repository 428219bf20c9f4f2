"""Bodies of requests and answers: JSON, in a multipart form if files come with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from aiohttp import web


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request."""

    filename: str
    description: str | None
    fp: BytesIO


def answer(value: object, status: int = 200, **headers: str) -> web.Response:
    """Return a JSON response, or an empty one (204) for None."""
    if value is None:
        return web.Response(status=204)
    body = json.dumps(value).encode()
    return web.Response(
        body=body, status=status, content_type="application/json", headers=headers or None
    )


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
