"""The look-back for reminders: a person may have been told without its being noted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import discord

from delivery.sender import Sender
from ui.services.markup import as_read

LATELY: Final = 50
"""Messages that a look-back for an unnoted one reads."""


async def said_to(
    sender: Sender, user: int, games: Iterable[tuple[int, int]], *, directly: bool
) -> list[str]:
    """Return the texts of the bot's recent messages in games' places, or to a person directly.

    Args:
        sender: the sender, which looks back.
        user: the person.
        games: the places in which the person may have been told, each with its server.
        directly: True to look at their direct messages, too.

    Raises:
        discord.HTTPException: if Discord does not show it now.
    """
    places: list[tuple[int, int | None]] = [*games]
    if directly:
        places.insert(0, (await sender.direct_channel(user), None))
    return [
        text
        for place, guild in places
        for text in await sender.own_since(place, guild, limit=LATELY, pick=_text)
    ]


def _text(message: discord.Message) -> str:
    return as_read(message.content)
