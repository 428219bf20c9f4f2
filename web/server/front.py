"""The part of the server that every request meets: services, files, open streams and limits."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from aiohttp import web

from web.server.files import PageFiles
from web.server.house import House
from web.server.limits import Allowance, Pacer, Rooms, Turns, visitor_of
from web.server.streams import Streams

ADDRESS: Final = Allowance(at_once=120, a_minute=300)
"""The requests of one address."""

WAITING: Final = 200
"""The requests that wait for their turn at a time."""

PERSON: Final = Allowance(at_once=40, a_minute=120)
"""What one person does or asks for on pages."""

ENTRIES: Final = Allowance(at_once=10, a_minute=10)
"""The links that one address tries."""


class Front:
    """The part of the server that every request meets.

    Args:
        house: the services.
        files: the files of the page.
        clock: the time in seconds, by which visitors are allowed more.

    Attributes:
        streams: the open streams of events.
        rooms: the places for them.
        turns: when each request begins.
        telling: when each stream is told something.
        requests: the pace of each address.
        entries: the pace at which each address tries links.
        acts: the pace of each person.
    """

    def __init__(
        self, house: House, files: PageFiles, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.house = house
        self.files = files
        self.streams = Streams(house.tables, house.personal)
        self.rooms = Rooms()
        self.turns, self.telling = Turns(), Turns()
        paces = (Pacer(allowance, clock) for allowance in (ADDRESS, ENTRIES, PERSON))
        self.requests, self.entries, self.acts = paces

    def visitor(self, request: web.Request) -> str:
        """Return the address from which a request comes."""
        return visitor_of(request, self.house.proxies)
