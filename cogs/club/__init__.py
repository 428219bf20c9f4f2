"""``/arkadia-club``: a server's players in figures, their ranking, and the finished games."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.club import archive, people
from cogs.club.archive import ArchiveCommands
from cogs.club.people import ClubPeopleCommands
from i18n.translation import N_
from ui.components.cog import ComponentCog


@app_commands.guild_only()
class ClubCog(
    ArchiveCommands,
    ClubPeopleCommands,
    ComponentCog,
    commands.GroupCog,
    name="arkadia-club",
    description=N_("For clubs: people, their ranking, finished games"),
):
    """The commands, buttons, menus and modals of the club."""

    presses = (*people.PRESSES, *archive.PRESSES)
    modals = archive.MODALS


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(ClubCog(bot))
