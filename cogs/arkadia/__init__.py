"""``/arkadia``: all that players do, one module a feature, together in one cog.

Discord has one command ``/arkadia``, and discord.py one cog for it. Each module has a mixin with
the commands of its feature, and lists the buttons, menus and modals that it answers.
"""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.arkadia import (
    advice,
    boards,
    branches,
    games,
    guide,
    learn,
    lobby,
    log,
    nudge,
    pages,
    panel,
    past,
    practice,
    preference_modals,
    privacy,
    records,
    rematch,
    reviews,
    rulings,
    seats,
    settings,
    story,
)
from cogs.arkadia.advice import AdviceCommands
from cogs.arkadia.boards import BoardCommands
from cogs.arkadia.games import GamesCommands
from cogs.arkadia.guide import GuideCommands
from cogs.arkadia.learn import LearnCommands
from cogs.arkadia.lobby import LobbyCommands
from cogs.arkadia.log import LogCommands
from cogs.arkadia.notes import NoteCommands
from cogs.arkadia.opening import OpeningCommands
from cogs.arkadia.practice import PracticeCommands
from cogs.arkadia.preferences import PreferenceCommands
from cogs.arkadia.privacy import PrivacyCommands
from cogs.arkadia.records import RecordCommands
from cogs.arkadia.seats import SeatCommands
from cogs.arkadia.turns import TurnCommands
from i18n.translation import N_
from ui.components.cog import ComponentCog


@app_commands.guild_only()
class Arkadia(
    # discord.py takes the commands of the last one first
    RecordCommands,
    SeatCommands,
    LobbyCommands,
    PrivacyCommands,
    NoteCommands,
    PreferenceCommands,
    AdviceCommands,
    PracticeCommands,
    GuideCommands,
    LearnCommands,
    GamesCommands,
    LogCommands,
    BoardCommands,
    TurnCommands,
    OpeningCommands,
    ComponentCog,
    commands.GroupCog,
    name="arkadia",
    description=N_("The board game Arkadia"),
):
    """The commands, buttons, menus and modals of the game."""

    presses = (
        *rematch.PRESSES,
        *lobby.PRESSES,
        *settings.PRESSES,
        *games.PRESSES,
        *boards.PRESSES,
        *log.PRESSES,
        *panel.PRESSES,
        *pages.PRESSES,
        *past.PRESSES,
        *advice.PRESSES,
        *branches.PRESSES,
        *nudge.PRESSES,
        *records.PRESSES,
        *reviews.PRESSES,
        *story.PRESSES,
        *guide.PRESSES,
        *rulings.PRESSES,
        *preference_modals.PRESSES,
        *privacy.PRESSES,
        *learn.PRESSES,
        *practice.PRESSES,
        *seats.PRESSES,
    )
    modals = (*panel.MODALS, *settings.MODALS, *past.MODALS, *preference_modals.MODALS)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Arkadia(bot))
