"""A league in memory: its stored row, and the rounds, results and standings computed from it.

A table of any size gives its first 12 points and its last none, the places between evenly less: 12,
8, 4, 0 of four people, 12, 6, 0 of three, 12, 0 of two. People who share a place share its points.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import ClassVar, Final

from cogs.leagues.draw import Round, by_lot
from cogs.leagues.store import StoredEntrant, StoredLeague, StoredLeagueTable
from engine.events import BannerUsed
from i18n.translation import N_, NP_
from tabletop import time_control, turn_time
from tabletop.outcome import outcome_of
from tabletop.table import Table
from ui.texts.refusals import FeatureError, Sentences

IN: Final = N_(
    "You're in “{name}”. Once it begins, your games open automatically, and you get "
    "pinged when it's your turn."
)
OVER: Final = N_("“{name}” is over. To see how it ended, type `/arkadia-league show`.")

LEAGUE: Final[Sentences] = {
    "unknown-league": N_(
        "There's no league here. Moderators can open one with `/arkadia-league open`."
    ),
    "too-many": NP_(
        "{n} league is already running on this server. Please end it first.",
        "{n} leagues are already running on this server. Please end one first.",
    ),
    "begun": N_("“{name}” has already begun; you can join the next league."),
    "not-begun": N_("“{name}” hasn't begun yet: people can still sign up."),
    "not-over": N_("“{name}” isn't over yet. You can open the next season once it's over."),
    "over": OVER,
    "already-in": IN,
    "blocked": N_("This server's moderators don't let you do this. Ask them why."),
    "not-in": N_("That player isn't in “{name}”."),
    "left": N_("You've left “{name}” and can't rejoin."),
    "full": NP_("“{name}” is full, with {n} player.", "“{name}” is full, with {n} players."),
    "too-few": NP_(
        "“{name}” needs at least {n} player. Ask a friend to press *Join*.",
        "“{name}” needs at least {n} players. Ask a friend to press *Join*.",
    ),
    "apart": N_(
        "{one} and {other} can't be paired, so “{name}” can't begin with both of them. "
        "Ask one to leave."
    ),
    "not-host": N_("Only moderators and the person who opened “{name}” can do this."),
}


class LeagueError(FeatureError):
    """A league refuses a person's request; the league is unchanged."""

    sentences: ClassVar[Sentences] = LEAGUE


MOST_POINTS: Final = 12  # of one game

WITHOUT_GAME: Final = 6
"""Points, the average, of a round that a person sits out, or of a game without a result."""


