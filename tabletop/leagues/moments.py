"""The moments of a season: its highest result, its closest game and its best sale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from db.club.rows import StoredResult
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


def moments_of(league: League, results: Mapping[int, Sequence[StoredResult]]) -> Moments:
    """Return the moments of a season, of what people played themselves; of equal ones the earliest.

    Args:
        results: the result of each seat, by the number of the game.
    """
    tables = [
        (table, [(seat.entrant, one) for seat, one in zip(table.seats, found, strict=True)])
        for table in league.row.tables
        if table.over_at is not None and (found := results.get(table.game_id or 0))
    ]
    return Moments(
        max((one for table in tables for one in _golds(*table)), key=_amount, default=None),
        min((one for table in tables for one in _leads(*table)), key=_amount, default=None),
        max((one for table in tables for one in _sales(*table)), key=_amount, default=None),
    )


def _amount(moment: Moment) -> int:
    return moment.amount


_Seats: TypeAlias = Sequence[tuple[int, StoredResult]]


def _golds(table: StoredLeagueTable, seats: _Seats) -> Iterator[Moment]:
    for person, result in seats:
        if result.is_own:
            yield Moment(person, result.gold, table.round, table.number)


def _leads(table: StoredLeagueTable, seats: _Seats) -> Iterator[Moment]:
    """Yield the winner of a table with their lead over the next, if people played all seats."""
    (person, first), (_, second), *_ = sorted(seats, key=lambda one: -one[1].gold)
    if all(result.is_own for _, result in seats):
        yield Moment(person, first.gold - second.gold, table.round, table.number)


def _sales(table: StoredLeagueTable, seats: _Seats) -> Iterator[Moment]:
    for person, result in seats:
        if result.sale:
            yield Moment(person, result.sale, table.round, table.number)
