"""Announcers on a database that never went back in time."""

from __future__ import annotations

from collections.abc import Sequence

from db.outbox.rows import StoredItem, StoredRecall
from tabletop.table import Table


class NothingLost:
    """The part of an announcer that finds no message about a turn that was lost."""

    async def look_for_lost(self, table: Table, recall: StoredRecall) -> Sequence[StoredItem]:
        """Finds none."""
        return []
