"""The part of the server that every request meets: services, files, limits, and open streams.

A stream never carries what is new, but a version alone. The page asks for its scene then, so a
stream cannot tell more than the scene does.
"""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Final

from aiohttp import web

from cogs.pages.links import Links
from cogs.pages.web.scenes import page_version
from cogs.pages.web.server.answers import Allowance, Networks, Pacer, Rooms, Turns, visitor_of
from cogs.pages.web.server.files import PageFiles
from db.errors import StoreError
from db.games.rows import GameSummary
from i18n.translation import Words, offered, words_for
from runtime.background import persistently
from tabletop import computers, publishing
from tabletop.errors import TableError, UnreadableTableError
from tabletop.once import Once
from tabletop.personal import Personal, Prepared
from tabletop.table import Table
from tabletop.tables import Tables

log = logging.getLogger("arkadia.pages")

QUIET_S: Final = 20.0  # seconds after which a silent stream sends a comment, for proxies
SENT_WITHIN_S: Final = 10.0  # seconds that a page has to take what was sent to it
AGAIN_S: Final = 2.0  # seconds after which a game is looked at again that could not be read
Seen = tuple[int, Hashable]  # a version, and whatever changes with what a page shows
Look = Callable[[Table], Seen]  # returns what a reader sees of a table


def public_look(table: Table) -> Seen:
    """Return what everybody sees of a table whose game has begun."""
    return page_version(table, table.position_for().ply), _about(table)


class OwnLook:
    """A look at a table by one of its people, who alone sees what they have prepared."""

    def __init__(self, user: int) -> None:
        self._user = user
        self._planned: Prepared | None = None

    async def learn(self, table: Table, personal: Personal) -> None:
        """Learn what the person has prepared by now."""
        self._planned = await personal.prepared(table, self._user)

    def __call__(self, table: Table) -> Seen:
        """Return what the person sees of a table whose game has begun."""
        active = table.active
        own = active is not None and active.user_id == self._user
        version = table.version if own else table.position_for(self._user).ply
        return page_version(table, version), (own, self._planned, _about(table))


def _about(table: Table) -> Hashable:
    return table.row.state, table.seats, table.epoch


@dataclass(slots=True, eq=False)
class Stream:
    """An open page's end of a stream."""

    look: Look  # what its reader sees of the table
    seen: Seen | None = None  # what the page was told last
    # set when there is something to tell
    news: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False  # whether the game is no longer to be seen
    left: bool = False  # whether the page has gone

    def leave(self) -> None:
        """Note that the page has gone."""
        self.left = True
        self.news.set()

    def show(self, seen: Seen | None) -> None:
        """Note what its reader sees now; None if there is nothing to be seen any more."""
        if seen != self.seen or seen is None:
            self.seen, self.over = seen, seen is None
            self.news.set()


