"""The channels in which servers want to be told something regularly, such as a digest."""

from __future__ import annotations

from collections.abc import Callable

from db.outbox import StoredItem, Topic
from db.settings import StoredChannel
from db.timers import StoredDue
from db.usage import Charge, UsageRecord
from delivery.dispatcher import Dispatcher
from tabletop.cache import refusing
from tabletop.tables import Tables


class Channels:
    """A service that stores servers' channels for one kind of notice, and when they are told."""

    def __init__(
        self,
        tables: Tables,
        dispatcher: Dispatcher,
        kind: str,
        due: str,
        next_time: Callable[[int], int],
    ) -> None:
        self.kind = kind
        self.due = due
        self._next_time = next_time
        self._tables = tables
        self._dispatcher = dispatcher

    @property
    def next_at(self) -> int:
        """The next time at which servers are told, in milliseconds UTC."""
        return self._next_time(self._tables.now())

    async def must_post(self, guild: int, by: int) -> None:
        """Record that a person has a message posted in a server's channel."""
        now, store = self._tables.now(), self._tables.store
        act = UsageRecord(kind="post", guild_id=guild, user_id=by, at=now)
        with refusing():
            await store.usage.pay(Charge(self._tables.limits, (act,)))

    async def choose(self, guild: int, channel: int, language: str) -> None:
        """Choose the channel of a server."""
        before, now = await self.chosen(guild), self._tables.now()
        chosen_at = now if before is None else before.chosen_at
        chosen = StoredChannel(self.kind, guild, channel, language, chosen_at)
        await self._tables.store.admin.set_channel(chosen)
        await self.note_due(guild, self.next_at)

    async def stop(self, guild: int) -> None:
        """Tell a server nothing more."""
        await self._tables.store.admin.drop_channel(self.kind, guild)

    async def chosen(self, guild: int) -> StoredChannel | None:
        """Return the channel of a server, or None."""
        return await self._tables.store.admin.channel(self.kind, guild)

    async def tell(self, chosen: StoredChannel, news: int) -> Topic:
        """Put a notice into the outbox, and schedule the next.

        Args:
            news: its count: one put in twice is told once.
        """
        guild, now = chosen.guild_id, self._tables.now()
        item = StoredItem(self.kind, guild, 0, chosen.channel_id, since=now, news=news)
        await self._tables.store.outbox.put(item)
        await self.note_due(guild, self.next_at)
        return item.topic

    async def note_due(self, guild: int, at: int) -> None:
        """Schedule when a server is to be told; the time in milliseconds UTC."""
        await self._dispatcher.note(StoredDue(self.due, at, guild))
