"""What was written to people lately: they may have been told without its being noted."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterable
from typing import Final

import discord

from runtime.logs import pseudonym
from tabletop.table import Table
from ui.services.markup import as_read

log = logging.getLogger("arkadia.reminders")

LOOK_BACK: Final = 50
"""How many messages are looked at for one that was sent without being noted."""


async def said_to(
    client: discord.Client, user: int, tables: Iterable[Table], *, directly: bool
) -> AsyncIterator[str]:
    """What the bot wrote lately, commands in plain form, wherever it may look.

    Args:
        client: the bot.
        user: to whom.
        tables: the games where they may have been told.
        directly: whether it may have been a direct message.

    Raises:
        discord.HTTPException: if Discord does not show it now.
    """
    places: list[discord.abc.Messageable] = []
    if directly:
        places.append(await client.create_dm(discord.Object(user)))
    places += [
        client.get_partial_messageable(table.place, guild_id=table.row.guild_id) for table in tables
    ]
    for place in places:
        try:
            async for message in place.history(limit=LOOK_BACK):
                if message.author == client.user:
                    yield as_read(message.content)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("No look back", extra={"user": pseudonym(user), "why": str(error)})
