"""The bot as a client of Discord: it opens the store, loads cogs, sends commands, ends in order."""

import asyncio
import contextlib
import hashlib
import json
import logging
import random
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final
from urllib.request import getproxies

import discord
from discord import app_commands
from discord.ext import commands

from db import errors, sql
from db.store import Store
from delivery import pace
from delivery.sender import bound_waits
from i18n.translation import SOURCE, offer, words_for
from runtime.logs import LastErrors
from runtime.settings import Settings
from tabletop import forgetting, opening
from tabletop.table import Clock, now
from ui.features import place_commands
from ui.interactions import BoundTree
from ui.services import Metrics, Services, close_services, offer_editions, servers, services_on


class CatalogueTranslator(app_commands.Translator):
    """A translator of command descriptions by the catalogues, English where one has no entry."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translation of a description or a choice; None for names of commands."""
        kept = (
            app_commands.TranslationContextLocation.command_name,
            app_commands.TranslationContextLocation.group_name,
            app_commands.TranslationContextLocation.parameter_name,
        )
        menu = isinstance(context.data, app_commands.ContextMenu)  # read, and never typed
        # Names of commands stand in sentences and pages in every language, so they stay the same.
        if context.location in kept and not menu:
            return None
        words = words_for(locale.value)
        if not words.translated:
            return None
        if meant := string.extras.get("context"):
            sentence = words.context(meant, string.message)
        else:
            # A sentence with an edition's names is in the catalogues with its gaps, as the names
            # may be any.
            names = {key: words.name(name) for key, name in string.extras.get("names", {}).items()}
            sentence = words(string.extras.get("sentence", string.message), **names)
        return sentence if sentence != string.message else None


log = logging.getLogger("arkadia.bot")


async def sync_commands(
    bot: commands.AutoShardedBot, store: Store, guild_id: int | None, *, always: bool
) -> dict[str, int]:
    """Send the slash commands to Discord, if they changed since they were sent last.

    The ids that Discord assigns to commands are stored, so that texts can link to commands. Of
    several processes only the leader sends commands; the others read the stored ids.

    Returns:
        The id for mentions of each command by its full name: that of its first word.
    """
    guild = discord.Object(guild_id) if guild_id else None
    if guild is not None:
        bot.tree.copy_global_to(guild=guild)
    place = f"{bot.application_id}/{guild_id or 'all'}"
    payloads = await command_payloads(bot.tree, guild)
    wanted = hashlib.sha256(json.dumps(payloads, sort_keys=True).encode()).hexdigest()
    known = await store.admin.setting("commands", place)
    numbers = await store.admin.setting("command-ids", place)
    if store.shards.leads:
        await _leave_last_server(bot, store, guild_id)
    if store.shards.leads and (known != wanted or numbers is None or always):
        sent = await _sent(bot, payloads, guild)
        numbers = json.dumps({command["name"]: int(command["id"]) for command in sent})
        await store.admin.set_setting("commands", place, wanted)
        await store.admin.set_setting("command-ids", place, numbers)
        log.info("Commands sent to Discord", extra={"commands": len(sent)})
    return {} if numbers is None else _numbered(bot.tree, json.loads(numbers), guild)


async def _leave_last_server(
    bot: commands.AutoShardedBot, store: Store, guild_id: int | None
) -> None:
    """Take the commands away from the server that had its own before, or all would stand twice."""
    assert bot.application_id is not None  # known since the login
    application = str(bot.application_id)
    last = await store.admin.setting("commands-alone", application)
    if last and last != str(guild_id):
        await bot.http.bulk_upsert_guild_commands(bot.application_id, int(last), [])
        await store.admin.set_setting("commands", f"{application}/{last}", None)
    if last != (str(guild_id) if guild_id else None):
        await store.admin.set_setting("commands-alone", application, str(guild_id or "") or None)


async def command_payloads(
    tree: app_commands.CommandTree[Any], guild: discord.Object | None = None
) -> list[dict[str, Any]]:
    """Return the payloads of all commands, with their texts in all languages."""
    translator = tree.translator
    return [
        await command.get_translated_payload(tree, translator)
        if translator
        else command.to_dict(tree)
        for command in tree.get_commands(guild=guild)
    ]


