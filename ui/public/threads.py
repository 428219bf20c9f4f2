"""The thread in which a game is played, where the channel allows one."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import discord

from db.outbox.rows import StoredItem
from delivery.causes import cause_of
from delivery.errors import PASSING
from i18n.translation import Words
from tabletop.table import Table
from tabletop.tables import Tables
from ui.limits import NAME_LIMIT
from ui.public.posts.post import title
from ui.texts.escaping import short
from ui.texts.fitting import cut
from ui.texts.game.events import LITTLE_ROOM

log = logging.getLogger("arkadia.announcing")

BEFORE_NAME: Final = " · "
"""What stands between whose turn it is and the name of the game."""

ARCHIVED_AFTER_MIN: Final = 10080
"""Minutes without a message after which Discord archives a game's thread."""


Look: TypeAlias = Callable[[Table, int], Awaitable[Sequence[StoredItem]]]
"""Returns the changes of a game's messages that stand in a thread which is not noted.

It raises ``NotShownError`` if they cannot be looked at now."""


async def open_thread(
    client: discord.Client, tables: Tables, table: Table, words: Words, look: Look
) -> None:
    """Open a thread for a game if that is allowed; else the game stays in its channel.

    Raises:
        HTTPException: if Discord may take the same request later.
        NotShownError: if a thread that was there before cannot be looked at now.
    """
    if table.row.thread_id is not None:
        return
    try:
        channel = await client.fetch_channel(table.row.channel_id)
        if not isinstance(channel, discord.TextChannel):
            return
        thread, known_before = await _create(
            channel, table, words, client.user.id if client.user else 0
        )
    except discord.HTTPException as error:
        known = table.messages.get("lobby")
        cause = cause_of(error)
        if cause == "done" and known:  # a message's thread has the message's id
            found = await look(table, known.message_id)
            await use_thread(tables, table, known.message_id, found)
            return
        if cause in PASSING:
            raise
        log.info("No thread", extra={"table": table.number, "why": str(error)})
        return
    found = await look(table, thread.id) if known_before else ()
    await use_thread(tables, table, thread.id, found)
    # Added one by one and never fatal: a person without access must not keep the game from its
    # thread.
    for person in [seat.user_id for seat in table.seats if seat.user_id is not None]:
        try:
            await thread.add_user(discord.Object(person))
        except discord.HTTPException as error:
            log.info("Not added to thread", extra={"table": table.number, "why": str(error)})


async def use_thread(
    tables: Tables,
    table: Table,
    thread: int | None,
    found: Sequence[StoredItem] = (),
    channel: int | None = None,
) -> None:
    """Note the thread in which a game is played; None for its channel.

    Args:
        found: the changes of messages that stand in it already.
        channel: the channel of the thread, if that is another one than before.
    """
    await tables.display.set_thread(table.number, thread, channel, found)
    table.row = replace(table.row, thread_id=thread, channel_id=channel or table.row.channel_id)


def thread_name(table: Table, words: Words) -> str:
    """Return the name of a game's thread: the game and its people."""
    return cut(words.told(title(table, words), names_in(table, words)), NAME_LIMIT)


def name_in_turn(table: Table, words: Words) -> str:
    """Return the name of a game's thread while a person's turn waits: that comes first."""
    name, active = thread_name(table, words), table.active
    if table.row.state != "running" or active is None or active.level is not None:
        return name
    # Translators: {name} is whose turn waits, behind it the name of the game; a thread's name.
    turn = words(
        "{name}, turn {turn}",
        name=short(active.name, LITTLE_ROOM),
        turn=table.running_game().position.turn,
    )
    return cut(f"{turn}{BEFORE_NAME}{name}", NAME_LIMIT)


def names_in(table: Table, words: Words, forgotten: str | None = None) -> str:
    """Return the people of a table as they stand in its thread's name.

    Args:
        forgotten: the text for people who were forgotten; None for the names of their seats.
    """
    return words.listing(
        short(seat.name, 20)
        if forgotten is None or seat.user_id is not None or seat.is_computer
        else forgotten
        for seat in table.seats
    )


async def _create(
    channel: discord.TextChannel, table: Table, words: Words, me: int
) -> tuple[discord.Thread, bool]:
    """Create a thread of the lobby's message, or of the channel if that message is gone.

    Also return whether the thread was there before.

    A message has one thread at most, so that creation is idempotent. In a channel the bot looks for
    its own thread of that name first, since the answer to an earlier creation may have been lost.
    """
    names = thread_name(table, words), cut(title(table, words), NAME_LIMIT)
    known = table.messages.get("lobby")
    try:
        if known is not None:
            return await _create_named(channel, names, discord.Object(known.message_id)), False
    except discord.HTTPException as error:
        if cause_of(error) != "missing":
            raise
    here = [t for t in await channel.guild.active_threads() if t.parent_id == channel.id]
    # A thread with noted messages of the game is the one that it was moved away from.
    left = {message.channel_id for message in table.messages.values()}
    ours = [one for one in here if one.name in names and one.owner_id == me and one.id not in left]
    return (ours[-1], True) if ours else (await _create_named(channel, names), False)


async def _create_named(
    channel: discord.TextChannel, names: Sequence[str], message: discord.Object | None = None
) -> discord.Thread:
    """Create a thread with the first of some names whose words the server allows."""
    kind = discord.ChannelType.public_thread
    for name in names:
        try:
            return await channel.create_thread(
                name=name, message=message, type=kind, auto_archive_duration=ARCHIVED_AFTER_MIN
            )
        except discord.HTTPException as error:
            if cause_of(error) != "wording" or name == names[-1]:
                raise
    raise ValueError(names)
