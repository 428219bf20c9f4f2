"""Requests to Discord: post once, look back, edit, and take old buttons off."""

from __future__ import annotations

import base64
import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import discord

from db.outbox.rows import StoredItem
from delivery.errors import DirectClosedError
from delivery.refusals import (
    ARCHIVED,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    discord_may_fail,
)

log = logging.getLogger("arkadia.sending")

LOOK_BACK: Final = 300
"""The messages that a look-back reads at most."""

NONCE_BYTES: Final = 15
"""Bytes that make 20 characters; Discord takes 25."""

TEXTS_KEPT: Final = 2_000
"""The posted or seen messages whose text is kept, so that Discord need not be asked for it."""

AS_BEFORE: Final = discord.AllowedMentions(everyone=False, roles=False, users=True)
"""The mentions of an edit: the names stay, and Discord notifies for a post only."""

CLOSED: Final = frozenset((50007, 50278))
"""Discord's codes for a person who takes no messages from the bot, or shares no server with it."""

Change = Callable[[discord.PartialMessage], Awaitable[None]]


class Message(Protocol):
    """A message to be sent, as builders make it."""

    @property
    def text(self) -> str:
        """The content."""
        ...

    @property
    def file(self) -> discord.File | None:
        """The picture or file."""
        ...

    @property
    def view(self) -> discord.ui.View | None:
        """The buttons."""
        ...

    @property
    def mentions(self) -> discord.AllowedMentions:
        """The people it notifies."""
        ...

    @property
    def silent(self) -> bool:
        """True if it notifies no one."""
        ...


def nonce_from(next_message: str) -> str:
    """Return the nonce of the next message in a place: an idempotency key that Discord enforces.

    Within some minutes Discord posts one message a nonce, and returns the first one for any other.
    So of all that several processes may try to post next, one is posted.

    >>> nonce_from("game/12/news/7") == nonce_from("game/12/news/7")
    True
    >>> len(nonce_from("game/12/news/8"))
    20
    """
    digest = hashlib.blake2b(next_message.encode(), digest_size=NONCE_BYTES).digest()
    return base64.urlsafe_b64encode(digest).decode()


