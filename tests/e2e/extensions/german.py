"""Commands in another language."""

import discord
from discord import app_commands
from discord.ext import commands


class German(app_commands.Translator):
    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        return "wort" if locale is discord.Locale.german else None


async def setup(bot: commands.AutoShardedBot) -> None:
    await bot.tree.set_translator(German())
