"""Posting and changing messages of tables, with what Discord allows in each place."""

from __future__ import annotations

import base64
import hashlib
import logging
from typing import Final

import discord

from db.games.rows import StoredMessage
from i18n.translation import Words
from tabletop.table import Table
from tabletop.tables import Tables
from ui.public.discord_errors import UNKNOWN_CHANNEL
from ui.public.posts.first_line import without_asking
from ui.public.posts.message_change import change_message
from ui.public.posts.post import Post, public_words, without_file
from ui.public.threads import use_thread
from ui.services.markup import Markup

log = logging.getLogger("arkadia.announcing")

AS_BEFORE: Final = discord.AllowedMentions(everyone=False, roles=False, users=True)
"""For a message that is changed: who was notified stays named, and nobody is notified again."""

NONCE_BYTES: Final = 15
"""Makes 20 characters; Discord takes 25."""

TEXTS_KEPT: Final = 2_000
"""Of so many messages that were posted or seen the text is known without asking Discord for it."""


class TableMessages:
    """The messages that stand for tables in their channels and threads.

    Args:
        markup: what texts become when they are sent.
    """

    def __init__(self, client: discord.Client, tables: Tables, markup: Markup) -> None:
        self._client = client
        self._tables = tables
        self._markup = markup
        self._texts: dict[int, str] = {}

    async def post(self, table: Table, post: Post) -> discord.Message:
        """Post a message; in the channel when the thread was deleted.

        Returns:
            It, or the one that was posted before as the next message of the table.
        """
        try:
            return await self._send(table, post)
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL or table.row.thread_id is None:
                raise
            log.info("Thread gone", extra={"table": table.number})
            await use_thread(self._tables, table, None)
            if post.file is not None:
                post.file.reset(seek=True)
            return await self._send(table, post)

    def remember(self, message: discord.Message) -> None:
        """Keep the text of a message, for when it is old."""
        self._texts[message.id] = message.content
        if len(self._texts) > TEXTS_KEPT:
            del self._texts[next(iter(self._texts))]

    async def edit(self, known: StoredMessage, post: Post) -> bool:
        """Change a message to a post; False if it is no longer there."""

        async def change(message: discord.PartialMessage) -> None:
            text = self._markup.sent(post.text)
            await message.edit(content=text, view=post.view, allowed_mentions=post.mentions)
            self._texts.pop(known.message_id, None)

        return await change_message(self._client, known.channel_id, known.message_id, change)

    async def edit_view(self, known: StoredMessage, view: discord.ui.View) -> bool:
        """Change the buttons of a message; False if it is no longer there."""

        async def change(message: discord.PartialMessage) -> None:
            await message.edit(view=view)

        return await change_message(self._client, known.channel_id, known.message_id, change)

    async def delete(self, place: int, number: int) -> None:
        """Take a message away that another one stands for."""

        async def change(message: discord.PartialMessage) -> None:
            await message.delete()

        await change_message(self._client, place, number, change)

    async def strip(self, place: int, number: int, words: Words) -> None:
        """Take from a message that is old its buttons, which would only confuse, and its question.

        Args:
            words: the language that it is in.
        """

        async def change(message: discord.PartialMessage) -> None:
            content = discord.utils.MISSING
            try:
                text = self._texts.get(number) or (await message.fetch()).content
                content = without_asking(text, words)
            except discord.Forbidden as error:  # where the bot may post, but not look back
                log.info("Question stays", extra={"post": number, "why": str(error)})
            await message.edit(content=content, view=None, allowed_mentions=AS_BEFORE)

        await change_message(self._client, place, number, change)
        self._texts.pop(number, None)

    async def _send(self, table: Table, post: Post) -> discord.Message:
        """Post a message where the table is shown; without its picture where none is allowed."""
        try:
            return await self._send_as_it_is(table, post)
        except discord.Forbidden as error:
            if post.file is None:
                raise
            log.warning("No picture", extra={"table": table.number, "why": str(error)})
            return await self._send_as_it_is(table, without_file(post, public_words(table)))

    async def _send_as_it_is(self, table: Table, post: Post) -> discord.Message:
        place = self._client.get_partial_messageable(table.place, guild_id=table.row.guild_id)
        message = await place.send(
            self._markup.sent(post.text),
            file=post.file or discord.utils.MISSING,
            view=post.view or discord.utils.MISSING,
            allowed_mentions=post.mentions,
            nonce=nonce_of(table),
            silent=not (post.pings or post.roles),
        )
        self.remember(message)
        return message


def nonce_of(table: Table) -> str:
    """The same for whatever may be the next message of a table; discord.py has Discord enforce it.

    Discord posts nothing with a nonce of the last minutes and gives the first message instead. So
    of all that several processes may try to post next, one thing is posted; which one that is its
    buttons tell.
    """
    row = table.row
    return nonce_from(f"{row.guild_id}/{row.game_id}/{row.created_at}/{row.shown}/{table.place}")


def nonce_from(next_message: str) -> str:
    """A nonce for what may come next somewhere."""
    digest = hashlib.blake2b(next_message.encode(), digest_size=NONCE_BYTES).digest()
    return base64.urlsafe_b64encode(digest).decode()
