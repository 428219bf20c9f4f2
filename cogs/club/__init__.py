"""``/arkadia-club``: a server's players in figures, their ranking, and the finished games."""

from __future__ import annotations

from discord import AppCommandType, app_commands
from discord.ext import commands

from cogs.club import archive, challenges, people
from cogs.club.archive import ArchiveCommands
from cogs.club.challenges import MENU, ChallengeCommands, challenge_menu
from cogs.club.people import ClubPeopleCommands
from i18n.translation import N_
from ui.components.cog import ComponentCog


@app_commands.guild_only()
class ClubCog(
    ArchiveCommands,
    ClubPeopleCommands,
    ChallengeCommands,
    ComponentCog,
    commands.GroupCog,
    name="arkadia-club",
    description=N_("For clubs: people, their ranking, finished games"),
):
    """The commands, buttons, menus and modals of the club."""

    presses = (*people.PRESSES, *archive.PRESSES, *challenges.PRESSES)
    modals = archive.MODALS

    async def cog_load(self) -> None:
        """Add the entry in the menu of users."""
        self.bot.tree.add_command(challenge_menu())

    async def cog_unload(self) -> None:
        """Take the entry out of the menu of users."""
        self.bot.tree.remove_command(MENU, type=AppCommandType.user)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(ClubCog(bot))
