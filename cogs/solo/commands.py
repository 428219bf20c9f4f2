"""``/arkadia-solo``: practice in a panel of its own, and the list of one's games."""

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.solo import showing
from cogs.solo.service import SoloGames
from engine.start import FIRST_GAME
from i18n.translation import N_, Words
from ui.components import with_choice, with_numbers
from ui.features import NOTHING, Extra, Feature, Page
from ui.input.choices import level_choices, own_level, read_level
from ui.input.suggestions import SETUP_CHOICES, most_seats
from ui.interactions import Interaction, services_of
from ui.panel.page import panel_form, panel_presses

MOST_SEATS: Final = most_seats()

PANELS: Final = "(?!999999999:)9[0-9]{8}"
"""What stands for the number of the game in the panel's custom ids."""


async def begin(interaction: Interaction, level: str, count: int, setup: str) -> None:
    """Begin a game against a number of computer players, and show its panel."""
    games = services_of(interaction)[SoloGames]
    await showing.show(interaction, await games.begin(interaction.user.id, level, count, setup))


async def begin_anew(interaction: Interaction, number: int) -> None:
    """Begin a game like another, or a first one."""
    if not number:
        await begin(interaction, await own_level(interaction), 1, FIRST_GAME)
        return
    solo = await services_of(interaction)[SoloGames].of(interaction.user.id, number)
    start = solo.game.start
    await begin(interaction, solo.row.level, start.seats - 1, start.setup)


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class SoloCog(
    Feature,
    commands.GroupCog,
    name="arkadia-solo",
    description=N_("Arkadia just for you, anywhere: only you see it"),
):
    """The commands, buttons and menus of games that a person plays alone."""

    presses = (
        with_numbers(showing.ANEW, begin_anew),
        with_numbers(showing.GAMES, showing.show_games),
        with_choice(showing.OPEN, showing.show),
        *panel_presses(showing.press_solo, PANELS),
    )
    modals = (panel_form(showing.press_solo, PANELS),)

    @app_commands.command(description=N_("Play against the computer, in private"))
    @app_commands.describe(
        level=N_("Playing strength"),
        opponents=N_("How many opponents"),
        setup=N_("What's on the board at the start"),
    )
    @app_commands.choices(setup=SETUP_CHOICES)
    @app_commands.autocomplete(level=level_choices)
    async def practice(
        self,
        interaction: Interaction,
        level: app_commands.Range[str, 1, 40] | None = None,
        opponents: app_commands.Range[int, 1, MOST_SEATS - 1] = 1,
        setup: str = FIRST_GAME,
    ) -> None:
        """Begin a game against computer players."""
        chosen = await (read_level(interaction, level) if level else own_level(interaction))
        await begin(interaction, chosen, opponents, setup)

    @app_commands.command(description=N_("Your solo games: pick one and play on"))
    async def games(self, interaction: Interaction) -> None:
        """List the person's games."""
        await showing.show_games(interaction)

    async def begin_alone(self, interaction: Interaction) -> bool:
        """Begin a game in private answers."""
        await begin_anew(interaction, 0)
        return True

    def offers(self, page: Page, words: Words) -> Extra:
        """Return its line of the help, and the button that adds it to one's account."""
        if page != "help" or self.bot.application_id is None:
            return NOTHING
        link = discord.utils.oauth_url(self.bot.application_id, scopes=("applications.commands",))
        add = discord.ui.Button[discord.ui.View](
            label=words("Add to my apps"), url=f"{link}&integration_type=1"
        )
        return Extra([words("- play on your own, anywhere: `/arkadia-solo`")], [add])
