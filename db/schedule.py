"""The store's operations on what is due at a time."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from db import due
from db.rows import StoredDue
from db.writer import Writer


class ScheduleStore:
    """What is to be done later, each thing once."""

    _writer: Writer

    async def put_due(self, *dues: StoredDue) -> None:
        """Notes when things are due; one that is noted already is due at the new time instead."""
        await self._writer.change(lambda c: due.put_due(c, dues))

    async def next_due(self, kinds: Collection[str], *, limit: int) -> tuple[StoredDue, ...]:
        """What is due first of these kinds, now or later, in the order of its times."""
        return await self._writer.read(lambda c: due.next_due(c, kinds, limit))

    async def drop_due(self, *dues: StoredDue) -> None:
        """Forgets things that are noted for just these times."""
        await self._writer.change(lambda c: due.drop_due(c, dues))

    async def put_off_due(self, dues: Sequence[StoredDue], at: int) -> None:
        """Notes another time for things that are noted for just these times."""
        await self._writer.change(lambda c: due.put_off_due(c, dues, at))
