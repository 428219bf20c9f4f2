"""The store's operations on games: opening, playing, finding."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from db.games import changes, lobbies, questions, votes
from db.games.rows import (
    ClockChange,
    GameSummary,
    Limits,
    NewGame,
    SeatStatus,
    State,
    StoredEntry,
    StoredGame,
    StoredSeat,
    StoredStart,
)
from db.share import Share
from db.timers.rows import StoredDue
from db.writer import Writer

ANY_NUMBER: Final = Limits()


class GameStore:
    """What is played, and who plays it.

    Changes may be told the count of news ``seen`` of the game that they were thought of for; if
    there are more by now, ``StaleError`` is raised.
    """

    share: Share
    _writer: Writer

    # Lobby

    async def open_game(
        self,
        game: NewGame,
        seats: Sequence[StoredSeat] = (),
        limits: Limits = ANY_NUMBER,
        *,
        invited: Collection[int] = (),
        dues: Collection[StoredDue] = (),
    ) -> int:
        """Opens a game in its lobby, with one piece of news; its number.

        What is due about it is noted with its number.

        Raises:
            BlockedError: if moderators keep the host from opening games on the server.
            ConflictError: if the game that it repeats is repeated already.
            LimitReachedError: if there are as many games as one of the limits allows.
        """
        return await self._writer.change(
            lambda c: lobbies.open_game(c, game, seats, limits, invited, dues)
        )

    async def open_begun(
        self,
        game: NewGame,
        seats: Sequence[StoredSeat],
        start: StoredStart,
        entries: Sequence[StoredEntry],
        limits: Limits = ANY_NUMBER,
    ) -> int:
        """Opens a game that runs at once, with one piece of news; its number.

        Args:
            game: what it is opened with.
            seats: in turn order.
            start: what it begins with.
            entries: what was done in it before.
            limits: how many games there may be.

        Raises:
            BlockedError: if moderators keep the host from opening games on the server.
            LimitReachedError: if there are as many games as one of the limits allows.
        """
        return await self._writer.change(
            lambda c: lobbies.open_begun(c, game, seats, limits, start, entries)
        )

    async def set_lobby(
        self,
        game_id: int,
        seats: Sequence[StoredSeat],
        *,
        invited: Collection[int] = (),
        host_id: int | None = None,
        calls: int = 0,
        news: bool = True,
        dues: Collection[StoredDue] = (),
        seen: int | None = None,
    ) -> int:
        """Replaces the people of a lobby, and its host if one is given.

        Args:
            game_id: the game.
            seats: who has a seat.
            invited: for whom seats are kept.
            host_id: the new host, or ``None`` for the one there is.
            calls: how often more the host is to be notified.
            news: whether there is something to show.
            dues: what is due about it from now on.
        """
        return await self._writer.change(
            lambda c: lobbies.set_lobby(
                *(c, game_id, seats, invited, host_id, calls, news, dues, seen)
            )
        )

    async def warn_lobby(self, game_id: int, closing: StoredDue, *, seen: int | None = None) -> int:
        """Notes when a lobby closes that nobody comes to, which is news and a call to its host."""
        return await self._writer.change(lambda c: lobbies.warn_lobby(c, game_id, closing, seen))

    async def begin(
        self,
        game_id: int,
        seats: Sequence[StoredSeat],
        start: StoredStart,
        *,
        at: int,
        news: bool = True,
        clock: ClockChange | None = None,
        seen: int | None = None,
    ) -> int:
        """Turns a lobby into a running game, with the seats in turn order."""
        return await self._writer.change(
            lambda c: lobbies.begin(c, game_id, seats, start, at, news, clock, seen)
        )

    # Game

    async def append(
        self,
        game_id: int,
        expected_length: int,
        entries: Sequence[StoredEntry],
        *,
        news: bool,
        ended: State | None = None,
        clock: ClockChange | None = None,
        seen: int | None = None,
    ) -> int:
        """Adds at least one entry to a running game's log, which may end the game.

        Raises:
            StaleLogError: if the log does not have the expected length.
        """
        if not entries:
            raise ValueError("at least one entry is needed")
        return await self._writer.change(
            lambda c: changes.append(
                *(c, game_id, expected_length, entries, news, ended, clock, seen)
            ),
            first=changes.standing(game_id),
            supposed=None if seen is None else changes.supposed(game_id, expected_length, seen),
        )

    async def hand_over(
        self,
        game_id: int,
        seat: int,
        status: SeatStatus,
        level: str | None,
        *,
        at: int,
        expected_length: int = 0,
        entries: Sequence[StoredEntry] = (),
        ended: State | None = None,
        reason: str | None = None,
        news: bool = True,
        clock: ClockChange | None = None,
        seen: int | None = None,
    ) -> int:
        """Notes who plays a seat from now on and what was played then, which may end the game.

        Args:
            status: whether its owner plays, is away, or has left for good.
            level: of the computer player that plays it; ``None`` while its owner does.
            at: when; counts if there are no entries.
            expected_length: of the log, if there are entries.
            entries: what is added to the log by the same transaction.
            reason: why the game ended, if no entry ended it.
            clock: what becomes of the game's clock.

        Raises:
            StaleLogError: if there are entries and the log does not have that length.
        """
        return await self._writer.change(
            lambda c: changes.hand_over(
                *(c, game_id, seat, status, level, at),
                *(expected_length, entries, ended, reason, news),
                clock=clock,
                seen=seen,
            )
        )

    async def set_clock(
        self, game_id: int, change: ClockChange, *, news: bool, seen: int | None = None
    ) -> int:
        """Notes what became of a running game's clock, by itself."""
        return await self._writer.change(
            lambda c: changes.set_clock(c, game_id, change, news, seen)
        )

    async def set_votes(
        self,
        game_id: int,
        about: str,
        agreeing: Collection[int],
        *,
        at: int,
        ended: State | None = None,
        reason: str | None = None,
        news: bool = True,
        seen: int | None = None,
    ) -> int:
        """Replaces the seated people who agree to something, which may end the game."""
        return await self._writer.change(
            lambda c: votes.set_votes(*(c, game_id, about, agreeing, at, ended, reason, news, seen))
        )

    async def set_wishes(
        self,
        game_id: int,
        about: str,
        people: Collection[int],
        *,
        before: Collection[int] | None = None,
    ) -> None:
        """Replaces the seated people who wish for something after a game has ended.

        Args:
            before: who wished for it, as far as is known; ``None`` if that does not matter.
        """
        await self._writer.change(lambda c: votes.set_wishes(c, game_id, about, people, before))

    async def set_state(
        self,
        game_id: int,
        state: State,
        *,
        at: int,
        reason: str | None = None,
        news: bool = True,
        seen: int | None = None,
    ) -> int:
        """Cancels, closes or finishes a game."""
        return await self._writer.change(
            lambda c: changes.set_state(c, game_id, state, reason, at, news, seen)
        )

    async def set_aside(self, game_id: int, reason: str) -> int:
        """Sets a running or finished game aside because it cannot be read."""
        return await self._writer.change(lambda c: changes.set_aside(c, game_id, reason))

    async def bring_back(self, game_id: int) -> int:
        """Takes up a game that was aside: it runs, or is finished, as it was before."""
        return await self._writer.change(lambda c: changes.bring_back(c, game_id))

    async def stamp(self, edition: str, rules_version: int, fingerprint: str) -> None:
        """Notes by which rules the games of an edition began that do not tell.

        Those are games that an older version of the bot began, which noted nothing of it.
        """
        await self._writer.change(lambda c: changes.stamp(c, edition, rules_version, fingerprint))

    # Questions

    async def rematch_of(self, game_id: int) -> int | None:
        """The number of the game that repeats another one and was not given up, if there is one."""
        return await self._writer.read(lambda c: questions.rematch_of(c, game_id))

    async def load(self, game_id: int) -> StoredGame | None:
        """A whole game with its log; ``None`` if there is none of this number."""
        return await self._writer.read(lambda c: questions.load(c, game_id))

    async def games_in(
        self,
        guild_id: int,
        *,
        states: Collection[State],
        channel_or_thread: int | None = None,
        user: int | None = None,
        limit: int | None = None,
    ) -> tuple[GameSummary, ...]:
        """Games of a server in one of these states, the newest first, without their logs.

        Args:
            channel_or_thread: only those of this channel or thread.
            user: only those where this person sits or which they host.
            limit: at most so many.
        """
        return await self._writer.read(
            lambda c: questions.games_in(c, guild_id, states, channel_or_thread, user, limit)
        )

    async def games_played(self, guild_id: int, user: int) -> tuple[int, ...]:
        """The numbers of the games that run on a server and where a person sits."""
        return await self._writer.read(lambda c: questions.games_played(c, guild_id, user))

    async def with_computers(self) -> tuple[int, ...]:
        """The numbers of the games that run and where a computer plays a seat."""
        return await self._writer.read(lambda c: questions.with_computers(c, self.share))
