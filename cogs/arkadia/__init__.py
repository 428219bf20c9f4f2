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
    notes,
    nudge,
    opening,
    pages,
    panel,
    past,
    practice,
    preference_modals,
    preferences,
    privacy,
    records,
    rematch,
    reviews,
    rulings,
    seats,
    settings,
    story,
    turns,
)
from i18n.translation import N_
from ui.components.cog import ComponentCog


@app_commands.guild_only()
class Arkadia(
    # discord.py takes the commands of the last one first
    records.RecordCommands,
    seats.SeatCommands,
    lobby.LobbyCommands,
    privacy.PrivacyCommands,
    notes.NoteCommands,
    preferences.PreferenceCommands,
    advice.AdviceCommands,
    practice.PracticeCommands,
    guide.GuideCommands,
    learn.LearnCommands,
    games.GamesCommands,
    log.LogCommands,
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
