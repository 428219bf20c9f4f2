"""The first message in a channel that moderators chose for something that comes regularly."""

from __future__ import annotations

import discord

from i18n.translation import words_for
from ui.answers import RefusalError
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.interactions.languages import public_language


async def announce_in(interaction: Interaction, channel: int, sentence: str) -> str:
    """Say silently in a channel what comes there from now on, and return the language.

    The message is the check: a channel where the bot may not write is refused now, and not found
    out when the first one is due.

    Args:
        sentence: a sentence marked for translation.

    Raises:
        RefusalError: if the bot may not write there.
    """
    language = await public_language(interaction)
    text = words_for(language)(sentence)
    place = interaction.client.get_partial_messageable(channel, guild_id=guild_of(interaction))
    try:
        await place.send(services_of(interaction).markup.sent(text), silent=True)
    except (discord.Forbidden, discord.NotFound) as error:
        words = words_of(interaction)
        raise RefusalError(
            words(
                "I may not write in {place}: I need *View Channel* and *Send Messages* there.",
                place=f"<#{channel}>",
            )
        ) from error
    return language
