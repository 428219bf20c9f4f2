"""Tables without Discord, games begun at them, whose turn it is, and actions as commands."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from db.store import Store
from delivery.dispatcher import Dispatcher
from engine import FIRST_GAME, Action, Banner, Build, Castle, End, Pass, Workers, square_names
from runtime.limits import Limits
from tabletop.opening import Dealer, FullName, Opening
from tabletop.personal import Personal
from tabletop.table import Table
from tabletop.tables import TABLES_BYTES, Tables

NO_LIMITS: Final[Limits] = {}


def in_english(full_name: str, language: str, name: str) -> str:
    """Return a computer player's name in English, the language ignored."""
    return full_name.format(name=name)


def tables_on(
    store: Store,
    now: Callable[[], int],
    rng: Random,
    *,
    personal: Personal | None = None,
    alarm: Callable[[int], None] | None = None,
    full_name: FullName = in_english,
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
        full_name=full_name,
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
    for person, named in others:
        await tables.lobby.join(number, person, named)
    await tables.lobby.begin(number, host)
    return number


def due(table: Table) -> int:
    """Return the id of the person whose turn it is, in a game of people that goes on."""
    assert table.active is not None
    assert table.active.user_id is not None
    return table.active.user_id


def command_of(action: Action) -> tuple[str, dict[str, Any]]:
    """Return the slash command of an action, with its options."""
    match action:
        case Build(card, squares, draw):
            place = " ".join(square_names(squares))
            return "arkadia build", {"card": str(card), "place": place, "draw": str(draw)}
        case Workers(own, neutral):
            kinds = {"own": own, "neutral": neutral}
            # Empty options are left out: Discord sends none that was not filled in.
            options = {name: " ".join(square_names(on)) for name, on in kinds.items() if on}
            return "arkadia workers", options
        case Castle(family, ring):
            return "arkadia castle", {"family": family, "ring": ring}
        case Banner(sale):
            return "arkadia banner", dict(sale)
        case Pass() | End():
            return "arkadia end", {}