@dataclass(frozen=True, slots=True)
class Played:
    """The outcome of a league's table that is over."""

    people: tuple[int, ...]
    gold: tuple[int, ...] | None
    resigned: frozenset[int] = frozenset()  # the people who left the game, and so come last in it
    # the place of each person as the ranking counts it; without any, gold decides
    places: Mapping[int, int] = field(default_factory=dict)

    def worth(self, person: int) -> int:
        """Return the value by which people are compared: -1, the least, if they resigned."""
        if self.gold is None or person in self.resigned:
            return -1
        if person in self.places:
            return len(self.people) - self.places[person]
        return self.gold[self.people.index(person)]

    def points(self, person: int) -> Fraction:
        """Return the league points of a person for this table.

        >>> table = Played(people=(7, 8, 9), gold=(30, 20, 20))
        >>> [str(table.points(person)) for person in table.people]
        ['12', '3', '3']
        """
        if self.gold is None:
            return Fraction(0 if person in self.resigned else WITHOUT_GAME)
        own = self.worth(person)
        behind = sum(self.worth(other) < own for other in self.people)
        equal = sum(self.worth(other) == own for other in self.people)
        beaten = behind + Fraction(equal - 1, 2)
        return MOST_POINTS * beaten / (len(self.people) - 1)

    def share(self, person: int) -> Fraction:
        """Return a person's share of all gold at the table."""
        if self.gold is None or person in self.resigned or not sum(self.gold):
            return Fraction(0)
        return Fraction(self.gold[self.people.index(person)], sum(self.gold))

    def won(self, person: int) -> bool:
        """Return whether a person won: no other person at the table did better."""
        own = self.worth(person)
        return own >= 0 and all(self.worth(other) <= own for other in self.people)


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of one person in a league."""

    rank: int  # the rank from 1; no two people share one
    person: int
    points: Fraction
    games: int
    wins: int
    duels: int  # better results minus worse results against people with equal points
    share: Fraction  # the person's average share of the gold at a table
    left: bool


def standings(
    people: Iterable[int],
    played: Sequence[Played],
    seed: str,
    *,
    rested: Mapping[int, int] | None = None,
    left: Collection[int] = (),
) -> list[Standing]:
    """Return the standings of all people, the leader first and those who left last.

    Equal points are told apart by the results against each other, then by the share of the gold,
    then by victories, and last by a lot drawn by the seed.

    Args:
        rested: the number of rounds that each person sat out.
    """
    # Lots of the published seed: even the last tie can be checked.
    lots = {one: place for place, one in enumerate(by_lot(people, seed, "standings"))}
    tables = {one: [table for table in played if one in table.people] for one in lots}
    points = {
        one: sum((table.points(one) for table in tables[one]), Fraction(0))
        + WITHOUT_GAME * (rested or {}).get(one, 0)
        for one in lots
    }

    def group(one: int) -> tuple[bool, Fraction]:
        return one in left, -points[one]

    found: list[Standing] = []
    for _, equal in groupby(sorted(lots, key=group), key=group):
        rivals = set(equal)
        rows = [_row(one, tables[one], points[one], rivals, one in left) for one in rivals]
        rows.sort(key=lambda row: (-row.duels, -row.share, -row.wins, lots[row.person]))
        found += rows
    return [replace(row, rank=rank) for rank, row in enumerate(found, start=1)]


def _row(
    person: int, tables: Sequence[Played], points: Fraction, rivals: Collection[int], left: bool
) -> Standing:
    finished = [table for table in tables if table.gold is not None]
    duels = sum(
        (table.worth(person) > table.worth(other)) - (table.worth(person) < table.worth(other))
        for table in finished
        for other in table.people
        if other in rivals and other != person
    )
    shares = [table.share(person) for table in finished]
    return Standing(
        rank=0,
        person=person,
        points=points,
        games=len(finished),
        wins=sum(table.won(person) for table in finished),
        duels=duels,
        share=sum(shares, Fraction(0)) / max(1, len(shares)),
        left=left,
    )


@dataclass(frozen=True, slots=True)
class League:
    """A read-only view of a stored league; only ``Leagues`` changes leagues."""

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
        entrants = self.row.entrants
        return [
            one.entrant for one in entrants if one.left_round is None or one.left_round > number
        ]

    def tables(self, number: int) -> list[StoredLeagueTable]:
        """Return the tables of a round."""
        return [table for table in self.row.tables if table.round == number]

    @property
    def overlaps(self) -> bool:
        """True if a table of the next round opens as soon as its people are free.

        So in leagues by correspondence; where people sit down together, a round begins for all.
        """
        turn = time_control.read_control(self.row.clock).turn
        return turn is None or turn >= turn_time.CORRESPONDENCE_MS

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
        early = [one for one in self.tables(self.row.round + 1) if one.game_id is not None]
        return [*self.tables(self.row.round), *early]

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

    def is_over(self, number: int) -> bool:
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
        over.sort(key=lambda table: (table.over_at or 0, table.number))
        return [played(table) for table in over]

    @property
    def standings(self) -> list[Standing]:
        """The current standings of all people."""
        # A round counts for those who sit out once it is over: one that is cut short gives nothing.
        over = [number for number in range(1, self.row.round + 1) if self.is_over(number)]
        return standings(
            self.names,
            self.played,
            self.row.seed,
            rested=Counter([one for number in over for one in self.round(number).resting]),
            left={one.entrant for one in self.row.entrants if one.left_round is not None},
        )

    def must_be_open(self) -> None:
        """Raise an error unless the league is open for sign-up."""
        self.must_live()
        if self.row.state != "open":
            raise LeagueError("begun", name=self.row.name)

    def must_run(self) -> None:
        """Raise an error unless the league is running."""
        self.must_live()
        if self.row.state != "running":
            raise LeagueError("not-begun", name=self.row.name)

    def must_live(self) -> None:
        """Raise an error if the league is over."""
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


@dataclass(frozen=True, slots=True)
class Moment:
    """A person at a table of a league, and a number that stands out."""

    person: int
    amount: int  # the gold, or the lead in gold
    round: int  # the table at which it was
    table: int


@dataclass(frozen=True, slots=True)
class Moments:
    """The moments of a season; None where no game has one."""

    highest: Moment | None = None
    closest: Moment | None = None
    sale: Moment | None = None


def moments_of(league: League, games: Mapping[int, Table]) -> Moments:
    """Return the moments of a season, of what people played themselves; the first of equal ones.

    Args:
        games: the league's games that are over, by their numbers.
    """
    golds, leads, sales = list[Moment](), list[Moment](), list[Moment]()
    for table in league.row.tables:
        game = games.get(table.game_id or 0)
        outcome = outcome_of(game) if game is not None and table.over_at is not None else None
        if game is None or outcome is None:
            continue
        at, people = (table.round, table.number), [seat.entrant for seat in table.seats]
        whole = [outcome.is_own(seat) for seat in range(len(people))]
        golds += [
            Moment(people[seat], gold, *at) for seat, gold in enumerate(outcome.gold) if whole[seat]
        ]
        first, second, *_ = sorted(range(len(people)), key=lambda seat: -outcome.gold[seat])
        # A lead is a winner's if people played all seats.
        if all(whole):
            leads.append(Moment(people[first], outcome.gold[first] - outcome.gold[second], *at))
        own = {turn for seat in game.seats for turn in game.played_by_person(seat.seat)}
        sales += [
            Moment(people[event.seat], event.gold, *at)
            for turn in game.turns_since(1)
            for event in turn.events
            if turn.number in own and isinstance(event, BannerUsed) and event.gold
        ]
    amount = attrgetter("amount")
    return Moments(
        max(golds, key=amount, default=None),
        min(leads, key=amount, default=None),
        max(sales, key=amount, default=None),
    )
