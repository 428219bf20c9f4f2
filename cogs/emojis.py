"""Emojis of our own: drawn by ``render``, uploaded once, and put where texts have marks for them.

They belong to the bot's application and need no permission. Their names end in a hash of what all
of them show: another drawing is another emoji, and an old one is never deleted, since messages may
show it. Until they are there, and where Discord refuses them, words stand alone.
"""

import asyncio
import logging
from typing import Final

import discord
from discord.ext import commands

from render import draw_icon
from ui.components import BackgroundCog
from ui.services import services_in
from ui.services.servers import UNANSWERED
from ui.texts.markup import MARKS, Icon

log = logging.getLogger("arkadia.emojis")

LOOK: Final = "513382"
"""The hash of all drawings. It stands here so that a start need not draw what is there already."""

RETRY_AFTER_S: Final = 3600.0  # seconds until what Discord did not take is tried again

LOOK_AGAIN_AFTER_S: Final = 60.0
"""Seconds until it is looked again whether another process has uploaded what is missing."""


class Emojis(BackgroundCog):
    """A cog that uploads missing emojis in the background."""

    @property
    def _leads(self) -> bool:
        """Return whether this process, of several, uploads the emojis."""
        return self._services.tables.store.shards.leads

    async def work(self) -> None:
        """Upload missing emojis once the bot is ready; those still missing wait for a start."""
        await self._bot.wait_until_ready()
        while True:
            if await self._complete():
                return
            await asyncio.sleep(RETRY_AFTER_S if self._leads else LOOK_AGAIN_AFTER_S)

    async def _complete(self) -> bool:
        """Upload missing emojis and use those there are; return whether all are there now."""
        try:
            known = {emoji.name: emoji for emoji in await self._bot.fetch_application_emojis()}
        except UNANSWERED as error:
            log.warning("Emojis not known", extra={"why": str(error)})
            return False
        found: dict[str, str] = {}
        for icon, mark in MARKS.items():
            emoji = known.get(name_of(icon)) or (await self._upload(icon) if self._leads else None)
            if emoji is not None:
                found[mark] = str(emoji)
        self._services.markup.emojis = found
        return len(found) == len(MARKS)

    async def _upload(self, icon: Icon) -> discord.Emoji | None:
        name, picture = name_of(icon), await asyncio.to_thread(draw_icon, icon.kind, icon.which)
        try:
            return await self._bot.create_application_emoji(name=name, image=picture)
        except UNANSWERED as error:
            log.warning("Emoji not uploaded", extra={"emoji": name, "why": str(error)})
            return None


def name_of(icon: Icon) -> str:
    """Return the name of an icon's emoji, of at most Discord's 32 characters."""
    return f"{icon.name}_{LOOK}"


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Emojis(bot, services_in(bot)))
