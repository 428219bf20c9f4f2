"""A dictionary that keeps what was put into it last."""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Newest(dict[K, V]):
    """A dictionary that keeps the entries set last, up to a number of them."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        self.pop(key, None)  # it would keep its place among the others
        super().__setitem__(key, value)
        while len(self) > self.most:
            del self[next(iter(self))]
