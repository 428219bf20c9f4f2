"""People who may see a game on its page: members of its server, or all who see its channel."""

import asyncio
import logging
import math
import time
from typing import Final

import discord

from db.games.rows import GameSummary
from delivery.sender import cause_of
from runtime.newest import Newest
from ui.interactions import is_practice, open_channel
from ui.services import services_in
from ui.services.servers import UNANSWERED

log = logging.getLogger("arkadia.places")

MEMBER_S: Final = 120.0  # seconds for which it is known whether a person is a member
LATELY_S: Final = 3600.0  # seconds for which a member counts as one while Discord is silent
PATIENCE_S: Final = 5.0  # seconds that Discord has to say whether a person is a member
MOST_MEMBERS: Final = 10_000  # people in memory at once; those seen last are forgotten last


class Members:
    """A memory of who was a member of a server when: an interaction says so, and Discord if asked.

    No intent tells the bot who leaves.
    """

    def __init__(self) -> None:
        self._seen: Newest[tuple[int, int], tuple[bool, float]] = Newest(MOST_MEMBERS)

    def note(self, guild: int, person: int, *, member: bool = True) -> None:
        """Note whether a person is a member now."""
        self._seen[guild, person] = member, time.monotonic()

    async def has(self, client: discord.Client, guild: int, person: int) -> bool | None:
        """Return whether a person is a member of a server; None if that is not known."""
        member, at = self._seen.get((guild, person)) or (False, -LATELY_S)
        if time.monotonic() - at < MEMBER_S:
            return member
        try:
            async with asyncio.timeout(PATIENCE_S):
                await client.http.get_member(guild, person)
        except (*UNANSWERED, TimeoutError) as error:
            if isinstance(error, discord.HTTPException) and cause_of(error) == "missing":
                self.note(guild, person, member=False)
                return False
            return True if member and time.monotonic() - at < LATELY_S else None
        self.note(guild, person)
        return True


MOST_PLACES: Final = 2_000  # channels in memory; those asked about last are forgotten last
OPEN_FOR_S: Final = 3_600.0  # seconds for which an answer will do to show a button


class OpenPlaces:
    """A memory of channels' openness: asking Discord costs two requests."""

    def __init__(self) -> None:
        self._known: Newest[int, tuple[bool, float]] = Newest(MOST_PLACES)

    def note(self, channel: int, *, by_all: bool) -> None:
        """Remember whether everybody sees a channel."""
        self._known[channel] = by_all, time.monotonic()

    def known(self, channel: int, within_s: float = math.inf) -> bool | None:
        """Return what was known last of a channel, at most so long ago; None if nothing."""
        by_all, at = self._known.get(channel) or (None, 0.0)
        return by_all if time.monotonic() - at <= within_s else None


async def is_open(client: discord.Client, row: GameSummary, *, lately: bool = False) -> bool:
    """Return whether everybody on its server sees where a game is played.

    A person's practice is theirs alone. While Discord does not answer, the last answer counts: an
    outage closes nothing that was open, and opens nothing that was not.

    Args:
        lately: whether an answer of the last hour will do.
    """
    if is_practice(row) and row.thread_id is not None:
        return False
    places = services_in(client)[OpenPlaces]
    if lately and (known := places.known(row.channel_id, OPEN_FOR_S)) is not None:
        return known
    try:
        channel = await open_channel(client, row.guild_id, row.channel_id)
    except UNANSWERED as error:
        log.info("Not known who sees it", extra={"table": row.game_id, "why": str(error)})
        return places.known(row.channel_id) or False
    seen = channel is not None and channel.permissions_for(channel.guild.default_role).view_channel
    places.note(row.channel_id, by_all=seen)
    return seen
