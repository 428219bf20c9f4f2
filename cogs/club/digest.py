"""The weekly digest: a server's news of a week, for a channel that moderators chose."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, TypeAlias

from cogs.club.results import NOTHING, Highlights, among_people, highlights_of, places_in
from cogs.club.service import OVER, Club
from cogs.club.store import FinishedGame, StoredRecord, records_of, standings_of, stored_results
from db.games.changes import RUNNING
from db.games.rows import GameSummary, StoredResult
from db.outbox.rows import StoredItem, Topic
from db.settings import StoredChannel
from delivery.dispatcher import Dispatcher
from tabletop.cache import table_of
from tabletop.channels import Channels
from tabletop.errors import UnreadableTableError
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import DAY, HOUR

KIND: Final = "digest"
"""The kind of notice of a digest."""

WEEK_OVER: Final = "week"
"""The kind of due at which a digest is to be told."""

MOST_LOOKED_AT: Final = 60
"""The finished games, the newest, that are searched for highlights; each takes milliseconds."""

WEEK: Final = timedelta(days=7)
HOUR_OF_DAY: Final = 9
"""On Mondays, in UTC."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A running game that waits for a person.

    Attributes:
        place: the id of the game's thread or channel.
        since: the time of the last action, in milliseconds UTC.
    """

    game: int
    place: int
    name: str
    others: tuple[str, ...]
    since: int


@dataclass(frozen=True, slots=True)
class Opening:
    """A lobby with free seats.

    Attributes:
        place: the id of its channel.
    """

    game: int
    place: int
    free: int


_Finished: TypeAlias = tuple[int, tuple[str, ...], tuple[int, ...]]
"""A game with the names of its winners, and the gold of each."""


@dataclass(frozen=True, slots=True)
class Digest:
    """The contents of a server's digest: the news of a span, a week as a rule.

    Attributes:
        finished: the games that ended with a result, each with the names of its winners and their
            gold, in the order of their ends.
        newcomers: the names of people whose first counted games are among them.
        moved: whether a game that goes on had a turn in the span, or a lobby was opened.
    """

    since: int
    begun: int = 0
    finished: tuple[_Finished, ...] = ()
    highlights: Highlights = NOTHING
    records: tuple[StoredRecord, ...] = ()
    newcomers: tuple[str, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    opening: tuple[Opening, ...] = ()
    moved: bool = False

    @property
    def silent(self) -> bool:
        """True if nothing happened: that games still wait is no news."""
        return not (self.begun or self.finished or self.moved)


class Digests:
    """A service that computes the digests of servers."""

    def __init__(self, tables: Tables, club: Club, dispatcher: Dispatcher) -> None:
        self._tables = tables
        self._club = club
        self.channels = Channels(tables, dispatcher, KIND, WEEK_OVER, next_time)

    async def come_due(self, guild: int) -> Topic | None:
        """Put a server's digest into the outbox and schedule the next; None if none is chosen."""
        chosen = await self.channels.chosen(guild)
        if chosen is None:
            return None
        # The day is the count: one that was missed is told with the next.
        return await self.channels.tell(chosen, last_time(self._tables.now()) // DAY)

    def span(self, digest: StoredChannel, item: StoredItem) -> tuple[int, int]:
        """Return the begin and end of the time that a digest covers; it can be empty."""
        return max(digest.chosen_at, _morning(item.shown)), _morning(item.news)

    async def games(self, guild: int, since: int) -> Sequence[GameSummary]:
        """Return the games of a server that go on, and those that have ended since a time."""
        store = self._tables.store
        going_on = await store.games.find(guild, states=("lobby", *RUNNING))
        return (*going_on, *await store.games.ended_since(guild, since))

    async def digest(
        self,
        guild: int,
        rows: Sequence[GameSummary],
        since: int,
        until: int,
        *,
        moved: bool = False,
    ) -> Digest:
        """Return the digest of a server for a span of time, with the games waiting now."""
        ended = [row for row in rows if row.state in OVER and since <= (row.ended_at or 0) < until]
        await self._club.note_results(guild)
        results = await self._tables.store.ask(stored_results, [row.game_id for row in ended])
        known = [(row, results[row.game_id]) for row in ended if row.game_id in results]
        known.sort(key=lambda game: game[0].ended_at or 0)
        numbers = {row.game_id for row, _ in known}
        waiting = await self._waiting([row for row in rows if row.state == "running"])
        lobbies = [row for row in rows if row.state == "lobby"]
        return Digest(
            since=since,
            begun=sum(since <= (row.begun_at or 0) < until for row in rows),
            finished=tuple(_won(row, seats) for row, seats in known),
            highlights=highlights_of(await self._tables_of(numbers)),
            records=await self._records(guild, numbers),
            newcomers=await self._newcomers(guild, known),
            waiting=waiting,
            opening=tuple(_opening(row) for row in lobbies if _free(row)),
            moved=moved
            or any(one.since >= since for one in waiting)
            or any(row.created_at >= since for row in lobbies),
        )

    async def _tables_of(self, numbers: Iterable[int]) -> list[Table]:
        """Return the newest of some finished games, without putting them into the cache."""
        found = []
        for number in sorted(numbers)[-MOST_LOOKED_AT:]:
            stored = await self._tables.store.games.load(number)
            # The list is a moment old: the game may have been set aside since.
            if stored is not None and stored.state == "finished":
                with suppress(UnreadableTableError):
                    found.append(await asyncio.to_thread(table_of, stored))
        return found

    async def table(self, number: int) -> Table | None:
        """Return a finished game as it is stored; None if it is there no more."""
        return next(iter(await self._tables_of([number])), None)

    async def _records(self, guild: int, numbers: Collection[int]) -> tuple[StoredRecord, ...]:
        """Return the records that some games broke; a server's first game breaks none."""
        records = await self._tables.store.ask(records_of, guild)
        return tuple(one for one in records if one.game_id in numbers and one.earlier is not None)

    async def _newcomers(
        self, guild: int, known: Sequence[tuple[GameSummary, Sequence[StoredResult]]]
    ) -> tuple[str, ...]:
        """Return the people all of whose counted games here are among the given ones."""
        names: dict[int, str] = {}
        games = Counter[int]()
        for row, results in known:
            pairs = tuple(zip(row.seats, results, strict=True))
            game = FinishedGame(row.game_id, row.ended_at or 0, row.leaving_counts, pairs)
            for counted in among_people([game]) if row.begun_in is None else ():
                games.update(one.person for one in counted.players if one.person is not None)
                names |= {seat.user_id or 0: seat.name for seat in row.seats}
        standings = await self._tables.store.ask(standings_of, guild, games)
        return tuple(
            names[one.user_id]
            for one in sorted(standings, key=lambda one: list(names).index(one.user_id))
            if 0 < one.games <= games[one.user_id]
        )

    async def _waiting(self, rows: Sequence[GameSummary]) -> tuple[Waiting, ...]:
        found = []
        for row in rows:
            table = await self._tables.cache.find(row.game_id)
            if table is None:  # the game's own channel tells the fault
                continue
            active = table.active
            others = tuple(seat.name for seat in table.people if seat != active)
            if active is not None and active in table.playing and others:
                waiting = Waiting(table.number, table.place, active.name, others, table.moved_at)
                found.append(waiting)
        return tuple(sorted(found, key=lambda one: one.since))


def _won(row: GameSummary, seats: Sequence[StoredResult]) -> _Finished:
    """Return the number of a game, the names of its winners, and their gold."""
    places = places_in(zip(row.seats, seats, strict=True))
    won = [result for result in seats if places.get(result.seat) == 1]
    return (
        row.game_id,
        tuple(row.seats[one.seat].name for one in won),
        tuple(one.gold for one in won),
    )


def _free(row: GameSummary) -> int:
    """Return how many seats of a lobby anybody may take."""
    return 0 if row.invited_only else row.seat_limit - len(row.seats) - len(row.invited)


def _opening(row: GameSummary) -> Opening:
    return Opening(row.game_id, row.place, _free(row))


def _morning(day: int) -> int:
    """Return the time of the digest on a day since 1970."""
    return day * DAY + HOUR_OF_DAY * HOUR


def last_time(now: int) -> int:
    """Return the latest Monday morning not after a time; both in milliseconds UTC."""
    when = datetime.fromtimestamp(now / 1000, UTC)
    monday = (when - timedelta(days=when.weekday())).replace(
        hour=HOUR_OF_DAY, minute=0, second=0, microsecond=0
    )
    return _milliseconds(monday if monday <= when else monday - WEEK)


def next_time(now: int) -> int:
    """Return the next Monday morning after a time."""
    return last_time(now) + round(WEEK.total_seconds() * 1000)


def _milliseconds(when: datetime) -> int:
    return round(when.timestamp() * 1000)
