"""Once: what is asked for under a key is carried out once, however often it comes.

Discord may deliver an interaction twice, a browser may send a request again. What comes while the
first is under way waits for its end, and what this process has carried out is not carried out
again. After a restart, or in another process, the database refuses to create the same twice
(``db.usage``); all else finds how things stand by now: a seat that is taken, a version that
passed.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from db.errors import DoneBeforeError
from db.store import Store
from db.usage import is_known
from runtime.newest import Newest
from tabletop.table import Table
from tabletop.time_control import MINUTE

MOST_KNOWN: Final = 1_000
"""The keys that are remembered, and the people of whom it is when they were answered last."""

REPEATED_WITHIN_MS: Final = 15 * MINUTE
"""The time in which somebody who got no answer does the same again."""


class Once:
    """A service that has each act carried out once by this process.

    A surface (Discord, a web page) calls ``begin`` in the task that will carry an act out, and
    ``note`` for an act that is not to be carried out again. The end of the task is its end.
    """

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._under_way: dict[str, asyncio.Task[Any]] = {}
        self._over: Newest[str, Any] = Newest(MOST_KNOWN)
        self._heard: Newest[int, int] = Newest(MOST_KNOWN)

    async def begin(self, key: str) -> None:
        """Begin an act in this task, after the end of one under the same key.

        Raises:
            DoneBeforeError: if it was carried out before, with what was noted of it.
        """
        while (before := self._under_way.get(key)) is not None:
            await asyncio.wait([before])
        if key in self._over:
            raise DoneBeforeError(key, self._over[key])
        task = asyncio.current_task()
        assert task is not None  # there is no other way to wait for a coroutine
        self._under_way[key] = task
        task.add_done_callback(lambda _: self._under_way.pop(key))

    def note(self, key: str, outcome: Any = None) -> None:
        """Note that an act is not to be carried out again, and what it is answered then."""
        self._over[key] = outcome

    async def was_kept(self, key: str) -> bool:
        """Return whether what was asked for under a key stands in the database."""
        return await self._store.ask(is_known, key)

    def when_over(self, then: Callable[[], object]) -> None:
        """Call a function once all acts are over that are under way now."""
        left = {*self._under_way.values()}

        def over(task: asyncio.Task[Any]) -> None:
            left.discard(task)
            if not left:
                then()

        for task in [*left]:
            task.add_done_callback(over)
        if not left:
            then()

    def leave_out_texts(self) -> None:
        """Keep no outcome so far, for it may have the name of a person just forgotten."""
        self._over.update(dict.fromkeys(self._over))

    def heard(self, user: int) -> None:
        """Note that a person has an answer, and so knows what they did until now."""
        self._heard[user] = self._clock()

    async def may_be_repeat(self, table: Table, user: int, entry: str) -> bool:
        """Return whether a person asks anew for what they may not know to be done.

        So it is after a restart, which may have come before the answer.
        """
        if not self._clock() - REPEATED_WITHIN_MS <= table.moved_at > self._heard.get(user, 0):
            return False
        stored = await self._store.games.load(table.number)
        last = stored.log[-1] if stored is not None and stored.log else None
        # The same entry by the same person: another action is a decision and no repetition.
        return last is not None and (last.author, last.entry) == (user, entry)
