"""Presets of a game as options of commands and entries of a menu, each with how long it lasts."""

from __future__ import annotations

from typing import Final

import discord

from tabletop.presets import GAME_PRESETS, Preset
from ui.answers import RefusalError
from ui.input.suggestions import Choices, Suggest, choice, quiet
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


def preset_choices(seats: int | None = None) -> Suggest[str]:
    """Return an autocomplete of the presets, each with the length of a game.

    Args:
        seats: the number of people; by default the one that was chosen, or the usual one.
    """

    @quiet
    async def suggest(interaction: Interaction, typed: str) -> Choices[str]:
        chosen = seats or getattr(interaction.namespace, "seats", None)
        count = chosen if isinstance(chosen, int) else USUAL_SEATS
        words = words_of(interaction)
        found = []
        for name, preset in GAME_PRESETS.items():
            title = words(PRESET_NAMES[name])
            if typed.casefold() in name or typed.casefold() in title.casefold():
                told = await _lasting(interaction, preset, count)
                found.append(choice(words.told(title, told) if told else title, name))
        return found

    return suggest


async def preset_options(
    interaction: Interaction, now: Preset | None, seats: int
) -> list[discord.SelectOption]:
    """Return the presets as entries of a menu for a number of people, one of them marked."""
    words = words_of(interaction)
    return [
        discord.SelectOption(
            label=words(PRESET_NAMES[name]),
            value=name,
            description=(await _lasting(interaction, preset, seats))[:100] or None,
            default=preset == now,
        )
        for name, preset in GAME_PRESETS.items()
    ]


async def _lasting(interaction: Interaction, preset: Preset, seats: int) -> str:
    """Return how long a game of a preset lasts here; empty if none can say."""
    length = await services_of(interaction).lengths.of(guild_of(interaction), preset.clock, seats)
    return lasting(length, seats, words_of(interaction)) if length else ""
