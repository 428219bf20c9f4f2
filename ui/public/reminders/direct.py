"""Direct messages, to people who asked for them; whoever takes none is told elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from db.games.rows import MessageKind
from delivery.errors import DirectClosedError
from i18n.translation import Words
from tabletop.table import Table
from ui.components.views import view_of
from ui.texts.escaping import short

CLOSED: Final = frozenset((50007, 50278))
"""Discord's codes for a person who takes no messages from the bot, or shares no server with it."""

MOST_LINES: Final = 20
"""How many games a direct message names, with a button for each."""


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


def links_to(tables: Sequence[Table], kind: MessageKind, words: Words) -> discord.ui.View:
    """Buttons that lead to games, each to its message of a kind, or else to its place."""
    return view_of(
        *(
            discord.ui.Button[discord.ui.View](
                label=short(words("Game {number}", number=table.number), 80),
                url=_url(table, kind),
            )
            for table in tables[:MOST_LINES]
        )
    )


def _url(table: Table, kind: MessageKind) -> str:
    place = f"https://discord.com/channels/{table.row.guild_id}"
    message = table.messages.get(kind)
    if message is None:
        return f"{place}/{table.place}"
    return f"{place}/{message.channel_id}/{message.message_id}"
