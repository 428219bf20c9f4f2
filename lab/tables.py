"""Tables without Discord, games begun at them, and whose turn it is, for programs that play."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from db.ledger.rows import Limits
from db.store import Store
from delivery.dispatcher import Dispatcher
from engine.start import FIRST_GAME
from tabletop.dealing import Dealer
from tabletop.opening import Called, Opening
from tabletop.personal import Personal
from tabletop.table import Table
from tabletop.tables import TABLES_BYTES, Tables

NO_LIMITS: Final = Limits()


def in_english(called: str, language: str, name: str) -> str:
    """Return a computer player's name in English, the language ignored."""
    return called.format(name=name)


def tables_on(
    store: Store,
    now: Callable[[], int],
    rng: Random,
    *,
    personal: Personal | None = None,
    alarm: Callable[[int], None] | None = None,
    called: Called = in_english,
    limits: Limits = NO_LIMITS,
    cached: int = TABLES_BYTES,
) -> Tables:
    """Return the tables of a store, without Discord; saved timers fire only with an ``alarm``."""
    return Tables(
        store,
        now,
        Dealer(rng),
        personal or Personal(store),
        # A dispatcher that was never started only saves timers, so no clock moves a measured game.
        alarm=alarm or Dispatcher(store, now).wake,
        called=called,
        limits=limits,
        cached=cached,
    )


async def begun(
    tables: Tables, guild: int, channel: int, *people: tuple[int, str], setup: str = FIRST_GAME
) -> int:
    """Begin a game of some people, by their ids and names, the host first; return its number."""
    (host, name), *others = people
    opening = Opening(
        guild=guild, channel=channel, host=host, name=name, setup=setup, seat_limit=len(people)
    )
    number = (await tables.lobby.open(opening)).number
    for person, called in others:
        await tables.lobby.join(number, person, called)
    await tables.lobby.begin(number, host)
    return number


def due(table: Table) -> int:
    """Return the id of the person whose turn it is, in a game of people that goes on."""
    assert table.active is not None
    assert table.active.user_id is not None
    return table.active.user_id
