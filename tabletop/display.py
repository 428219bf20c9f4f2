"""The display of a table: its place, language and colours, and the count of news shown."""

from collections.abc import Sequence
from dataclasses import replace

from db.games.rows import StoredMessage
from db.outbox import StoredItem
from db.timers import StoredDue
from db.usage import Charge
from db.waiting import NewWaiting
from runtime.limits import ActKind
from tabletop.lobby import Lobby
from tabletop.table import Table
from tabletop.turns import TableWriter


class Display:
    """A service that stores tables' display settings, and which news was shown."""

    def __init__(self, writer: TableWriter, lobby: Lobby) -> None:
        self._writer = writer
        self._lobby = lobby

    async def set_thread(self, number: int, thread: int | None, channel: int | None = None) -> None:
        """Store the thread in which a game is shown; None if its channel shows it directly."""
        async with self._writer.locked(number) as table:
            await self._writer.store.outbox.note_thread(number, thread, channel)
            place = channel or table.row.channel_id
            table.row = replace(table.row, thread_id=thread, channel_id=place)

    async def note_shown(
        self,
        number: int,
        news: int,
        messages: Sequence[StoredMessage] = (),
        new: Sequence[StoredItem] = (),
        waiting: NewWaiting | None = None,
        dues: Sequence[StoredDue] = (),
    ) -> tuple[Table, Sequence[StoredItem]]:
        """Record how much of a table's news was shown, and by which messages."""
        async with self._writer.locked(number) as table:
            left = await self._writer.store.waiting.mark_shown(
                number, news, messages, new, waiting, dues
            )
            self._writer.alarm_at(dues)
            table.messages = {**table.messages, **{entry.kind: entry for entry in messages}}
            table.row = replace(table.row, shown=max(table.row.shown, news))
            return table, left

    async def set_theme(self, number: int, user: int, theme: str) -> None:
        """Choose the background of a table's public pictures, on behalf of a person there."""
        async with self._writer.locked(number) as table:
            table.playing_seat(user)
            await self._writer.store.games.set_theme(number, theme)
            table.row = replace(table.row, theme=theme)

    async def set_language(self, number: int, user: int, language: str) -> Table:
        """Choose the language of a table's later public messages, on behalf of a person there."""
        async with self._writer.locked(number) as table:
            table.must_go_on()
            table.playing_seat(user)
            if table.row.language != language:
                charge = self._writer.charge(table, user, "post")
                news = await self._writer.store.games.set_language(
                    number, language, charge=charge, seen=table.row.news
                )
                table.row = replace(table.row, language=language, news=news)
            return table

    async def move(self, number: int, user: int, channel: int) -> Table:
        """Move a game to another channel of its server, on behalf of a person who plays in it."""
        async with self._writer.locked(number) as table:
            table.must_go_on()
            table.playing_seat(user)
            # A running game gets a thread in the new channel, where that is allowed.
            begun = table.row.state == "running"
            kinds: tuple[ActKind, ...] = ("post", "thread") if begun else ("post",)
            charge = self._writer.charge(table, user, *kinds)
            await self._move(table, channel, charge)
            # Moving it shows that the lobby is not idle, so a warning is withdrawn.
            if table.row.closing_at is not None:
                await self._lobby.set_people(table, table.seats, table.row.invited)
            return table

    async def move_unseen(self, number: int, channel: int) -> bool:
        """Move a game that was not shown yet to another channel; return whether it was moved."""
        async with self._writer.locked(number) as table:
            if table.row.shown:
                return False
            await self._move(table, channel)
            return True

    async def _move(self, table: Table, channel: int, charge: Charge | None = None) -> None:
        news = await self._writer.store.games.move(
            table.number, channel, charge=charge, seen=table.row.news
        )
        before, stays = table.row, table.place == channel
        table.row = replace(before, channel_id=channel, thread_id=None, news=news)
        table.messages = {
            kind: known
            for kind, known in table.messages.items()
            if kind == "turn" or (stays and kind == "notice" and not known.message_id)
        }
        if before.shown < before.news and not stays:
            table.messages["notice"] = StoredMessage("notice", before.place, 0)
