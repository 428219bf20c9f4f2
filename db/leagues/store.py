"""The store's operations on leagues."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from db.games.rows import NewGame, StoredSeat, StoredStart
from db.leagues import changes, questions
from db.leagues.rows import (
    LeagueState,
    LeagueSummary,
    NewLeague,
    StoredEntrant,
    StoredLeague,
    StoredLeagueMessage,
    StoredLeagueTable,
)
from db.share import Share
from db.writer import Writer


class LeagueStore:
    """Leagues, their people and their tables.

    Each change but ``mark_league_shown`` gives the public one more thing to see. Those on a league
    raise ``UnknownLeagueError`` if there is none of the number, and ``WrongLeagueStateError`` if
    its state does not allow the change.
    """

    share: Share
    _writer: Writer

    async def open_league(self, league: NewLeague, *, most: int) -> int:
        """Opens a league for sign-up; its number.

        Raises:
            LimitReachedError: if its server has so many unfinished ones already.
        """
        return await self._writer.change(lambda c: changes.open_league(c, league, most))

    async def set_entrants(self, league_id: int, entrants: Sequence[StoredEntrant]) -> None:
        """Replaces the people of a league that has not begun."""
        await self._writer.change(lambda c: changes.set_entrants(c, league_id, entrants))

    async def begin_league(
        self, league_id: int, tables: Sequence[StoredLeagueTable], *, at: int
    ) -> None:
        """Begins a league with the tables of all its rounds."""
        await self._writer.change(lambda c: changes.begin_league(c, league_id, tables, at))

    async def begin_round(self, league_id: int, number: int) -> None:
        """Goes on to a round."""
        await self._writer.change(lambda c: changes.begin_round(c, league_id, number))

    async def open_league_game(
        self,
        league_id: int,
        table: StoredLeagueTable,
        game: NewGame,
        seats: Sequence[StoredSeat],
        start: StoredStart,
        *,
        at: int,
    ) -> int:
        """Opens the game of a table, which runs at once, whatever limits there are; its number.

        Raises:
            ConflictError: if the table has its game already.
        """
        return await self._writer.change(
            lambda c: changes.open_league_game(c, league_id, table, game, seats, start, at)
        )

    async def note_left(
        self,
        league_id: int,
        entrant: int,
        left_round: int,
        tables: Sequence[StoredLeagueTable],
    ) -> None:
        """Notes that a person plays no more from a round on, and other tables for these rounds."""
        await self._writer.change(
            lambda c: changes.note_left(c, league_id, entrant, left_round, tables)
        )

    async def note_over(self, league_id: int, table: StoredLeagueTable) -> None:
        """Notes when the game of a table was over, and the result of each seat."""
        await self._writer.change(lambda c: changes.note_over(c, league_id, table))

    async def end_league(self, league_id: int, state: LeagueState, *, at: int) -> None:
        """Ends a league, begun or not."""
        await self._writer.change(lambda c: changes.end_league(c, league_id, state, at))

    async def move_league(self, league_id: int, channel_id: int) -> None:
        """Takes an unfinished league to another channel, where nothing of it stands yet."""
        await self._writer.change(lambda c: changes.move_league(c, league_id, channel_id))

    async def mark_league_shown(
        self, league_id: int, news: int, messages: Sequence[StoredLeagueMessage] = ()
    ) -> None:
        """Notes that the first ``news`` pieces of news were shown, and where, if that is new."""
        await self._writer.change(lambda c: changes.mark_league_shown(c, league_id, news, messages))

    async def load_league(self, league_id: int) -> StoredLeague | None:
        """A whole league; ``None`` if there is none of this number."""
        return await self._writer.read(lambda c: questions.load_league(c, league_id))

    async def leagues_in(
        self, guild_id: int, states: Collection[LeagueState]
    ) -> tuple[LeagueSummary, ...]:
        """The leagues of a server in one of these states, the newest first."""
        return await self._writer.read(lambda c: questions.leagues_in(c, guild_id, states))

    async def leagues_of(self, user_id: int) -> tuple[int, ...]:
        """The numbers of the unfinished leagues in which a person plays and has not left."""
        return await self._writer.read(lambda c: questions.leagues_of(c, user_id))

    async def league_of_game(self, game_id: int) -> int | None:
        """The league to which a game belongs, if it does."""
        return await self._writer.read(lambda c: questions.league_of_game(c, game_id))

    async def leagues_to_tend(self, guild_id: int | None = None) -> tuple[int, ...]:
        """The numbers of the leagues that run or have something to show, of one server or all."""
        return await self._writer.read(lambda c: questions.leagues_to_tend(c, guild_id, self.share))