class Streams:
    """All open streams, by the number of their game."""

    def __init__(self, tables: Tables, personal: Personal) -> None:
        self.closed = False  # whether the streams are to end, because the server stops
        self._tables = tables
        self._personal = personal
        self._open: dict[int, set[Stream]] = {}
        self._changed: dict[int, None] = {}
        self._telling: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return sum(len(streams) for streams in self._open.values())

    def of(self, number: int) -> tuple[Stream, ...]:
        """Return the streams that hear of a game."""
        return tuple(self._open.get(number, ()))

    def join(self, number: int, stream: Stream) -> None:
        """Have a stream hear of a game."""
        self._open.setdefault(number, set()).add(stream)

    def part(self, number: int, stream: Stream) -> None:
        """Have a stream hear no more of a game."""
        streams = self._open.get(number, set())
        streams.discard(stream)
        if not streams:
            self._open.pop(number, None)

    def wake(self, number: int) -> None:
        """Note that a game may have changed; its pages are told in the background."""
        if number not in self._open:
            return
        self._changed[number] = None
        if self._telling is None:
            self._telling = asyncio.create_task(persistently("pages", self._tell))

    def wake_all(self, _: object = None) -> None:
        """Have every page look whether it may see its game still."""
        for streams in self._open.values():
            for stream in streams:
                stream.news.set()

    async def close(self) -> None:
        """End all streams; their pages come back by themselves."""
        self.closed = True
        self.wake_all()
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
            self._telling = None

    async def _tell(self) -> None:
        while self._changed:
            number = next(iter(self._changed))
            del self._changed[number]
            try:
                table = await self._tables.get(number)
                for look in {stream.look for stream in self.of(number)}:
                    if isinstance(look, OwnLook):
                        await look.learn(table, self._personal)
            except (TableError, UnreadableTableError):
                table = None
            except StoreError as error:
                log.warning("Pages wait", extra={"table": number, "why": str(error)})
                asyncio.get_running_loop().call_later(AGAIN_S, self.wake, number)
                continue
            # All watchers look alike, and a look may replay the game.
            seen = {look: seen_by(look, table) for look in {one.look for one in self.of(number)}}
            for stream in self.of(number):
                stream.show(seen[stream.look])
            # Commands go first: a thousand pages are told between them.
            await asyncio.sleep(0)
        self._telling = None


def seen_by(look: Look, table: Table | None) -> Seen | None:
    """Return what a reader sees of a table; None if that is nothing."""
    try:
        return None if table is None else look(table)
    except TableError:
        return None


async def send(response: web.StreamResponse, text: str) -> None:
    """Send a part of a stream to a page; it is a TimeoutError if that does not take it in time."""
    async with asyncio.timeout(SENT_WITHIN_S):
        await response.write(text.encode())


def event(kind: str, name: object, **data: object) -> str:
    """Return an event as it stands in a stream; its page comes back with the last one's name."""
    return f"event: {kind}\nid: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


@dataclass(frozen=True, slots=True)
class PageServices:
    """The services behind the pages."""

    tables: Tables
    personal: Personal
    once: Once  # has each act carried out once
    publisher: publishing.Publisher
    advice: computers.Advice
    links: Links
    # whether everybody on its server sees where a game is played
    is_open: Callable[[GameSummary], Awaitable[bool]]
    # whether a person, the second, is a member of a server; None if that is not known
    is_member: Callable[[int, int], Awaitable[bool | None]]
    url: str  # the address under which people reach the pages, without a path
    proxies: Networks = ()  # the networks whose word for a visitor's address is taken
    frames: Sequence[str] = ()  # the addresses whose pages may have a frame with one of these
    count: Callable[[int], None] = lambda status: None

    @property
    def encrypted(self) -> bool:
        """True if people reach the pages by an encrypted connection."""
        return self.url.startswith("https://")

    def words(self, wished: str | None, language: str) -> Words:
        """Return the language that a reader wishes, or else the usual one."""
        return words_for(offered(wished or "") or language)


ADDRESS: Final = Allowance(at_once=120, a_minute=300)  # the requests of one address
WAITING: Final = 200  # the requests that wait for their turn at a time
PERSON: Final = Allowance(at_once=40, a_minute=120)  # what one person does or asks for on pages
ENTRIES: Final = Allowance(at_once=10, a_minute=10)  # the links that one address tries


class Pages:
    """The part of the server that every request meets.

    Args:
        clock: the time in seconds, by which visitors are allowed more.
    """

    def __init__(
        self, services: PageServices, files: PageFiles, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.services = services
        self.files = files
        self.streams = Streams(services.tables, services.personal)
        self.rooms = Rooms()  # the places for them
        # when each request begins, and when each stream is told something
        self.turns, self.telling = Turns(), Turns()
        paces = (Pacer(allowance, clock) for allowance in (ADDRESS, ENTRIES, PERSON))
        # of each address, of what each address tries, of each person
        self.requests, self.entries, self.acts = paces

    def visitor(self, request: web.Request) -> str:
        """Return the address from which a request comes."""
        return visitor_of(request, self.services.proxies)
