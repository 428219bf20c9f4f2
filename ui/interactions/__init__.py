"""What is known of an interaction: whose it is, where, in which language, with which services."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import discord

from i18n.translation import Words, words_for
from runtime.logs import pseudonym
from ui.services import Services, services_in

Interaction: TypeAlias = discord.Interaction[discord.Client]


def services_of(interaction: Interaction) -> Services:
    """The services of the bot an interaction came to."""
    return services_in(interaction.client)


def guild_of(interaction: Interaction) -> int:
    """The id of the server an interaction came from; all commands and buttons live in servers."""
    if interaction.guild_id is None:
        raise TypeError("an interaction from outside of a server")
    return interaction.guild_id


def words_of(interaction: Interaction) -> Words:
    """The language of the person, for what only that person reads."""
    chosen = services_of(interaction).personal.preferences(interaction.user.id).language
    return words_for(chosen or interaction.locale.value)


def where_of(interaction: Interaction) -> dict[str, object]:
    """Which interaction something in the log is about; what was typed is not told."""
    command = interaction.command
    data: Mapping[str, Any] = interaction.data or {}
    button = ":".join(str(data.get("custom_id", "?")).split(":")[:2])  # no more: it may name a card
    what = command.qualified_name if command else button
    where: dict[str, object] = {"interaction": interaction.id, "what": what}
    shards = interaction.client.shard_count or 1
    if shards > 1 and interaction.guild_id is not None:
        where["shard"] = (interaction.guild_id >> 22) % shards
    return {**where, "user": pseudonym(interaction.user.id)}
