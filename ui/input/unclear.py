"""Typed text that may mean several things: refused with the things it may mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ui.answers import RefusalError

OPTIONS: Final = ("card", "place", "draw", "building", "family", "until")
"""The options of commands that may be unclear; their places stand in the custom ids of buttons."""


class UnclearError(RefusalError):
    """A refusal of one option of a typed command, with what could be typed in its place.

    Attributes:
        option: the name of the option.
        meant: texts for it, each of which reads as one thing.
    """

    def __init__(self, text: str, option: str, meant: Sequence[str]) -> None:
        super().__init__(text)
        self.option = option
        self.meant = meant
