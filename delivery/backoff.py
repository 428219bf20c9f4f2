"""The waits between retries: one sequence for outages, one for what people have to put right."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from db.errors import StoreError
from delivery.errors import HOPELESS, PASSING, Cause

log = logging.getLogger("arkadia.outbox")

T = TypeVar("T")

RETRY_AFTER_S: Final = (15, 60, 300, 900, 3600)
"""Seconds after each failed attempt; the last one repeats."""

# People grant a permission when they notice; a bot that asks on and on is banned for its 403s.
STANDING_RETRY_AFTER_S: Final = (
    900,
    1800,
    3600,
    2 * 3600,
    4 * 3600,
    8 * 3600,
    16 * 3600,
    *(24 * 3600,) * 13,
)
"""The same for what somebody has to put right: a quarter of an hour to a day, for two weeks."""

MOST_ATTEMPTS: Final = 340
"""The attempts, over about two weeks, after which there is no more retry by itself."""


def outage_retry_s(attempts: int) -> int:
    """Return the seconds until the next attempt, after some that failed by an outage.

    >>> [outage_retry_s(attempts) for attempts in (1, 2, 3, 9)]
    [15, 60, 300, 3600]
    """
    return RETRY_AFTER_S[min(attempts, len(RETRY_AFTER_S)) - 1]


def database_retry_s(attempts: int) -> int:
    """Return the seconds until a failed database is asked again: after an outage people wait.

    >>> [database_retry_s(attempts) for attempts in (1, 2, 9)]
    [15, 60, 60]
    """
    return min(outage_retry_s(attempts), 60)


async def until_answered(ask: Callable[[], Awaitable[T]], complaint: str) -> T:
    """Ask the database until it answers, and return the answer.

    Args:
        ask: asks; it may ask several times.
        complaint: the line of the log for each failure.
    """
    attempts = 0
    while True:
        try:
            return await ask()
        except StoreError as error:
            log.error(complaint, extra={"why": str(error)})
            attempts += 1
            await asyncio.sleep(database_retry_s(attempts))


def retry_after_s(why: Cause, attempts: int) -> int | None:
    """Return the seconds until the next attempt; None for no more.

    Args:
        why: the cause for which the last attempt failed.
        attempts: the number of failed attempts, that one included.

    >>> [retry_after_s("unavailable", attempts) for attempts in (1, 2, 3, 9)]
    [15, 60, 300, 3600]
    >>> [retry_after_s("locked", attempts) for attempts in (1, 2, 9)]
    [900, 1800, 86400]
    >>> retry_after_s("gone", 1) is None
    True
    """
    if why in PASSING:
        return outage_retry_s(attempts) if attempts < MOST_ATTEMPTS else None
    if why in HOPELESS or attempts > len(STANDING_RETRY_AFTER_S):
        return None
    return STANDING_RETRY_AFTER_S[attempts - 1]
