"""Changing a message that stands somewhere, also where the thread was archived meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from ui.public.discord_errors import ARCHIVED, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE


async def change_message(
    client: discord.Client,
    place: int,
    number: int,
    change: Callable[[discord.PartialMessage], Awaitable[None]],
) -> bool:
    """Change a message; False if it is no longer there.

    Args:
        client: the bot.
        place: the id of its channel or thread.
        number: the id of the message.
        change: what is done to it.
    """
    message = client.get_partial_messageable(place).get_partial_message(number)
    try:
        try:
            await change(message)
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await _unarchive(client, place)
            await change(message)
    except discord.NotFound as error:
        if error.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL):
            raise
        return False
    return True


async def _unarchive(client: discord.Client, place: int) -> None:
    thread = await client.fetch_channel(place)
    if isinstance(thread, discord.Thread):
        await thread.edit(archived=False)
