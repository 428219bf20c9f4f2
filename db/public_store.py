"""The store's operations on what the public sees of games, and what is still to be shown."""

from __future__ import annotations

from collections.abc import Sequence

from db import changes, questions
from db import waiting as db_waiting
from db.outbox.rows import StoredItem
from db.rows import (
    NewWaiting,
    StoredDue,
    StoredMessage,
    StoredWaiting,
)
from db.share import ALONE, Share
from db.writer import Writer


class PublicStore:
    """What is shown, where, and what is left to do there."""

    share: Share
    _writer: Writer

    async def set_thread(self, game_id: int, thread_id: int | None) -> None:
        """Notes the thread in which the game is played; ``None`` for its channel."""
        await self._writer.change(lambda c: changes.set_thread(c, game_id, thread_id))

    async def set_theme(self, game_id: int, theme: str) -> None:
        """Notes for which background the game's public pictures are made."""
        await self._writer.change(lambda c: changes.set_theme(c, game_id, theme))

    async def set_language(self, game_id: int, language: str, *, seen: int | None = None) -> int:
        """Notes the language of an unfinished game's public messages, which is news."""
        return await self._writer.change(lambda c: changes.set_language(c, game_id, language, seen))

    async def move(self, game_id: int, channel_id: int, *, seen: int | None = None) -> int:
        """Takes an unfinished game to another channel, which is news.

        Of its messages that of the turn alone stays noted: it tells who was notified.
        """
        return await self._writer.change(lambda c: changes.move(c, game_id, channel_id, seen))

    async def mark_shown(
        self,
        game_id: int,
        news: int,
        messages: Sequence[StoredMessage] = (),
        items: Sequence[StoredItem] = (),
        waiting: NewWaiting | None = None,
        dues: Sequence[StoredDue] = (),
        done: Sequence[StoredItem] = (),
    ) -> tuple[StoredItem, ...]:
        """Notes that the first ``news`` pieces of news were shown.

        Args:
            game_id: the game.
            news: how many.
            messages: where, if that is new.
            items: what is to be said or done to messages now, such as to the one before.
            waiting: whom the game waits for now, if that may have changed.
            dues: what is to be done later.
            done: what was done to messages of whatever games.

        Returns:
            All that is to be done to messages of the game now.
        """
        return await self._writer.change(
            lambda c: changes.mark_shown(c, game_id, news, messages, items, waiting, dues, done)
        )

    async def waiting_for(
        self, user_id: int, *, everywhere: bool = False
    ) -> tuple[StoredWaiting, ...]:
        """The games that wait for a person, the one that waits longest first.

        Args:
            user_id: the person.
            everywhere: also on servers that other processes take care of.
        """
        share = ALONE if everywhere else self.share
        return await self._writer.read(lambda c: db_waiting.waiting_for(c, user_id, share))

    async def note_told(
        self, told: Sequence[StoredWaiting], dues: Sequence[StoredDue] = ()
    ) -> tuple[StoredItem, ...]:
        """Notes what somebody has been told of turns that wait for them, and what is due next.

        A turn that has passed meanwhile is left as it is, and the message about it is to go.

        Returns:
            What is to be done to messages then.
        """
        return await self._writer.change(lambda c: db_waiting.note_told(c, told, dues))

    async def unshown(self) -> tuple[int, ...]:
        """The numbers of the games with news that were not shown, in their order."""
        return await self._writer.read(lambda c: questions.unshown(c, self.share))
