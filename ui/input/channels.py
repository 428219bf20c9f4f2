"""The option of a command that names a channel where messages are posted."""

from __future__ import annotations

from typing import Final, TypeAlias

import discord
from discord import app_commands

from ui.interactions import Interaction

Channel: TypeAlias = app_commands.AppCommandChannel | app_commands.AppCommandThread

_POSTED_IN: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
)

_THREADS: Final = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)


class ChannelOf(app_commands.Transformer):
    """An option for a channel of some kinds, of which Discord offers no others."""

    def __init__(self, *kinds: discord.ChannelType) -> None:
        self._kinds = kinds

    @property
    def type(self) -> discord.AppCommandOptionType:
        """The kind of the option."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """The kinds of channels that Discord offers."""
        return list(self._kinds)

    async def transform(self, interaction: Interaction, value: Channel) -> Channel:
        """Return what Discord says of the channel."""
        return value


POSTABLE: Final = ChannelOf(*_POSTED_IN)
"""A channel that takes messages, so no category and no forum."""

POSTABLE_OR_THREAD: Final = ChannelOf(*_POSTED_IN, *_THREADS)
"""A channel that takes messages, or a thread."""

FORUM: Final = ChannelOf(discord.ChannelType.forum)
