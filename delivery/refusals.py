"""Translation of Discord's refusals into reasons, which decide about retries."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import aiohttp
import discord

from delivery.errors import NotShownError

log = logging.getLogger("arkadia.sending")

GONE: Final = 410
"""The status of a resource that will not come back."""

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
WRONG_CHANNEL: Final = 50024
"""The code for messages of a channel that has none of its own, such as a forum."""
ARCHIVED: Final = 50083
HAS_THREAD: Final = 160004

LOST_CONNECTION: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""Errors after which it is unknown whether Discord has carried out the request."""


def is_passing(error: discord.HTTPException) -> bool:
    """Return whether an error is temporary, so that the same request may succeed later."""
    return error.status >= 500 or error.status == 429


def not_shown(error: discord.HTTPException) -> NotShownError:
    """Translate an HTTP error of Discord's into a ``NotShownError`` with the reason."""
    if error.status == GONE or error.code == UNKNOWN_CHANNEL:
        return NotShownError("gone")
    # Not by code: Discord has dozens for a missing permission, and all end when it is granted.
    if isinstance(error, discord.Forbidden):
        return NotShownError("forbidden")
    if is_passing(error):
        return NotShownError("unavailable")
    log.error("Discord refused", extra={"why": str(error)})
    return NotShownError("failed")


@contextmanager
def discord_may_fail() -> Iterator[None]:
    """Translate errors that the block raises, of Discord or of the connection.

    Raises:
        NotShownError: in place of such an error.
    """
    try:
        yield
    except discord.HTTPException as error:
        raise not_shown(error) from error
    except LOST_CONNECTION as error:
        raise NotShownError("unavailable") from error
