"""A cog that finishes its work when the bot stops."""

from discord.ext import commands

from bot import ArkadiaBot


class LastWords(commands.Cog):
    def __init__(self, bot: ArkadiaBot) -> None:
        self._bot = bot

    async def cog_unload(self) -> None:
        assert not self._bot.is_closed()
        await self._bot.store.admin.set_setting("test", "last words", "Good night")


async def setup(bot: ArkadiaBot) -> None:
    await bot.add_cog(LastWords(bot))
