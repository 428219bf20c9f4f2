"""The option of a command that names a channel where messages are posted."""

from __future__ import annotations

from typing import Final, TypeAlias

import discord
from discord import app_commands

from ui.interactions import Interaction

Channel: TypeAlias = app_commands.AppCommandChannel | app_commands.AppCommandThread

_POSTED_IN: Final = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
]

_THREADS: Final = [
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
]


class PostableChannel(app_commands.Transformer):
    """A channel that takes messages, so no category and no forum."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """The kind of the option."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """The kinds of channels that Discord offers."""
        return _POSTED_IN

    async def transform(
        self,
        interaction: Interaction,
        value: Channel,
    ) -> Channel:
        """Return what Discord says of the channel."""
        return value


class PostableChannelOrThread(PostableChannel):
    """A channel that takes messages, or a thread."""

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """The kinds of channels that Discord offers."""
        return _POSTED_IN + _THREADS


class ForumChannel(PostableChannel):
    """A forum."""

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """The kinds of channels that Discord offers."""
        return [discord.ChannelType.forum]
