"""The causes of Discord's refusals, by Discord's code: read here, for all kinds of requests."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import aiohttp
import discord

from delivery.errors import Cause, NotShownError

log = logging.getLogger("arkadia.sending")

CODES: Final[Mapping[Cause, tuple[int, ...]]] = {
    "unavailable": (0, 20016, 20022, 20028, 20029, 30046, 40004, 40006, 40333, 130000),
    "gone": (10003,),
    "missing": (10007, 10008, 10013, 50005),
    "locked": (50083, 160005),
    "forbidden": (50009, 50013, 60003),
    "absent": (10004, 50001),
    "full": (30003, 30013, 30033, 160006, 160007),
    "wording": (20031, 200000, 200001, 240000),
    "refused": (20009, 40005, 40067, 50006, 50008, 50024, 50035),
    "closed": (50007, 50278),
    "over": (10015, 10062, 50027),
    "done": (40060, 160004),
}
"""Discord's codes of each cause. A 403 says little: one of them is an error inside of Discord."""

_CAUSES: Final = {code: cause for cause, codes in CODES.items() for code in codes}

GONE: Final = 410
"""The status of a resource that will not come back."""

LOST_CONNECTION: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""Errors after which it is unknown whether Discord has carried out the request."""


def cause_of(error: discord.HTTPException) -> Cause:
    """Return the cause of a refusal; an answer without a code is Discord's own trouble."""
    if error.status >= 500 or error.status == 429:
        return "unavailable"
    if error.status == GONE:
        return "gone"
    if (cause := _CAUSES.get(error.code)) is None:
        log.error("Unknown refusal", extra={"code": error.code, "why": str(error)})
        return "unknown"
    return cause


@contextmanager
def discord_may_fail() -> Iterator[None]:
    """Translate errors that the block raises, of Discord or of the connection.

    Raises:
        NotShownError: in place of such an error.
    """
    try:
        yield
    except discord.HTTPException as error:
        raise NotShownError(cause_of(error)) from error
    except LOST_CONNECTION as error:
        raise NotShownError("unavailable") from error
