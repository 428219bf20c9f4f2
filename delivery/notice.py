"""Notices: a topic has one current message in Discord, which the next one replaces.

A builder makes the message; an entry in a cog's ``notices()`` is all else that a new kind needs.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import discord

from db.outbox import StoredItem, pin, strip
from db.store import Store
from delivery.outbox import Attempt, Said
from delivery.pace import PlaceLimits
from delivery.sender import Message, Sender, custom_ids, discord_may_fail, nonce_from


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that a builder made for a topic, with instructions for sending it.

    The topic's standing message is the one that was posted last.

    Attributes:
        sign: a regular expression for a custom id of the message's buttons, by which the message
            is recognised later. Its groups are the topic's number, if the topic has one, and the
            count of news that the message tells, if the custom id has that.
        in_place: True to edit the standing message if it still exists, False to post a new one.
        anew: True to post a new message if there is none to edit.
        replaces: True to take the buttons off the replaced messages.
        bare: makes the message without its picture, for channels that allow none.
        pins: True to pin the message when it is posted; one that stands is not pinned again.
    """

    message: Message
    channel: int
    sign: str
    in_place: bool = False
    anew: bool = True
    replaces: bool = True
    bare: Callable[[], Message] | None = None
    pins: bool = False


Builder: TypeAlias = Callable[[StoredItem], Awaitable[Draft | None]]
"""Makes the draft of a topic as it is now; None if there is nothing to say.

It may raise ``NotShownError``, or an error of discord.py."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A topic's standing message, the one that was posted last."""

    number: int
    news: int


class Notice:
    """A publisher of one kind of notice, which posts each one once in a channel."""

    def __init__(self, limits: PlaceLimits, store: Store, sender: Sender, build: Builder) -> None:
        self._limits = limits
        self._store = store
        self._sender = sender
        self._build = build

    async def say(self, attempt: Attempt) -> Said:
        """Post the news of a topic, unless they are posted already, and record the message.

        Raises:
            NotShownError: if that is not possible now.
        """
        item = await self._store.outbox.notice(attempt.topic)
        if item is None or item.shown >= item.news:
            return Said()
        async with self._limits.turn(item.posted_in or item.guild_id):
            return await self._say(attempt, item)

    async def _say(self, attempt: Attempt, item: StoredItem) -> Said:
        standing, found = Standing(item.posted_id, item.news), list[Standing]()
        with discord_may_fail():
            draft = await self._build(item)
            if draft is not None:
                if item.since <= attempt.doubted_until:
                    found = await self._look_back(item, draft)
                standing = await self._tell(item, draft, found) or standing
        place, more = draft.channel if draft else item.posted_in, list[StoredItem]()
        where = item.guild_id, item.subject_id
        if draft is not None and draft.replaces:
            old = [(item.posted_in, item.posted_id), *((place, one.number) for one in found)]
            more += [strip(*where, *one) for one in old if one[1] not in (0, standing.number)]
        if draft is not None and draft.pins and standing.number not in (0, item.posted_id):
            more.append(pin(*where, place, standing.number))
        await self._store.outbox.note_said(
            item, shown=standing.news, channel=place, message=standing.number, more=more
        )
        now = await self._store.outbox.notice(attempt.topic)
        return Said(now is not None and now.shown < now.news, more)

    async def _look_back(self, item: StoredItem, draft: Draft) -> list[Standing]:
        last = item.posted_id if item.posted_in == draft.channel else 0
        sent = self._sender.own_since(draft.channel, item.guild_id, last)
        return [known async for one in sent if (known := standing(one, draft.sign, item))]

    async def _tell(self, item: StoredItem, draft: Draft, found: list[Standing]) -> Standing | None:
        """Edit or post a message, unless one that was found tells the news; None if none does."""
        here = item.posted_id if item.posted_in == draft.channel else 0
        if draft.in_place:
            for number in filter(None, (here, *(one.number for one in found))):
                if await self._sender.edit(draft.channel, number, draft.message):
                    return Standing(number, item.news)
            if not draft.anew:
                return None
        for one in found:
            if one.news > item.shown:
                return one
        # The idempotency key: the same for every attempt at these news, by whichever process.
        next_one = f"{item.kind}/{item.guild_id}/{item.subject_id}/{item.since}/{item.shown}"
        nonce = nonce_from(f"{next_one}/{draft.channel}")
        place, message = draft.channel, draft.message
        posted = await self._sender.post(place, item.guild_id, message, nonce, draft.bare)
        return standing(posted, draft.sign, item) or Standing(posted.id, item.news)


def standing(message: discord.Message, sign: str, item: StoredItem) -> Standing | None:
    """Return the standing message that a message is, by its buttons; None for another message."""
    for custom_id in custom_ids(message):
        if found := re.fullmatch(sign, custom_id):
            numbers = [int(number) for number in found.groups()]
            if item.subject_id and numbers.pop(0) != item.subject_id:
                return None
            # Never more than the row counts: a restored database may be older than the message.
            return Standing(message.id, min([*numbers, item.news]))
    return None
