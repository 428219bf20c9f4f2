"""The files of the page, kept in memory under a hash of them all, and the headers of responses."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from aiohttp import hdrs, web

from cogs.pages.web import replaying
from engine import SHELF, Edition
from i18n.translation import languages, words_for
from render.letters.shaping import latin_alone
from runtime.newest import Newest

SAFE: Final[Mapping[str, str]] = {
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": forms would then name no origin, by which the server knows its own.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "X-Robots-Tag": "noindex, nofollow",
}

KEPT: Final = "public, max-age=31536000, immutable"


def guard(app: web.Application, *, encrypted: bool, frames: Sequence[str] = ()) -> None:
    """Put the headers on every response of an application, errors included.

    Args:
        frames: the addresses whose pages may have one of these in a frame.
    """
    changed = dict.fromkeys(("connect-src", "form-action", "manifest-src", "font-src"), "'self'")
    policy = replaying.policy({**changed, "frame-ancestors": " ".join(frames) or "'none'"})
    always = {
        **SAFE,
        "Content-Security-Policy": policy,
        **({} if frames else {"X-Frame-Options": "DENY"}),
        **({"Strict-Transport-Security": "max-age=31536000"} if encrypted else {}),
    }

    async def put(_: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(always)
        response.headers.setdefault(hdrs.CACHE_CONTROL, "no-store")
        # Versions of the server's parts help those alone who look for holes in them.
        response.headers.popall(hdrs.SERVER, None)

    app.on_response_prepare.append(put)


OWN: Final = Path(__file__).parent / "files"  # the folder of the files of this server's own pages
MOST_EDITIONS: Final = 50  # editions beside the shelf's of which the module is kept

DUE: Final = (
    '<circle cx="48" cy="48" r="15" fill="#ffd23e" stroke="#2b211a" stroke-width="3"/></svg>'
)
"""What the icon has more while the bot waits for the page's reader."""

SMALL: Final = 500  # bytes from which on a response is sent compressed
FAST: Final = 5  # how hard a response is compressed that is made for one reader

