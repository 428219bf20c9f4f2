"""Answers to pages: data, for everything that goes wrong a sentence, and limits on visitors."""

import asyncio
import logging
import math
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any, Final, NamedTuple, TypeAlias

from aiohttp import hdrs, web

from cogs.pages.links import DeadLinkError
from cogs.pages.web.replaying import compact
from cogs.pages.web.scenes import bare
from db.errors import StoreError, UnsureError
from engine.errors import EngineError
from i18n.translation import N_, Words
from runtime.newest import Newest
from tabletop.errors import TableError, UnreadableTableError
from ui.texts.refusals import refusal_text

MOST_REMEMBERED: Final = 20_000  # visitors counted at a time; those that asked last go last
IPV6_NETWORK: Final = 56  # bits of an IPv6 address that one household has; it chooses all others

Networks: TypeAlias = Sequence[IPv4Network | IPv6Network]


class TooManyError(Exception):
    """A visitor asked for too much."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"again in {wait_s:.0f} s")
        self.wait_s = wait_s  # the seconds after which the same is allowed again


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
    """Counts requests of visitors, and refuses those above an allowance."""

    def __init__(self, allowance: Allowance, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowance = allowance
        self._clock = clock
        self._left: Newest[Hashable, _Left] = Newest(MOST_REMEMBERED)

    def take(self, visitor: Hashable) -> None:
        """Count a request of a visitor."""
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
        """Have one thing open in some places, each with the most that it has room for."""
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
        """Wait until it is one's turn."""
        if self._waiting >= most:
            raise FullError(FULL_S)
        self._waiting += 1
        try:
            async with self._lock:
                await asyncio.sleep(0)
        finally:
            self._waiting -= 1


ALL: Final = "all"  # the place in which everything counts
FULL_S: Final = 30.0  # seconds after which it is worth asking again for what had no room


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


log = logging.getLogger("arkadia.pages")

GONE_ON: Final = N_("The game has moved on. Here's how it stands now.")
SIGNED_OUT: Final = N_(
    "You're signed out here. Press *Open the board* in Discord: its link signs you in again."
)
CLOSED: Final = N_(
    "This link no longer works. Personal links work for an hour, and links to play work "
    "just once. Get a new one in Discord."
)
NOWHERE: Final = N_("There's no such page.")
UNCLEAR: Final = N_("The bot has been updated since this page was loaded. Please reload it.")
LEFT: Final = N_("You're no longer on the server where this game is played, so you can't act here.")
NOT_KNOWN: Final = N_(
    "Discord isn't answering, so the bot can't see whether you're still on the server. "
    "Nothing has changed; try again in a minute."
)
LATER: Final = N_(
    "The bot can't reach its database right now. Nothing that was saved is lost. Try "
    "again in a minute."
)
UNSURE: Final = N_(
    "The connection was lost while your action was being saved. Look at the board before "
    "you try again."
)
FULL: Final = N_("Too many people are watching right now. Try again in a minute.")
FAILED: Final = N_(
    "Something went wrong; the bot's log has the details. What you did before is saved."
)
ASIDE: Final = N_("Game {number} had to be set aside: its log can't be read.")

CODES: Final[Mapping[int, str]] = defaultdict(
    lambda: "bad-request", {401: "signed-out", 404: "gone", 409: "outdated"}
)
"""The word by which a page's script knows the kind of a refusal, by its status."""


class SayError(Exception):
    """A request is answered by a sentence in place of what it asked for."""

    def __init__(self, status: int, said: str, **more: Any) -> None:
        super().__init__(said)
        self.status = status
        self.said = said
        self.more = more


def answer(data: Mapping[str, Any], status: int = 200, **headers: str) -> web.Response:
    """Return a response with data."""
    return web.Response(
        body=compact(data).encode(), status=status, headers=headers, content_type="application/json"
    )


def refusal(error: BaseException, words: Words) -> web.Response:
    """Return the response that tells a reader why a request was not carried out."""
    status, said, more = _told(error, words)
    headers = {}
    if isinstance(error, TooManyError):
        headers[hdrs.RETRY_AFTER] = str(math.ceil(error.wait_s))
    return answer({"said": bare(said), **more}, status, **headers)


def _told(error: BaseException, words: Words) -> tuple[int, str, Mapping[str, Any]]:
    """Return an error's status, sentence and what else is answered."""
    match error:
        case SayError():
            return error.status, words(error.said), {"code": CODES[error.status], **error.more}
        case DeadLinkError():
            return 403, words(CLOSED), {"code": "gone"}
        case FullError():
            return 503, words(FULL), {"code": "later"}
        case TooManyError():
            said = words.plural(
                "That was too much at once. You can go on in {n} second.",
                "That was too much at once. You can go on in {n} seconds.",
                math.ceil(error.wait_s),
            )
            return 429, said, {"code": "too-many"}
        case TableError():
            return 404, refusal_text(error, words), {"code": error.code}
        case EngineError():
            return 422, refusal_text(error, words), {"code": error.code}
        case UnreadableTableError():
            return 404, words(ASIDE, number=error.number), {"code": "gone"}
        case UnsureError():
            log.error("Not known whether saved", extra={"why": str(error)})
            return 503, words(UNSURE), {"code": "later"}
        case StoreError():
            log.error("No answer", extra={"why": str(error)})
            return 503, words(LATER), {"code": "later"}
    log.error("Failed", exc_info=error)
    return 500, words(FAILED), {"code": "failed"}
