"""``/arkadia``: all that players do, one module a feature, together in one cog.

Discord has one command ``/arkadia``, and discord.py one cog for it. Each module has a mixin with
the commands of its feature, and lists the buttons, menus and modals that it answers.
"""

from discord import app_commands
from discord.ext import commands

from cogs.arkadia import (
    boards,
    games,
    help,
    lobby,
    opening,
    panel,
    preferences,
    records,
    seats,
    settings,
    turns,
)
from i18n.translation import N_
from ui.components import ComponentCog


@app_commands.guild_only()
class Arkadia(
    # discord.py takes the commands of the last one first
    records.RecordCommands,
    seats.SeatCommands,
    lobby.LobbyCommands,
    preferences.PreferenceCommands,
    turns.AdviceCommands,
    opening.PracticeCommands,
    help.HelpCommands,
    games.GamesCommands,
    records.LogCommands,
    boards.BoardCommands,
    turns.TurnCommands,
    opening.OpeningCommands,
    ComponentCog,
    commands.GroupCog,
    name="arkadia",
    description=N_("The board game Arkadia"),
):
    """The commands, buttons, menus and modals of the game."""

    presses = (
        *lobby.PRESSES,
        *settings.PRESSES,
        *games.PRESSES,
        *boards.PRESSES,
        *records.PRESSES,
        *panel.PRESSES,
        *turns.PRESSES,
        *opening.PRESSES,
        *help.PRESSES,
        *preferences.PRESSES,
        *seats.PRESSES,
    )
    modals = (*panel.MODALS, *settings.MODALS, *lobby.MODALS, *boards.MODALS, *preferences.MODALS)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Arkadia(bot))
