"""Errors of sending, with the reason as data."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Why: TypeAlias = Literal["forbidden", "gone", "unavailable", "failed"]
"""The reason: a missing permission, a deleted channel, an outage or overload of Discord, or a
refusal for ever."""

FAILED: Final[Why] = "failed"


class NotShownError(Exception):
    """A message could not be posted, changed or deleted in Discord.

    Attributes:
        code: the reason, as a word.
    """

    def __init__(self, code: Why) -> None:
        super().__init__(code)
        self.code: Why = code

    @property
    def again(self) -> bool:
        """True if a retry may succeed although no one does anything about the reason."""
        return self.code in ("forbidden", "unavailable")


class UnreadableError(Exception):
    """The bot may post in a channel, but not read its messages."""


class DirectClosedError(Exception):
    """A person takes no direct messages from the bot."""
