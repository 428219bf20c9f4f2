"""The moments of a season: its highest result, its closest game and its best sale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from db.leagues.rows import StoredLeagueTable
from tabletop.leagues.league import League


@dataclass(frozen=True, slots=True)
class Moment:
    """A person at a table of a league, and a number that stands out.

    Attributes:
        person: the person's number in the league.
        amount: the gold, or the lead in gold.
        round, table: the table at which it was.
    """

    person: int
    amount: int
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class Moments:
    """The moments of a season; None where no game has one."""

    highest: Moment | None = None
    closest: Moment | None = None
    sale: Moment | None = None


def moments_of(league: League, sales: Mapping[int, Sequence[int]]) -> Moments:
    """Return the moments of a season; of equal ones the earliest.

    Args:
        sales: the best sale of each seat, by the number of the game.
    """
    tables = [
        table
        for table in league.row.tables
        if table.over_at is not None and all(seat.gold is not None for seat in table.seats)
    ]
    return Moments(
        max((one for table in tables for one in _golds(table)), key=_amount, default=None),
        min((_lead(table) for table in tables), key=_amount, default=None),
        max((one for table in tables for one in _sales(table, sales)), key=_amount, default=None),
    )


def _amount(moment: Moment) -> int:
    return moment.amount


def _golds(table: StoredLeagueTable) -> Iterator[Moment]:
    for seat in table.seats:
        yield Moment(seat.entrant, seat.gold or 0, table.round, table.number)


def _lead(table: StoredLeagueTable) -> Moment:
    """Return the winner of a table with their lead over the next."""
    first, second, *_ = sorted(table.seats, key=lambda seat: -(seat.gold or 0))
    lead = (first.gold or 0) - (second.gold or 0)
    return Moment(first.entrant, lead, table.round, table.number)


def _sales(table: StoredLeagueTable, sales: Mapping[int, Sequence[int]]) -> Iterator[Moment]:
    for seat, sale in zip(table.seats, sales.get(table.game_id or 0, ()), strict=False):
        if sale:
            yield Moment(seat.entrant, sale, table.round, table.number)
