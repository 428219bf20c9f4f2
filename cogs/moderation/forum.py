"""The forum in which a server's games are posts: a command for moderators."""

from __future__ import annotations

import logging

import discord
from discord import app_commands
from discord.ext import commands

from delivery.causes import cause_of
from i18n.translation import N_, words_for
from runtime.logs import pseudonym
from ui.answers import RefusalError, reply
from ui.input.channels import FORUM, Channel
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.interactions.languages import public_language
from ui.public.forum import Forum, forum_of, prepared, set_forum
from ui.public.rights import missing_in_forum

log = logging.getLogger("arkadia.moderation")


class ForumCommands(commands.Cog):
    """The command by which moderators name a forum for games."""

    @app_commands.command(description=N_("Have each new game be a post in a forum"))
    @app_commands.describe(
        channel=N_("The forum; leave it out to see which it is now"),
        off=N_("True opens games in their channels again"),
    )
    async def forum(
        self,
        interaction: Interaction,
        channel: app_commands.Transform[Channel, FORUM] | None = None,
        off: bool = False,
    ) -> None:
        """Choose the forum of the server's games, or do without one."""
        words, guild = words_of(interaction), guild_of(interaction)
        store = services_of(interaction).tables.store
        if off:
            await set_forum(store, guild, None)
        elif channel is not None:
            wanted = await _prepared(interaction, channel.id)
            # A promise that cannot be kept is not made: the forum of before stays.
            if missing := await missing_in_forum(interaction, wanted):
                raise RefusalError("\n".join(missing))
            await set_forum(store, guild, wanted)
        chosen = await forum_of(store, guild)
        log.info("Forum", extra={"guild": guild, "by": pseudonym(interaction.user.id)})
        text = words("New games open in the channel where they are asked for.")
        if chosen is not None:
            text = words(
                "Each new game is a post in {place}, with a title and tags that follow it. A game "
                "stays in its channel where not the same people see both.",
                place=f"<#{chosen.channel}>",
            )
            text = "\n".join(await missing_in_forum(interaction, chosen)) or text
        await reply(interaction, text)


async def _prepared(interaction: Interaction, number: int) -> Forum:
    """Return a forum with its tags.

    Raises:
        RefusalError: if the bot may not see it, or make the tags that are missing.
    """
    words, place = words_of(interaction), f"<#{number}>"
    try:
        channel = await interaction.client.fetch_channel(number)
        if isinstance(channel, discord.ForumChannel):
            return await prepared(channel, words_for(await public_language(interaction)))
    except discord.HTTPException as error:
        if cause_of(error) not in ("forbidden", "absent", "gone"):
            raise
        raise RefusalError(
            words(
                "I may not make the tags of {place}: I need *View Channel* and *Manage Channels* "
                "there, once.",
                place=place,
            )
        ) from error
    raise RefusalError(words("{place} is no forum.", place=place))
