"""Tables without Discord, for programs that play at them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from db.ledger.rows import Limits
from db.store import Store
from delivery.dispatcher import Dispatcher
from tabletop.dealing import Dealer
from tabletop.opening import Called
from tabletop.personal import Personal
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
        *(store, now, Dealer(rng), personal or Personal(store)),
        # A dispatcher that was never started only saves timers, so no clock moves a measured game.
        alarm=alarm or Dispatcher(store, now).wake,
        called=called,
        limits=limits,
        cached=cached,
    )
