"""Requests to Discord: posting, finding, editing and deleting messages; what a refusal means."""

import base64
import hashlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, Protocol

import aiohttp
import discord
from discord.http import HTTPClient, Route

from db.outbox import StoredItem
from delivery.causes import CAUSES, Cause, NotShownError
from runtime.newest import Newest

log = logging.getLogger("arkadia.sending")

LOST_CONNECTION: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""Errors after which it is unknown whether Discord has carried out the request."""


def cause_of(error: discord.HTTPException) -> Cause:
    """Return the cause of a refusal; an answer without a code is Discord's own trouble."""
    if error.status >= 500 or error.status == 429:
        return "unavailable"
    if error.status == 410:
        return "gone"
    if (cause := CAUSES.get(error.code)) is None:
        log.error("Unknown refusal", extra={"code": error.code, "why": str(error)})
        return "unknown"
    return cause


@contextmanager
def discord_may_fail() -> Iterator[None]:
    """Translate errors that the block raises, of Discord or of the connection.

    Raises:
        NotShownError: in place of such an error.
    """
    try:
        yield
    except discord.HTTPException as error:
        raise NotShownError(cause_of(error)) from error
    except LOST_CONNECTION as error:
        raise NotShownError("unavailable") from error


PATIENCE: Final = aiohttp.ClientTimeout(total=None, sock_connect=10.0, sock_read=30.0)
"""The seconds for a connection, and for an answer once a request is sent.

aiohttp's own five minutes would hold back a message that long, with all that wait for the same
rate limit, and no line of the log would say so. There is no limit in total, since the wait for a
place in the queue of requests would count."""


def bound_waits(http: HTTPClient) -> None:
    """Have each request of a client fail once the connection has been silent for too long.

    discord.py passes what it does not know itself on to aiohttp.
    """
    request = http.request

    async def bounded(route: Route, **sent: Any) -> Any:
        return await request(route, timeout=PATIENCE, **sent)

    http.request = bounded  # type: ignore[method-assign]


LOOK_BACK: Final = 300  # the messages that a look-back reads at most

NONCE_BYTES: Final = 15  # bytes that make 20 characters; Discord takes 25

AS_BEFORE: Final = discord.AllowedMentions(everyone=False, roles=False, users=True)
"""The mentions of an edit: the names stay, and Discord notifies for a post only."""

HIDDEN: Final = ("forbidden", "absent")

TEXTS: Final = 2_000

Change = Callable[[discord.PartialMessage], Awaitable[object]]


class Message(Protocol):
    """The interface of a message to be sent, as builders make them."""

    @property
    def text(self) -> str:
        """The message's text."""

    @property
    def files(self) -> Sequence[discord.File]:
        """The attached pictures or files."""

    @property
    def view(self) -> discord.ui.View | None:
        """The view with the message's buttons and menus, if any."""

    @property
    def mentions(self) -> discord.AllowedMentions:
        """The people whom the message notifies."""

    @property
    def silent(self) -> bool:
        """True if the message notifies no one."""


def nonce_from(next_message: str) -> str:
    """Return the nonce made of a text, an idempotency key for posting a message.

    Within some minutes Discord posts only one message with the same nonce, and answers further
    requests with that message. So a message that several processes try to post is posted once.

    >>> nonce_from("game/12/news/7") == nonce_from("game/12/news/7")
    True
    >>> len(nonce_from("game/12/news/8"))
    20
    """
    digest = hashlib.blake2b(next_message.encode(), digest_size=NONCE_BYTES).digest()
    return base64.urlsafe_b64encode(digest).decode()


def custom_ids(message: discord.Message) -> list[str]:
    """Return the custom ids of a message's buttons and menus."""
    rows: list[Any] = [row.to_dict() for row in message.components]
    return [str(one.get("custom_id")) for row in rows for one in row.get("components", ())]


