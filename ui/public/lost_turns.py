"""Messages that tell of turns, or of games, which the database has forgotten."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import discord

from db.outbox.rows import StoredItem, StoredRecall, delete, lost
from delivery.causes import discord_may_fail
from delivery.errors import NotShownError, UnreadableError
from delivery.sender import HIDDEN, Sender
from i18n.translation import ENGLISH
from tabletop.errors import TableError, UnreadableTableError
from tabletop.publishing import Undone
from tabletop.table import Table
from tabletop.tables import Tables
from ui.public.look_back import after_noted, game_of, is_stray_lobby, places_of, tells_of_lost
from ui.public.posts.lost import lost_game_text, lost_text
from ui.public.posts.post import public_words

log = logging.getLogger("arkadia.announcing")

_Found = TypeVar("_Found")


class _Told(NamedTuple):
    """What matters of a message that tells of a game, which may be of a lost time."""

    number: int
    game: int
    stray: bool
    wrong: bool


class LostTurns:
    """A service that finds such messages, and has them say so.

    Attributes:
        looked_at: the games that were looked at after a loss, and not told since. Their messages
            may stand in the channel as well, if their thread was deleted in the lost time.
        unread: those of them whose messages the bot may not read, so that none can be edited.
    """

    def __init__(self, tables: Tables, sender: Sender) -> None:
        self._tables = tables
        self._sender = sender
        self.looked_at: set[int] = set()
        self.unread: set[int] = set()

    async def look_for(self, table: Table, recall: StoredRecall) -> Undone:
        """Return the changes of the messages that tell of turns that were lost, or of lost games.

        Raises:
            NotShownError: if the messages cannot be looked at now, or all places are gone.
        """
        words, items, row = public_words(table), list[StoredItem](), table.row
        # A thread that was lost has the number of the lobby that it was begun at.
        threads = [one.message_id for one in table.messages.values() if one.kind == "lobby"]
        there = 0

        def told(message: discord.Message) -> _Told | None:
            if (game := game_of(message, words)) is None:
                return None
            wrong = tells_of_lost(table, message, recall.news)
            return _Told(message.id, game, is_stray_lobby(table, message), wrong)

        for place in dict.fromkeys((*places_of(table), *threads, row.channel_id)):
            try:
                found = await self._after_noted(table, place, told)
            except UnreadableError:
                self.unread.add(table.number)
                found = []
            there += found is not None
            for one in found or ():
                own = one.game == table.number
                if own and one.stray:
                    items.append(delete(row.guild_id, one.game, place, one.number))
                elif one.wrong if own else await self._is_lost(one.game):
                    items.append(lost(row.guild_id, one.game, place, one.number))
        if not there:
            raise NotShownError("gone")  # it is looked at where the game goes on
        self.looked_at.add(table.number)
        unread = table.number in self.unread
        if unread:
            log.warning("Lost turns may stand", extra={"table": table.number, "place": table.place})
        return Undone(items, unread)

    def told(self, number: int) -> None:
        """Note that a game was told anew."""
        self.looked_at.discard(number)
        self.unread.discard(number)

    async def astray(self, table: Table, thread: int) -> Sequence[StoredItem]:
        """Return the changes of a game's messages in a thread that it comes to, but that was there.

        A thread is noted before anything is posted in it. So what is newer there than all noted
        messages was posted in a past that was lost with the note.

        Raises:
            NotShownError: if the messages cannot be looked at now.
        """
        words, row = public_words(table), table.row

        def ours(message: discord.Message) -> StoredItem | None:
            # The first message of a forum's post has the post's id, and is of any time.
            if message.id == thread or game_of(message, words) != row.game_id:
                return None
            change = delete if is_stray_lobby(table, message) else lost
            return change(row.guild_id, row.game_id, thread, message.id)

        try:
            return await self._after_noted(table, thread, ours) or ()
        except UnreadableError:  # most likely nothing was lost, so nothing is said of it
            return ()

    async def tell(self, item: StoredItem) -> None:
        """Have a message of a game say that what it told was lost.

        Raises:
            NotShownError: if that is not possible now.
        """
        table = await self._tables.cache.find(item.subject_id)
        if table is None:
            text = lost_game_text(item.subject_id, ENGLISH)
        else:
            text = lost_text(table, public_words(table))
        with discord_may_fail():
            await self._sender.replace(item.channel_id, item.message_id, text)

    async def _after_noted(
        self, table: Table, place: int, pick: Callable[[discord.Message], _Found | None]
    ) -> list[_Found] | None:
        """Return what is picked of messages that may tell of lost turns; None if a place is gone.

        Raises:
            NotShownError: if they cannot be looked at now.
            UnreadableError: if the bot may not read them.
        """
        try:
            with discord_may_fail():
                return await after_noted(self._sender, table, place, pick)
        except NotShownError as error:
            if error.code in HIDDEN:
                # Without a look the messages would stand for ever. Where the bot may post, this
                # refusal does not last: without the permission Discord shows an empty place.
                raise NotShownError("unavailable") from error
            if error.code != "gone":
                raise
        return None

    async def _is_lost(self, number: int) -> bool:
        """Return whether a game of which a message tells is not there."""
        try:
            await self._tables.get(number)
        except UnreadableTableError:
            return False
        except TableError:
            return True
        return False
