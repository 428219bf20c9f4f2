"""A queue that is fair: who waits for what, and whose turn it is next.

Urgent things come first. Among equally urgent ones each share (a server, say) gets as much of the
workers' time as every other that waits, however much one of them asks for; within a share it is
first come, first served. A share that asked for nothing has not saved anything up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class _Waiting(NamedTuple, Generic[T]):
    number: int
    cost: float
    item: T


class _Line(Generic[T]):
    """What waits with the same urgency.

    Attributes:
        shares: what waits for each share, the first to come first; no share without anything.
        used: the time that each share had since the line was last empty.
    """

    def __init__(self) -> None:
        self.shares: dict[Hashable, deque[_Waiting[T]]] = {}
        self.used: dict[Hashable, float] = {}

    def push(self, share: Hashable, waiting: _Waiting[T]) -> None:
        """Let something wait."""
        if share not in self.shares:
            least = min((self.used[each] for each in self.shares), default=0.0)
            self.used[share] = max(self.used.get(share, 0.0), least)
            self.shares[share] = deque()
        self.shares[share].append(waiting)

    def pop(self) -> T:
        """The first of the share that had the least."""
        share = min(self.shares, key=lambda each: (self.used[each], self.shares[each][0].number))
        first = self.shares[share].popleft()
        self.used[share] += first.cost
        self._forget(share)
        return first.item

    def remove(self, share: Hashable, item: T) -> bool:
        """Let something wait no longer, and tell whether it did."""
        waiting = self.shares.get(share, deque())
        for each in waiting:
            if each.item is item:
                waiting.remove(each)
                self._forget(share)
                return True
        return False

    def _forget(self, share: Hashable) -> None:
        if not self.shares[share]:
            del self.shares[share]
        if not self.shares:
            self.used.clear()


class FairQueue(Generic[T]):
    """Things that wait, each with an urgency, a share, and the time it will take."""

    def __init__(self) -> None:
        self._lines: dict[int, _Line[T]] = {}
        self._pushed = 0
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def push(self, item: T, *, urgency: int, share: Hashable, cost: float) -> None:
        """Let something wait; the lowest urgency comes first."""
        self._pushed += 1
        line = self._lines.setdefault(urgency, _Line())
        line.push(share, _Waiting(self._pushed, cost, item))
        self._length += 1

    def pop(self) -> T:
        """What comes next.

        Raises:
            IndexError: if nothing waits.
        """
        for urgency in sorted(self._lines):
            if self._lines[urgency].shares:
                self._length -= 1
                return self._lines[urgency].pop()
        raise IndexError("nothing waits")

    def remove(self, item: T, *, urgency: int, share: Hashable) -> bool:
        """Let something wait no longer, and tell whether it did."""
        line = self._lines.get(urgency)
        removed = line is not None and line.remove(share, item)
        self._length -= removed
        return removed

    def costs(self, urgency: int) -> Iterator[float]:
        """The time that each thing will take that waits and is as urgent or more so."""
        for other, line in self._lines.items():
            if other <= urgency:
                for waiting in line.shares.values():
                    yield from (each.cost for each in waiting)
