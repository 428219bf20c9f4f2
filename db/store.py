"""The store: everything that is kept, as operations that are done when they are durable."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Collection, Sequence
from pathlib import Path

from db import personal, sql
from db.opening import back_up, connect, hold
from db.rows import (
    MessageKind,
    NewTable,
    Preferences,
    SeatStatus,
    State,
    StoredEntry,
    StoredMessage,
    StoredPlan,
    StoredSeat,
    StoredTable,
    StoredTheme,
    TableSummary,
)
from db.writer import Writer


class Store:
    """A database file, held by this process alone.

    Every change is one transaction: it is kept wholly, and durably when the call returns, or not
    at all. Changes of a table that return a number return its count of news: with ``news=True`` a
    change gives the public one more thing to see, and ``mark_shown`` notes what has been shown, so
    that what was kept but not shown is known after a crash.

    Any operation may raise ``DiskFullError`` or another ``StoreError``; those on a table raise
    ``UnknownTableError`` if there is none of the number, ``WrongStateError`` if its state does not
    allow the change, and ``ConflictError`` if the change contradicts the schema.

    A caller who is cancelled while waiting does not take a change back. Times are given by the
    caller, in milliseconds UTC.
    """

    def __init__(self, path: Path, hold: sqlite3.Connection, writer: Writer) -> None:
        self._path = path
        self._hold = hold
        self._writer = writer

    @classmethod
    async def open(cls, path: Path) -> Store:
        """Opens a database file, made if there is none, migrated if it is of an older version.

        Before a migration the file is copied to ``NAME-before-VERSION`` beside it.

        Errors: ``MissingFolderError``, ``UnwritableError``, ``DiskFullError``, ``InUseError``,
        ``CorruptDatabaseError``, ``ForeignDatabaseError``, ``NewerDatabaseError``; the file is then
        as it was.
        """
        held = await asyncio.to_thread(hold, path)
        try:
            writer = await Writer.open(lambda: connect(path), path)
        except BaseException:
            held.close()
            raise
        return cls(path, held, writer)

    async def close(self) -> None:
        """Finishes what was asked for and closes the file; it is one file then."""
        try:
            await self._writer.close()
        finally:
            self._hold.close()

    async def back_up(self, target: Path) -> None:
        """Copies the database as it is now, while the game goes on; an older copy is replaced.

        Errors: ``MissingFolderError``, ``UnwritableError``, ``DiskFullError``.
        """
        await asyncio.to_thread(back_up, self._path, target)

    # Lobby

    async def create_table(self, table: NewTable, seats: Sequence[StoredSeat] = ()) -> int:
        """Opens a table in its lobby, with one piece of news; its number."""
        return await self._writer.change(lambda c: sql.create_table(c, table, seats))

    async def set_lobby(
        self,
        table_id: int,
        seats: Sequence[StoredSeat],
        *,
        host_id: int | None = None,
        news: bool = True,
    ) -> int:
        """Replaces the people of a lobby, and its host if one is given."""
        return await self._writer.change(lambda c: sql.set_lobby(c, table_id, seats, host_id, news))

    async def begin(
        self,
        table_id: int,
        seats: Sequence[StoredSeat],
        *,
        lot: str,
        deck: str,
        at: int,
        news: bool = True,
    ) -> int:
        """Turns a lobby into a running game, with the seats in turn order."""
        return await self._writer.change(
            lambda c: sql.begin(c, table_id, seats, lot, deck, at, news)
        )

    # Game

    async def append(
        self,
        table_id: int,
        expected_length: int,
        entries: Sequence[StoredEntry],
        *,
        news: bool,
        ended: State | None = None,
    ) -> int:
        """Adds at least one entry to a running game's log, which may end the game.

        Errors: ``StaleLogError`` if the log does not have the expected length.
        """
        if not entries:
            raise ValueError("at least one entry is needed")
        return await self._writer.change(
            lambda c: sql.append(c, table_id, expected_length, entries, news, ended)
        )

    async def hand_over(
        self,
        table_id: int,
        seat: int,
        status: SeatStatus,
        level: str | None,
        *,
        at: int,
        ended: State | None = None,
        reason: str | None = None,
        news: bool = True,
    ) -> int:
        """Notes who plays a seat from now on, which may end the game.

        Args:
            status: whether its owner plays, is away, or has left for good.
            level: of the computer player that plays it; ``None`` while its owner does.
        """
        return await self._writer.change(
            lambda c: sql.hand_over(c, table_id, seat, status, level, at, ended, reason, news)
        )

    async def set_votes(
        self,
        table_id: int,
        about: str,
        votes: Collection[int],
        *,
        at: int,
        ended: State | None = None,
        reason: str | None = None,
        news: bool = True,
    ) -> int:
        """Replaces the seated people who agree to something, which may end the game."""
        return await self._writer.change(
            lambda c: sql.set_votes(c, table_id, about, votes, at, ended, reason, news)
        )

    async def set_state(
        self, table_id: int, state: State, *, at: int, reason: str | None = None, news: bool = True
    ) -> int:
        """Cancels, closes, finishes or sets aside a table, or takes up one that was aside."""
        return await self._writer.change(
            lambda c: sql.set_state(c, table_id, state, reason, at, news)
        )

    # What is shown

    async def set_thread(self, table_id: int, thread_id: int | None) -> None:
        """Notes the thread in which the table is played; ``None`` for its channel."""
        await self._writer.change(lambda c: sql.set_thread(c, table_id, thread_id))

    async def set_theme(self, table_id: int, theme: StoredTheme) -> None:
        """Notes for which background the table's public pictures are made."""
        await self._writer.change(lambda c: sql.set_theme(c, table_id, theme))

    async def move(self, table_id: int, channel_id: int) -> int:
        """Takes an unfinished table to another channel; it forgets its messages, which is news."""
        return await self._writer.change(lambda c: sql.move(c, table_id, channel_id))

    async def set_message(self, table_id: int, message: StoredMessage) -> None:
        """Notes where the table's message of a kind stands, in place of the one before."""
        await self._writer.change(lambda c: sql.set_message(c, table_id, message))

    async def forget_message(self, table_id: int, kind: MessageKind) -> None:
        """Forgets the table's message of a kind, if it has one."""
        await self._writer.change(lambda c: sql.forget_message(c, table_id, kind))

    async def mark_shown(
        self, table_id: int, news: int, messages: Sequence[StoredMessage] = ()
    ) -> None:
        """Notes that the first ``news`` pieces of news were shown, and where if that is new."""
        await self._writer.change(lambda c: sql.mark_shown(c, table_id, news, messages))

    # Questions

    async def load(self, table_id: int) -> StoredTable | None:
        """A whole table with its log; ``None`` if there is none of this number."""
        return await self._writer.read(lambda c: sql.load(c, table_id))

    async def tables_in(
        self,
        guild_id: int,
        *,
        states: Collection[State],
        channel_or_thread: int | None = None,
        user: int | None = None,
        limit: int | None = None,
    ) -> tuple[TableSummary, ...]:
        """Tables of a server in one of these states, the newest first, without their logs.

        Args:
            channel_or_thread: only those of this channel or thread.
            user: only those where this person sits or which they host.
            limit: at most so many.
        """
        return await self._writer.read(
            lambda c: sql.tables_in(c, guild_id, states, channel_or_thread, user, limit)
        )

    async def running_ids(self) -> tuple[int, ...]:
        """The numbers of the tables where a game runs, in their order."""
        return await self._writer.read(sql.running_ids)

    async def with_computers(self) -> tuple[int, ...]:
        """The numbers of the tables where a game runs and a computer plays a seat."""
        return await self._writer.read(sql.with_computers)

    async def unshown(self) -> tuple[int, ...]:
        """The numbers of the tables with news that were not shown, in their order."""
        return await self._writer.read(sql.unshown)

    # What belongs to one person

    async def preferences(self) -> dict[int, Preferences]:
        """The preferences of everybody who changed any, by person."""
        return await self._writer.read(personal.preferences)

    async def set_preferences(self, user_id: int, chosen: Preferences) -> None:
        """Notes what a person prefers."""
        await self._writer.change(lambda c: personal.set_preferences(c, user_id, chosen))

    async def note(self, table_id: int, user_id: int) -> str | None:
        """A person's private note about a table, if there is one."""
        return await self._writer.read(lambda c: personal.note(c, table_id, user_id))

    async def set_note(self, table_id: int, user_id: int, text: str | None) -> None:
        """Writes a person's private note about a table; ``None`` throws it away.

        Errors: ``ConflictError`` if there is no such table.
        """
        await self._writer.change(lambda c: personal.set_note(c, table_id, user_id, text))

    async def plan(self, table_id: int, user_id: int) -> StoredPlan | None:
        """What a person has prepared for their next turn, if anything."""
        return await self._writer.read(lambda c: personal.plan(c, table_id, user_id))

    async def set_plan(self, table_id: int, user_id: int, prepared: StoredPlan | None) -> None:
        """Notes what a person would like to do in their next turn; ``None`` forgets it.

        Errors: ``ConflictError`` if there is no such table.
        """
        await self._writer.change(lambda c: personal.set_plan(c, table_id, user_id, prepared))

    # Settings

    async def get_setting(self, scope: str, key: str) -> str | None:
        """A setting, if it was made."""
        return await self._writer.read(lambda c: sql.get_setting(c, scope, key))

    async def set_setting(self, scope: str, key: str, value: str | None) -> None:
        """Makes a setting; ``None`` takes it back."""
        await self._writer.change(lambda c: sql.set_setting(c, scope, key, value))
