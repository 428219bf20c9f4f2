"""The pinned board of a game's thread: one message that always shows the newest position.

A timer stands for it, saved with each turn's message and put off by the next one. So quick turns
cost one edit together, and none of them waits for it. The message is pinned once, when it is
posted; people who take the pin off are not overruled.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from db.outbox import StoredItem, rename
from db.timers import StoredDue
from delivery.notice import Draft
from delivery.outbox import Outbox
from render import Theme
from tabletop.table import Table
from tabletop.tables import Tables
from tabletop.time_control import MINUTE, SECOND
from ui import buttons, pictures
from ui.components import view_of
from ui.public.post import Post, public_words, without_file
from ui.texts import markup, turns

BOARD: Final = "board"  # the kind of notice of a pinned board
BOARD_SOON: Final = "board-soon"  # the kind of due at which a pinned board is brought up to date
NAME_SOON: Final = "name-soon"  # the due at which a thread gets the name of the turn

BOARD_AFTER_MS: Final = 20 * SECOND
NAME_AFTER_MS: Final = 10 * MINUTE
"""Milliseconds that a turn waits before its board is shown, and its name given to the thread.

Discord takes two new names of a thread in ten minutes, and tells each in the thread. So only a turn
that waits gets one."""

LEAST_PEOPLE: Final = 2  # people for whom a thread has a pinned board: one alone sees the newest


def board_due(table: Table, now: int) -> list[StoredDue]:
    """Return the timer of the pinned board after a message in a game's thread, if it has one.

    A game that ended without a result has its last board, and its thread only loses the turn.
    """
    row, people = table.row, sum(seat.user_id is not None for seat in table.seats)
    if row.thread_id is None or people < LEAST_PEOPLE or row.state in ("lobby", "aside"):
        return []
    kind = BOARD_SOON if row.state in ("running", "finished") else NAME_SOON
    return [StoredDue(kind, now + BOARD_AFTER_MS, row.guild_id, row.game_id)]


class ThreadBoards:
    """A service that keeps the pinned boards and the names of games' threads up to date."""

    def __init__(self, tables: Tables, outbox: Outbox) -> None:
        self._tables = tables
        self._outbox = outbox

    async def show(self, dues: Sequence[StoredDue]) -> None:
        """Bring the pinned boards of some games up to date, and have their threads named later."""
        for due in dues:
            table = await self._tables.cache.find(due.game_id)
            if table is None:
                continue
            row, at = table.row, self._tables.now() + NAME_AFTER_MS
            item = StoredItem(
                BOARD, row.guild_id, row.game_id, 0, since=row.created_at, news=row.news + 1
            )
            await self._tables.store.outbox.put(item)
            await self._tables.store.timers.put(StoredDue(NAME_SOON, at, row.guild_id, row.game_id))
            await self._outbox.begin_saying(item.topic)

    async def name(self, dues: Sequence[StoredDue]) -> None:
        """Give the threads of some games the names of the turns that are being played."""
        for due in dues:
            table = await self._tables.cache.find(due.game_id)
            if table is not None and table.row.thread_id is not None:
                item = rename(table.row.guild_id, table.number, table.row.thread_id)
                await self._tables.store.outbox.put(item)
                self._outbox.begin([item])

    async def build(self, item: StoredItem) -> Draft | None:
        """Build the pinned board of a game as it stands now; None where it has none."""
        table = await self._tables.cache.find(item.subject_id)
        thread = None if table is None else table.row.thread_id
        if table is None or thread is None or table.row.state not in ("running", "finished"):
            return None
        post, sign = await newest_board(table, item.news), buttons.NEWEST_BOARD.pattern
        bare = partial(without_file, post, public_words(table))
        return Draft(post, thread, sign, in_place=True, pins=True, bare=bare)


async def newest_board(table: Table, news: int) -> Post:
    """Return the message with the newest board of a game, as the public sees it."""
    words, theme = public_words(table), Theme(table.row.theme)
    file = await pictures.board_file(table, words, marks=pictures.marks_now(table), theme=theme)
    view = view_of(buttons.NEWEST_BOARD.button(table.number, news, words=words))
    return Post([markup.Part(turns.headline(table, words))], [file], view)