class Sender:
    """The requests by which messages come to stand in Discord.

    Args:
        sent: turns a text into the one that is sent.
    """

    def __init__(self, client: discord.Client, sent: Callable[[str], str]) -> None:
        self._client = client
        self._sent = sent
        self._texts: dict[int, str] = {}

    async def post(
        self,
        channel: int,
        guild: int,
        message: Message,
        nonce: str,
        bare: Callable[[], Message] | None = None,
    ) -> discord.Message:
        """Post a message; return it, or the one that was posted before with the same nonce.

        Args:
            channel: the channel.
            guild: the server of the channel.
            message: the message.
            nonce: the key of the next message there.
            bare: makes the same message without its picture, where none is allowed.
        """
        try:
            return await self._post(channel, guild, message, nonce)
        except discord.Forbidden as error:
            if message.file is None or bare is None:
                raise
            log.warning("No picture", extra={"place": channel, "why": str(error)})
            return await self._post(channel, guild, bare(), nonce)

    async def write_to(self, user: int, message: Message, nonce: str) -> None:
        """Send a direct message; its buttons are links, since a server's cannot be pressed there.

        Raises:
            DirectClosedError: if the person takes none.
            discord.HTTPException: if Discord refuses it for another reason.
        """
        try:
            await self._post(await self.direct_channel(user), None, message, nonce)
        except discord.HTTPException as error:
            if error.code in CLOSED:
                raise DirectClosedError(str(error)) from error
            raise

    async def direct_channel(self, user: int) -> int:
        """Return the channel in which the bot writes to a person alone."""
        return (await self._client.create_dm(discord.Object(user))).id

    async def own_since(
        self, channel: int, guild: int | None, last: int = 0, limit: int = LOOK_BACK
    ) -> list[discord.Message]:
        """Return the bot's messages in a place after a given one, the newest first.

        Where the bot may not read, there are none: for some minutes the nonce alone prevents a
        second post.

        Raises:
            discord.HTTPException: if Discord fails for now.
        """
        found: list[discord.Message] = []
        place = self._client.get_partial_messageable(channel, guild_id=guild)
        try:
            async for message in place.history(limit=limit):
                if message.id <= last:
                    self._remember(message)
                    break
                if message.author == self._client.user:
                    found.append(message)
        except (discord.Forbidden, discord.NotFound) as error:
            if not isinstance(error, discord.NotFound) or error.code != UNKNOWN_CHANNEL:
                log.info("No look back", extra={"place": channel, "why": str(error)})
        return found

    async def edit(self, channel: int, number: int, message: Message) -> bool:
        """Replace the content and buttons of a message; return False if it is no longer there."""

        async def change(known: discord.PartialMessage) -> None:
            text = self._sent(message.text)
            await known.edit(content=text, view=message.view, allowed_mentions=message.mentions)
            self._texts.pop(number, None)

        return await self._change(channel, number, change)

    async def edit_view(self, channel: int, number: int, view: discord.ui.View | None) -> bool:
        """Change the buttons of a message; return False if it is no longer there."""

        async def change(known: discord.PartialMessage) -> None:
            await known.edit(view=view)

        return await self._change(channel, number, change)

    async def delete(self, item: StoredItem) -> None:
        """Delete a message that another one stands for.

        Raises:
            NotShownError: if that is not possible now.
        """

        async def change(known: discord.PartialMessage) -> None:
            await known.delete()

        with discord_may_fail():
            await self._change(item.channel_id, item.message_id, change)

    async def strip(self, item: StoredItem) -> None:
        """Take the buttons off a message that another one replaces.

        Raises:
            NotShownError: if that is not possible now.
        """
        with discord_may_fail():
            await self.edit_view(item.channel_id, item.message_id, None)

    async def retire(self, channel: int, number: int, later: Callable[[str], str]) -> None:
        """Take the buttons and the question off an old message, where they would only confuse.

        Args:
            channel: its channel.
            number: its id.
            later: turns its text into that of an old message.
        """

        async def change(known: discord.PartialMessage) -> None:
            content = discord.utils.MISSING
            try:
                content = later(self._texts.get(number) or (await known.fetch()).content)
            except discord.Forbidden as error:  # where the bot may post, but not look back
                log.info("Question stays", extra={"post": number, "why": str(error)})
            await known.edit(content=content, view=None, allowed_mentions=AS_BEFORE)

        await self._change(channel, number, change)
        self._texts.pop(number, None)

    async def _post(
        self, channel: int, guild: int | None, message: Message, nonce: str
    ) -> discord.Message:
        missing = discord.utils.MISSING
        if message.file is not None:
            # An attempt before may have read it to its end.
            message.file.reset(seek=True)
        place = self._client.get_partial_messageable(channel, guild_id=guild)
        posted = await place.send(
            self._sent(message.text),
            file=message.file or missing,
            view=message.view or missing,
            allowed_mentions=message.mentions,
            nonce=nonce,
            silent=message.silent,
        )
        self._remember(posted)
        return posted

    def _remember(self, message: discord.Message) -> None:
        """Keep the text of a message, for when it is retired."""
        self._texts[message.id] = message.content
        if len(self._texts) > TEXTS_KEPT:
            del self._texts[next(iter(self._texts))]

    async def _change(self, channel: int, number: int, change: Change) -> bool:
        """Change a message, also in an archived thread; return False if it is no longer there."""
        message = self._client.get_partial_messageable(channel).get_partial_message(number)
        try:
            try:
                await change(message)
            except discord.HTTPException as error:
                if error.code != ARCHIVED:
                    raise
                # A post would open the thread by itself; an edit does not.
                await self._unarchive(channel)
                await change(message)
        except discord.NotFound as error:
            if error.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL):
                raise
            return False
        return True

    async def _unarchive(self, channel: int) -> None:
        thread = await self._client.fetch_channel(channel)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)
