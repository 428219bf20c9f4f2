"""Forgetting a person: their seats are handed over first, then nothing leads to them any more."""

from __future__ import annotations

from typing import Final, NamedTuple

from db.errors import StillPlayingError
from db.people.rows import Traces
from tabletop.errors import TableError, UnreadableTableError
from tabletop.leagues.service import Leagues
from tabletop.personal import Personal
from tabletop.tables import Tables

ATTEMPTS: Final = 5
"""How often seats are handed over that the person took while others were being handed over."""


async def traces(tables: Tables, person: int) -> Traces:
    """Everything that is kept of a person."""
    return await tables.store.people.traces(person)


class Left(NamedTuple):
    """What a person left who was forgotten, by number: games and leagues with news to show."""

    games: tuple[int, ...]
    leagues: tuple[int, ...]


async def forget(
    tables: Tables, leagues: Leagues, personal: Personal, person: int, name: str
) -> Left:
    """Hand over what a person plays and hosts, and take them out of everything that is kept.

    Each step is whole; one that fails leaves the person known, and all can be asked for again.

    Args:
        name: what they are called from now on where they played.

    Raises:
        StillPlayingError: if they took new seats all the while.
        StoreError: if something could not be saved.
    """
    left: dict[int, None] = {}
    forsaken: dict[int, None] = {}
    for attempt in range(1, ATTEMPTS + 1):
        forsaken |= dict.fromkeys(await leagues.forsake(person))
        try:
            changed = await tables.store.people.forget(person, name)
        except StillPlayingError as error:
            if attempt == ATTEMPTS:
                raise
            for number in error.games:
                await _leave(tables, number, person)
                left[number] = None
        else:
            for number in changed:
                tables.cache.forget(number)
            personal.forget(person)
            break
    return Left(tuple(left), tuple(forsaken))


async def _leave(tables: Tables, number: int, person: int) -> None:
    """Take a person out of a game that is not over, so that the others can go on."""
    try:
        table = await tables.get(number)
        if table.row.state == "lobby":
            if table.person(person) is not None:
                await tables.lobby.leave(number, person)
            else:
                await tables.closing.cancel(number, person)
        elif table.row.state == "aside":
            await tables.seats.leave_aside(number, person)
        else:
            await tables.seats.resign(number, person)
    except UnreadableTableError as error:
        await tables.set_aside(number, error.reason)
        await tables.seats.leave_aside(number, person)
    except TableError:  # it went on meanwhile; what is left to hand over is asked for again
        tables.cache.forget(number)
