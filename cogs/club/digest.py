"""The weekly digest: a server's news of a week, for a channel that moderators chose."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

import discord

from cogs.club import people
from cogs.club.archive import ARCHIVE_OF_WEEK
from cogs.club.results import Highlights, highlights_of
from cogs.club.rules import among_people, places_in
from cogs.club.service import OVER, Club
from cogs.club.store import FinishedGame, StoredRecord, records_of, standings_of, stored_results
from db.games.changes import RUNNING
from db.games.rows import GameSummary, StoredResult
from db.outbox import StoredItem, Topic
from db.settings import StoredChannel
from delivery.dispatcher import Dispatcher
from i18n.translation import Words
from tabletop import cache, errors, publishing
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import DAY, HOUR
from ui.components import view_of
from ui.public.post import Post
from ui.texts.events import LITTLE_ROOM
from ui.texts.markup import Part, moment, plain, short, within_words, words_in
from words.sentences import gold_of_winners, gold_text

KIND: Final = "digest"  # the kind of notice of a digest
WEEK_OVER: Final = "week"  # the kind of due at which a digest is to be told

MOST_LOOKED_AT: Final = 60
"""The finished games, the newest, that are searched for highlights; each takes milliseconds."""

HOUR_OF_DAY: Final = 9  # on Mondays, in UTC


@dataclass(frozen=True, slots=True)
class Waiting:
    """A running game that waits for a person."""

    game: int
    place: int  # the id of the game's thread or channel
    name: str
    others: tuple[str, ...]
    since: int  # the time of the last action, in milliseconds UTC


_Finished: TypeAlias = tuple[int, tuple[str, ...], tuple[int, ...]]
"""A game with the names of its winners, and the gold of each."""


@dataclass(frozen=True, slots=True)
class Digest:
    """The contents of a server's digest: the news of a span, a week as a rule."""

    since: int
    begun: int = 0
    # the games that ended with a result, each with the names of its winners and their gold, in the
    # order of their ends
    finished: tuple[_Finished, ...] = ()
    highlights: Highlights = field(default_factory=Highlights)
    records: tuple[StoredRecord, ...] = ()
    newcomers: tuple[str, ...] = ()  # the names of people whose first counted games are among them
    waiting: tuple[Waiting, ...] = ()
    opening: tuple[GameSummary, ...] = ()
    moved: bool = False  # whether a game that goes on had a turn in the span, or a lobby was opened

    @property
    def silent(self) -> bool:
        """True if nothing happened: that games still wait is no news."""
        return not (self.begun or self.finished or self.moved)


