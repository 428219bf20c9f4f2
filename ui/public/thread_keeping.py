"""Threads that the bot has made: archived when they are no longer needed, named as their games are.

A timer in the database stands for each open practice thread, and for each thread of a game that
ended without a result; it is saved with the message after which it counts. A thread to be renamed
is a change in the outbox. So a crash in between loses neither.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import Final

import discord

from db.games.rows import StoredSeat
from db.outbox.rows import StoredItem
from db.timers.rows import StoredDue
from delivery.causes import discord_may_fail
from delivery.errors import NotShownError
from i18n.translation import N_, Words, languages, words_for
from tabletop.errors import TableError, UnreadableTableError
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import DAY, MINUTE
from ui.limits import NAME_LIMIT
from ui.public.posts.post import title
from ui.public.threads import BEFORE_NAME, name_in_turn, names_in

log = logging.getLogger("arkadia.threads")

THREAD: Final = "thread"
"""The kind of due at which a thread is archived, unless something goes on in it."""

IDLE_MS: Final = DAY
"""Milliseconds without a message after which a practice thread is archived."""

PRACTICE: Final = N_("Practice: {name}")
FORGOTTEN: Final = "\0"
"""What stands for any name, where a person was forgotten since the thread got its name."""

MOST_NAME: Final = 60
"""Characters of a person's name in the name of a thread, which has 100 at most."""


class ThreadKeeper:
    """A service that archives and renames the bot's threads.

    Args:
        client: the Discord client.
        most: the number of practice threads of one person on a server that stay open.
    """

    def __init__(self, client: discord.Client, tables: Tables, most: int) -> None:
        self._client = client
        self._tables = tables
        self._most = most

    async def timers(self, table: Table, *, begins: bool) -> list[StoredDue]:
        """Return the timers of threads that follow from a message in a game's thread.

        Args:
            begins: whether it is the first message of the game.
        """
        row, now, owner = table.row, self._tables.now(), _practising(table)
        if row.thread_id is None:
            return []
        user = (owner.user_id or 0) if owner else 0
        ended = row.state in ("cancelled", "closed")
        if not ended and not user:
            return []
        at = now + (MINUTE if ended else IDLE_MS)
        own = StoredDue(THREAD, at, row.guild_id, table.number, user)
        return [own, *(await self._too_many(own) if begins and not ended else [])]

    async def archive(self, dues: Sequence[StoredDue]) -> None:
        """Archive the threads of games that are over or idle, unless another game is played there.

        Raises:
            NotShownError: if that is not possible now.
        """
        for due in dues:
            try:
                await self._archive(due)
            except (TableError, UnreadableTableError) as error:  # the game is no more
                log.info("Thread stays", extra={"table": due.game_id, "why": str(error)})

    async def rename(self, item: StoredItem) -> None:
        """Give a game's thread its present name, unless people gave it another one.

        Raises:
            NotShownError: if that is not possible now.
        """
        table = await self._tables.cache.find(item.subject_id)
        if table is None:
            raise NotShownError("gone")
        with discord_may_fail():
            thread = await self._client.fetch_channel(item.channel_id)
            if not isinstance(thread, discord.Thread):
                return
            name = _present(table, thread.name)
            if name not in (None, thread.name):
                archived = thread.archived
                await thread.edit(name=name, archived=False)
                if archived:
                    await thread.edit(archived=True)

    async def _too_many(self, newest: StoredDue) -> list[StoredDue]:
        """Return timers that archive a person's oldest practice threads now."""
        known = await self._tables.store.timers.of_person(newest.user_id, THREAD)
        older = sorted(
            (
                due.game_id
                for due in known
                if due.guild_id == newest.guild_id and due.game_id != newest.game_id
            ),
            reverse=True,
        )
        now = self._tables.now()
        return [
            StoredDue(THREAD, now, newest.guild_id, number, newest.user_id)
            for number in older[max(0, self._most - 1) :]
        ]

    async def _archive(self, due: StoredDue) -> None:
        table = await self._tables.get(due.game_id)
        thread, store = table.row.thread_id, self._tables.store
        if thread is None:
            return
        newest = await store.games.newest_in_thread(table.row.guild_id, thread)
        # A rematch, or what was played again from an earlier turn: it has a timer of its own.
        if newest not in (None, table.number):
            other = (await self._tables.get(newest or 0)).row
            if other.state in ("lobby", "running"):
                return
        # A message would open the thread again.
        if table.row.shown < table.row.news:
            raise NotShownError("unavailable")
        with discord_may_fail():
            channel = await self._client.fetch_channel(thread)
            if isinstance(channel, discord.Thread) and not channel.archived:
                await channel.edit(archived=True)


def practice_name(name: str, words: Words) -> str:
    """Return the name of a person's practice thread."""
    return words(PRACTICE, name=name[:MOST_NAME])


def _practising(table: Table) -> StoredSeat | None:
    """Return the seat of the only person at a table with computers; None if there are more."""
    people = [seat for seat in table.seats if not seat.is_computer]
    return people[0] if len(people) == 1 and len(table.seats) > 1 else None


def _present(table: Table, name: str) -> str | None:
    """Return what a thread with such a name of the bot's is called now; None for another name."""
    now, owner = words_for(table.row.language), _practising(table)
    for words in map(words_for, languages()):
        ours = words.told(title(table, words), names_in(table, words, FORGOTTEN))
        if any(_is_ours(rest, ours, len(name)) for rest in _without_turn(name)):
            return name_in_turn(table, now)
        called = FORGOTTEN if owner and owner.user_id is None else owner.name if owner else ""
        if owner is not None and _is_ours(name, practice_name(called, words), len(name)):
            return practice_name(owner.name, now)
    return None


def _without_turn(name: str) -> list[str]:
    """Return a thread's name, and what may be left of it without whose turn it is."""
    parts = name.split(BEFORE_NAME)
    # A person's name may have the sign in it, too.
    return [BEFORE_NAME.join(parts[place:]) for place in range(len(parts))]


def _is_ours(name: str, ours: str, whole_length: int) -> bool:
    """Return whether the bot gave a thread its name, with any name for a forgotten person.

    Args:
        name: the thread's name, perhaps without whose turn it is.
        ours: the name that the bot gives.
        whole_length: the length of the thread's whole name, which was cut if it has no room.
    """
    parts = ours.split(FORGOTTEN)
    whole = re.fullmatch(".+".join(map(re.escape, parts)), name) is not None
    begin = parts[0][: len(name) - 1]
    return whole or (whole_length == NAME_LIMIT and bool(begin) and name.startswith(begin))
