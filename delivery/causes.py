"""Why a message was not sent: the causes, by Discord's codes, and when it is tried again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Literal, TypeAlias, TypeVar

from db.errors import StoreError

log = logging.getLogger("arkadia.outbox")

T = TypeVar("T")

Cause: TypeAlias = Literal[
    "unavailable",
    "unknown",
    "gone",
    "missing",
    "locked",
    "forbidden",
    "absent",
    "full",
    "wording",
    "refused",
    "closed",
    "over",
    "done",
    "failed",
]
"""Why Discord did not carry out a request.

``unavailable``: an outage or overload, which passes; ``unknown``: a code that nobody has named yet,
taken for passing; ``gone``: the place is deleted; ``missing``: the message or member is not there,
or the message is another application's; ``locked``: moderators closed the thread; ``forbidden``: a
permission is missing; ``absent``: the bot is no member, or does not see the place; ``full``: as
many as Discord allows; ``wording``: the server forbids a word of it; ``refused``: it can never
stand there; ``closed``: the person takes no direct messages; ``over``: the interaction has ended;
``done``: it was carried out before; ``failed``: an error of the bot's own."""

PASSING: Final[frozenset[Cause]] = frozenset(("unavailable", "unknown"))
"""Causes that end although nobody does anything about them."""

HOPELESS: Final[tuple[Cause, ...]] = ("gone", "missing", "closed", "over", "done", "failed")
"""Causes for which the same request is never made again."""


class NotShownError(Exception):
    """A message could not be posted, changed or deleted in Discord."""

    def __init__(self, code: Cause) -> None:
        super().__init__(code)
        self.code: Cause = code


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

CAUSES: Final = {code: cause for cause, codes in CODES.items() for code in codes}

RETRY_AFTER_S: Final = (15, 60, 300, 900, 3600)
"""Seconds after each failed attempt; the last one repeats."""

# People grant a permission when they notice; a bot that asks on and on is banned for its 403s.
STANDING_RETRY_AFTER_S: Final[tuple[int, ...]] = tuple(
    min(900 * 2**attempt, 24 * 3600) for attempt in range(20)
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
