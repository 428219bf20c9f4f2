"""When to try again what could not be said or done: decided here, whatever it is."""

from __future__ import annotations

from typing import Final

from delivery.errors import Why

RETRY_AFTER_S: Final = (15, 60, 300, 900, 3600)
"""Seconds after each failed attempt; the last one repeats."""

FORBIDDEN_RETRY_AFTER_S: Final = (
    *(900, 1800, 3600, 2 * 3600, 4 * 3600, 8 * 3600, 16 * 3600),
    *(24 * 3600,) * 13,
)
"""The same where the bot may not write: the longer that lasts the more seldom, for two weeks."""

MOST_ATTEMPTS: Final = 340
"""After so many, about two weeks, nothing is tried any more by itself."""


def retry_after_s(why: Why, attempts: int) -> int | None:
    """Seconds until something is tried again; None for never.

    Args:
        why: what the last attempt failed of.
        attempts: how many failed so far, that one counted.
    """
    if why == "unavailable" and attempts < MOST_ATTEMPTS:
        return RETRY_AFTER_S[min(attempts, len(RETRY_AFTER_S)) - 1]
    if why == "forbidden" and attempts <= len(FORBIDDEN_RETRY_AFTER_S):
        return FORBIDDEN_RETRY_AFTER_S[attempts - 1]
    return None
