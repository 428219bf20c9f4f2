"""Commands that may not have been acknowledged: a repetition of one is confirmed first.

Discord may not take the answer, or the bot may be killed before it is sent. The second leaves no
trace, so each action that was saved shortly before the last sign of life counts as unacknowledged.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from db.store import Store
from tabletop.table import Table
from tabletop.time_control import SECOND

MOST_GAMES: Final = 1000
"""Games that are remembered; only an outage has more."""

ANSWERING_MS: Final = 30 * SECOND
"""The longest time from an action's being saved to its answer."""


class PossiblyUnacknowledged:
    """A record of last actions whose answer may not have reached the person.

    Args:
        left_at: the last sign of life before the bot's start, in milliseconds UTC.
        started_at: the time of the start.
    """

    def __init__(self, store: Store, left_at: int | None, started_at: int) -> None:
        self._store = store
        self._doubtful = range((left_at or 0) - ANSWERING_MS, started_at)
        self._done: OrderedDict[int, tuple[int, str]] = OrderedDict()

    def note(self, table: Table, entry: str) -> None:
        """Note that the answer to a table's last action may not have arrived."""
        self._done[table.number] = table.version, entry
        self._done.move_to_end(table.number)
        if len(self._done) > MOST_GAMES:
            self._done.popitem(last=False)

    async def is_repeat(self, table: Table, user: int, entry: str) -> bool:
        """Return whether a person repeats an action that may not have been acknowledged.

        Raises:
            StoreError: if the table's log cannot be read.
        """
        if (done := self._done.get(table.number)) is not None:
            return done == (table.version, entry)
        if table.moved_at not in self._doubtful:
            return False
        stored = await self._store.games.load(table.number)
        last = stored.log[-1] if stored is not None and stored.log else None
        # The same entry by the same person: another action is a decision and no repetition.
        return last is not None and (last.author, last.entry) == (user, entry)

    def note_seen(self, table: Table) -> None:
        """Note that the person has seen the present state of the game."""
        self.note(table, "")
