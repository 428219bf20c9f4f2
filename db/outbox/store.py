"""The store's operations on what the public sees of games, and what is still to be shown."""

from __future__ import annotations

from collections.abc import Sequence

from db.connection import Connection
from db.games import changes
from db.games.rows import StoredMessage
from db.outbox import items as db_items
from db.outbox import showing
from db.outbox import waiting as db_waiting
from db.outbox.rows import NewWaiting, StoredItem, StoredWaiting, Subject
from db.share import ALONE, Share
from db.timers.rows import StoredDue
from db.writer import Writer


class PublicStore:
    """What is to be said and done, until it is; what is shown of games, and where."""

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
        new: Sequence[StoredItem] = (),
        waiting: NewWaiting | None = None,
        dues: Sequence[StoredDue] = (),
        done: Sequence[StoredItem] = (),
    ) -> tuple[StoredItem, ...]:
        """Notes that the first ``news`` pieces of news were shown.

        Args:
            game_id: the game.
            news: how many.
            messages: where, if that is new.
            new: what is to be said or done now, such as to the message before.
            waiting: whom the game waits for now, if that may have changed.
            dues: what is to be done later.
            done: what was done to messages of whatever games.

        Returns:
            All that is to be done to messages of the game now.
        """
        return await self._writer.change(
            lambda c: showing.mark_shown(c, game_id, news, messages, new, waiting, dues, done)
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
        return await self._writer.read(lambda c: showing.unshown(c, self.share))

    async def put_items(self, *items: StoredItem) -> None:
        """Notes what is to be said or done; where it is noted already, there is more to say."""
        await self._writer.change(lambda c: db_items.put(c, items))

    async def items_to_do(self, subject: Subject) -> tuple[StoredItem, ...]:
        """What is to be said or done of a kind about a subject."""
        return await self._writer.read(lambda c: db_items.to_do(c, subject))

    async def notice(self, subject: Subject) -> StoredItem | None:
        """A notice about a subject, whether it was said or not."""
        return await self._writer.read(lambda c: db_items.load(c, subject))

    async def unsaid(self, later: int) -> tuple[Subject, ...]:
        """Of what there is something to say or do, the newest number first.

        Args:
            later: what is put off until after this time is left out.
        """
        return await self._writer.read(lambda c: db_items.unsaid(c, later, self.share))

    async def items_done(self, items: Sequence[StoredItem]) -> None:
        """Forgets what was done to messages, or never can be."""
        await self._writer.change(lambda c: db_items.done(c, items))

    async def put_off_items(self, items: Sequence[StoredItem], due: StoredDue, now: int) -> None:
        """Notes that things could not be done to messages, and when to try again at the latest."""
        await self._writer.change(lambda c: db_items.put_off(c, items, due, now))

    async def note_said(
        self,
        item: StoredItem,
        *,
        shown: int,
        channel: int,
        message: int,
        more: Sequence[StoredItem] = (),
    ) -> None:
        """Notes that so much of a notice was said.

        Args:
            item: the notice.
            shown: how much.
            channel: where.
            message: by which message; 0 for none.
            more: what is to be said or done then, such as to take off the old buttons.
        """

        def note(connection: Connection) -> None:
            db_items.said(connection, item, shown, channel, message)
            db_items.put(connection, more)

        await self._writer.change(note)
