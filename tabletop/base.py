"""What all operations on tables share: finding a table, and saving what was done to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from random import Random
from typing import Final, TypeAlias

from db.errors import StaleLogError
from db.rows import GameSummary, Limits, SeatStatus, State, StoredEntry, StoredSeat
from db.store import Store
from engine.game import Game
from tabletop.cache import TableCache
from tabletop.caretaker import CARETAKER, play_caretakers
from tabletop.dealing import Chance, Dealer
from tabletop.errors import TableError, UnreadableTableError
from tabletop.restraint import Restraint
from tabletop.table import Table

Clock: TypeAlias = Callable[[], int]
"""The time in milliseconds since 1970, UTC."""

Wake: TypeAlias = Callable[[int], None]
"""Told the number of a table where there is something to do; must not wait."""


USUAL_LIMITS: Final = Limits(hosted=20, seated=50, lobbies=40, unfinished=500)
USUAL_POSTS: Final = 4
"""Public messages that one person may make in one game within a minute, besides by playing."""


def nobody(number: int) -> None:
    """Stands where nobody does anything then."""


class TableService:
    """The base of everything that changes tables.

    Attributes:
        store: what is kept on disk.
        cache: the tables in memory.
        dealer: seats people and deals when a game begins.
        wake: told where a computer player has to act.
        limits: how many games there may be for one more to be opened.
        restraint: how often people may make public messages besides by playing.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        rng: Random,
        *,
        cached: int = 200,
        limits: Limits = USUAL_LIMITS,
        posts_a_minute: int = USUAL_POSTS,
    ) -> None:
        self.store = store
        self.limits = limits
        self.restraint = Restraint(posts_a_minute)
        self.cache = TableCache(store, cached)
        self.wake: Wake = nobody
        self._clock = clock
        self.dealer: Dealer = Chance(rng)

    def now(self) -> int:
        """The time in milliseconds since 1970, UTC."""
        return self._clock()

    async def get(self, number: int, guild: int | None = None) -> Table:
        """A table as it is saved, to look at.

        Args:
            guild: the server of which it must be, where somebody named the number.

        Raises:
            TableError: if there is no such table, or the server has none of that number.
            UnreadableTableError: if its log does not replay.
        """
        try:
            table = await self.cache.get(number)
        except UnreadableTableError as error:  # is for its own server alone to know
            if guild is not None and error.row.guild_id != guild:
                raise TableError("unknown-table", number=number) from error
            raise
        if guild is not None and table.row.guild_id != guild:
            raise TableError("unknown-table", number=number)
        return table

    async def find(
        self,
        guild: int,
        *,
        states: Collection[State],
        place: int | None = None,
        user: int | None = None,
        limit: int | None = None,
    ) -> Sequence[GameSummary]:
        """The tables of a server in one of these states, the newest first.

        Args:
            place: only those of this channel or thread.
            user: only those where this person sits or which they host.
            limit: at most so many.
        """
        return await self.store.games_in(
            guild, states=states, channel_or_thread=place, user=user, limit=limit
        )

    def restrain(self, number: int, user: int) -> None:
        """Count one more public message that a person makes in a game besides by playing.

        Raises:
            TableError: if it would be too many within a minute.
        """
        self.restraint.note(user, number, self._clock())

    async def drain(self) -> None:
        """Wait until nothing is being done to any table."""
        await self.cache.drain()

    async def _save(
        self, table: Table, game: Game, entries: list[StoredEntry], *, news: bool
    ) -> None:
        """Save what was done, with what the caretaker does then, and only then believe it."""
        length = table.version
        played = self._play_caretakers(game, table.seats, self._clock())
        entries += played
        if not entries:
            return
        ended: State | None = "finished" if game.position.over else None
        try:
            count = await self.store.append(
                table.number, length, entries, news=news or bool(played), ended=ended
            )
        except StaleLogError as error:
            self.cache.forget(table.number)
            raise TableError("outdated", number=table.number) from error
        table.game = game
        table.moved_at = entries[-1].at
        table.row = replace(table.row, news=count)
        if ended:
            table.row = replace(table.row, state=ended, ended_at=entries[-1].at)
        self._wake(table)

    async def _set_state(self, table: Table, state: State, reason: str) -> None:
        now = self._clock()
        news = await self.store.set_state(table.number, state, at=now, reason=reason)
        table.row = replace(table.row, state=state, reason=reason, ended_at=now, news=news)

    async def _hand_over(
        self,
        table: Table,
        seat: StoredSeat,
        status: SeatStatus,
        level: str | None,
        *,
        ended: State | None = None,
        reason: str | None = None,
    ) -> None:
        """Save who plays a seat from now on, with what the caretaker does then."""
        now = self._clock()
        seats = tuple(
            replace(other, status=status, level=level) if other == seat else other
            for other in table.seats
        )
        game, entries = table.running_game(), list[StoredEntry]()
        if ended is None:
            game = game.copy()
            entries = self._play_caretakers(game, seats, now)
            ended = "finished" if game.position.over else None
        try:
            news = await self.store.hand_over(
                *(table.number, seat.seat, status, level),
                at=now,
                expected_length=table.version,
                entries=entries,
                ended=ended,
                reason=reason,
            )
        except StaleLogError as error:
            self.cache.forget(table.number)
            raise TableError("outdated", number=table.number) from error
        table.game = game
        table.row = replace(table.row, seats=seats, news=news)
        if entries:
            table.moved_at = now
        if ended:
            table.row = replace(table.row, state=ended, reason=reason, ended_at=now)
        self._wake(table)

    def _play_caretakers(
        self, game: Game, seats: Sequence[StoredSeat], now: int
    ) -> list[StoredEntry]:
        """Do to a game what the caretaker does now, and give it to be saved."""
        left = [seat.seat for seat in seats if seat.level == CARETAKER]
        return [StoredEntry(str(action), None, now) for action in play_caretakers(game, left)]

    def _wake(self, table: Table) -> None:
        if table.computer_due:
            self.wake(table.number)


def must_be_lobby(table: Table) -> None:
    """Refuse what only a lobby allows.

    Raises:
        TableError: if the game has begun or is over.
    """
    if table.row.state == "running":
        raise TableError("not-open", number=table.number)
    if table.row.state != "lobby":
        raise TableError("not-running", number=table.number)


def must_host(table: Table, user: int) -> None:
    """Refuse what only the host may do.

    Raises:
        TableError: if the person is not the host.
    """
    if user != table.row.host_id:
        name = table.host.name if table.host else "?"
        raise TableError("not-host", number=table.number, name=name)
