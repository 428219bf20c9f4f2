"""Notices: a topic has one current message in Discord, which the next one replaces.

A builder makes the message; ``Outbox.handle(kind, Notice(…).say)`` is all that a new kind needs.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord

from db.outbox.rows import StoredItem, pin, strip
from db.store import Store
from delivery.causes import discord_may_fail
from delivery.outbox import Attempt, Outbox
from delivery.sender import Message, Sender, nonce_from


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that a builder made for a topic, with instructions for sending it.

    The topic's standing message is the one that was posted last.

    Attributes:
        message: the message to send.
        channel: the id of the channel to post in.
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
    """A topic's standing message, the one that was posted last.

    Attributes:
        number: the id of the message.
        news: the count of news that the message tells.
    """

    number: int
    news: int


class Notice:
    """A publisher of one kind of notice, which posts each one once in a channel.

    Args:
        outbox: the outbox that takes the buttons off replaced messages.
        store: the store with the notices' rows.
        sender: the sender of requests to Discord.
        build: the builder of the messages.
    """

    def __init__(self, outbox: Outbox, store: Store, sender: Sender, build: Builder) -> None:
        self._outbox = outbox
        self._store = store
        self._sender = sender
        self._build = build

    async def say(self, attempt: Attempt) -> bool:
        """Post the news of a topic, unless they are posted already, and record the message.

        Returns:
            Whether the topic has more news by now.

        Raises:
            NotShownError: if that is not possible now.
        """
        item = await self._store.outbox.notice(attempt.topic)
        if item is None or item.shown >= item.news:
            return False
        async with self._outbox.lanes.turn(item.stands_in or item.guild_id):
            return await self._say(attempt, item)

    async def _say(self, attempt: Attempt, item: StoredItem) -> bool:
        """Post the news of a topic in its turn."""
        recovering = attempt.may_stand(item.since)
        with discord_may_fail():
            draft = await self._build(item)
            stands, old = await self._tell(item, draft, recovering=recovering)
        replaced = old if draft and draft.replaces else ()
        more = [strip(item.guild_id, item.subject_id, place, one) for place, one in replaced]
        if draft is not None and draft.pins and stands.number not in (0, item.stands_id):
            more.append(pin(item.guild_id, item.subject_id, draft.channel, stands.number))
        await self._store.outbox.note_said(
            item,
            shown=stands.news,
            channel=draft.channel if draft else item.stands_in,
            message=stands.number,
            more=more,
        )
        # After the note: the old buttons go only once the new message stands and is known.
        self._outbox.changes.begin(more)
        now = await self._store.outbox.notice(attempt.topic)
        return now is not None and now.shown < now.news

    async def _tell(
        self, item: StoredItem, draft: Draft | None, *, recovering: bool
    ) -> tuple[Standing, Sequence[tuple[int, int]]]:
        """Bring the standing message up to date; return it, and the messages that it replaces."""
        stands = Standing(item.stands_id, item.news)
        if draft is None:
            return stands, ()
        here = item.stands_id if item.stands_in == draft.channel else 0
        found = await self._found(item, draft, here) if recovering else []
        before = [(item.stands_in, item.stands_id)] if item.stands_id else []
        others = [(draft.channel, one.number) for one in found]
        if draft.in_place:
            for number in filter(None, (here, *(one.number for one in found))):
                if await self._sender.edit(draft.channel, number, draft.message):
                    return Standing(number, item.news), _without(number, before, others)
            if not draft.anew:
                return stands, ()
        for one in found:
            if one.news > item.shown:
                return one, _without(one.number, before, others)
        posted = await self._post(item, draft)
        return posted, _without(posted.number, before, others)

    async def _found(self, item: StoredItem, draft: Draft, last: int) -> list[Standing]:
        """Look back for messages after the noted one, the newest first."""
        return await self._sender.own_since(
            draft.channel, item.guild_id, last, pick=lambda one: known(one, draft.sign, item)
        )

    async def _post(self, item: StoredItem, draft: Draft) -> Standing:
        # The idempotency key: the same for every attempt at these news, by whichever process.
        next_one = f"{item.kind}/{item.guild_id}/{item.subject_id}/{item.since}/{item.shown}"
        nonce = nonce_from(f"{next_one}/{draft.channel}")
        posted = await self._sender.post(
            draft.channel, item.guild_id, draft.message, nonce, draft.bare
        )
        return known(posted, draft.sign, item) or Standing(posted.id, item.news)


def known(message: discord.Message, sign: str, item: StoredItem) -> Standing | None:
    """Return the standing message that a message is, by its buttons; None for another message."""
    rows: list[Any] = [row.to_dict() for row in message.components]
    for button in (button for row in rows for button in row.get("components", ())):
        if found := re.fullmatch(sign, str(button.get("custom_id"))):
            numbers = [int(number) for number in found.groups()]
            if item.subject_id and numbers.pop(0) != item.subject_id:
                return None
            # Never more than the row counts: a restored database may be older than the message.
            return Standing(message.id, min([*numbers, item.news]))
    return None


def _without(number: int, *old: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the old messages but for one."""
    return [one for some in old for one in some if one[1] != number]
