"""``/arkadia-club``: what a club looks at: its people, their ranking, and its finished games."""

from __future__ import annotations

import asyncio
import logging

from discord import app_commands
from discord.ext import commands

from cogs.club import archive, people
from cogs.club.archive import ArchiveCommands
from cogs.club.people import PeopleCommands
from db.errors import StoreError
from translation import N_
from ui.components.cog import ComponentCog
from ui.services import services_in

log = logging.getLogger("arkadia.club")


@app_commands.guild_only()
class Club(
    ArchiveCommands,
    PeopleCommands,
    ComponentCog,
    commands.GroupCog,
    name="arkadia-club",
    description=N_("For clubs: people, their ranking, finished games"),
):
    """The commands, buttons and menus of the club."""

    presses = (*people.PRESSES, *archive.PRESSES)
    forms = archive.FORMS

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        super().__init__(bot)
        self._noting: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Have it noted what finished games came to, so that nobody waits for it."""
        await super().cog_load()
        self._noting = asyncio.create_task(self._note_results(), name="results of finished games")

    async def cog_unload(self) -> None:
        """Leave the rest to the next start."""
        if self._noting is not None:
            self._noting.cancel()
            await asyncio.gather(self._noting, return_exceptions=True)
        await super().cog_unload()

    async def _note_results(self) -> None:
        try:
            await services_in(self.bot).club.note_results()
        except StoreError as error:  # whoever asks has it noted then
            log.error("Results not noted", extra={"why": str(error)})


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Club(bot))
