"""The context of an interaction: its person, place, language and services."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import discord

from i18n.translation import Words, words_for
from runtime.logs import pseudonym
from ui.services import Services, services_in

Interaction: TypeAlias = discord.Interaction[discord.Client]


def services_of(interaction: Interaction) -> Services:
    """Return the services of the bot that received an interaction."""
    return services_in(interaction.client)


def guild_of(interaction: Interaction) -> int:
    """Return the server of an interaction; commands and buttons exist in servers only."""
    if interaction.guild_id is None:
        raise TypeError("an interaction from outside of a server")
    return interaction.guild_id


def words_of(interaction: Interaction) -> Words:
    """Return the language of the person, for texts that only they read."""
    chosen = services_of(interaction).personal.preferences(interaction.user.id).language
    return words_for(chosen or interaction.locale.value)


def where_of(interaction: Interaction) -> dict[str, object]:
    """Return log fields that identify an interaction; typed text is left out."""
    command = interaction.command
    data: Mapping[str, Any] = interaction.data or {}
    button = ":".join(str(data.get("custom_id", "?")).split(":")[:2])  # the rest may name a card
    what = command.qualified_name if command else button
    where: dict[str, object] = {"interaction": interaction.id, "what": what}
    shards = interaction.client.shard_count or 1
    if shards > 1 and interaction.guild_id is not None:
        # Discord's own formula for the shard of a server.
        where["shard"] = (interaction.guild_id >> 22) % shards
    return {**where, "user": pseudonym(interaction.user.id)}
