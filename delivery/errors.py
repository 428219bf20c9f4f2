"""Errors of sending, with the reason as data."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

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

FAILED: Final[Cause] = "failed"

PASSING: Final[frozenset[Cause]] = frozenset(("unavailable", "unknown"))
"""Causes that end although nobody does anything about them."""

HOPELESS: Final[frozenset[Cause]] = frozenset(
    ("gone", "missing", "closed", "over", "done", "failed")
)
"""Causes for which the same request is never made again."""


class NotShownError(Exception):
    """A message could not be posted, changed or deleted in Discord.

    Attributes:
        code: the cause, as a word.
    """

    def __init__(self, code: Cause) -> None:
        super().__init__(code)
        self.code: Cause = code

    @property
    def again(self) -> bool:
        """True if a retry may succeed."""
        return self.code not in HOPELESS


class UnreadableError(Exception):
    """The bot may post in a channel, but not read its messages."""


class DirectClosedError(Exception):
    """A person takes no direct messages from the bot."""
