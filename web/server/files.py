"""The files of the page, kept in memory under a hash of them all."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from aiohttp import hdrs, web

from engine.edition import Edition
from engine.edition_files import SHELF
from i18n.translation import languages, words_for
from web.game_data import played_with, said
from web.replay_data import colours_of_page
from web.server.headers import KEPT

SOURCE: Final = Path(__file__).parents[1]
PARTS: Final = ("game", "common", "replay")
"""The folders whose files the page is made of."""

OWN: Final = Path(__file__).parent / "files"
"""The folder of the files of this server's own pages."""

MOST_EDITIONS: Final = 50
"""Editions beside the shelf's of which the module is kept."""

SMALL: Final = 500
"""Bytes from which on a file is sent compressed."""

TYPES: Final[Mapping[str, str]] = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page: its bytes as they are and compressed, and its type."""

    plain: bytes
    packed: bytes
    kind: str

    @classmethod
    def of(cls, name: str, content: bytes) -> PageFile:
        """Return a file by its name and content."""
        return cls(content, gzip.compress(content, mtime=0), TYPES[Path(name).suffix])

    def answer(self, request: web.BaseRequest, *, kept: bool) -> web.Response:
        """Return the response to a request for the file.

        Args:
            kept: whether browsers may keep it for ever.
        """
        packed = len(self.plain) > SMALL and "gzip" in request.headers.get(hdrs.ACCEPT_ENCODING, "")
        headers: dict[str, str] = {hdrs.VARY: hdrs.ACCEPT_ENCODING}
        if packed:
            headers[hdrs.CONTENT_ENCODING] = "gzip"
        if kept:
            headers[hdrs.CACHE_CONTROL] = KEPT
        body = self.packed if packed else self.plain
        return web.Response(body=body, headers=headers, content_type=self.kind, charset="utf-8")


class PageFiles:
    """All files of the page; a request is answered from memory, so no path leads to a disk.

    Attributes:
        hash: the hash in their address, which is another one after every update.
    """

    def __init__(self, contents: Mapping[str, bytes], art: bytes = b"") -> None:
        whole = hashlib.sha256(art)
        for name in sorted(contents):
            whole.update(name.encode() + b"\0" + hashlib.sha256(contents[name]).digest())
        self.hash = whole.hexdigest()[:16]
        here = f"/static/{self.hash}".encode()
        self._files = {
            name: PageFile.of(name, _placed(name, content, here))
            for name, content in contents.items()
        }
        self._editions: OrderedDict[str, Edition] = OrderedDict()
        self._made: OrderedDict[str, PageFile] = OrderedDict()

    @classmethod
    def made(cls) -> PageFiles:
        """Make all files; this takes a second, so not in the event loop."""
        contents = {"colours.css": colours_of_page().encode()}
        for folder, name in ((SOURCE / part, part) for part in PARTS):
            contents |= {f"{name}/{file.name}": file.read_bytes() for file in _in(folder)}
        contents |= {file.name: file.read_bytes() for file in _in(OWN)}
        for code in languages():
            contents[f"words-{code}.json"] = _json(said(words_for(code)))
        # Their pieces are drawn when a page asks for them; what draws them is in the hash.
        drawn = _json([played_with(edition) for edition in SHELF.known])
        return cls(contents, hashlib.sha256(drawn).digest())

    def know(self, edition: Edition) -> None:
        """Remember an edition that a page may ask for, whether the shelf has it or not."""
        self._editions[edition.fingerprint] = edition
        self._editions.move_to_end(edition.fingerprint)
        if len(self._editions) > MOST_EDITIONS:
            self._editions.popitem(last=False)

    async def find(self, name: str) -> PageFile | None:
        """Return a file by its name; None if there is none of that name."""
        if (found := self._files.get(name) or self._made.get(name)) is not None:
            return found
        folder, _, file = name.partition("/")
        edition = self._editions.get(file.removesuffix(".json")) if folder == "editions" else None
        if edition is None:
            return None
        # Its pieces are drawn first, which would hold up everything else.
        content = await asyncio.to_thread(lambda: _json(played_with(edition)))
        self._made[name] = PageFile.of(name, content)
        if len(self._made) > MOST_EDITIONS:
            self._made.popitem(last=False)
        return self._made[name]


def _in(folder: Path) -> list[Path]:
    return sorted(file for file in folder.glob("*.*") if file.suffix in TYPES)


def _placed(name: str, content: bytes, here: bytes) -> bytes:
    """Return a file's content; a page says where its other files are."""
    return content.replace(b"{static}", here) if name.endswith(".html") else content


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