TYPES: Final[Mapping[str, str]] = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".otf": "font/otf",
    ".png": "image/png",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page: its bytes as they are and compressed, and its type."""

    plain: bytes
    packed: bytes
    kind: str

    @classmethod
    def of(cls, name: str, content: bytes) -> PageFile:
        """Return a file by its name and content, which is compressed for all its readers."""
        return cls(content, gzip.compress(content, mtime=0), TYPES[Path(name).suffix])

    def answer(self, request: web.BaseRequest, *, kept: bool) -> web.Response:
        """Return the response to a request for the file."""
        charset = "utf-8" if self.kind.startswith(("text/", "image/svg")) else None
        response = web.Response(body=self.plain, content_type=self.kind, charset=charset)
        if kept:
            response.headers[hdrs.CACHE_CONTROL] = KEPT
        return squeezed(request, response, self.packed)


def squeezed(request: web.BaseRequest, answer: web.Response, packed: bytes = b"") -> web.Response:
    """Return a response, compressed if that is worth it and its reader takes it."""
    if hdrs.CONTENT_ENCODING in answer.headers or not isinstance(answer.body, bytes):
        return answer
    answer.headers[hdrs.VARY] = hdrs.ACCEPT_ENCODING
    if len(answer.body) > SMALL and "gzip" in request.headers.get(hdrs.ACCEPT_ENCODING, ""):
        answer.body = packed or gzip.compress(answer.body, FAST, mtime=0)
        answer.headers[hdrs.CONTENT_ENCODING] = "gzip"
    return answer


class PageFiles:
    """All files of the page; a request is answered from memory, so no path leads to a disk."""

    def __init__(self, contents: Mapping[str, bytes], art: bytes = b"", url: str = "") -> None:
        whole = hashlib.sha256(art)
        for name in sorted(contents):
            whole.update(name.encode() + b"\0" + hashlib.sha256(contents[name]).digest())
        # the hash in their address, which is another one after every update
        self.hash = whole.hexdigest()[:16]
        # Relative, for a proxy that has the pages below a path of its own.
        self.here = f"../static/{self.hash}"  # where they are, seen from a page
        # Whole, since who makes previews does not look where a page lies.
        # the address of the picture that stands above a link
        self.preview = f"{url}/static/{self.hash}/preview.png"
        self._files = {
            name: PageFile.of(name, self._placed(name, content))
            for name, content in contents.items()
        }
        self._editions: Newest[str, Edition] = Newest(MOST_EDITIONS)
        self._made: Newest[str, PageFile] = Newest(MOST_EDITIONS)
        self._making: dict[str, asyncio.Task[PageFile]] = {}

    @classmethod
    def made(cls, url: str = "") -> PageFiles:
        """Make all files; this takes a second, so not in the event loop."""
        colours, game = replaying.colours_of_page(), replaying.SOURCE / "game"
        icon = (game / "icon.svg").read_text("utf-8")
        texts = {
            "game/index.html": (game / "index.html").read_text("utf-8"),
            "game/main.js": replaying.joined("game/main.js", {}),
            "game/style.css": colours + replaying.style_of("common/page.css", "game/style.css"),
            "enter.css": colours + (OWN / "enter.css").read_text("utf-8"),
            "manifest.json": (game / "manifest.json").read_text("utf-8"),
            "icon.svg": icon,
            "icon-due.svg": icon.replace("</svg>", DUE),
            **{f"replay/{name}": text for name, text in replaying.replay_files().items()},
            **{
                f"words-{code}.json": replaying.compact(replaying.said(words_for(code)))
                for code in languages()
            },
        }
        # Their pieces are drawn when a page asks for them; what draws them is in the hash.
        drawn = replaying.compact([replaying.played_with(edition) for edition in SHELF.known])
        contents = {name: text.encode() for name, text in texts.items()}
        contents["cabin.otf"] = latin_alone()
        for name in ("icon.png", "preview.png"):
            contents[name] = (game / name).read_bytes()
        return cls(contents, hashlib.sha256(drawn.encode()).digest(), url)

    def _placed(self, name: str, content: bytes) -> bytes:
        """Return a file's content; a page says where its other files are."""
        if not name.endswith(".html"):
            return content
        text = content.decode().replace("{preview}", self.preview)
        text = text.replace("{static}", self.here).replace("{here}", f"{self.here}/replay/")
        return text.encode()

    def know(self, edition: Edition) -> None:
        """Remember an edition that a page may ask for, whether the shelf has it or not."""
        self._editions[edition.fingerprint] = edition

    def page(self, first: str) -> PageFile:
        """Return the page of a running game."""
        page = self._files["game/index.html"].plain.replace(b"{first}", first.encode())
        return PageFile(page, b"", TYPES[".html"])

    async def find(self, name: str) -> PageFile | None:
        """Return a file by its name; None if there is none of that name."""
        if (found := self._files.get(name) or self._made.get(name)) is not None:
            return found
        make = self._edition(name)
        if make is None:
            return None
        # Its pieces are drawn first, which would hold up everything else; once for all who wait.
        if name not in self._making:
            self._making[name] = asyncio.create_task(self._make(name, make))
        return await asyncio.shield(self._making[name])

    async def _make(self, name: str, make: Callable[[], str]) -> PageFile:
        try:
            made = await asyncio.to_thread(lambda: PageFile.of(name, make().encode()))
        finally:
            del self._making[name]
        self._made[name] = made
        return made

    def _edition(self, name: str) -> Callable[[], str] | None:
        """Return what makes the file of an edition; None if a name is that of none."""
        for edition in self._editions.values():
            if name == f"editions/{edition.fingerprint}.json":
                return lambda: replaying.compact(replaying.played_with(edition))
        for edition in SHELF.known:
            if name == f"replay/{replaying.edition_file(edition)}":
                return lambda: replaying.edition_module(edition)
        return None
