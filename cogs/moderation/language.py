"""The language of a server's public messages: a command for moderators."""

from __future__ import annotations

import logging

from discord import app_commands
from discord.ext import commands

from i18n.translation import N_, own_name
from runtime.logs import pseudonym
from ui.answers import reply
from ui.input.languages import language_choices, read_language
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.interactions.languages import choose_language, chosen_language, discord_language

log = logging.getLogger("arkadia.moderation")


class LanguageCommands(commands.Cog):
    """The command by which moderators choose the language of public messages."""

    @app_commands.command(description=N_("The language of what the bot says to everybody here"))
    @app_commands.describe(
        language=N_("Which; leave it out to see it"),
        off=N_("True leaves it to this server's settings"),
    )
    @app_commands.autocomplete(language=language_choices)
    async def language(
        self,
        interaction: Interaction,
        language: app_commands.Range[str, 1, 20] | None = None,
        off: bool = False,
    ) -> None:
        """Choose the language of the server's public messages."""
        words, guild = words_of(interaction), guild_of(interaction)
        store = services_of(interaction).tables.store
        if off or language is not None:
            spoken = None if off or language is None else read_language(language, words)
            await choose_language(store, guild, spoken)
            log.info(
                "Language",
                extra={"guild": guild, "by": pseudonym(interaction.user.id), "now": spoken},
            )
        chosen = await chosen_language(store, guild)
        name = own_name(chosen or discord_language(interaction))
        text = words(
            "New games and leagues and the weekly summary speak {language} here. Each game can "
            "have a language of its own: `/arkadia start`.",
            language=name,
        )
        if chosen is None:
            text = words(
                "Nothing is chosen: new games and leagues and the weekly summary speak {language}, "
                "by this server's settings in Discord. `language:` chooses another.",
                language=name,
            )
        await reply(interaction, text)
