"""What was done by a command whose answer did not arrive: whoever does it again has to be asked."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

MOST: Final = 1000
"""Games of which it is remembered; only in an outage there are more."""


class Unheard:
    """Remembers in which games the person in turn does not know of their last action."""

    def __init__(self) -> None:
        self._versions: OrderedDict[int, int] = OrderedDict()

    def note(self, number: int, version: int) -> None:
        """Remember a game, with the length of its log after that action."""
        self._versions[number] = version
        self._versions.move_to_end(number)
        if len(self._versions) > MOST:
            self._versions.popitem(last=False)

    def is_now(self, number: int, version: int) -> bool:
        """Whether a game stands as it did after such an action."""
        return self._versions.get(number) == version

    def heard(self, number: int) -> None:
        """Forget a game, since the person has seen how it stands."""
        self._versions.pop(number, None)
