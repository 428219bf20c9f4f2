"""Streams of events: each open page hears within moments that there is something new to see.

A stream never carries what is new, but a version alone. The page asks for its scene then, so a
stream cannot tell more than the scene does.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Final

from aiohttp import web

from db.errors import StoreError
from runtime.background import persistently
from tabletop.errors import TableError, UnreadableTableError
from tabletop.personal import Personal
from tabletop.prepared import Prepared
from tabletop.table import Table
from tabletop.tables import Tables
from web.live import page_version

log = logging.getLogger("arkadia.pages")

QUIET_S: Final = 20.0
"""Seconds after which a silent stream sends a comment: proxies end what is silent for a minute."""

SENT_WITHIN_S: Final = 10.0
"""Seconds that a page has to take what was sent to it."""

AGAIN_S: Final = 2.0
"""Seconds after which a game is looked at again that could not be read."""

Seen = tuple[int, Hashable]
"""A version, and whatever changes with what a page shows."""

Look = Callable[[Table], Seen]
"""Returns what a reader sees of a table."""


def public_look(table: Table) -> Seen:
    """Return what everybody sees of a table whose game has begun."""
    return page_version(table, table.position_for().ply), _about(table)


class OwnLook:
    """A look at a table by one of its people, who alone sees what they have prepared."""

    def __init__(self, user: int) -> None:
        self._user = user
        self._planned: Prepared | None = None

    async def learn(self, table: Table, personal: Personal) -> None:
        """Learn what the person has prepared by now.

        Raises:
            TableError: if the game has not begun.
            StoreError: if the database fails.
        """
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
    """An open page's end of a stream.

    Attributes:
        look: what its reader sees of the table.
        seen: what the page was told last.
        news: set when there is something to tell.
        over: whether the game is no longer to be seen.
        left: whether the page has gone.
    """

    look: Look
    seen: Seen | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False
    left: bool = False

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
    """All open streams, by the number of their game.

    Attributes:
        closed: whether the streams are to end, because the server stops.
    """

    def __init__(self, tables: Tables, personal: Personal) -> None:
        self.closed = False
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

    def wake_all(self) -> None:
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
            self._show(self.of(number), table)
            # Commands go first: a thousand pages are told between them.
            await asyncio.sleep(0)
        self._telling = None

    def _show(self, streams: Sequence[Stream], table: Table | None) -> None:
        # All watchers look alike, and a look may replay the game.
        seen = {look: seen_by(look, table) for look in {stream.look for stream in streams}}
        for stream in streams:
            stream.show(seen[stream.look])


def seen_by(look: Look, table: Table | None) -> Seen | None:
    """Return what a reader sees of a table; None if that is nothing."""
    try:
        return None if table is None else look(table)
    except TableError:
        return None


async def send(response: web.StreamResponse, text: str) -> None:
    """Send a part of a stream to a page that takes it in time.

    Raises:
        TimeoutError: if it does not.
    """
    async with asyncio.timeout(SENT_WITHIN_S):
        await response.write(text.encode())


def event(kind: str, number: int, **data: object) -> str:
    """Return an event as it stands in a stream."""
    return f"event: {kind}\nid: {number}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
