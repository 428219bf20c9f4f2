"""The policy of the pages: a browser lets them do only what they bring themselves."""

from __future__ import annotations

from typing import Final

_ALLOWED: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
}


def policy(changes: dict[str, str] | None = None) -> str:
    """Return a Content-Security-Policy.

    Args:
        changes: the sources that a page may use otherwise, by directive.
    """
    allowed = {**_ALLOWED, **(changes or {})}
    return "; ".join(f"{name} {sources}" for name, sources in allowed.items())
