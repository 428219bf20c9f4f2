"""The store's operations on the outbox."""

from __future__ import annotations

from collections.abc import Sequence

from db.connection import Connection
from db.outbox import sql
from db.outbox.rows import StoredItem, Subject
from db.rows import StoredDue
from db.share import Share
from db.writer import Writer


class OutboxStore:
    """What is to be said and done, until it is."""

    share: Share
    _writer: Writer

    async def put_items(self, *items: StoredItem) -> None:
        """Notes what is to be said or done; where it is noted already, there is more to say."""
        await self._writer.change(lambda c: sql.put(c, items))

    async def items_to_do(self, subject: Subject) -> tuple[StoredItem, ...]:
        """What is to be said or done of a kind about a subject."""
        return await self._writer.read(lambda c: sql.to_do(c, subject))

    async def notice(self, subject: Subject) -> StoredItem | None:
        """A notice about a subject, whether it was said or not."""
        return await self._writer.read(lambda c: sql.load(c, subject))

    async def unsaid(self, later: int) -> tuple[Subject, ...]:
        """Of what there is something to say or do, the newest number first.

        Args:
            later: what is put off until after this time is left out.
        """
        return await self._writer.read(lambda c: sql.unsaid(c, later, self.share))

    async def items_done(self, items: Sequence[StoredItem]) -> None:
        """Forgets what was done to messages, or never can be."""
        await self._writer.change(lambda c: sql.done(c, items))

    async def put_off_items(self, items: Sequence[StoredItem], due: StoredDue, now: int) -> None:
        """Notes that things could not be done to messages, and when to try again at the latest."""
        await self._writer.change(lambda c: sql.put_off(c, items, due, now))

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
            sql.said(connection, item, shown, channel, message)
            sql.put(connection, more)

        await self._writer.change(note)
