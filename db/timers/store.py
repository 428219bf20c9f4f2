"""The store's operations on what is due at a time, and on when the bot was there."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from db.share import Share
from db.timers import due, outages
from db.timers.rows import StoredDue
from db.writer import Writer


class ScheduleStore:
    """What is to be done later, each thing once, and when the bot was there to do it."""

    share: Share
    _writer: Writer

    async def put_due(self, *dues: StoredDue) -> None:
        """Notes when things are due; one that is noted already is due at the new time instead."""
        await self._writer.change(lambda c: due.put_due(c, dues))

    async def next_due(self, kinds: Collection[str], *, limit: int) -> tuple[StoredDue, ...]:
        """What is due first of these kinds, now or later, in the order of its times."""
        return await self._writer.read(lambda c: due.next_due(c, kinds, limit, self.share))

    async def dues_of(self, user_id: int, kind: str) -> tuple[StoredDue, ...]:
        """What is due of a kind for a person in games where they have a seat."""
        return await self._writer.read(lambda c: due.dues_of(c, user_id, kind))

    async def drop_due(self, *dues: StoredDue) -> None:
        """Forgets things that are noted for just these times."""
        await self._writer.change(lambda c: due.drop_due(c, dues))

    async def put_off_due(self, dues: Sequence[StoredDue], at: int) -> None:
        """Notes another time for things that are noted for just these times."""
        await self._writer.change(lambda c: due.put_off_due(c, dues, at))

    async def unwound(self, kind: str) -> tuple[int, ...]:
        """The numbers of the games that run and about which nothing of a kind is due."""
        return await self._writer.read(lambda c: due.unwound(c, kind, self.share))

    async def seen_at(self) -> int | None:
        """When it was noted last that the bot is there, or the part of it that this process is."""
        return await self._writer.read(lambda c: outages.seen_at(c, self.share))

    async def note_seen(self, at: int, *, outage_since: int | None = None) -> None:
        """Notes that the bot is there.

        Args:
            at: when.
            outage_since: from when on it was not; ``None`` if it was all the time.
        """
        await self._writer.change(lambda c: outages.note_seen(c, self.share, at, outage_since))

    async def note_set_back(self, at: int) -> None:
        """Notes that the bot is there, at a time that seemed to be over."""
        await self._writer.change(lambda c: outages.note_set_back(c, self.share, at))

    async def outages(self) -> tuple[tuple[int, int], ...]:
        """From when to when the bot was not there, in the order of the beginnings."""
        return await self._writer.read(lambda c: outages.outages(c, self.share))
