"""``/arkadia-league``: leagues of a server's people, and their games in the background."""

from __future__ import annotations

import asyncio

from discord import app_commands
from discord.ext import commands

from cogs.leagues import hosting, people, standings
from cogs.leagues.hosting import HostingCommands
from cogs.leagues.people import LeaguePeopleCommands
from cogs.leagues.standings import StandingsCommands
from db.leagues.rows import SIGNUP, STANDINGS
from delivery.backoff import until_answered
from delivery.notice import Notice
from i18n.translation import N_
from runtime.background import persistently
from ui.components.cog import ComponentCog
from ui.leagues.announcer import LeagueAnnouncements
from ui.services import services_in


@app_commands.guild_only()
class LeaguesCog(
    StandingsCommands,
    HostingCommands,
    LeaguePeopleCommands,
    ComponentCog,
    commands.GroupCog,
    name="arkadia-league",
    description=N_("Leagues: sign up, see the standings"),
):
    """A cog with the commands and buttons of leagues; it also runs the leagues' scheduler."""

    presses = (*people.PRESSES, *hosting.PRESSES, *standings.PRESSES)

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        super().__init__(bot)
        self._starting: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Start the leagues' background work as soon as Discord can be reached."""
        self._starting = asyncio.create_task(persistently("leagues", self._start))

    async def cog_unload(self) -> None:
        """Finish running background work for leagues, and start no more."""
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        services = services_in(self.bot)
        for kind in (SIGNUP, STANDINGS):
            services.outbox.handle(kind, None)
        await services.league_scheduler.close()

    async def _start(self) -> None:
        services = services_in(self.bot)
        posts = LeagueAnnouncements(services.leagues, services.lengths, services.club)
        sender = services.sender(self.bot)
        for kind, build in ((SIGNUP, posts.signup), (STANDINGS, posts.standings)):
            notice = Notice(services.outbox, services.tables.store, sender, build)
            services.outbox.handle(kind, notice.say)
        await self.bot.wait_until_ready()
        await until_answered(services.league_scheduler.start, "Leagues wait")


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(LeaguesCog(bot))