class Sender:
    """A client that posts, finds, edits and deletes the bot's messages.

    Args:
        sent: returns the text to send for a message's text.
        epoch: the stretch of history that the database is in; another one begins when history was
            lost.
        texts: the texts of the messages posted or seen last, by their ids, so that Discord need not
            be asked for them.
    """

    def __init__(
        self,
        client: discord.Client,
        sent: Callable[[str], str],
        epoch: int,
        texts: Newest[int, str],
    ) -> None:
        self._client = client
        self._sent = sent
        self._epoch = epoch
        self._texts = texts

    async def post(
        self,
        channel: int,
        guild: int | None,
        message: Message,
        nonce: str,
        bare: Callable[[], Message] | None = None,
    ) -> discord.Message:
        """Post a message; return it, or the one that was posted before with the same nonce.

        Args:
            guild: the server of the channel; None for direct messages.
            bare: makes the same message without its pictures, for channels that allow none.
        """
        try:
            return await self._post(channel, guild, message, nonce)
        except discord.HTTPException as error:
            if cause_of(error) != "forbidden" or not message.files or bare is None:
                raise
            log.warning("No picture", extra={"place": channel, "why": str(error)})
            return await self._post(channel, guild, bare(), nonce)

    async def direct_channel(self, user: int) -> int:
        """Return the channel of direct messages between the bot and a person."""
        return (await self._client.create_dm(discord.Object(user))).id

    async def own_since(
        self, channel: int, guild: int | None, last: int = 0, limit: int = LOOK_BACK
    ) -> AsyncIterator[discord.Message]:
        """Yield the bot's messages after a given one, the newest first.

        There are none if the bot may not read the channel; then only the nonce prevents a second
        post, for some minutes.

        Raises:
            discord.HTTPException: if Discord fails for now.
        """
        place = self._client.get_partial_messageable(channel, guild_id=guild)
        try:
            async for message in place.history(limit=limit):
                if message.id <= last:
                    self._remember(message)
                    break
                if message.author == self._client.user:
                    yield message
        except discord.HTTPException as error:
            # A forum is refused: it has no messages of its own.
            if (cause := cause_of(error)) not in (*HIDDEN, "gone", "refused"):
                raise
            if cause in HIDDEN:
                log.info("No look back", extra={"place": channel, "why": str(error)})

    async def edit(self, channel: int, number: int, message: Message) -> bool:
        """Replace the content, files and buttons of a message; False if it is no longer there."""
        for file in message.files:
            file.reset(seek=True)

        async def change(known: discord.PartialMessage, files: bool = True) -> None:
            text, missing = self._sent(message.text), discord.utils.MISSING
            await known.edit(
                content=text,
                # Left out, the files stay; and so do those of a message that has none of its own.
                attachments=(files and list(message.files)) or missing,
                view=message.view,
                allowed_mentions=message.mentions,
            )
            self._texts.pop(number, None)

        try:
            return await self._change(channel, number, change)
        except discord.HTTPException as error:
            if cause_of(error) != "forbidden" or not message.files:
                raise
            # The channel may have taken no pictures since.
            return await self._change(channel, number, partial(change, files=False))

    async def edit_view(self, channel: int, number: int, view: discord.ui.View | None) -> bool:
        """Change the buttons of a message; return False if it is no longer there."""
        return await self._change(channel, number, lambda known: known.edit(view=view))

    async def delete(self, item: StoredItem) -> None:
        """Delete the message that an item of the outbox names."""
        await self._change(item.channel_id, item.message_id, discord.PartialMessage.delete)

    async def pin(self, item: StoredItem) -> None:
        """Pin the message that an item of the outbox names."""
        await self._change(item.channel_id, item.message_id, discord.PartialMessage.pin)

    async def strip(self, item: StoredItem) -> None:
        """Take the buttons off the message that an item of the outbox names."""
        await self.edit_view(item.channel_id, item.message_id, None)

    async def rewrite(
        self, channel: int, number: int, later: Callable[[str], str], *, strips: bool = False
    ) -> None:
        """Change the text of a message.

        Args:
            later: returns the new text, given the present one.
            strips: True to take its buttons off, too.
        """
        missing = discord.utils.MISSING

        async def change(known: discord.PartialMessage) -> None:
            text = await self._text_of(known)
            content = missing if text is None else later(text)
            if strips or content not in (missing, text):
                view = None if strips else missing
                await known.edit(content=content, view=view, allowed_mentions=AS_BEFORE)
                self._texts.pop(number, None)

        await self._change(channel, number, change)

    async def _text_of(self, known: discord.PartialMessage) -> str | None:
        """Return the present text of a message; None where the bot may post, but not look back."""
        try:
            return self._texts.get(known.id) or (await known.fetch()).content
        except discord.HTTPException as error:
            if cause_of(error) not in HIDDEN:
                raise
            log.info("Text stays", extra={"post": known.id, "why": str(error)})
            return None

    async def _post(
        self, channel: int, guild: int | None, message: Message, nonce: str
    ) -> discord.Message:
        missing = discord.utils.MISSING
        for file in message.files:
            # An attempt before may have read it to its end.
            file.reset(seek=True)
        place = self._client.get_partial_messageable(channel, guild_id=guild)
        posted = await place.send(
            self._sent(message.text),
            files=list(message.files) or missing,
            view=message.view or missing,
            allowed_mentions=message.mentions,
            # Discord would answer with a lost message, had that the nonce of the next one.
            nonce=nonce_from(f"{self._epoch}/{nonce}") if self._epoch else nonce,
            silent=message.silent,
        )
        self._remember(posted)
        return posted

    def _remember(self, message: discord.Message) -> None:
        self._texts[message.id] = message.content

    async def _change(self, channel: int, number: int, change: Change) -> bool:
        """Change a message, also in an archived thread; return False if none of the bot's is there.

        With another application's token the messages of before are another author's.
        """
        message = self._client.get_partial_messageable(channel).get_partial_message(number)
        try:
            try:
                await change(message)
            except discord.HTTPException as error:
                if cause_of(error) != "locked":
                    raise
                # A post would open the thread by itself; an edit does not, and leaves it as it was.
                try:
                    await self._set_archived(channel, False)
                except discord.HTTPException as closed:
                    # Forbidden to open it: moderators have locked it, too.
                    raise (error if cause_of(closed) == "forbidden" else closed) from None
                await change(message)
                await self._set_archived(channel, True)
        except discord.HTTPException as error:
            if cause_of(error) not in ("missing", "gone"):
                raise
            return False
        return True

    async def _set_archived(self, channel: int, archived: bool) -> None:
        thread = await self._client.fetch_channel(channel)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=archived)
