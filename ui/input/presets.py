"""Presets of a game as options of commands and entries of a menu, each with how long it lasts."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from tabletop.presets import GAME_PRESETS, Preset, preset_of
from tabletop.table import Table
from ui.answers import RefusalError
from ui.input.suggestions import choice
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.texts.game.presets import PRESET_NAMES, lasting

USUAL_SEATS: Final = 4
"""The people of a game whose length is told where their number is not known."""


def read_preset(interaction: Interaction, typed: str | None) -> Preset | None:
    """Return the preset with a name; None where none was chosen.

    Raises:
        RefusalError: if there is no such preset.
    """
    if typed is None:
        return None
    wanted, words = typed.strip().casefold(), words_of(interaction)
    for name, preset in GAME_PRESETS.items():
        if wanted in (name, words(PRESET_NAMES[name]).casefold()):
            return preset
    names = words.listing(GAME_PRESETS)
    raise RefusalError(words("These are the presets: {names}.", names=names))


async def preset_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the presets, each with how long a game of the chosen number of people lasts."""
    seats = getattr(interaction.namespace, "seats", None)
    count = seats if isinstance(seats, int) else USUAL_SEATS
    words = words_of(interaction)
    found = []
    for name, preset in GAME_PRESETS.items():
        title = words(PRESET_NAMES[name])
        if typed.casefold() in name or typed.casefold() in title.casefold():
            told = await _lasting(interaction, preset, count)
            found.append(choice(words.told(title, told) if told else title, name))
    return found


async def preset_options(interaction: Interaction, table: Table) -> list[discord.SelectOption]:
    """Return the presets as entries of a menu for a lobby, its own one marked."""
    row, words = table.row, words_of(interaction)
    now = preset_of(row.clock, row.late, row.help)
    return [
        discord.SelectOption(
            label=words(PRESET_NAMES[name]),
            value=name,
            description=(await _lasting(interaction, preset, row.seat_limit))[:100] or None,
            default=preset == now,
        )
        for name, preset in GAME_PRESETS.items()
    ]


async def _lasting(interaction: Interaction, preset: Preset, seats: int) -> str:
    """Return how long a game of a preset lasts here; empty if none can say."""
    length = await services_of(interaction).lengths.of(guild_of(interaction), preset.clock, seats)
    return lasting(length, seats, words_of(interaction)) if length else ""