def _numbered(
    tree: app_commands.CommandTree[Any], numbers: Mapping[str, int], guild: discord.Object | None
) -> dict[str, int]:
    """Return the ids of all commands by their full names, from the ids by first words."""
    return {
        command.qualified_name: numbers[top.name]
        for top in tree.get_commands(guild=guild)
        if top.name in numbers
        for command in (top.walk_commands() if isinstance(top, app_commands.Group) else [top])
        if isinstance(command, app_commands.Command)
    }


async def _sent(
    bot: commands.AutoShardedBot, payloads: list[dict[str, Any]], guild: discord.Object | None
) -> Sequence[Mapping[str, Any]]:
    """Send the commands, and return them as Discord knows them now.

    ``CommandTree.sync`` would translate all of them once more.
    """
    assert bot.application_id is not None  # known since the login
    if guild is None:
        return await bot.http.bulk_upsert_global_commands(bot.application_id, payloads)
    return await bot.http.bulk_upsert_guild_commands(bot.application_id, guild.id, payloads)


# The bot never speaks, so nobody needs to hear what is missing for that.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

# What a server looks like is asked of Discord when it matters (ui/services/servers.py).
logging.getLogger("discord.state").addFilter(
    lambda record: not record.getMessage().startswith("Guilds intent seems to be disabled")
)

RETRY_EVERY_S: Final = 0.25  # seconds between two attempts to take what another process owns
SHARD_WAIT_S: Final = 600  # how long a start waits for shards that another process serves
IDENTIFY_EVERY_MS: Final = 5_000  # between two logins of shards in the same bucket of Discord's

ANSWERING: Final = ("CommandTree-invoker", "discord.py: on_interaction")
"""Prefixes of discord.py's names of the tasks that handle commands, presses and modals."""

PAINTERS: Final = 2  # threads for drawing, each with the memory of its largest picture
LAST_ANSWERS_S: Final = 10.0  # that a stop waits for answers; supervisors wait little longer
GOODBYE_S: Final = 2.0  # seconds for the closing handshakes, before connections are just dropped


