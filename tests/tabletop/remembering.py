"""Announcers on a database that never went back in time."""

from __future__ import annotations

from db.outbox.rows import StoredRecall
from tabletop.publishing import Undone
from tabletop.table import Table


class NothingLost:
    """The part of an announcer that finds no message about a turn that was lost."""

    async def look_for_lost(self, table: Table, recall: StoredRecall) -> Undone:
        """Finds none."""
        return Undone()
