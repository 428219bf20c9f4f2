"""Direct messages, to people who asked for them; whoever takes none is told elsewhere."""

from __future__ import annotations

from typing import Final

import discord

from tabletop.errors import DirectClosedError

CLOSED: Final = frozenset((50007, 50278))
"""Discord's codes for a person who takes no messages from the bot, or shares no server with it."""


async def write_to(
    client: discord.Client,
    user: int,
    text: str,
    view: discord.ui.View | None = None,
    nonce: str | None = None,
) -> discord.Message:
    """Send a direct message.

    Args:
        client: the bot.
        user: to whom.
        text: what it says.
        view: its buttons, which must be links: nothing of a server can be pressed outside of it.
        nonce: the same for what is to be sent once.

    Raises:
        DirectClosedError: if the person takes none.
        discord.HTTPException: if Discord refuses it for another reason.
    """
    missing = discord.utils.MISSING
    try:
        channel = await client.create_dm(discord.Object(user))
        return await channel.send(text, view=view or missing, nonce=nonce or missing)
    except discord.HTTPException as error:
        if error.code in CLOSED:
            raise DirectClosedError(str(error)) from error
        raise
