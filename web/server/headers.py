"""The headers of every response: what a page may do in a browser, and what may be kept of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from aiohttp import hdrs, web

from web.policy import policy

SAFE: Final[Mapping[str, str]] = {
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": forms would then name no origin, by which the server knows its own.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "X-Robots-Tag": "noindex, nofollow",
}

ENCRYPTED: Final[Mapping[str, str]] = {"Strict-Transport-Security": "max-age=31536000"}

NOT_KEPT: Final = "no-store"
KEPT: Final = "public, max-age=31536000, immutable"


def framed(frames: Sequence[str]) -> Mapping[str, str]:
    """Return the headers that say what a page may load, and who may have it in a frame."""
    allowed = {
        "connect-src": "'self'",
        "form-action": "'self'",
        "manifest-src": "'self'",
        "font-src": "'self'",
        "frame-ancestors": " ".join(frames) or "'none'",
    }
    return {
        "Content-Security-Policy": policy(allowed),
        **({} if frames else {"X-Frame-Options": "DENY"}),
    }


def guard(app: web.Application, *, encrypted: bool, frames: Sequence[str] = ()) -> None:
    """Put the headers on every response of an application, errors included.

    Args:
        encrypted: whether people reach the pages by an encrypted connection.
        frames: the addresses whose pages may have a frame with one of these.
    """
    always = {**SAFE, **framed(frames), **(ENCRYPTED if encrypted else {})}

    async def put(_: web.Request, response: web.StreamResponse) -> None:
        for name, value in always.items():
            response.headers[name] = value
        response.headers.setdefault(hdrs.CACHE_CONTROL, NOT_KEPT)
        # Versions of the server's parts help those alone who look for holes in them.
        response.headers.popall(hdrs.SERVER, None)

    app.on_response_prepare.append(put)
