"""A league in memory: its stored row, and the rounds, results and standings computed from it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from db.leagues.rows import StoredEntrant, StoredLeague, StoredLeagueTable
from tabletop.leagues.draw import Round
from tabletop.leagues.errors import LeagueError
from tabletop.leagues.standings import Played, Standing, standings
from tabletop.time_control import read_control
from tabletop.turn_time import CORRESPONDENCE_MS


@dataclass(frozen=True, slots=True)
class League:
    """A read-only view of a stored league; only ``Leagues`` changes leagues.

    Attributes:
        row: the league's stored row.
    """

    row: StoredLeague

    @property
    def number(self) -> int:
        """The number of the league."""
        return self.row.league_id

    @property
    def names(self) -> dict[int, str]:
        """The names of the people in the league, by their numbers there."""
        return {one.entrant: one.name for one in self.row.entrants}

    def person(self, user: int) -> StoredEntrant | None:
        """Return the league's entry of a Discord user, even one who has left; None if not in it."""
        return next((one for one in self.row.entrants if one.user_id == user), None)

    def entrant(self, number: int) -> StoredEntrant:
        """Return the league's entry of the person with a number."""
        return next(one for one in self.row.entrants if one.entrant == number)

    def present(self, number: int) -> list[int]:
        """Return the numbers of the people who have not left the league by a round."""
        return [
            one.entrant
            for one in self.row.entrants
            if one.left_round is None or one.left_round > number
        ]

    def tables(self, number: int) -> list[StoredLeagueTable]:
        """Return the tables of a round."""
        return [table for table in self.row.tables if table.round == number]

    @property
    def overlaps(self) -> bool:
        """True if a table of the next round opens as soon as its people are free.

        So in leagues by correspondence; where people sit down together, a round begins for all.
        """
        turn = read_control(self.row.clock).turn
        return turn is None or turn >= CORRESPONDENCE_MS

    @property
    def due_tables(self) -> list[StoredLeagueTable]:
        """The tables of this round, and those of the next one that are open or may be opened."""
        tables = self.tables(self.row.round)
        busy = {seat.entrant for one in tables if one.over_at is None for seat in one.seats}
        early = [
            table
            for table in self.tables(self.row.round + 1)
            if table.game_id is not None
            or (self.overlaps and busy.isdisjoint(seat.entrant for seat in table.seats))
        ]
        return [*tables, *early]

    @property
    def seen_tables(self) -> list[StoredLeagueTable]:
        """The tables of this round, and those of the next one that have their game."""
        early = self.tables(self.row.round + 1)
        return [*self.tables(self.row.round), *(one for one in early if one.game_id is not None)]

    @property
    def first_to_draw(self) -> int:
        """The first round of which no game was opened yet, so that it may be drawn anew."""
        opened = [table.round for table in self.row.tables if table.game_id is not None]
        return 1 + max((self.row.round, *opened))

    @property
    def newest(self) -> StoredLeagueTable | None:
        """The table whose game ended last, in whatever round; None before the first end."""
        over = [table for table in self.row.tables if table.over_at is not None]
        return max(over, key=lambda one: (one.over_at or 0, one.round, one.number), default=None)

    @property
    def is_round_over(self) -> bool:
        """True if all games of the current round are over."""
        return self._is_over(self.row.round)

    def _is_over(self, number: int) -> bool:
        """Return whether all games of a round are over."""
        return all(table.over_at is not None for table in self.tables(number))

    def round(self, number: int) -> Round:
        """Return the seating of a round, with the people who sit out."""
        tables = tuple(tuple(seat.entrant for seat in one.seats) for one in self.tables(number))
        seated = {one for table in tables for one in table}
        return Round(tables, tuple(one for one in self.present(number) if one not in seated))

    def rounds(self, until: int) -> tuple[Round, ...]:
        """Return the rounds from the first to the given one."""
        return tuple(self.round(number) for number in range(1, until + 1))

    @property
    def drawn(self) -> tuple[Round, ...]:
        """All rounds that have been drawn."""
        return self.rounds(max((table.round for table in self.row.tables), default=0))

    @property
    def played(self) -> list[Played]:
        """The outcomes of the tables that are over, in the order of their ends."""
        over = [table for table in self.row.tables if table.over_at is not None]
        return [
            played(table)
            for table in sorted(over, key=lambda table: (table.over_at or 0, table.number))
        ]

    @property
    def standings(self) -> list[Standing]:
        """The current standings of all people."""
        # A round counts for those who sit out once it is over: one that is cut short gives nothing.
        over = [number for number in range(1, self.row.round + 1) if self._is_over(number)]
        resting = [one for number in over for one in self.round(number).resting]
        return standings(
            self.names,
            self.played,
            self.row.seed,
            rested=Counter(resting),
            left={one.entrant for one in self.row.entrants if one.left_round is not None},
        )

    def must_be_open(self) -> None:
        """Raise an error unless the league is open for sign-up.

        Raises:
            LeagueError: if the league has begun or is over.
        """
        self.must_live()
        if self.row.state != "open":
            raise LeagueError("begun", name=self.row.name)

    def must_run(self) -> None:
        """Raise an error unless the league is running.

        Raises:
            LeagueError: if the league has not begun or is over.
        """
        self.must_live()
        if self.row.state != "running":
            raise LeagueError("not-begun", name=self.row.name)

    def must_live(self) -> None:
        """Raise an error if the league is over.

        Raises:
            LeagueError: if it is over.
        """
        if self.row.state not in ("open", "running"):
            raise LeagueError("over", name=self.row.name)


def played(table: StoredLeagueTable) -> Played:
    """Return the outcome of a table that is over."""
    gold = tuple(seat.gold for seat in table.seats if seat.gold is not None)
    return Played(
        people=tuple(seat.entrant for seat in table.seats),
        gold=gold if len(gold) == len(table.seats) else None,
        places={seat.entrant: seat.place for seat in table.seats if seat.place is not None},
        resigned=frozenset(seat.entrant for seat in table.seats if seat.resigned),
    )
