"""Why something could not be said, as data."""

from __future__ import annotations

from typing import Literal, TypeAlias

Why: TypeAlias = Literal["forbidden", "gone", "unavailable", "failed"]
"""The bot may not do it there, the channel is deleted, Discord cannot be reached or is too busy, or
Discord refuses it for ever."""


class NotShownError(Exception):
    """News could not be shown, or a message not be changed.

    Attributes:
        code: why.
    """

    def __init__(self, code: Why) -> None:
        super().__init__(code)
        self.code: Why = code

    @property
    def again(self) -> bool:
        """Whether trying again by itself may help."""
        return self.code in ("forbidden", "unavailable")


class DirectClosedError(Exception):
    """A person takes no direct messages from the bot."""
