"""The rate limit of the public messages that a person causes in a game besides playing."""

from __future__ import annotations

from collections import OrderedDict

from tabletop.errors import TableError
from tabletop.time_control import MINUTE


class RateLimit:
    """A rate limit for each person and game, counted in a sliding window of a minute.

    Args:
        most: the messages that each person may cause in a game within the window.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._times: OrderedDict[tuple[int, int], list[int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._times)

    def count(self, person: int, game: int, now: int) -> None:
        """Count a message that a person is about to cause in a game.

        Raises:
            TableError: if there were too many just now; this one is not counted.
        """
        self._forget_before(now - MINUTE)
        key = person, game
        times = [time for time in self._times.get(key, ()) if time > now - MINUTE]
        if len(times) >= self._most:
            seconds = -(-(times[0] + MINUTE - now) // 1_000)
            raise TableError("too-often", number=game, count=self._most, seconds=max(seconds, 1))
        self._times[key] = [*times, now]
        # So windows stand in the order of their last messages, and old ones are found first.
        self._times.move_to_end(key)

    def _forget_before(self, time: int) -> None:
        """Drop the windows whose last message is older; they stand first."""
        while self._times:
            key, times = next(iter(self._times.items()))
            if times[-1] > time:
                break
            del self._times[key]
