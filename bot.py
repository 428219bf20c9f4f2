"""The bot's entry point and composition root: settings, services, cogs, start and clean stop."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import logging
import os
import pkgutil
import random
import signal
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final
from urllib.request import getproxies

import discord
from discord.ext import commands

import cogs
from db.errors import (
    DiskError,
    DiskFullError,
    InUseError,
    SlowQuestionError,
    StoreError,
    TakenError,
    UnreachableError,
    UnsureError,
)
from db.history import Mark, WentBackError
from db.share import ALONE, Share
from db.store import Store
from delivery.pace import Pace
from delivery.patience import bound_waits
from i18n.translation import SOURCE, offer, words_for
from runtime.background import persistently
from runtime.listening import raise_file_limit
from runtime.logs import log_to_stderr
from runtime.settings import NO_TOKEN, Settings, SettingsError, read_settings
from runtime.stopping import cancel_until_ended, end_within, stop_signal
from runtime.watchdog import Watchdog
from tabletop.dealing import Dealer
from tabletop.turn_time import Clock
from ui.interactions.bounds import BoundTree
from ui.services import Services
from ui.services.command_sync import sync_commands
from ui.services.composition import services_on
from ui.services.editions import offer_editions
from ui.services.invite import invite_link
from ui.services.metrics import Metrics
from ui.services.servers import UNANSWERED
from ui.texts.translator import CatalogueTranslator

# What is imported lives for ever: with it, a full collection would stop the bot for 48 ms, not 5.
gc.freeze()

log = logging.getLogger("arkadia.bot")

# The bot never speaks, so nobody needs to hear what is missing for that.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

# What a server looks like is asked of Discord when it matters (ui/services/servers.py).
logging.getLogger("discord.state").addFilter(
    lambda record: not record.getMessage().startswith("Guilds intent seems to be disabled")
)

MISCONFIGURED: Final = os.EX_CONFIG
"""The exit status of a process that needs a change by its host; a restart would not help."""

UNAVAILABLE: Final = os.EX_UNAVAILABLE
"""The exit status of a failure that may pass by itself, such as an outage; a restart may help."""

OCCUPIED: Final = os.EX_TEMPFAIL
"""The exit status of a process whose shards or database another process serves."""

PASSING: Final = (DiskError, DiskFullError, SlowQuestionError, UnreachableError, UnsureError)
"""The errors that a database may recover from without a change of any setting."""

DISPLACED: Final = (
    "Another process takes care of these servers now, because the database was out of reach for a "
    "while. Start this one again to have it wait, or leave it."
)

RETRY_EVERY_S: Final = 0.25
"""Seconds between two attempts to take the ownership that another process holds."""

IDENTIFY_EVERY_MS: Final = 5_000
"""Milliseconds between two logins of shards in the same rate-limit bucket of Discord's."""

ANSWERING: Final = ("CommandTree-invoker", "discord.py: on_interaction")
"""Prefixes of discord.py's names of the tasks that handle commands, presses and modals."""

PAINTERS: Final = 2
"""Threads for drawing; each keeps the memory of the largest picture it has drawn."""

LAST_ANSWERS_S: Final = 10.0
"""Seconds that a stop waits for answers in progress; supervisors would not wait much longer."""

GOODBYE_S: Final = 2.0
"""Seconds for the closing handshakes with Discord, before connections are just dropped."""

EXTENSIONS: Final = tuple(
    module.name for module in pkgutil.iter_modules(cogs.__path__, f"{cogs.__name__}.")
)
"""All extensions of ``cogs``: commands, and background work."""


