"""What Discord refuses, and whether trying again may help."""

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
"""The status of what will not come back."""

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
ARCHIVED: Final = 50083
HAS_THREAD: Final = 160004

LOST_CONNECTION: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""What is raised when nobody knows whether Discord has heard."""


def is_passing(error: discord.HTTPException) -> bool:
    """Whether Discord may take the same request later."""
    return error.status >= 500 or error.status == 429


def not_shown(error: discord.HTTPException) -> NotShownError:
    """Why news could not be shown, for the publisher and for the person who caused them."""
    if error.status == GONE or error.code == UNKNOWN_CHANNEL:
        return NotShownError("gone")
    if isinstance(error, discord.Forbidden):
        return NotShownError("forbidden")
    if is_passing(error):
        return NotShownError("unavailable")
    log.error("Discord refused", extra={"why": str(error)})
    return NotShownError("failed")


@contextmanager
def discord_may_fail() -> Iterator[None]:
    """What Discord refuses, or does not hear of, becomes why news could not be shown.

    Raises:
        NotShownError: if that happens.
    """
    try:
        yield
    except discord.HTTPException as error:
        raise not_shown(error) from error
    except LOST_CONNECTION as error:
        raise NotShownError("unavailable") from error
