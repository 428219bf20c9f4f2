"""The waits between retries: one sequence for outages, one for missing permissions."""

from __future__ import annotations

from typing import Final

from delivery.errors import Why

RETRY_AFTER_S: Final = (15, 60, 300, 900, 3600)
"""Seconds after each failed attempt; the last one repeats."""

# People grant a permission when they notice; a bot that asks on and on is banned for its 403s.
FORBIDDEN_RETRY_AFTER_S: Final = (
    900,
    1800,
    3600,
    2 * 3600,
    4 * 3600,
    8 * 3600,
    16 * 3600,
    *(24 * 3600,) * 13,
)
"""The same where the bot may not write: from a quarter of an hour to a day, for two weeks."""

MOST_ATTEMPTS: Final = 340
"""The attempts, over about two weeks, after which there is no more retry by itself."""


def outage_retry_s(attempts: int) -> int:
    """Return the seconds until the next attempt, after some that failed by an outage.

    >>> [outage_retry_s(attempts) for attempts in (1, 2, 3, 9)]
    [15, 60, 300, 3600]
    """
    return RETRY_AFTER_S[min(attempts, len(RETRY_AFTER_S)) - 1]


def retry_after_s(why: Why, attempts: int) -> int | None:
    """Return the seconds until the next attempt; None for no more.

    Args:
        why: the reason why the last attempt failed.
        attempts: the number of failed attempts, that one included.

    >>> [retry_after_s("unavailable", attempts) for attempts in (1, 2, 3, 9)]
    [15, 60, 300, 3600]
    >>> retry_after_s("forbidden", 1)
    900
    >>> retry_after_s("gone", 1) is None
    True
    """
    if why == "unavailable" and attempts < MOST_ATTEMPTS:
        return outage_retry_s(attempts)
    if why == "forbidden" and attempts <= len(FORBIDDEN_RETRY_AFTER_S):
        return FORBIDDEN_RETRY_AFTER_S[attempts - 1]
    return None
