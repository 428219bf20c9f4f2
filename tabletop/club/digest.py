"""The weekly digest: a server's news of a week, for a channel that moderators chose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from db.club.rows import StoredDigest, StoredResult
from db.games.changes import RUNNING
from db.games.rows import GameSummary, StoredSeat
from db.outbox.rows import StoredItem, Topic
from db.store import Store
from db.timers.rows import StoredDue
from delivery.dispatcher import Dispatcher
from tabletop.club.ranking import Club
from tabletop.errors import TableError, UnreadableTableError
from tabletop.tables import Tables
from tabletop.time_control import DAY, HOUR

KIND: Final = "digest"
"""The kind of notice of a digest."""

WEEK_OVER: Final = "week"
"""The kind of due at which a digest is to be told."""

WEEK: Final = timedelta(days=7)
HOUR_OF_DAY: Final = 9
"""On Mondays, in UTC."""


@dataclass(frozen=True, slots=True)
class Sale:
    """The most gold that a single sale with a banner brought in the span.

    Attributes:
        name: the name of the seller.
    """

    game: int
    name: str
    gold: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """A running game that waits for a person.

    Attributes:
        place: the id of the game's thread or channel.
        name: the active person's.
        others: the names of the other people.
        since: the time of the last action, in milliseconds UTC.
    """

    game: int
    place: int
    name: str
    others: tuple[str, ...]
    since: int


@dataclass(frozen=True, slots=True)
class Digest:
    """The contents of a server's digest: the news of a span, a week as a rule.

    Attributes:
        since: the begin of the span, in milliseconds UTC.
        begun: the number of games that began.
        finished: the games that ended with a result, each with the names of its winners and their
            gold.
        sale: the best of those games, if there was any.
        waiting: the games that wait for a person, the longest wait first.
    """

    since: int
    begun: int
    finished: tuple[tuple[int, tuple[str, ...], int], ...]
    sale: Sale | None
    waiting: tuple[Waiting, ...]

    @property
    def empty(self) -> bool:
        """True if the digest has no news."""
        return not (self.begun or self.finished or self.waiting)


class Digests:
    """A service that stores servers' choices of a channel, and computes the digests."""

    def __init__(self, tables: Tables, club: Club, dispatcher: Dispatcher) -> None:
        self._tables = tables
        self._club = club
        self._dispatcher = dispatcher

    @property
    def store(self) -> Store:
        """The store that holds games and the choices of channels."""
        return self._tables.store

    async def choose(self, guild: int, channel: int, language: str) -> None:
        """Choose the channel for a server's digest."""
        now = self._tables.now()
        before = await self._tables.store.club.digest(guild)
        chosen_at = now if before is None else before.chosen_at
        await self._tables.store.club.set_digest(StoredDigest(guild, channel, language, chosen_at))
        await self._dispatcher.note(StoredDue(WEEK_OVER, next_time(now), guild))

    async def stop(self, guild: int) -> None:
        """Stop the digests of a server."""
        await self._tables.store.club.drop_digest(guild)

    async def chosen(self, guild: int) -> StoredDigest | None:
        """Return the server's chosen channel with its settings, or None."""
        return await self._tables.store.club.digest(guild)

    async def come_due(self, guild: int) -> Topic | None:
        """Put a server's digest into the outbox and schedule the next; None if none is chosen."""
        digest, now = await self.chosen(guild), self._tables.now()
        if digest is None:
            return None
        # The day is the count: a week put in twice is told once, one missed is told with the next.
        item = StoredItem(
            *(KIND, guild, 0, digest.channel_id), since=now, news=last_time(now) // DAY
        )
        await self._tables.store.outbox.put(item)
        await self._dispatcher.note(StoredDue(WEEK_OVER, next_time(now), guild))
        return item.topic

    def span(self, digest: StoredDigest, item: StoredItem) -> tuple[int, int]:
        """Return the begin and end of the time that a digest covers; it can be empty."""
        return max(digest.chosen_at, _morning(item.shown)), _morning(item.news)

    async def games(self, guild: int, since: int) -> Sequence[GameSummary]:
        """Return the games of a server that run, and those that have ended since a time."""
        store = self._tables.store
        running = await store.games.find(guild, states=RUNNING)
        return (*running, *await store.games.ended_since(guild, since))

    async def digest(
        self, guild: int, rows: Sequence[GameSummary], since: int, until: int
    ) -> Digest:
        """Return the digest of a server for a span of time, with the games waiting now."""
        ended = [
            row for row in rows if row.state == "finished" and since <= (row.ended_at or 0) < until
        ]
        await self._club.note_results(guild)
        results = await self._tables.store.club.results_of([row.game_id for row in ended])
        known = [(row, results[row.game_id]) for row in ended if row.game_id in results]
        known.sort(key=lambda game: game[0].ended_at or 0)
        return Digest(
            since=since,
            begun=sum(since <= (row.begun_at or 0) < until for row in rows),
            finished=tuple(_won(row, seats) for row, seats in known),
            sale=_best_sale(known),
            waiting=await self._waiting([row for row in rows if row.state == "running"]),
        )

    async def _waiting(self, rows: Sequence[GameSummary]) -> tuple[Waiting, ...]:
        found = []
        for row in rows:
            try:
                table = await self._tables.get(row.game_id)
            except (TableError, UnreadableTableError):  # the game's own channel tells the fault
                continue
            active = table.active
            others = tuple(seat.name for seat in table.people if seat != active)
            if active is not None and active in table.playing and others:
                waiting = Waiting(table.number, table.place, active.name, others, table.moved_at)
                found.append(waiting)
        return tuple(sorted(found, key=lambda one: one.since))


def _won(row: GameSummary, seats: Sequence[StoredResult]) -> tuple[int, tuple[str, ...], int]:
    """Return the number of a game, the names of its winners, and their gold."""
    most = max(result.gold for result in seats)
    winners = tuple(row.seats[result.seat].name for result in seats if result.gold == most)
    return row.game_id, winners, most


def _best_sale(games: Sequence[tuple[GameSummary, Sequence[StoredResult]]]) -> Sale | None:
    """Return the best sale of a person in some games, the first of several."""
    sales = [
        Sale(row.game_id, row.seats[result.seat].name, result.sale)
        for row, results in games
        for result in results
        if result.sale and _is_persons(row.seats[result.seat])
    ]
    return max(sales, key=lambda sale: sale.gold, default=None)


def _is_persons(seat: StoredSeat) -> bool:
    return not seat.is_computer


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
