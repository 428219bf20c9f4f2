"""What was done by a command whose answer did not arrive: who does it again is asked first."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

MOST: Final = 1000
"""Games of which it is remembered; only in an outage there are more."""


class Unheard:
    """Remembers in which games the person in turn does not know of their last action."""

    def __init__(self) -> None:
        self._done: OrderedDict[int, tuple[int, str]] = OrderedDict()

    def note(self, number: int, version: int, entry: str) -> None:
        """Remember a game, with the length of its log after that action, and the action's entry."""
        self._done[number] = version, entry
        self._done.move_to_end(number)
        if len(self._done) > MOST:
            self._done.popitem(last=False)

    def is_again(self, number: int, version: int, entry: str) -> bool:
        """Whether an action is the same once more, where nothing was done since."""
        return self._done.get(number) == (version, entry)

    def heard(self, number: int) -> None:
        """Forget a game, since the person has seen how it stands."""
        self._done.pop(number, None)
