"""What was done by a command and perhaps not heard of: who does it again is asked first.

Discord may not take the answer, or the bot may be killed before it is sent. Nobody knows whether
that happened; but what was saved shortly before the bot was last there may not have been answered.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from db.store import Store
from tabletop.table import Table
from tabletop.time_control import SECOND

MOST_GAMES: Final = 1000
"""Games of which it is remembered; only in an outage there are more."""

ANSWERING_MS: Final = 30 * SECOND
"""So long after it is saved an action may be answered, if that takes long."""


class Unanswered:
    """Knows in which games the person in turn may not know of their last action.

    Args:
        left_at: when the bot was last there before its start, in milliseconds UTC.
        started_at: when it was started.
    """

    def __init__(self, store: Store, left_at: int | None, started_at: int) -> None:
        self._store = store
        self._unanswered = range((left_at or 0) - ANSWERING_MS, started_at)
        self._done: OrderedDict[int, tuple[int, str]] = OrderedDict()

    def note(self, table: Table, entry: str) -> None:
        """Remember that the last action at a table, such an entry, was not heard of."""
        self._done[table.number] = table.version, entry
        self._done.move_to_end(table.number)
        if len(self._done) > MOST_GAMES:
            self._done.popitem(last=False)

    async def is_repeat(self, table: Table, user: int, entry: str) -> bool:
        """Whether a person does the same once more that they may not have heard of.

        Raises:
            StoreError: if the table's log cannot be read.
        """
        if (done := self._done.get(table.number)) is not None:
            return done == (table.version, entry)
        if table.moved_at not in self._unanswered:
            return False
        stored = await self._store.games.load(table.number)
        last = stored.log[-1] if stored is not None and stored.log else None
        return last is not None and (last.author, last.entry) == (user, entry)

    def note_seen(self, table: Table) -> None:
        """Remember that the person has seen how the game stands."""
        self.note(table, "")