def now() -> int:
    """Return the time in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


class ArkadiaBot(commands.AutoShardedBot):
    """The bot: a Discord client without intents, which receives interactions, but no messages.

    Args:
        settings: the settings of this process.
        extensions: the modules with cogs that it loads at its start, in this order.
        sync_always: True to send the commands to Discord at each start, even if they are unchanged.
        clock: returns the time in milliseconds UTC.
        rng: the source of chance; by default the operating system's, which cannot be predicted.
        dealer: deals when a game begins.
        known: the newest point of the database's history that this process knows from before.

    Attributes:
        settings: the settings of this process.
        store: the database; open from the start to the stop.
        services: the services that the cogs use.
        displaced: an event, set when another process has taken over this one's servers.
        outdated: an event, set when the database went back to an earlier time: this bot's memory
            is of another past.
        known: the newest point of the database's history that the next bot is to know.
        painters: the pool of threads in which pictures are drawn.
    """

    store: Store
    services: Services

    def __init__(
        self,
        settings: Settings,
        extensions: Sequence[str] = EXTENSIONS,
        *,
        sync_always: bool = False,
        clock: Clock = now,
        rng: random.Random | None = None,
        dealer: type[Dealer] = Dealer,
        known: Mark | None = None,
    ) -> None:
        offer(settings.languages)
        offer_editions(settings)
        metrics = Metrics()
        trace, ids = metrics.trace(), settings.shard_ids
        share = len(ids) / settings.shards if ids and settings.shards else 1.0
        trace.on_request_start.append(Pace(share).wait)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=BoundTree,
            intents=discord.Intents.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=settings.shards,
            http_trace=trace,
            # Of HTTPS_PROXY; discord.py takes it for its requests and for the gateway.
            proxy=getproxies().get("https"),
        )
        bound_waits(self.http)
        if settings.shard_ids is not None:
            self.shard_ids = list(settings.shard_ids)
        self.settings = settings
        self._wanted_extensions = tuple(extensions)
        self._sync_always = sync_always
        self._clock = clock
        self._rng = rng or random.SystemRandom()
        self._dealer = dealer
        self._counted = metrics
        self._reloading = asyncio.Lock()
        self._identifying: int | None = None
        self.displaced = asyncio.Event()
        self.outdated = asyncio.Event()
        self.known = known
        self.painters = ThreadPoolExecutor(PAINTERS, thread_name_prefix="arkadia")

    async def setup_hook(self) -> None:
        """Open the store, load the cogs, and send Discord the commands if they changed."""
        # Most work for threads is drawing; asyncio's own default has more threads, each of which
        # would keep a large picture's memory.
        asyncio.get_running_loop().set_default_executor(self.painters)
        self.store = await self._open_store()
        self.store.when_lost(self._start_anew)
        self._tell_of_loss()
        self.services = await services_on(
            self.store, self.settings, self._clock, self._rng, self._counted, self._dealer
        )
        logging.getLogger().addHandler(self.services.errors)
        self._counted.epoch.set(self.store.epoch)
        if again := await self.services.forgetting.forget_again(words_for(SOURCE)("Former player")):
            log.warning("Forgotten again, as an older backup knew them", extra={"people": again})
        await self.tree.set_translator(CatalogueTranslator())
        for extension in self._wanted_extensions:
            await self.load_extension(extension)
        await self.sync_commands()

    async def _open_store(self) -> Store:
        """Open the store once no other process owns the database or this one's shards.

        Raises:
            StoreError: if it cannot be opened, such as ``InUseError`` after the setting's wait.
        """
        settings, loop = self.settings, asyncio.get_running_loop()
        share = ALONE
        if settings.shards is not None and settings.shard_ids is not None:
            share = Share(settings.shards, settings.shard_ids)
        until = loop.time() + settings.shard_wait
        while True:
            try:
                return await Store.open(
                    settings.database, share, known=self.known, witness=settings.backups
                )
            except (InUseError, UnreachableError) as error:
                if loop.time() >= until:
                    raise
                log.debug("Waiting for another process to end", extra={"why": str(error)})
            await asyncio.sleep(RETRY_EVERY_S)

    def _start_anew(self, error: WentBackError) -> None:
        """Have this bot end, and another one begin with the database as it is now."""
        if not self.outdated.is_set():
            log.error("The database went back", extra={"why": str(error)})
            self.known = error.known
            self.outdated.set()

    def _tell_of_loss(self) -> None:
        """Log that history was lost before this start, or may have been."""
        lost = self.store.lost
        if lost is None:
            return
        if lost.commits is None:
            log.warning("Another server has the database", extra={"games": lost.games})
        else:
            where = {"commits": lost.commits, "games": lost.games}
            log.error("History was lost, so its games are looked at", extra=where)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the rate limit of logins, which all processes of the bot share.

        The database gives out the slots. While it is unreachable this method goes on waiting, since
        an error raised here would end the bot.
        """
        if self.store.share.alone:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        if self._identifying is None:
            _, _, limit = await self.http.get_bot_gateway()
            self._identifying = int(limit["max_concurrency"])
        place = str((shard_id or 0) % self._identifying)
        while True:
            try:
                now = self._clock()
                turn = await self.store.admin.next_slot("identify", place, now, IDENTIFY_EVERY_MS)
            except (UnreachableError, UnsureError) as error:
                log.warning("Not logged in yet", extra={"shard": shard_id, "why": str(error)})
                await asyncio.sleep(RETRY_EVERY_S)
            else:
                await asyncio.sleep((turn - now) / 1000)
                return

    async def sync_commands(self) -> None:
        """Send the slash commands to Discord, if they changed since they were sent last."""
        self.services.markup.commands = await sync_commands(
            self, self.store, self.settings.guild, always=self._sync_always
        )

    async def reload(self, *extensions: str) -> list[str]:
        """Reload the editions and some extensions, or all, while games go on.

        Returns:
            The extensions that could not be loaded; their old code stays active.
        """
        failed = []
        async with self._reloading:
            offer_editions(self.settings)
            for extension in extensions or tuple(self.extensions):
                try:
                    await self.reload_extension(extension)
                except (commands.ExtensionError, RuntimeError):  # a thread loaded a module
                    log.exception("Not reloaded", extra={"extension": extension})
                    failed.append(extension)
                else:
                    log.info("Reloaded", extra={"extension": extension})
            await self.sync_commands()
        return failed

    async def on_ready(self) -> None:
        """Log that the gateway is ready, with the link that adds the bot to a server.

        This happens again after every new session.
        """
        invite = invite_link(self.application_id) if self.application_id else None
        log.info("Ready", extra={"user": self.user, "guilds": len(self.guilds), "invite": invite})

    async def close(self) -> None:
        """Disconnect from the gateway, finish pending answers, then close HTTP and the store."""
        with contextlib.suppress(TimeoutError):
            leaving = asyncio.gather(*[shard.disconnect() for shard in self.shards.values()])
            await asyncio.wait_for(leaving, GOODBYE_S)
        await _finish_answers()
        await super().close()  # unloads the cogs first, which end what they do in the background
        if hasattr(self, "services"):
            logging.getLogger().removeHandler(self.services.errors)
            await self.services.close()
        if hasattr(self, "store"):
            await self.store.close()


