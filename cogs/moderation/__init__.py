"""The commands for a server's moderators and for the bot's owner."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.moderation import ranking
from cogs.moderation.channels import ChannelCommands
from cogs.moderation.forum import ForumCommands
from cogs.moderation.games import GamesCommands
from cogs.moderation.language import LanguageCommands
from cogs.moderation.owner import OwnerCommands, is_owner_of
from cogs.moderation.ranking import RankingRuleCommands
from i18n.translation import N_
from ui.components.cog import ComponentCog
from ui.interactions import Interaction
from ui.leagues.finding import is_moderator


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class Moderation(
    OwnerCommands,
    LanguageCommands,
    ChannelCommands,
    GamesCommands,
    RankingRuleCommands,
    ForumCommands,
    ComponentCog,
    commands.GroupCog,
    name="arkadia-admin",
    description=N_("For moderators: the games of this server"),
):
    """Commands for moderators of a server and for the bot's owner."""

    presses = ranking.PRESSES

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Admit only moderators and the bot's owner, since hiding commands protects nothing."""
        await super().interaction_check(interaction)
        return is_moderator(interaction) or await is_owner_of(interaction)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Moderation(bot))
