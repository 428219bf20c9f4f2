"""The bot's knowledge of Discord's side: servers, channels, how late interactions come."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import discord

from delivery.sender import LOST_CONNECTION, cause_of
from runtime.newest import Newest

Channel: TypeAlias = discord.abc.GuildChannel | discord.Thread

UNANSWERED: Final = (discord.HTTPException, *LOST_CONNECTION)  # nothing, or a refusal to let know
KEPT_S: Final = 10.0  # seconds for which an answer is cached: about as long as a person types
MOST_SERVERS: Final = 64  # servers in the cache at once


@dataclass(slots=True)
class Server:
    """A server as Discord described it: roles, channels, threads that are not archived."""

    guild: discord.Guild
    asked_at: float  # the time of the request, in seconds of a monotonic clock
    # all by their ids; threads only after one was asked for; None for a deleted one
    channels: dict[int, Channel | None]
    knows_threads: bool = False  # True once the threads that are not archived are among them
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)


class Servers:
    """A cache of channels and their permissions, in place of the ``guilds`` intent.

    The intent would hold every server in memory, 60 MB for a thousand of them.
    """

    def __init__(self) -> None:
        self._known: Newest[int, Server] = Newest(MOST_SERVERS)
        self._asking: dict[int, asyncio.Task[Server]] = {}

    async def channel(self, client: discord.Client, guild: int, channel: int) -> Channel | None:
        """Return a channel or thread of a server, or None; UNANSWERED may be raised."""
        server = await self._server(client, guild)
        async with server.asking:
            # Threads cost a request of their own, which a question about a channel does not need.
            if channel not in server.channels and not server.knows_threads:
                threads = await server.guild.active_threads()
                server.channels |= {thread.id: thread for thread in threads}
                server.knows_threads = True
        if channel not in server.channels:
            server.channels[channel] = await self._archived(client, server, channel)
        return server.channels[channel]

    async def parent(
        self, client: discord.Client, thread: discord.Thread
    ) -> discord.abc.GuildChannel | None:
        """Return the channel of a thread, None if it is gone; UNANSWERED may be raised."""
        found = (await self._server(client, thread.guild.id)).channels.get(thread.parent_id)
        return found if isinstance(found, discord.abc.GuildChannel) else None

    async def _archived(
        self, client: discord.Client, server: Server, number: int
    ) -> discord.Thread | None:
        """Fetch a thread that was archived, which no list has."""
        try:
            found = await client.fetch_channel(number)
        except discord.InvalidData:
            return None
        except discord.HTTPException as error:
            if cause_of(error) not in ("gone", "absent", "forbidden"):
                raise
            return None
        if not isinstance(found, discord.Thread) or found.guild.id != server.guild.id:
            return None
        return found

    async def _server(self, client: discord.Client, guild: int) -> Server:
        known = self._known.get(guild)
        if known is not None and time.monotonic() - known.asked_at < KEPT_S:
            return known
        if guild not in self._asking:
            self._asking[guild] = asyncio.create_task(self._ask(client, guild))
        # Shielded: a caller that is cancelled must not cancel the request that others wait for.
        return await asyncio.shield(self._asking[guild])

    async def _ask(self, client: discord.Client, number: int) -> Server:
        try:
            # Taken before the request: the answer may be as old as the question.
            asked_at = time.monotonic()
            guild = await client.fetch_guild(number, with_counts=False)
            channels = {channel.id: channel for channel in await guild.fetch_channels()}
        finally:
            del self._asking[number]
        server = self._known[number] = Server(guild, asked_at, dict(channels))
        return server


IN_TIME_S: Final = 3.0  # seconds in which Discord wants a first response
DRIFT: Final = 1e-4  # seconds by which two clocks may drift apart in a second, 9 a day


def now() -> float:
    """Return the time of this machine, in seconds since 1970."""
    return time.time()


class Latency:
    """An estimate of how late interactions arrive, relative to the fastest one so far.

    Discord stamps an interaction by its clock, and the machine has its own. The smallest difference
    of the two so far counts as no delay, so a wrong clock does no harm: only an interaction that
    comes later than that is old.
    """

    def __init__(self) -> None:
        self._ahead: float | None = None
        self._at = 0.0

    def age_of(self, made_at: float) -> float:
        """Return the estimated age of an interaction in seconds, from Discord's time of it."""
        here = now()
        seeming = here - made_at
        if self._ahead is None:
            self._ahead = seeming
        else:
            # The smallest difference may grow as clocks drift apart, or every interaction would
            # look old in the end.
            drifted = self._ahead + DRIFT * max(0.0, here - self._at)
            self._ahead = min(seeming, drifted)
        self._at = here
        return seeming - self._ahead

    def note_in_time(self, made_at: float) -> None:
        """Drop the estimate if an interaction that was in time disproves it."""
        if self._ahead is not None and now() - made_at - self._ahead > IN_TIME_S:
            # The estimate is proved wrong, for example by a clock that was set: begin anew.
            self._ahead = None


PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    create_private_threads=True,
    send_messages_in_threads=True,
    pin_messages=True,
)
"""The permissions that the bot uses; docs/hosting.md says what for."""


def invite_link(application: int) -> str:
    """Return the link for an application's id."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=scopes)
