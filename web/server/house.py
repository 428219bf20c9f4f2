"""The services of the bot behind its pages, and the address at which people find them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from db.games.rows import GameSummary
from i18n.translation import Words, offered, words_for
from tabletop.advice import Advice
from tabletop.doors import Doors
from tabletop.once import Once
from tabletop.personal import Personal
from tabletop.publishing import Publisher
from tabletop.tables import Tables
from web.server.limits import Networks

IsOpen: TypeAlias = Callable[[GameSummary], Awaitable[bool]]
"""Returns whether everybody on its server sees where a game is played."""


IsMember: TypeAlias = Callable[[int, int], Awaitable[bool | None]]
"""Returns whether a person is a member of a server, the server first; None if that is not known."""


@dataclass(frozen=True, slots=True)
class House:
    """The services behind the pages.

    Attributes:
        tables: all tables.
        personal: the preferences and prepared turns of people.
        once: has each act carried out once.
        publisher: brings public messages up to the saved state.
        advice: asks for advice in a person's turn.
        doors: the links and sessions.
        is_open: tells whether a game may be watched by a link alone.
        is_member: tells who may act.
        url: the address under which people reach the pages, without a path.
        count: called with the status of each answer.
        proxies: the networks whose word for a visitor's address is taken.
        frames: the addresses whose pages may have a frame with one of these.
    """

    tables: Tables
    personal: Personal
    once: Once
    publisher: Publisher
    advice: Advice
    doors: Doors
    is_open: IsOpen
    is_member: IsMember
    url: str
    proxies: Networks = ()
    frames: Sequence[str] = ()
    count: Callable[[int], None] = lambda status: None

    @property
    def encrypted(self) -> bool:
        """True if people reach the pages by an encrypted connection."""
        return self.url.startswith("https://")

    def words(self, wished: str | None, language: str) -> Words:
        """Return the language that a reader wishes, or else the usual one."""
        return words_for(offered(wished or "") or language)
