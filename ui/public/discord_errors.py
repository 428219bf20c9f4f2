"""What Discord refuses, and whether trying again may help."""

from __future__ import annotations

import logging
from typing import Final

import discord

from tabletop.errors import NotShownError

log = logging.getLogger("arkadia.announcing")

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
ARCHIVED: Final = 50083
HAS_THREAD: Final = 160004


def is_passing(error: discord.HTTPException) -> bool:
    """Whether Discord may take the same request later."""
    return error.status >= 500 or error.status == 429


def not_shown(error: discord.HTTPException) -> NotShownError:
    """Why news could not be shown, for the publisher and for the person who caused them."""
    if isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL:
        return NotShownError("gone", again=False)
    if isinstance(error, discord.Forbidden):
        return NotShownError("forbidden", again=True)
    if is_passing(error):
        return NotShownError("unavailable", again=True)
    log.error("Discord refused", extra={"why": str(error)})
    return NotShownError("failed", again=False)