class Digests:
    """A service that computes the digests of servers."""

    def __init__(self, tables: Tables, club: Club, dispatcher: Dispatcher) -> None:
        self._tables = tables
        self._club = club
        self.channels = publishing.Channels(tables, dispatcher, KIND, WEEK_OVER, next_time)

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
        records = await self._tables.store.ask(records_of, guild)
        broken = [one for one in records if one.game_id in numbers and one.earlier is not None]
        waiting = await self._waiting([row for row in rows if row.state == "running"])
        lobbies = [row for row in rows if row.state == "lobby"]
        return Digest(
            since=since,
            begun=sum(since <= (row.begun_at or 0) < until for row in rows),
            finished=tuple(_won(row, seats) for row, seats in known),
            highlights=highlights_of(await self._tables_of(numbers)),
            records=tuple(broken),  # a server's first game breaks none
            newcomers=await self._newcomers(guild, known),
            waiting=waiting,
            opening=tuple(row for row in lobbies if free_seats(row)),
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
                with suppress(errors.UnreadableTableError):
                    found.append(await asyncio.to_thread(cache.table_of, stored))
        return found

    async def table(self, number: int) -> Table | None:
        """Return a finished game as it is stored; None if it is there no more."""
        return next(iter(await self._tables_of([number])), None)

    async def _newcomers(
        self, guild: int, known: Sequence[tuple[GameSummary, Sequence[StoredResult]]]
    ) -> tuple[str, ...]:
        """Return the people all of whose counted games here are among the given ones."""
        names: dict[int, str] = {}
        games = Counter[int]()
        for row, results in known:
            people = among_people(FinishedGame.of(row, results)) if row.begun_in is None else ()
            if people:
                games.update(one.person for one in people if one.person is not None)
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
    places = places_in(zip(row.seats, seats, strict=True))
    won = [result for result in seats if places.get(result.seat) == 1]
    return (
        row.game_id,
        tuple(row.seats[one.seat].name for one in won),
        tuple(one.gold for one in won),
    )


def free_seats(row: GameSummary) -> int:
    """Return how many seats of a lobby anybody may take."""
    return 0 if row.invited_only else row.seat_limit - len(row.seats) - len(row.invited)


def _morning(day: int) -> int:
    """Return the time of the digest on a day since 1970."""
    return day * DAY + HOUR_OF_DAY * HOUR


def last_time(now: int) -> int:
    """Return the latest Monday morning not after a time; both in milliseconds UTC."""
    day = (now - HOUR_OF_DAY * HOUR) // DAY
    return _morning(day - (day + 3) % 7)  # the first day of 1970 was a Thursday


def next_time(now: int) -> int:
    """Return the next Monday morning after a time."""
    return last_time(now) + 7 * DAY


MOST_NAMED: Final = 2
"""Finished games, games that wait, lobbies and features' news that a digest names at most."""

MOST_NEW: Final = 4  # people who are new that a digest names at most
MOST_WORDS: Final = 80  # words of a digest, as people read them
NEVER: Final = 99  # the rank of a line that is counted and not told


class _Line(NamedTuple):
    """A line of a digest, with its importance and the kind under which it is counted."""

    rank: int
    text: str
    kind: str = "news"


def digest_post(
    digest: Digest,
    until: int,
    words: Words,
    picture: Sequence[discord.File] = (),
    news: Sequence[str] = (),
) -> Post:
    """Return a digest's message: what happened, who waits, what begins; 80 words at most."""
    lines = [
        _Line(0, words("**Arkadia since {day}**", day=moment(digest.since, "D"))),
        *_finished(digest, words),
        *_highlights(digest.highlights, words),
        *(_Line(3, _record_line(record, words)) for record in digest.records),
        *_people(digest, words),
        *_waiting(digest.waiting, words),
        *(_Line(_rank(n, 4), _opening_line(one, words)) for n, one in enumerate(digest.opening)),
        *(_Line(_rank(n, 4), line) for n, line in enumerate(news)),
    ]
    parts = _fitted(lines, words)
    view = view_of(
        ARCHIVE_OF_WEEK.button(until // DAY, words=words), people.RANKING.button(words=words)
    )
    return Post(parts, list(picture), view)


def _fitted(lines: Sequence[_Line], words: Words) -> list[Part]:
    """Return the lines for which a digest has room, and how many of each kind it leaves out."""
    parts = [Part(one.text, one.rank) for one in lines]
    more: list[str] = []
    while True:
        room = MOST_WORDS - words_in("\n".join(more))
        kept = within_words([part for part in parts if part.rank < NEVER], room)
        shown = {id(part) for part in kept}
        left_out = Counter(
            one.kind for one, part in zip(lines, parts, strict=True) if id(part) not in shown
        )
        counted = [_more(kind, count, words) for kind, count in left_out.items()]
        if len(counted) <= len(more):
            return [*kept, *(Part(text) for text in counted)]
        more = counted


def _more(kind: str, count: int, words: Words) -> str:
    if kind == "ended":
        return words.plural("- {n} more game ended", "- {n} more games ended", count)
    if kind == "waits":
        return words.plural("- {n} more game is waiting", "- {n} more games are waiting", count)
    return "- " + words.plural("{n} more", "{n} more", count)


def _finished(digest: Digest, words: Words) -> Iterator[_Line]:
    for place, (number, winners, gold) in enumerate(reversed(digest.finished)):
        line = words.plural(
            "- {names} won game {number} with {gold}",
            "- {names} shared the victory in game {number} with {gold}",
            len(winners),
            names=words.all_of(_name(name) for name in winners),
            number=number,
            gold=gold_of_winners(gold, words),
        )
        yield _Line(_rank(place, 1), line, "ended")


def _highlights(found: Highlights, words: Words) -> Iterator[_Line]:
    if (turn := found.turn) is not None:
        line = words.plural(
            "- Best turn: {name} gained {n} seal in game {number}",
            "- Best turn: {name} gained {n} seals in game {number}",
            turn.amount,
            name=_name(turn.name),
            number=turn.game,
        )
        yield _Line(2, line)
    if (sale := found.sale) is not None:
        line = words(
            "- Best sale: {name}, {gold} in game {number}",
            name=_name(sale.name),
            gold=gold_text(sale.amount, words),
            number=sale.game,
        )
        yield _Line(2, line)
    if (comeback := found.comeback) is not None:
        line = words(
            "- Comeback: {name} won game {number} after being {gold} behind",
            name=_name(comeback.name),
            gold=gold_text(comeback.amount, words),
            number=comeback.game,
        )
        yield _Line(2, line)


def _record_line(record: StoredRecord, words: Words) -> str:
    if record.kind == "longest":
        return words.plural(
            "- Record: game {number} was the longest yet, with {n} turn",
            "- Record: game {number} was the longest yet, with {n} turns",
            record.value,
            number=record.game_id,
        )
    gold = gold_text(record.value, words)
    if record.kind == "closest":
        return words(
            "- Record: game {number} was the closest yet, won by {gold}",
            number=record.game_id,
            gold=gold,
        )
    return words(
        "- Record: highest score yet, {gold} in game {number}", gold=gold, number=record.game_id
    )


def _people(digest: Digest, words: Words) -> Iterator[_Line]:
    if digest.newcomers:
        names = [_name(name) for name in digest.newcomers[:MOST_NEW]]
        if (more := len(digest.newcomers) - MOST_NEW) > 0:
            names.append(words.plural("{n} more", "{n} more", more))
        # Translators: people who finished their first game on this server.
        yield _Line(4, words("- New here: {names}", names=words.all_of(names)))
    if digest.begun:
        yield _Line(5, words.plural("- {n} game began", "- {n} games began", digest.begun))


def _waiting(waiting: Sequence[Waiting], words: Words) -> Iterator[_Line]:
    for place, one in enumerate(waiting):
        # Translators: {when} is a day, as Discord says it: “28 November 2026”.
        line = words.plural(
            "- {others} has been waiting for {name} in {place} since {when}",
            "- {others} have been waiting for {name} in {place} since {when}",
            len(one.others),
            others=words.all_of(_name(name) for name in one.others),
            name=_name(one.name),
            place=f"<#{one.place}>",
            when=moment(one.since, "D"),
        )
        yield _Line(_rank(place, 3), line, "waits")


def _rank(place: int, first: int) -> int:
    """Return the rank of a line among others of its kind, of which few are told."""
    if place >= MOST_NAMED:
        return NEVER
    return first if place == 0 else 6


def _opening_line(row: GameSummary, words: Words) -> str:
    return words.plural(
        "- Game {number} in {place} has {n} free seat",
        "- Game {number} in {place} has {n} free seats",
        free_seats(row),
        number=row.game_id,
        place=f"<#{row.place}>",
    )


def _name(name: str) -> str:
    return plain(short(name, LITTLE_ROOM))
