"""Acts once: what is asked for under a key is carried out once, and its outcome given again.

Discord may deliver an interaction twice, a browser may send a request again: to the same process
at once, after a restart, or to another process. The key of an act is recorded in the transaction of
its first change (``db.acting``), and what the person was answered follows soon after.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from db import acting
from db.acting import Act
from db.acts.rows import StoredAct
from db.errors import StoreError
from db.store import Store
from runtime.background import persistently
from runtime.newest import Newest
from tabletop.table import Table
from tabletop.time_control import HOUR, SECOND

log = logging.getLogger("arkadia.once")

KEPT_MS: Final = HOUR
"""How long an act is known, in milliseconds. Discord takes no answer after a quarter of that."""

MOST_KEPT: Final = 10_000
"""Acts that are known at most; the oldest are forgotten first."""

MOST_RECENT: Final = 1_000
"""The keys that this process remembers to have recorded; others are looked for where it matters."""

MOST_UNHEARD: Final = 1_000
"""The acts remembered whose answer did not arrive; only an outage has more."""

MOST_UNSAVED: Final = 1_000
"""Answers that wait to be saved; more are known as given, without their text."""

NOTED_WITHIN_S: Final = 0.25
"""Seconds in which outcomes are saved, those of all acts of that time together."""

RETRY_S: Final = 15.0
"""The same after the database has failed."""

SWEEP_S: Final = 300.0
"""Seconds between two deletions of old acts, as long as there may be any."""

DELIVERED_WITHIN_MS: Final = 3_000
"""The time in which Discord delivers what a person does."""

ANSWERED_WITHIN_MS: Final = 5_000
"""The time for which another process may still be answering an act that it has recorded."""

WAITS: Final = 8
"""How often it is looked whether it has answered by now."""


class RepeatedError(Exception):
    """An error for an act that was carried out before, under the same key.

    Attributes:
        act: the act, with the outcome to be given again.
    """

    def __init__(self, act: StoredAct) -> None:
        super().__init__(f"what {act.key} asks for was done before")
        self.act = act


class Once:
    """A service that has each act carried out once.

    A surface (Discord, a web page) calls ``begin`` in the task that will carry the act out, carries
    it out, and calls ``answered`` when the person has the answer. The end of the task is the end of
    the act.
    """

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._since = clock()
        self._under_way: dict[str, tuple[Act, asyncio.Event]] = {}
        self._recent: Newest[str, None] = Newest(MOST_RECENT)
        self._outcomes: dict[str, str] = {}
        self._unheard: Newest[int, tuple[int, str]] = Newest(MOST_UNHEARD)
        self._timer: asyncio.TimerHandle | None = None
        self._saving: asyncio.Task[None] | None = None
        self._newest = self._swept_at = self._since
        self._closed = False

    async def load(self) -> None:
        """Read of which acts people may not have been told before this start, and drop old ones.

        Raises:
            StoreError: if the database fails.
        """
        await self._store.acts.drop_old(self._clock() - KEPT_MS, MOST_KEPT)
        for act in await self._store.acts.unheard():
            self._unheard[act.game_id] = act.user_id, act.key
        self._later(SWEEP_S)

    async def begin(self, key: str, user: int, made_at: int | None = None) -> None:
        """Begin an act in this task.

        Args:
            key: the key under which it is asked for, opaque and of at most 100 characters.
            user: the person.
            made_at: when the person did it, in milliseconds UTC; None if that is not known.

        Raises:
            RepeatedError: if it was done before.
        """
        while (before := self._under_way.get(key)) is not None:
            await before[1].wait()
        task = asyncio.current_task()
        assert task is not None  # there is no other way to wait for a coroutine
        act, ended = Act(key, user, self._clock(), task), asyncio.Event()
        self._under_way[key] = act, ended
        task.add_done_callback(lambda _: self._end(act, ended))
        if self._may_be_known(key, made_at):
            try:
                known = await self._known(key)
            except StoreError as error:  # the change will be refused if it was made before
                log.warning("Not known whether repeated", extra={"key": key, "why": str(error)})
            else:
                if known is not None:
                    raise RepeatedError(known)
        acting.begin(act)

    def about(self, table: Table) -> None:
        """Note the game that the act of this task is about, before it changes anything."""
        if (act := acting.current()) is not None:
            act.game_id = table.number

    def answered(self, outcome: Callable[[], str]) -> None:
        """Note that the person has the answer to the act of this task; the first answer counts.

        Args:
            outcome: makes the text to be given when the same is asked for again; not called
                where nothing was changed.
        """
        if (act := acting.current()) is not None and act.outcome is None:
            act.outcome = outcome() if act.recorded and not act.textless else ""

    def leave_out_texts(self) -> None:
        """Keep no text of an act so far, for it may have the name of a person just forgotten.

        What was done stays known.
        """
        self._outcomes = dict.fromkeys(self._outcomes, "")
        for act, _ in self._under_way.values():
            act.textless = True
            act.outcome = act.outcome and ""

    async def outcome_of(self, key: str) -> StoredAct | None:
        """Return the act that was done under a key, if possible with its outcome.

        Raises:
            StoreError: if the database fails.
        """
        known = await self._known(key)
        for _ in range(WAITS):
            # Another process has recorded it, and may be about to answer.
            if known is None or known.outcome is not None or key in self._recent:
                break
            if self._clock() - known.at > ANSWERED_WITHIN_MS:
                break
            await asyncio.sleep(NOTED_WITHIN_S)
            known = await self._known(key)
        return known

    async def may_be_repeat(self, table: Table, user: int, entry: str) -> bool:
        """Return whether a person asks anew for what they may not know to be done.

        Raises:
            StoreError: if the table's log cannot be read.
        """
        missed = self._unheard.get(table.number)
        if missed is None or missed[0] != user:
            return False
        stored = await self._store.games.load(table.number)
        last = stored.log[-1] if stored is not None and stored.log else None
        # The same entry by the same person: another action is a decision and no repetition.
        return last is not None and (last.author, last.entry) == (user, entry)

    async def close(self) -> None:
        """Save the outcomes that are not saved yet."""
        for act, ended in list(self._under_way.values()):
            if act.task is not None and act.task.done():  # its end is about to be noted
                await ended.wait()
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._saving is not None:
            await self._saving
        await self._save()

    def _may_be_known(self, key: str, made_at: int | None) -> bool:
        """Return whether a key may be recorded: not one that this process would have recorded."""
        if key in self._recent or made_at is None or not self._store.share.alone:
            return True
        return made_at < self._since + DELIVERED_WITHIN_MS

    async def _known(self, key: str) -> StoredAct | None:
        # Looked for before: while the act is read, its outcome may be saved and so no longer here.
        outcome = self._outcomes.get(key)
        known = await self._store.acts.known(key)
        return known if known is None or outcome is None else replace(known, outcome=outcome)

    def _end(self, act: Act, ended: asyncio.Event) -> None:
        """Note what came of an act; its task has ended."""
        del self._under_way[act.key]
        ended.set()
        if act.recorded:
            self._newest = act.at
            self._recent[act.key] = None
        if act.outcome is not None:
            self._note_heard(act)
        elif act.recorded and act.game_id:
            self._unheard[act.game_id] = act.user_id, act.key

    def _note_heard(self, act: Act) -> None:
        if act.recorded and act.outcome is not None:
            self._outcomes[act.key] = act.outcome if len(self._outcomes) < MOST_UNSAVED else ""
        missed = self._unheard.get(act.game_id)
        # Who has seen the game after that knows how it stands.
        if missed is not None and missed[0] == act.user_id:
            del self._unheard[act.game_id]
            self._outcomes.setdefault(missed[1], "")
        if self._outcomes:
            self._later(NOTED_WITHIN_S)

    def _later(self, seconds: float) -> None:
        """Save in some seconds, if that is not going to happen sooner."""
        loop = asyncio.get_running_loop()
        if self._closed or self._saving is not None:
            return
        if self._timer is not None:
            if self._timer.when() <= loop.time() + seconds:
                return
            self._timer.cancel()
        self._timer = loop.call_later(seconds, self._save_soon)

    def _save_soon(self) -> None:
        self._timer = None
        self._saving = asyncio.create_task(persistently("outcomes", self._save_and_go_on))

    async def _save_and_go_on(self) -> None:
        saved = await self._save()
        self._saving = None
        if not saved:
            self._later(RETRY_S)
        elif self._outcomes:
            self._later(NOTED_WITHIN_S)
        elif self._swept_at < self._newest + KEPT_MS:
            self._later(SWEEP_S)

    async def _save(self) -> bool:
        """Save the outcomes, and delete old acts now and then; return whether that succeeded."""
        now, outcomes = self._clock(), dict(self._outcomes)
        try:
            if outcomes:
                await self._store.acts.note(outcomes)
            if now - self._swept_at >= SWEEP_S * SECOND:
                await self._store.acts.drop_old(now - KEPT_MS, MOST_KEPT)
                self._swept_at = now
        except StoreError as error:
            log.error("Outcomes not saved", extra={"count": len(outcomes), "why": str(error)})
            return False
        for key, outcome in outcomes.items():
            if self._outcomes.get(key) == outcome:
                del self._outcomes[key]
        return True
