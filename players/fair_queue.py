"""Fair queueing by start-time: priorities first, then equal shares, then first in, first out.

Among equally urgent items each share (a server, say) gets as much of the workers' time as every
other share that waits, however much one of them asks for. A share that was idle has no credit.

>>> queue = FairQueue[str]()
>>> for item in ("a1", "a2", "a3"):
...     queue.push(item, urgency=1, share="a", cost=1.0)
>>> queue.push("b1", urgency=1, share="b", cost=1.0)
>>> queue.push("urgent", urgency=0, share="a", cost=1.0)
>>> [queue.pop() for _ in range(len(queue))]
['urgent', 'a1', 'b1', 'a2', 'a3']
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
    """The items of one urgency.

    Attributes:
        shares: the waiting items of each share, first in, first out; never an empty queue.
        used: the time that each share has had since the line was last empty.
    """

    def __init__(self) -> None:
        self.shares: dict[Hashable, deque[_Waiting[T]]] = {}
        self.used: dict[Hashable, float] = {}

    def push(self, share: Hashable, waiting: _Waiting[T]) -> None:
        """Append an item to its share."""
        # A share that returns starts level with the least served one, as in start-time fair
        # queueing: idle time is no credit with which it could hold the others up.
        if share not in self.shares:
            least = min((self.used[each] for each in self.shares), default=0.0)
            self.used[share] = max(self.used.get(share, 0.0), least)
            self.shares[share] = deque()
        self.shares[share].append(waiting)

    def pop(self) -> T:
        """Remove and return the first item of the share that has had the least time."""
        share = min(self.shares, key=lambda each: (self.used[each], self.shares[each][0].number))
        first = self.shares[share].popleft()
        self.used[share] += first.cost
        self._forget(share)
        return first.item

    def remove(self, share: Hashable, item: T) -> bool:
        """Remove an item, and return whether it was in the queue."""
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
        # An empty line forgets its accounts, which else would grow with every server ever seen.
        if not self.shares:
            self.used.clear()


class FairQueue(Generic[T]):
    """A queue of items that each have an urgency, a share, and an expected cost in time."""

    def __init__(self) -> None:
        self._lines: dict[int, _Line[T]] = {}
        self._pushed = 0
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def push(self, item: T, *, urgency: int, share: Hashable, cost: float) -> None:
        """Add an item; items with the lowest ``urgency`` number are popped first."""
        self._pushed += 1
        line = self._lines.setdefault(urgency, _Line())
        line.push(share, _Waiting(self._pushed, cost, item))
        self._length += 1

    def pop(self) -> T:
        """Remove and return the next item.

        Raises:
            IndexError: if the queue is empty.
        """
        for urgency in sorted(self._lines):
            if self._lines[urgency].shares:
                self._length -= 1
                return self._lines[urgency].pop()
        raise IndexError("nothing waits")

    def remove(self, item: T, *, urgency: int, share: Hashable) -> bool:
        """Remove an item, and return whether it was in the queue."""
        line = self._lines.get(urgency)
        removed = line is not None and line.remove(share, item)
        self._length -= removed
        return removed

    def costs(self, urgency: int) -> Iterator[float]:
        """Yield the cost of each waiting item that is at least as urgent."""
        for other, line in self._lines.items():
            if other <= urgency:
                for waiting in line.shares.values():
                    yield from (each.cost for each in waiting)
