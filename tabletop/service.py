"""Everything people can do to tables: each thing is checked, then saved, then news to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from db.outbox.rows import StoredItem
from db.rows import NewWaiting, StoredDue, StoredEntry, StoredMessage
from engine import RULES_VERSION, editions
from engine.actions import Action, End
from engine.events import Event
from engine.game import UNDO, Game
from tabletop.branches import Branches
from tabletop.caretaker import CARETAKER
from tabletop.clocks import Clocks
from tabletop.errors import TableError
from tabletop.people import People
from tabletop.rematches import Rematches
from tabletop.table import Table


class Tables(Rematches, Branches, Clocks, People):
    """All tables of the bot.

    What is refused raises ``TableError`` or one of the engine's errors and changes nothing. When a
    call returns, what it did is durable; showing it is the publisher's, which is told by the count
    of news in the table's row.
    """

    async def act(
        self, number: int, user: int, action: Action, version: int | None = None
    ) -> tuple[Table, list[Event]]:
        """Carry out an action of the person whose turn it is.

        Args:
            version: the length of the log the person saw, if that is known.

        Raises:
            TableError: if it is not this person's turn, or the game has gone on.
            IllegalActionError: if the rules forbid it.
        """
        async with self.cache.locked(number) as table:
            game = self._game_in_turn(table, user, version)
            events = game.apply(action)
            entries = [StoredEntry(str(action), user, self._clock())]
            await self._save(table, game, entries, news=isinstance(action, End))
            return table, events

    async def undo(
        self, number: int, user: int, version: int | None = None
    ) -> tuple[Table, Action]:
        """Take back the last action of one's turn, and give it.

        Raises:
            TableError: if it is not this person's turn, or the game has gone on.
            UndoError: if the action drew from the stack or there is none in this turn.
        """
        async with self.cache.locked(number) as table:
            game = self._game_in_turn(table, user, version)
            action = game.undo()
            entries = [StoredEntry(UNDO, user, self._clock())]
            await self._save(table, game, entries, news=False)
            return table, action

    async def act_for_computer(self, number: int, version: int, action: Action) -> Table:
        """Carry out an action that a computer player decided on, if the game still waits for it.

        Several computer players in a row make one piece of news.

        Raises:
            TableError: if the game has gone on since, or a person has taken the seat.
            IllegalActionError: if the rules forbid it.
        """
        async with self.cache.locked(number) as table:
            if not table.computer_due or table.version != version:
                raise TableError("outdated", number=number)
            game = table.running_game().copy()
            game.apply(action)
            entries = [StoredEntry(str(action), None, self._clock())]
            active = table.active
            assert active is not None
            more = table.seats[game.position.active].level is not None
            news = isinstance(action, End) and (game.position.over or not more)
            pause = table.pause_of(active.seat, self._clock())
            if pause is not None and pause.kind == "turn" and isinstance(action, End):
                await self._hand_over(
                    *(table, active, "playing", None),
                    pause=replace(pause, until_at=self._clock()),
                    played=(game, entries),
                    news=news,
                )
            else:
                await self._save(table, game, entries, news=news)
            return table

    async def close(self, number: int, guild: int, reason: str) -> Table:
        """Close a table for a moderator, in whatever state it is.

        Raises:
            TableError: if the server has no such table, or it is over.
        """
        async with self.cache.locked(number) as table:
            if table.row.guild_id != guild:
                raise TableError("unknown-table", number=number)
            if table.row.state not in ("lobby", "running", "aside"):
                raise TableError("not-running", number=number)
            await self._set_state(table, "closed", reason)
            return table

    async def set_thread(self, number: int, thread: int | None) -> None:
        """Note the thread in which a game is played; None for its channel."""
        async with self.cache.locked(number) as table:
            await self.store.set_thread(number, thread)
            table.row = replace(table.row, thread_id=thread)

    async def note_shown(
        self,
        number: int,
        news: int,
        messages: Sequence[StoredMessage] = (),
        items: Sequence[StoredItem] = (),
        waiting: NewWaiting | None = None,
        dues: Sequence[StoredDue] = (),
        done: Sequence[StoredItem] = (),
    ) -> tuple[Table, Sequence[StoredItem]]:
        """Note that so much of a table's news was shown, by which messages, and what is left.

        Args:
            done: what was done meanwhile to messages of whatever tables.

        Returns:
            The table, and all that is to be done to its messages now.
        """
        async with self.cache.locked(number) as table:
            left = await self.store.mark_shown(
                *(number, news, messages, items, waiting, dues, done)
            )
            self._wake_for(dues)
            table.messages = {**table.messages, **{entry.kind: entry for entry in messages}}
            table.row = replace(table.row, shown=max(table.row.shown, news))
            return table, left

    async def set_theme(self, number: int, user: int, theme: str) -> None:
        """Choose for which background a table's public pictures are made, for one of its people.

        Raises:
            TableError: if this person does not play there.
        """
        async with self.cache.locked(number) as table:
            table.playing_seat(user)
            await self.store.set_theme(number, theme)
            table.row = replace(table.row, theme=theme)

    async def set_language(self, number: int, user: int, language: str) -> Table:
        """Choose the language of a table's public messages from now on, for one of its people.

        Raises:
            TableError: if the game is over, this person does not play in it, or did such things
                too often just now.
        """
        async with self.cache.locked(number) as table:
            table.must_go_on()
            table.playing_seat(user)
            if table.row.language != language:
                self.restrain(number, user)
                news = await self.store.set_language(number, language, seen=table.row.news)
                table.row = replace(table.row, language=language, news=news)
            return table

    async def move(self, number: int, user: int, channel: int) -> Table:
        """Go on with a game in another channel of its server, for one of its people.

        Raises:
            TableError: if the game is over, this person does not play in it, or did such things
                too often just now.
        """
        async with self.cache.locked(number) as table:
            table.must_go_on()
            table.playing_seat(user)
            self.restrain(number, user)
            if table.row.closing_at is not None:
                await self._set_people(table, table.seats, table.row.invited)
            await self._move(table, channel)
            return table

    async def move_unseen(self, number: int, channel: int) -> bool:
        """Take a game to another channel of which nothing could be shown yet; whether it was so."""
        async with self.cache.locked(number) as table:
            if table.row.shown:
                return False
            await self._move(table, channel)
            return True

    async def _move(self, table: Table, channel: int) -> None:
        news = await self.store.move(table.number, channel, seen=table.row.news)
        table.row = replace(table.row, channel_id=channel, thread_id=None, news=news)
        table.messages = {
            kind: message
            for kind, message in table.messages.items()
            if kind in ("turn", "announcement")
        }

    async def log_entries(self, number: int) -> list[str]:
        """The entries of a table's log as they are stored, readable or not.

        Raises:
            TableError: if there is no such table.
        """
        stored = await self.store.load(number)
        if stored is None:
            raise TableError("unknown-table", number=number)
        return [entry.entry for entry in stored.log]

    async def set_aside(self, number: int, reason: str) -> None:
        """Put a table aside whose log does not replay."""
        await self.store.set_aside(number, reason)
        self.cache.forget(number)

    async def stamp(self) -> None:
        """Note today's rules for games that an older version of the bot began and did not note."""
        for edition in editions():
            await self.store.stamp(edition.id, RULES_VERSION, edition.fingerprint)

    async def catch_up(self, number: int) -> Table:
        """Let the caretaker play if it is its turn, which a crash may have prevented."""
        async with self.cache.locked(number) as table:
            left = any(seat.level == CARETAKER for seat in table.seats)
            if left and table.row.state == "running":
                await self._save(table, table.running_game().copy(), [], news=True)
            return table

    def _game_in_turn(self, table: Table, user: int, version: int | None) -> Game:
        """A copy of the game for the person whose turn it is to change."""
        game = table.game_in_turn(user)
        if version is not None and version != game.version:
            raise TableError("outdated", number=table.number)
        return game.copy()
