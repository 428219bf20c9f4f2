"""The actions of people on leagues, and the effects of finished games on their league.

A change is checked, then saved, then news to show. Each league's changes are serialized by a lock.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Final
from weakref import WeakValueDictionary

from cogs.leagues import store
from cogs.leagues.draw import Round, draw
from cogs.leagues.league import League, LeagueError
from db.errors import LimitReachedError
from db.games.rows import ClockChange, NewGame, StoredSeat
from db.sql import columns
from db.usage import AskedBy
from engine.edition_files import load_edition
from tabletop import cache, opening, time_control, turns
from tabletop.errors import TableError, UnreadableTableError
from tabletop.outcome import gone, outcome_of
from tabletop.table import Table
from tabletop.tables import Tables

log = logging.getLogger("arkadia.leagues")

LEAST_PEOPLE: Final = 3
MOST_PEOPLE: Final = 64
MOST_ROUNDS: Final = 10
MOST_LEAGUES: Final = 20  # unfinished leagues of one server

ALL: Final[tuple[store.LeagueState, ...]] = (*store.LIVE, "finished", "cancelled")
OVER: Final = ("finished", "cancelled", "closed")  # the states of games that count as ended
NAME_LIMIT: Final = 60  # the most characters of a league's name

NEW_SEED: Final = partial(secrets.token_hex, 8)  # returns a seed that cannot be guessed


def next_name(name: str) -> str:
    """Return the name of the season after one.

    >>> next_name("Winter"), next_name("Winter 2")
    ('Winter 2', 'Winter 3')
    """
    stem, _, last = name.rpartition(" ")
    if stem and last.isascii() and last.isdecimal() and len(last) < 5:
        return f"{stem} {int(last) + 1}"
    return f"{name[: NAME_LIMIT - 2]} 2"


class Leagues:
    """A service that changes leagues and reads them from the store.

    A refusal raises ``LeagueError`` and changes nothing. When a call returns, its change is
    durable; ``LeagueScheduler`` opens the games and shows the news.
    """

    def __init__(self, tables: Tables, seed: Callable[[], str] = NEW_SEED) -> None:
        self.tables = tables
        self._store = tables.store
        self._seed = seed
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def get(self, number: int, guild: int | None = None) -> League:
        """Return a league in its saved state; if a person typed the number, of their server."""
        row = await self._store.ask(store.load_league, number)
        if row is None or (guild is not None and row.guild_id != guild):
            raise LeagueError("unknown-league", number=number)
        return League(row)

    async def find(
        self, guild: int, states: Collection[store.LeagueState] = store.LIVE
    ) -> Sequence[store.LeagueSummary]:
        """Return the leagues of a server that are in one of some states, the newest first."""
        return await self._store.ask(store.leagues_in, guild, states)

    async def open(self, new: store.NewLeague, asked: AskedBy | None = None) -> League:
        """Open a league for sign-up; its seed and the time are filled in."""
        edition = load_edition(new.edition or None).id
        new = replace(new, edition=edition, seed=self._seed(), created_at=self.tables.now())
        try:
            number = await self._store.change(store.open_league, new, asked, most=MOST_LEAGUES)
        except LimitReachedError as error:
            raise LeagueError("too-many", count=error.most) from error
        return await self.get(number)

    async def again(self, number: int, host: int) -> tuple[League, bool]:
        """Open the season after a league's last one, once; return whether that was now, too."""
        row: store.LeagueSummary = (await self.get(number)).row
        # The server's lock: the button stands below each season that is over.
        async with self._locks.setdefault(-row.guild_id, asyncio.Lock()):
            if row.state in store.LIVE:
                raise LeagueError("not-over", name=row.name)
            seasons = {one.name: one for one in await self.find(row.guild_id, ALL)}
            while (name := next_name(row.name)) in seasons:
                row = seasons[name]
                if row.state in store.LIVE:
                    return await self.get(row.league_id), False
            rules = {column: getattr(row, column) for column in columns(store.NewLeague)}
            return await self.open(replace(store.NewLeague(**rules), host_id=host, name=name)), True

    async def join(self, number: int, user: int, name: str) -> League:
        """Sign a person up for a league."""
        async with self._locked(number) as league:
            league.must_be_open()
            if user in await self._store.games.blocked_in(league.row.guild_id):
                raise LeagueError("blocked", name=league.row.name)
            if league.person(user) is not None:
                raise LeagueError("already-in", name=league.row.name)
            entrants = league.row.entrants
            if len(entrants) >= MOST_PEOPLE:
                raise LeagueError("full", name=league.row.name, count=MOST_PEOPLE)
            newcomer = store.StoredEntrant(len(entrants) + 1, user, name)
            await self._store.change(store.set_entrants, number, [*entrants, newcomer])
        return await self.get(number)

    async def leave(self, number: int, user: int) -> League:
        """Take a person out of a league; if it is running, the person cannot come back.

        The games that the person plays in it go on with the caretaker, and the rounds to come are
        drawn anew for the others.
        """
        async with self._locked(number) as league:
            league.must_live()
            person = league.person(user)
            if person is None:
                raise LeagueError("not-in", name=league.row.name)
            if person.left_round is not None:
                raise LeagueError("left", name=league.row.name)
            if league.row.state == "open":
                others = [one for one in league.row.entrants if one != person]
                numbered = [replace(one, entrant=place) for place, one in enumerate(others, 1)]
                await self._store.change(store.set_entrants, number, numbered)
            else:
                await self._leave_running(league, person)
        return await self.get(number)

    async def change(self, number: int, rules: Mapping[str, str]) -> League:
        """Change some rules that the games of a league are played by, until it begins."""
        async with self._locked(number) as league:
            league.must_be_open()
            await self._store.change(store.change_league, number, rules)
        return await self.get(number)

    async def begin(self, number: int) -> League:
        """Close a league's sign-up and draw all its rounds."""
        async with self._locked(number) as league:
            league.must_be_open()
            row = league.row
            if len(row.entrants) < LEAST_PEOPLE:
                raise LeagueError("too-few", name=row.name, count=LEAST_PEOPLE)
            # In a thread: tens of thousands of exchanges would block the event loop.
            rounds = await asyncio.to_thread(
                draw, sorted(league.names), row.seats, row.rounds, row.seed
            )
            await self._must_be_paired(league, rounds)
            now = self.tables.now()
            await self._store.change(store.begin_league, number, _tables(rounds, 1), at=now)
        return await self.get(number)

    async def _must_be_paired(self, league: League, rounds: Sequence[Round]) -> None:
        """Refuse rounds in which two meet who do not want to; it is not said who of them asked."""
        tables = [table for one_round in rounds for table in one_round.tables]
        for pair in sorted({pair for table in tables for pair in combinations(sorted(table), 2)}):
            one, other = map(league.entrant, pair)
            users = one.user_id or 0, other.user_id or 0
            if await self.tables.refused.by(*users) or await self.tables.refused.by(*users[::-1]):
                raise LeagueError("apart", name=league.row.name, one=one.name, other=other.name)

    async def close(self, number: int) -> League:
        """End a running league with its current standings; games still running do not count."""
        async with self._locked(number) as league:
            league.must_run()
            await self._store.change(store.end_league, number, "finished", at=self.tables.now())
        return await self.get(number)

    async def cancel(self, number: int) -> League:
        """Cancel a league; games that are running go on without counting."""
        async with self._locked(number) as league:
            league.must_live()
            await self._store.change(store.end_league, number, "cancelled", at=self.tables.now())
        return await self.get(number)

    async def move(self, number: int, channel: int) -> tuple[League, list[int]]:
        """Move a league and its unpublished games to another channel; return league and games."""
        moved: list[int] = []
        async with self._locked(number) as league:
            league.must_live()
            await self._store.change(store.move_league, number, channel)
            for table in league.seen_tables:
                game = table.game_id if table.state == "running" else None
                if game and await self.tables.display.move_unseen(game, channel):
                    moved.append(game)
        return await self.get(number), moved

    async def forsake(self, user: int) -> tuple[int, ...]:
        """Take a person out of all their leagues, and return the leagues' numbers."""
        numbers = await self._store.ask(store.leagues_of, user)
        for number in numbers:
            try:
                await self.leave(number, user)
            except LeagueError as error:  # it ended meanwhile
                log.info("Not left", extra={"league": number, "why": str(error)})
        return numbers

    async def advance(self, number: int) -> tuple[int, ...]:
        """Do a league's due work: open games, hand over seats, store results, begin rounds.

        It is idempotent: it looks at the league's state and may be called at any time.

        Returns:
            The games that have news to show.
        """
        changed: dict[int, None] = {}
        async with self._locked(number) as league:
            while league.row.state == "running":
                for table in league.due_tables:
                    if table.game_id is None:
                        changed[await self._open_game(league, table)] = None
                league = await self.get(number)
                for table in league.seen_tables:
                    if await self._hand_over(league, table):
                        changed[table.game_id or 0] = None
                league = await self.get(number)
                for table in league.seen_tables:
                    await self._note_over(number, table)
                league = await self.get(number)
                if not league.is_over(league.row.round):
                    if all(table.game_id is not None for table in league.due_tables):
                        break
                    continue
                if league.tables(league.row.round + 1):
                    await self._store.change(store.begin_round, number, league.row.round + 1)
                else:
                    await self._store.change(
                        store.end_league, number, "finished", at=self.tables.now()
                    )
                league = await self.get(number)
        return tuple(changed)

    async def games(self, league: League) -> dict[int, Table]:
        """Return the games of a league that are over and can be read, by their numbers."""
        found = {}
        for number in (table.game_id for table in league.row.tables):
            stored = await self._store.games.load(number) if number is not None else None
            # Without the cache: it is for games that go on.
            if stored is not None and stored.state in OVER:
                with suppress(UnreadableTableError):  # whoever opens it has it set aside
                    table = await asyncio.to_thread(cache.table_of, stored)
                    if table.game is not None:
                        found[stored.game_id] = table
        return found

    async def to_tend(self, guild: int | None = None) -> tuple[int, ...]:
        """Return the numbers of the leagues that may have due work, of one server or of all."""
        return await self._store.ask(store.leagues_to_tend, self._store.shards, guild)

    @asynccontextmanager
    async def _locked(self, number: int) -> AsyncIterator[League]:
        async with self._locks.setdefault(number, asyncio.Lock()):
            yield await self.get(number)

    async def _leave_running(self, league: League, person: store.StoredEntrant) -> None:
        row, first = league.row, league.first_to_draw
        others = [one for one in league.present(first) if one != person.entrant]
        rounds = await asyncio.to_thread(
            draw, others, row.seats, row.rounds, row.seed, league.rounds(first - 1)
        )
        await self._store.change(
            store.note_left, league.number, person.entrant, first, _tables(rounds, first)
        )

    async def _open_game(self, league: League, table: store.StoredLeagueTable) -> int:
        """Open the game of a table; people who left have the caretaker from the start."""
        row = league.row
        edition = load_edition(row.edition)
        dealer = self.tables.dealer
        start = dealer.start(edition, row.setup, len(table.seats), None, mirror=row.mirror)
        seats, bank = [], time_control.read_control(row.clock).bank
        for seat in table.seats:
            one, colour = league.entrant(seat.entrant), start.colours[seat.seat]
            taken = StoredSeat(seat.seat, one.user_id, one.name, colour, bank=bank)
            if one.left_round is not None:
                taken = replace(taken, status="resigned", level=turns.CARETAKER, left_turn=1)
            seats.append(taken)
        now = self.tables.now()
        game = NewGame(
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            host_id=None,  # a host could cancel a game that counts for others
            edition=edition.id,
            setup=row.setup,
            mirror=row.mirror,
            seat_limit=len(seats),
            language=row.language,
            theme=row.theme,
            help=row.help,
            clock=row.clock,
            late=row.late,
            leaving_counts=True,
            created_at=now,
        )
        number = await self._store.change(
            store.open_league_game,
            league.number,
            table,
            game,
            seats,
            opening.stored_start(start),
            at=now,
            clock=ClockChange(quiet=self.tables.clock.hours_of(seats[0])),
        )
        # A crash before this leaves no clock, which the next start winds.
        await self.tables.clock.wind(number)
        return number

    async def _hand_over(self, league: League, table: store.StoredLeagueTable) -> bool:
        """Leave the seats of people who left to the caretaker; return whether any was."""
        if table.game_id is None or table.state != "running":
            return False
        people = [league.entrant(seat.entrant) for seat in table.seats]
        left = {one.user_id for one in people if one.left_round is not None}
        handed = False
        try:
            for seat in (await self.tables.get(table.game_id)).people if left else ():
                if seat.user_id is not None and seat.user_id in left:
                    await self.tables.seats.resign(table.game_id, seat.user_id)
                    handed = True
        except (TableError, UnreadableTableError) as error:  # it is over, or cannot be played
            log.info("Not resigned", extra={"table": table.game_id, "why": str(error)})
        return handed

    async def _note_over(self, number: int, table: store.StoredLeagueTable) -> None:
        if table.game_id is None or table.over_at is not None or table.state not in OVER:
            return
        try:
            game = await self.tables.get(table.game_id)
        except UnreadableTableError as error:  # it may be repaired; moderators may close it
            log.error("No result", extra={"table": table.game_id, "why": error.reason})
            return
        outcome = outcome_of(game) if game.row.state == "finished" else None
        # Who was replaced for lateness until the end is last, as in the ranking.
        left = {seat.seat for seat in game.seats if seat.status == "resigned"}
        if game.game is not None:
            left |= gone(game.row, game.pauses, game.game.position.turn)
        seats = tuple(
            replace(
                seat,
                gold=outcome.gold[seat.seat] if outcome else None,
                place=outcome.places.get(seat.seat) if outcome else None,
                resigned=seat.seat in left,
            )
            for seat in table.seats
        )
        over = replace(table, over_at=game.row.ended_at or self.tables.now(), seats=seats)
        await self._store.change(store.note_over, number, over)


def _tables(rounds: Sequence[Round], first: int) -> list[store.StoredLeagueTable]:
    """Return the tables of some rounds; ``first`` is the number of the first round."""
    return [
        store.StoredLeagueTable(
            round_number,
            number,
            seats=tuple(
                store.StoredLeagueSeat(round_number, number, seat, one)
                for seat, one in enumerate(table)
            ),
        )
        for round_number, one_round in enumerate(rounds, first)
        for number, table in enumerate(one_round.tables, 1)
    ]
