"""The bot's entry point: settings, logging, wiring, start and clean stop."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import discord
from discord import app_commands

from cogs.app import App
from cogs.part import add_game
from db import Store, StoreError
from logs import log_to_stderr
from settings import NO_TOKEN, Settings, SettingsError, read_settings

log = logging.getLogger("arkadia.bot")

# The bot never speaks, so nobody needs to hear what is missing for that.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

MISCONFIGURED: Final = os.EX_CONFIG
UNREACHABLE: Final = os.EX_UNAVAILABLE

Part = Callable[["ArkadiaBot"], Awaitable[None]]
"""Adds something to the bot at its start: commands, buttons, what to do at the stop."""


async def arkadia(bot: ArkadiaBot) -> None:
    """The game: its commands, its buttons, and showing what was not shown before the last stop."""
    await add_game(bot, bot.tree, bot)


PARTS: Final[tuple[Part, ...]] = (arkadia,)
"""What the bot is made of, in the order of its setting up."""


class ArkadiaBot(discord.Client):
    """A client that knows the servers it is in and nothing else that Discord would tell it.

    Args:
        parts: what the bot is made of.
        tree: the class of the slash commands.
        sync_always: send the commands to Discord even if it knows them, for one that forgets.

    Attributes:
        settings: what the bot was told at its start.
        tree: the slash commands.
        store: what is kept on disk; open from the start to the stop.
        app: the services behind the commands.
        exits: what is done at the stop, the last added first. A part that must finish something
            before Discord and the store are closed adds that here.
        stopping: whether the stop has begun, so that nothing new should.
    """

    store: Store
    app: App

    def __init__(
        self,
        settings: Settings,
        parts: Sequence[Part] = PARTS,
        *,
        tree: type[app_commands.CommandTree[ArkadiaBot]] = app_commands.CommandTree,
        sync_always: bool = False,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.settings = settings
        self.tree = tree(self)
        self.exits = AsyncExitStack()
        self.stopping = False
        self._parts = tuple(parts)
        self._sync_always = sync_always

    async def setup_hook(self) -> None:
        """Opens the store, adds the parts and tells Discord of the commands if they changed."""
        self.store = await Store.open(self.settings.database)
        self.exits.push_async_callback(self.store.close)
        self.exits.push_async_callback(super().close)
        for part in self._parts:
            await part(self)
        await self.sync_commands()

    async def sync_commands(self) -> None:
        """Sends the commands to Discord, unless the same were sent for this application before."""
        guild = discord.Object(self.settings.guild) if self.settings.guild else None
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        place = f"{self.application_id}/{self.settings.guild or 'all'}"
        wanted = await self._fingerprint(guild)
        known = await self.store.get_setting("commands", place)
        if known == wanted and not self._sync_always:
            return
        commands = await self.tree.sync(guild=guild)
        await self.store.set_setting("commands", place, wanted)
        log.info("Commands sent to Discord", extra={"commands": len(commands)})

    async def _fingerprint(self, guild: discord.Object | None) -> str:
        commands = self.tree.get_commands(guild=guild)
        translator = self.tree.translator
        payload = [
            await command.get_translated_payload(self.tree, translator)
            if translator
            else command.to_dict(self.tree)
            for command in commands
        ]
        return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()

    async def on_ready(self) -> None:
        """Discord has told all it has to tell; this repeats after every new session."""
        log.info("Ready", extra={"user": self.user, "guilds": len(self.guilds)})

    async def close(self) -> None:
        """Finishes what has begun, then closes the connection to Discord and the store."""
        self.stopping = True
        await self.exits.aclose()
        await super().close()


def stop_signal() -> asyncio.Event:
    """An event that is set by Ctrl-C or SIGTERM; the next such signal ends the process at once."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()

    def on_signal() -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, on_signal)
    return stop


async def serve(bot: ArkadiaBot) -> None:
    """Runs the bot until a signal stops it or Discord refuses it."""
    stop = asyncio.create_task(stop_signal().wait())
    running = asyncio.create_task(bot.start(bot.settings.token))
    try:
        await asyncio.wait({stop, running}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        log.info("Stopping")
    finally:
        # First nothing new comes in, then what has begun is finished.
        stop.cancel()
        running.cancel()
        await asyncio.gather(stop, running, return_exceptions=True)
        await bot.close()
    log.info("Stopped")


def main() -> int:
    """Runs the bot with the settings of the environment and ``.env``; returns the exit status."""
    try:
        settings = read_settings(os.environ, Path(".env"))
    except SettingsError as error:
        return _refuse(str(error), MISCONFIGURED)
    if not settings.token:
        return _refuse(NO_TOKEN, MISCONFIGURED)
    log_to_stderr(settings.log_level, settings.token)
    try:
        asyncio.run(serve(ArkadiaBot(settings)))
    except StoreError as error:
        return _refuse(str(error), MISCONFIGURED)
    except discord.LoginFailure:
        return _refuse(
            "Discord does not accept DISCORD_TOKEN: copy the token anew from the page «Bot» of "
            "your application at https://discord.com/developers/applications.",
            MISCONFIGURED,
        )
    except (OSError, discord.HTTPException) as error:
        return _refuse(f"Discord cannot be reached: {error}", UNREACHABLE)
    return 0


def _refuse(sentence: str, status: int) -> int:
    sys.stderr.write(f"{sentence}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
