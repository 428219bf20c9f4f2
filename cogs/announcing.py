"""Showing tables in their channel or thread: the lobby, one message a turn, and the end."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from cogs.posting import (
    Post,
    final_post,
    lobby_begun_post,
    lobby_post,
    notice_post,
    title,
    turn_post,
    unreadable_post,
    without_file,
)
from cogs.refusals import short
from db.rows import MessageKind, Preferences, StoredMessage
from tables.personal import Personal
from tables.publishing import NotShownError
from tables.service import Tables
from tables.table import Table
from translation import Words, words_for

log = logging.getLogger("arkadia.announcing")

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
ARCHIVED: Final = 50083
HAS_THREAD: Final = 160004
WEEK: Final = 10080
"""Minutes without a message after which Discord archives a game's thread."""

LOOK_BACK: Final = 50
"""How many messages are looked at for one that may have been posted without being noted."""


class DiscordAnnouncer:
    """Posts what there is to see of tables, with what Discord allows in each place."""

    def __init__(self, client: discord.Client, tables: Tables, personal: Personal) -> None:
        self._client = client
        self._tables = tables
        self._personal = personal

    async def announce(self, table: Table, *, recovering: bool) -> Sequence[StoredMessage]:
        """Show a table as it is; gives the messages that stand for it now."""
        words = words_of(table)
        try:
            match table.row.state:
                case "lobby":
                    return [await self._show_lobby(table, words, recovering)]
                case "running":
                    return [await self._show_turn(table, words, recovering)]
                case "finished":
                    return [await self._show_end(table, words, recovering)]
                case "aside":
                    return [await self._show_unreadable(table, words, recovering)]
                case _:
                    return [await self._show_notice(table, words, recovering)]
        except discord.HTTPException as error:
            raise _not_shown(error) from error
        except (TimeoutError, OSError) as error:
            raise NotShownError("unavailable", again=True) from error

    async def _show_lobby(self, table: Table, words: Words, recovering: bool) -> StoredMessage:
        post = lobby_post(table, words)
        known = table.messages.get("lobby")
        if known is None and recovering and (found := await self._posted(table, post)):
            known = StoredMessage("lobby", table.place, found)
        if known and await self._edit(table, known, post):
            return known
        return await self._send(table, "lobby", post)

    async def _show_turn(self, table: Table, words: Words, recovering: bool) -> StoredMessage:
        before = table.messages.get("turn")
        if before is None:
            await self._open_thread(table, words)
            if lobby := table.messages.get("lobby"):
                await self._edit(table, lobby, lobby_begun_post(table, words))
        turn = table.running_game().position.turn
        active = table.active
        asked = self._personal.preferences(active.user_id or 0) if active else Preferences()
        post = await turn_post(table, words, before, mention=asked.mention)
        if recovering and (found := await self._posted(table, post)):
            message = StoredMessage("turn", table.place, found, turn)
        else:
            message = await self._send(table, "turn", post, turn)
        if before:
            await self._strip(table, before)
        return message

    async def _show_end(self, table: Table, words: Words, recovering: bool) -> StoredMessage:
        before = table.messages.get("turn")
        post = await final_post(table, words, before)
        if recovering and (found := await self._posted(table, post)):
            message = StoredMessage("final", table.place, found)
        else:
            message = await self._send(table, "final", post)
        if before:
            await self._strip(table, before)
        return message

    async def _show_notice(self, table: Table, words: Words, recovering: bool) -> StoredMessage:
        post = notice_post(table, words)
        lobby = table.messages.get("lobby")
        if table.row.begun_at is None and lobby and await self._edit(table, lobby, post):
            return lobby
        if recovering and (found := await self._posted(table, post)):
            message = StoredMessage("notice", table.place, found)
        else:
            message = await self._send(table, "notice", post)
        if before := table.messages.get("turn"):
            await self._strip(table, before)
        return message

    async def _show_unreadable(self, table: Table, words: Words, recovering: bool) -> StoredMessage:
        post = unreadable_post(table, await self._tables.log_entries(table.number), words)
        if recovering and (found := await self._posted(table, post)):
            return StoredMessage("notice", table.place, found)
        return await self._send(table, "notice", post)

    async def _open_thread(self, table: Table, words: Words) -> None:
        """Give the game a thread of its own if there may be one; else it stays in its channel."""
        if table.row.thread_id is not None:
            return
        names = ", ".join(short(name, 20) for name in table.names)
        name = f"{title(table, words)}: {names}"[:100]
        channel = self._client.get_channel(table.row.channel_id)
        if not isinstance(channel, discord.TextChannel):
            return
        known = table.messages.get("lobby")
        lobby = discord.Object(known.message_id) if known else None
        kind = discord.ChannelType.public_thread
        try:
            try:
                thread = await channel.create_thread(
                    name=name, message=lobby, type=kind, auto_archive_duration=WEEK
                )
            except discord.HTTPException as error:
                if error.code == HAS_THREAD and known:  # its id is that of the message
                    await self._use_thread(table, known.message_id)
                    return
                if error.code != UNKNOWN_MESSAGE:
                    raise
                thread = await channel.create_thread(
                    name=name, type=kind, auto_archive_duration=WEEK
                )
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                raise
            log.info("No thread", extra={"table": table.number, "why": str(error)})
            return
        await self._use_thread(table, thread.id)
        for person in [seat.user_id for seat in table.seats if seat.user_id is not None]:
            try:
                await thread.add_user(discord.Object(person))
            except discord.HTTPException as error:
                log.info("Not added to thread", extra={"table": table.number, "why": str(error)})

    async def _use_thread(self, table: Table, thread: int | None) -> None:
        await self._tables.set_thread(table.number, thread)
        table.row = replace(table.row, thread_id=thread)

    def _place(self, table: Table, place: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(place, guild_id=table.row.guild_id)

    async def _send(
        self, table: Table, kind: MessageKind, post: Post, turn: int | None = None
    ) -> StoredMessage:
        """Post a message; in the channel when the thread was deleted."""
        try:
            message = await self._send_here(table, post)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL or table.row.thread_id is None:
                raise
            log.info("Thread gone", extra={"table": table.number})
            await self._use_thread(table, None)
            if post.file is not None:
                post.file.reset(seek=True)
            message = await self._send_here(table, post)
        return StoredMessage(kind, table.place, message.id, turn)

    async def _send_here(self, table: Table, post: Post) -> discord.Message:
        try:
            return await self._send_to(table, table.place, post)
        except discord.Forbidden as error:
            if post.file is None:
                raise
            log.warning("No picture", extra={"table": table.number, "why": str(error)})
            return await self._send_to(table, table.place, without_file(post, words_of(table)))

    async def _send_to(self, table: Table, place: int, post: Post) -> discord.Message:
        return await self._place(table, place).send(
            post.text,
            file=post.file or discord.utils.MISSING,
            view=post.view or discord.utils.MISSING,
            allowed_mentions=post.mentions,
        )

    async def _edit(self, table: Table, known: StoredMessage, post: Post) -> bool:
        """Change a message to a post; False if it is no longer there."""
        message = self._place(table, known.channel_id).get_partial_message(known.message_id)
        try:
            await message.edit(content=post.text, view=post.view, allowed_mentions=post.mentions)
        except discord.NotFound as error:
            if error.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL):
                raise
            return False
        except discord.HTTPException as error:
            if error.code != ARCHIVED and not isinstance(error, discord.Forbidden):
                raise
            log.info("Message stays", extra={"table": table.number, "why": str(error)})
            return False
        return True

    async def _strip(self, table: Table, known: StoredMessage) -> None:
        """Take the buttons off an old message; they would still work, but only confuse."""
        message = self._place(table, known.channel_id).get_partial_message(known.message_id)
        try:
            await message.edit(view=None)
        except discord.HTTPException as error:
            log.info("Buttons stay", extra={"table": table.number, "why": str(error)})

    async def _posted(self, table: Table, post: Post) -> int | None:
        """The message in which a post stands already, known by its buttons or else its text."""
        wanted = _custom_ids(post.view.to_components() if post.view else [])
        try:
            async for message in self._place(table, table.place).history(limit=LOOK_BACK):
                if message.author != self._client.user:
                    continue
                found = _custom_ids([row.to_dict() for row in message.components])
                if wanted == found and (wanted or message.content == post.text):
                    return message.id
        except discord.HTTPException as error:
            log.info("No look back", extra={"table": table.number, "why": str(error)})
        return None


def _custom_ids(rows: Sequence[Any]) -> set[str]:
    return {item.get("custom_id", "") for row in rows for item in row.get("components", ())}


def words_of(table: Table) -> Words:
    """The language in which a table's public messages are."""
    return words_for(table.row.language)


def _gone(error: Exception) -> bool:
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL


def _not_shown(error: discord.HTTPException) -> NotShownError:
    if _gone(error):
        return NotShownError("gone", again=False)
    if isinstance(error, discord.Forbidden):
        return NotShownError("forbidden", again=True)
    if error.status >= 500 or error.status == 429:
        return NotShownError("unavailable", again=True)
    log.error("Discord refused", extra={"why": str(error)})
    return NotShownError("failed", again=False)