async def _finish_answers() -> None:
    """Wait until all interactions in progress are answered, up to a deadline."""
    answering = {task for task in asyncio.all_tasks() if task.get_name().startswith(ANSWERING)}
    if answering:
        _, late = await asyncio.wait(answering, timeout=LAST_ANSWERS_S)
        if late:
            log.warning("Not all were answered before the stop", extra={"unanswered": len(late)})
            for task in late:
                task.cancel()
            await asyncio.wait(late)


async def reload_on_signal(bot: ArkadiaBot) -> None:
    """Reload a bot's cogs at each SIGHUP, until cancelled."""
    hung_up = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, hung_up.set)
    while await hung_up.wait():
        hung_up.clear()
        if not bot.is_ready():
            continue
        try:
            await bot.reload()
        except (StoreError, *UNANSWERED) as error:
            log.error("Commands not sent to Discord", extra={"why": str(error)})
        except Exception:  # else the next signal would do nothing, without a word
            log.exception("Not reloaded")


async def serve(bot: ArkadiaBot) -> None:
    """Run the bot until a signal stops it or Discord refuses it.

    Raises:
        TakenError: if another process took over this one's servers.
        WentBackError: if the database went back in time, so that another bot is to begin.
    """
    stop = asyncio.create_task(stop_signal().wait())
    displaced = asyncio.create_task(bot.displaced.wait())
    outdated = asyncio.create_task(bot.outdated.wait())
    reloads = asyncio.create_task(reload_on_signal(bot))
    running = asyncio.create_task(bot.start(bot.settings.token))
    watchdog = asyncio.create_task(persistently("watchdog", Watchdog(os.environ).run))
    try:
        ends = {stop, running, displaced, outdated}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        log.info("Stopping")
        if displaced.done():
            raise TakenError(DISPLACED)
        if outdated.done() and not stop.done():
            raise WentBackError(bot.store.path.name, bot.known or Mark())
    finally:
        deadline = end_within()
        # First nothing new comes in, then what has begun is finished.
        await cancel_until_ended(stop, reloads, running, displaced, outdated)
        await bot.close()
        bot.painters.shutdown(wait=False, cancel_futures=True)  # nobody waits for pictures now
        await cancel_until_ended(watchdog)
        if outdated.done():
            deadline.cancel()  # the process goes on, with another bot
    log.info("Stopped")


def main() -> int:
    """Run the bot with the settings of the environment and ``.env``, and return the exit status."""
    about = "Run the bot, with the settings of the environment and of .env."
    argparse.ArgumentParser("python bot.py", description=about).parse_args()
    try:
        settings = read_settings(os.environ, Path(".env"))
    except SettingsError as error:
        return _refuse(str(error), MISCONFIGURED)
    if not settings.token:
        return _refuse(NO_TOKEN, MISCONFIGURED)
    log_to_stderr(settings.log_level, settings.token, settings.log_format)
    raise_file_limit()
    try:
        _serve_on(settings)
    except StoreError as error:
        return _refuse(str(error), _status(error))
    except discord.LoginFailure:
        return _refuse(
            "Discord does not accept DISCORD_TOKEN: copy the token again from the page “Bot” of "
            "your application at https://discord.com/developers/applications.",
            MISCONFIGURED,
        )
    except (OSError, discord.HTTPException, discord.GatewayNotFound) as error:
        return _refuse(f"Discord cannot be reached: {error}", UNAVAILABLE)
    return 0


def _serve_on(settings: Settings) -> None:
    """Run one bot after another: the next one when the database has gone back in time."""
    known = None
    while True:
        try:
            asyncio.run(serve(ArkadiaBot(settings, known=known)))
        except WentBackError as error:
            # Nothing that the bot had in memory stays, of which any part may be of a lost past.
            known = error.known
        else:
            return


def _status(error: StoreError) -> int:
    """Return the exit status for an error of the store."""
    if isinstance(error, InUseError):
        return OCCUPIED
    return UNAVAILABLE if isinstance(error, PASSING) else MISCONFIGURED


def _refuse(sentence: str, status: int) -> int:
    sys.stderr.write(f"{sentence}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