class Client(commands.AutoShardedBot):
    """The bot: a Discord client without intents, which receives interactions, but no messages.

    Of ``extensions`` those in ``core`` are needed for a game. ``displaced`` is set when another
    process has taken over this one's servers, ``outdated`` when the database was found to have gone
    back to an earlier time: this bot's memory is of another past.
    """

    store: Store
    services: Services

    def __init__(
        self,
        settings: Settings,
        extensions: Sequence[str],
        core: Collection[str],
        *,
        sync_always: bool = False,
        clock: Clock = now,
        rng: random.Random | None = None,
        dealer: type[opening.Dealer] = opening.Dealer,
    ) -> None:
        offer(settings.languages)
        offer_editions(settings)
        metrics = Metrics()
        trace, shards = metrics.trace(), settings.shards
        ids = shards.ids if shards else None
        share = len(ids) / shards.total if shards and ids else 1.0
        trace.on_request_start.append(pace.Pace(share).wait)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=BoundTree,
            # Else a command is in all places that Discord's portal has for the application.
            allowed_installs=app_commands.AppInstallationType(guild=True),
            intents=discord.Intents.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=shards.total if shards else None,
            http_trace=trace,
            # Of HTTPS_PROXY; discord.py takes it for its requests and for the gateway.
            proxy=getproxies().get("https"),
        )
        bound_waits(self.http)
        if ids is not None:
            self.shard_ids = list(ids)
        self.settings = settings
        without = {f"cogs.{name}" for name in settings.without}
        if wrong := without - (set(extensions) - set(core)):
            log.warning("No such features", extra={"names": " ".join(sorted(wrong))})
        left_out = without - set(core)
        self._wanted_extensions = tuple(name for name in extensions if name not in left_out)
        self._core = core
        self._sync_always = sync_always
        self._clock = clock
        self._rng = rng or random.SystemRandom()
        self._dealer = dealer
        self._counted = metrics
        self._reloading = asyncio.Lock()
        self._identifying: int | None = None
        self.displaced = asyncio.Event()
        self.outdated = asyncio.Event()
        self.painters = ThreadPoolExecutor(PAINTERS, thread_name_prefix="arkadia")

    async def setup_hook(self) -> None:
        """Open the store, load the cogs, and send Discord the commands if they changed."""
        # Most work for threads is drawing; asyncio's own default has more threads, each of which
        # would keep a large picture's memory.
        asyncio.get_running_loop().set_default_executor(self.painters)
        self.store = await self._open_store()
        self.store.outdated = self.outdated
        self.services = await services_on(
            self.store, self.settings, self._clock, self._rng, self._counted, self._dealer
        )
        logging.getLogger().addHandler(self.services[LastErrors])
        self._counted.epoch.set(self.store.epoch)
        await self.tree.set_translator(CatalogueTranslator())
        await self._load(self._wanted_extensions)
        # With the features that know how to take people out of what goes on.
        if again := await self.services[forgetting.Forgetting].forget_again(
            words_for(SOURCE)("Former player")
        ):
            log.warning("Forgotten again, as an older backup knew them", extra={"people": again})
        await self.sync_commands()

    async def _load(self, extensions: Sequence[str]) -> None:
        """Load extensions; a feature that fails is logged, one of the core raises."""
        for extension in extensions:
            try:
                await self.load_extension(extension)
            except commands.ExtensionError:
                if extension in self._core:
                    raise
                log.exception("Feature not loaded", extra={"extension": extension})

    @property
    def missing(self) -> tuple[str, ...]:
        """The extensions that it wants and could not load."""
        return tuple(name for name in self._wanted_extensions if name not in self.extensions)

    async def _open_store(self) -> Store:
        """Open the store, after at most ten minutes of waiting for who owns it or these shards."""
        settings, loop = self.settings, asyncio.get_running_loop()
        shards = sql.ALONE
        until, waiting = loop.time(), False
        if settings.shards is not None and settings.shards.ids is not None:
            shards = sql.Shards(settings.shards.total, settings.shards.ids)
            until += SHARD_WAIT_S
        while True:
            try:
                return await Store.open(settings.database, shards)
            except (errors.InUseError, errors.UnreachableError) as error:
                if loop.time() >= until:
                    raise
                if not waiting:
                    log.warning("Waiting for other processes", extra={"why": str(error)})
                waiting = True
            await asyncio.sleep(RETRY_EVERY_S)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the rate limit of logins, which all processes of the bot share.

        The database gives out the slots. While it is unreachable this method goes on waiting, since
        an error raised here would end the bot.
        """
        if self.store.shards.alone:
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
            except (errors.UnreachableError, errors.UnsureError) as error:
                log.warning("Not logged in yet", extra={"shard": shard_id, "why": str(error)})
                await asyncio.sleep(RETRY_EVERY_S)
            else:
                await asyncio.sleep((turn - now) / 1000)
                return

    async def sync_commands(self) -> None:
        """Send the slash commands to Discord, if they changed since they were sent last."""
        place_commands(self)
        self.services.markup.commands = await sync_commands(
            self, self.store, self.settings.guild, always=self._sync_always
        )

    async def reload(self, *extensions: str) -> list[str]:
        """Reload editions and some extensions, or all; return those whose old code stays active."""
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
            if not extensions:
                await self._load(self.missing)
                failed += self.missing
            await self.sync_commands()
        return failed

    async def on_ready(self) -> None:
        """Log after every new session that the gateway is ready, with the link to add the bot."""
        invite = servers.invite_link(self.application_id) if self.application_id else None
        log.info("Ready", extra={"user": self.user, "guilds": len(self.guilds), "invite": invite})

    async def close(self) -> None:
        """Disconnect from the gateway, finish pending answers, then close HTTP and the store."""
        with contextlib.suppress(TimeoutError):
            leaving = asyncio.gather(*[shard.disconnect() for shard in self.shards.values()])
            await asyncio.wait_for(leaving, GOODBYE_S)
        await _finish_answers()
        await super().close()  # unloads the cogs first, which end what they do in the background
        if hasattr(self, "services"):
            logging.getLogger().removeHandler(self.services[LastErrors])
            await close_services(self.services)
        if hasattr(self, "store"):
            await self.store.close()


async def _finish_answers() -> None:
    answering = {task for task in asyncio.all_tasks() if task.get_name().startswith(ANSWERING)}
    if answering:
        _, late = await asyncio.wait(answering, timeout=LAST_ANSWERS_S)
        if late:
            log.warning("Not all were answered before the stop", extra={"unanswered": len(late)})
            for task in late:
                task.cancel()
            await asyncio.wait(late)
