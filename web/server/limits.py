"""Limits on visitors: how much one address, one person and one game may ask for."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final, NamedTuple, TypeAlias

from aiohttp import web

from runtime.newest import Newest

MOST_REMEMBERED: Final = 20_000
"""Visitors whose requests are counted at a time; those that asked last are forgotten last."""

IPV6_NETWORK: Final = 56
"""The bits of an IPv6 address that one household has; it may choose all others itself."""

Networks: TypeAlias = Sequence[IPv4Network | IPv6Network]


class TooManyError(Exception):
    """A visitor asked for too much.

    Attributes:
        wait_s: the seconds after which the same is allowed again.
    """

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"again in {wait_s:.0f} s")
        self.wait_s = wait_s


class FullError(TooManyError):
    """There is no room for anybody at present."""


class Allowance(NamedTuple):
    """A number of requests at once, and a number of them a minute in the long run."""

    at_once: int
    a_minute: int


@dataclass(slots=True)
class _Left:
    count: float
    at: float


class Pacer:
    """Counts requests of visitors, and refuses those above an allowance.

    Args:
        clock: the time in seconds.
    """

    def __init__(self, allowance: Allowance, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowance = allowance
        self._clock = clock
        self._left: Newest[Hashable, _Left] = Newest(MOST_REMEMBERED)

    def take(self, visitor: Hashable) -> None:
        """Count a request of a visitor.

        Raises:
            TooManyError: if it is one too many.
        """
        at_once, a_second = self._allowance.at_once, self._allowance.a_minute / 60
        now = self._clock()
        left = self._left.get(visitor) or _Left(at_once, now)
        left.count = min(at_once, left.count + (now - left.at) * a_second)
        left.at = now
        self._left[visitor] = left
        if left.count < 1:
            raise TooManyError((1 - left.count) / a_second)
        left.count -= 1


class Rooms:
    """Counts what is open at a time, and refuses what is too much for one of its keys."""

    def __init__(self) -> None:
        self._open: Counter[Hashable] = Counter()

    @contextmanager
    def one(self, *places: tuple[Hashable, int]) -> Iterator[None]:
        """Have one thing open in some places, each with the most that it has room for.

        Raises:
            FullError: if all of them together have none.
            TooManyError: if one of them has no room.
        """
        for key, most in places:
            if self._open[key] >= most:
                raise (FullError if key == ALL else TooManyError)(FULL_S)
        for key, _ in places:
            self._open[key] += 1
        try:
            yield
        finally:
            for key, _ in places:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]


class Turns:
    """Lets one thing begin in each turn of the event loop, in the order in which they came.

    So however many visitors ask at once, a press in Discord waits for one of them at a time.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._waiting = 0

    async def next(self, most: int = MOST_REMEMBERED) -> None:
        """Wait until it is one's turn.

        Args:
            most: how many may wait.

        Raises:
            FullError: if as many wait.
        """
        if self._waiting >= most:
            raise FullError(FULL_S)
        self._waiting += 1
        try:
            async with self._lock:
                await asyncio.sleep(0)
        finally:
            self._waiting -= 1


ALL: Final = "all"
"""The place in which everything counts."""

FULL_S: Final = 30.0
"""Seconds after which it is worth asking again for what had no room."""


def visitor_of(request: web.BaseRequest, proxies: Networks) -> str:
    """Return the address of a visitor, as the nearest proxy that is known saw it.

    What another machine says of addresses is not believed: it could name any.
    """
    address = request.remote or ""
    said = ",".join(request.headers.getall("X-Forwarded-For", ())).split(",")
    while said and is_in(address, proxies):
        address = said.pop()
    return household(address)


def is_in(address: str, networks: Networks) -> bool:
    """Return whether an address is one of some networks."""
    found = _read(address)
    return found is not None and any(found in network for network in networks)


def household(address: str) -> str:
    """Return an address, or the part of it that its owner cannot choose."""
    found = _read(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, IPV6_NETWORK), strict=False))
    return "unknown" if found is None else str(found)


def _read(address: str) -> IPv4Address | IPv6Address | None:
    """Read an address as proxies write it; an IPv4 address within one of IPv6 is itself.

    >>> [str(_read(text)) for text in ("192.0.2.1:443", "[2001:db8::1]:443", "::ffff:192.0.2.1")]
    ['192.0.2.1', '2001:db8::1', '192.0.2.1']
    """
    written = re.fullmatch(r"\[([^]]*)\](?::\d*)?|([\d.]+):\d*|(.*)", address.strip(), re.DOTALL)
    assert written is not None
    try:
        found = ip_address(written[written.lastindex or 0].partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
