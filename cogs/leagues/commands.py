"""``/arkadia-league``: a league is opened, and shown; and leagues' work in the background."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from discord import app_commands
from discord.ext import commands

from cogs.leagues import acting, looking, posts
from cogs.leagues.acting import league_channel, reply_and_tend
from cogs.leagues.league import League
from cogs.leagues.looking import label, league_seen, leagues_seen, show_league
from cogs.leagues.posts import LeagueAnnouncements
from cogs.leagues.scheduler import DUE, LeagueScheduler
from cogs.leagues.service import ALL, LIVE, MOST_ROUNDS, NAME_LIMIT, Leagues
from cogs.leagues.store import OPEN, SIGNUP, STANDINGS, NewLeague
from cogs.leagues.texts import league_name, state_text
from delivery.causes import until_answered
from delivery.dispatcher import Handler
from delivery.notice import Builder
from engine.start import FIRST_GAME
from i18n.translation import N_, Words
from tabletop.forgetting import Forgetting
from tabletop.time_control import USUAL, Lengths
from ui.answers import RefusalError
from ui.components import view_of
from ui.features import NOTHING, Extra, Feature, News, Page
from ui.input.choices import language_choices, preset_choices, read_language, read_preset
from ui.input.suggestions import SETUP_CHOICES, Choices, choice, least_seats, most_seats, quiet
from ui.interactions import (
    Interaction,
    asked_in,
    guild_of,
    is_moderator,
    public_language,
    services_of,
    words_of,
)
from ui.texts.events import LITTLE_ROOM
from ui.texts.markup import plain, short

LEAST_SEATS: Final = least_seats()
MOST_SEATS: Final = most_seats()


@app_commands.guild_only()
class LeaguesCog(
    Feature,
    commands.GroupCog,
    name="arkadia-league",
    description=N_("Leagues: sign up, see the standings"),
):
    """A cog with the commands and buttons of leagues; it also runs the leagues' scheduler."""

    presses = (*acting.PRESSES, *looking.PRESSES)
    modals = acting.MODALS

    @app_commands.command(
        name="open", description=N_("For moderators: open a league in this channel")
    )
    @app_commands.describe(
        name=N_("What it is called"),
        seats=N_("Players at a table; one fewer if the numbers don't divide evenly"),
        rounds=N_("How many games each plays"),
        preset=N_("Clock and help"),
        setup=N_("First game: some buildings stand already. Free: an empty board"),
        mirror=N_("Harder: tiles may be mirrored"),
        language=N_("In which language"),
    )
    @app_commands.choices(setup=SETUP_CHOICES)
    @app_commands.autocomplete(preset=preset_choices(), language=language_choices)
    async def open_(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, NAME_LIMIT],
        seats: app_commands.Range[int, LEAST_SEATS, MOST_SEATS] = MOST_SEATS,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] = 3,
        preset: app_commands.Range[str, 1, 100] | None = None,
        setup: str = FIRST_GAME,
        mirror: bool = False,
        language: app_commands.Range[str, 1, 20] | None = None,
    ) -> None:
        """Open a league for sign-up."""
        words = words_of(interaction)
        if not is_moderator(interaction):
            raise RefusalError(words("Only moderators (*Manage Server*) can open leagues."))
        base = read_preset(interaction, preset) or replace(USUAL, help="none")
        spoken = read_language(language, words) if language else await public_language(interaction)
        new = NewLeague(
            guild_id=guild_of(interaction),
            channel_id=league_channel(interaction),
            host_id=interaction.user.id,
            name=name,
            seats=seats,
            rounds=rounds,
            language=spoken,
            setup=setup,
            mirror=mirror,
            help=base.help,
            clock=str(base.clock),
            late=base.late,
        )
        league = await services_of(interaction)[Leagues].open(new, asked_in(interaction))
        text = words(
            "“{name}” is league {number}. When all who want to play have joined, press *Begin*.",
            name=league_name(league.row),
            number=league.number,
        )
        await reply_and_tend(interaction, league.number, text)

    @app_commands.command(description=N_("A league: join, leave, standings, and running it"))
    @app_commands.describe(league=N_("Which league, if there is more than one"))
    async def show(self, interaction: Interaction, league: int | None = None) -> None:
        """Show a league with all that its reader may do now."""
        await show_league(interaction, await _meant(interaction, league))

    @show.autocomplete("league")
    @quiet
    async def _league(self, interaction: Interaction, typed: str) -> Choices[int]:
        words = words_of(interaction)
        return [
            choice(f"{label(row)} ({state_text(row, words)})", row.league_id)
            for row in await leagues_seen(interaction, ALL)
            if typed.casefold() in label(row).casefold()
        ]

    def offers(self, page: Page, words: Words) -> Extra:
        """Return its line of the help."""
        told = words("- Leagues: `/arkadia-league show`.")
        return Extra([told]) if page == "help" else NOTHING

    def notices(self) -> Mapping[str, Builder]:
        """Return the builders of the sign-up's and the standings' messages."""
        services = self.services
        posts = LeagueAnnouncements(self.bot, services[Leagues], services[Lengths])
        return {SIGNUP: posts.signup, STANDINGS: posts.standings}

    def timers(self) -> Mapping[str, Handler]:
        """Return what tends the leagues of which the work failed before."""
        return {DUE: self.services[LeagueScheduler].tend_due}

    async def news(self, guild: int, words: Words) -> Sequence[News]:
        """Return the leagues of a server that take sign-ups."""
        return [
            News(
                league.channel_id,
                league.created_at,
                # Translators: a league's name as its host typed it; {place} is a channel.
                words(
                    "- League “{name}” is open for sign-ups in {place}",
                    name=plain(short(league.name, LITTLE_ROOM)),
                    place=f"<#{league.channel_id}>",
                ),
            )
            for league in await self.services[Leagues].find(guild, OPEN)
        ]

    async def work(self) -> None:
        """Start the leagues' background work as soon as Discord can be reached."""
        await self.bot.wait_until_ready()
        await until_answered(self.services[LeagueScheduler].start, "Leagues wait")

    async def cog_load(self) -> None:
        """Begin, and take people out of their leagues who are forgotten."""
        self.services[Forgetting].before.append(self.services[LeagueScheduler].forsake)
        await super().cog_load()

    async def cog_unload(self) -> None:
        """Finish running background work for leagues, and start no more."""
        self.services[Forgetting].before.remove(self.services[LeagueScheduler].forsake)
        await super().cog_unload()
        await self.services[LeagueScheduler].close()


async def _meant(interaction: Interaction, number: int | None) -> League:
    """Return the league that is meant: by number, else the only one of channel or server."""
    if number is not None:
        return await league_seen(interaction, number)
    words, found = words_of(interaction), await leagues_seen(interaction, ALL)
    # Without a live league the newest one that is over is meant: people ask how it ended.
    rows = [row for row in found if row.state in LIVE] or found[:1]
    rows = [row for row in rows if row.channel_id == interaction.channel_id] or rows
    if not rows:
        raise RefusalError(
            words("There is no league here. Moderators open one with `/arkadia-league open`.")
        )
    if len(rows) > 1:
        face = posts.LEAGUE_STANDINGS
        view = view_of(
            *[face.button(row.league_id, 0, words=words, label=label(row)) for row in rows]
        )
        raise RefusalError(words("Which league? Tap it below."), view)
    return await services_of(interaction)[Leagues].get(rows[0].league_id)
