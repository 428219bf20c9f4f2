"""How often one person may make public messages in one game, besides by playing."""

from __future__ import annotations

from collections import OrderedDict

from tabletop.errors import TableError
from tabletop.time_control import MINUTE


class RateLimit:
    """Counts what each person did in each game within the last minute; nothing is kept longer.

    Args:
        most: how often each may within a minute.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._times: OrderedDict[tuple[int, int], list[int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._times)

    def count(self, person: int, game: int, now: int) -> None:
        """Count a message that a person is about to make in a game.

        Raises:
            TableError: if they made too many just now; this one is not counted.
        """
        self._forget_before(now - MINUTE)
        key = person, game
        times = [time for time in self._times.get(key, ()) if time > now - MINUTE]
        if len(times) >= self._most:
            seconds = -(-(times[0] + MINUTE - now) // 1_000)
            raise TableError("too-often", number=game, count=self._most, seconds=max(seconds, 1))
        self._times[key] = [*times, now]
        self._times.move_to_end(key)

    def _forget_before(self, time: int) -> None:
        """Drop those whose last message was earlier; they stand first."""
        while self._times:
            key, times = next(iter(self._times.items()))
            if times[-1] > time:
                break
            del self._times[key]
