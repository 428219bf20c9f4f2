"""The commands of the person who runs the bot: its status, and reloading its parts."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Protocol, runtime_checkable

import discord
from discord import app_commands
from discord.ext import commands

from engine.edition_files import SHELF
from i18n.translation import N_
from players.thinking import Kind
from runtime.logs import pseudonym
from runtime.vitals import memory_in_use, version
from ui.answers import RefusalError, pages, reply
from ui.input.suggestions import Choices, choice, quiet
from ui.interactions import Interaction, services_of, words_of
from ui.memory import kept_in_memory
from ui.texts.status import Status, status_text

log = logging.getLogger("arkadia.moderation")


# A protocol, since bot.py stands above the cogs and is not imported here.
@runtime_checkable
class ReloadingBot(Protocol):
    """The part of the bot that the owner's commands use."""

    @property
    def extensions(self) -> Mapping[str, ModuleType]:
        """The loaded extensions, by their names."""

    @property
    def guilds(self) -> Sequence[discord.Guild]:
        """The servers that the bot is in."""

    async def is_owner(self, user: discord.abc.User, /) -> bool:
        """Return whether a user is the bot's owner."""

    async def reload(self, *extensions: str) -> list[str]:
        """Reload some extensions, or all; return those that could not be loaded."""


class OwnerCommands(commands.Cog):
    """The commands of the bot's owner."""

    @app_commands.command(description=N_("How the bot is; for the person who runs it"))
    async def status(self, interaction: Interaction) -> None:
        """Show the bot's status: version, servers, games, memory, backups and recent errors."""
        words, bot = words_of(interaction), await _for_its_owner(interaction)
        services = services_of(interaction)
        folder = services.settings.backups
        backup = await services.tables.store.newest_backup(folder) if folder else None
        kept = kept_in_memory(services).values()
        outlook = services.thinking.outlook(Kind.REVIEW)
        status = Status(
            version=version(),
            started_at=services.started_at,
            servers=len(bot.guilds),
            counts=await services.tables.store.counts(),
            backlog=await services.tables.store.outbox.backlog(services.tables.now()),
            waiting=outlook.waiting,
            seconds=outlook.seconds,
            memory=memory_in_use(),
            kept=sum(one.memory for one in kept),
            most_kept=sum(one.limit for one in kept),
            backed_up_at=backup.made_at if backup else None,
            backs_up=folder is not None,
            editions=len(SHELF.offered),
            left_out=SHELF.problems,
            errors=tuple(services.errors.records),
        )
        for page in pages(status_text(status, words)):
            await reply(interaction, page)

    @app_commands.command(description=N_("Reload a part of the bot; for the person who runs it"))
    @app_commands.describe(part=N_("Which part; all of them if you name none"))
    async def reload(
        self, interaction: Interaction, part: app_commands.Range[str, 1, 40] | None = None
    ) -> None:
        """Reload one extension from its file, or all of them, while games go on."""
        words, bot = words_of(interaction), await _for_its_owner(interaction)
        parts = _parts(bot)
        if part is not None and part not in parts:
            raise RefusalError(
                words("The bot has these parts: {parts}.", parts=words.listing(parts))
            )
        failed = await (bot.reload() if part is None else bot.reload(parts[part]))
        log.info("Reload", extra={"part": part or "all", "by": pseudonym(interaction.user.id)})
        if failed:
            names = words.listing(name for name in parts if parts[name] in failed)
            raise RefusalError(
                words("Not loaded: {parts}. They go on as they were; see the log.", parts=names)
            )
        await reply(interaction, words("Reloaded: {parts}.", parts=part or words.listing(parts)))

    @reload.autocomplete("part")
    @quiet
    async def _part(self, interaction: Interaction, typed: str) -> Choices[str]:
        parts = _parts(await _for_its_owner(interaction))
        return [choice(name, name) for name in parts if typed.casefold() in name]


async def is_owner_of(interaction: Interaction) -> bool:
    """Return whether the person who asks runs the bot."""
    bot = interaction.client
    return isinstance(bot, ReloadingBot) and await bot.is_owner(interaction.user)


async def _for_its_owner(interaction: Interaction) -> ReloadingBot:
    """Return the bot, for its owner.

    Raises:
        RefusalError: if another person asks.
    """
    bot = interaction.client
    if not isinstance(bot, ReloadingBot) or not await bot.is_owner(interaction.user):
        words = words_of(interaction)
        raise RefusalError(words("Only the person who runs this bot may do this."))
    return bot


def _parts(bot: ReloadingBot) -> dict[str, str]:
    """Return the extensions by their short names."""
    return {name.rpartition(".")[2]: name for name in bot.extensions}
