"""The try-out's simulated Discord: one channel, five people and the bot.

Five people sit in one channel, and one of them moderates; the page shows it as the person chosen
under “Viewing as”. Games and the channel's messages are kept in a folder for the next run.
"""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin

import discord
import simcord
from aiohttp import ClientSession, hdrs, web
from simcord.backend.cdn import CDN_BASE
from simcord.preview import Preview

from bot import EXTENSIONS, ArkadiaBot
from cogs.upkeep import name_of
from i18n.translation import SOURCE, languages, offered, words_for
from players.levels import OPPONENTS
from render import draw_icon
from runtime.settings import Settings
from tabletop.opening import Opening
from tryout.channel_memory import ChannelMemory
from tryout.page import FirstPage, publish_changes, serve_by_asking
from ui.components import view_of
from ui.features import extra_of, offers_of
from ui.interactions import choose_language
from ui.texts.markup import MARKS

PEOPLE: Final = ("Ada", "Bela", "Chiara", "Deniz")
MODERATOR: Final = "Mona"  # the fifth person, who may manage the server

PORT: Final = 8700
WEB_PORT: Final = 8701  # the usual port of the pages of games; another one if it is taken
CHECK_EVERY_S: Final = 0.25  # seconds between two checks for changes
ANSWER_WITHIN_S: Final = 3.0  # seconds within which Discord expects an answer to an interaction
IDLE_AFTER_S: Final = 0.5  # seconds after which a task that still sleeps counts as idle


def language_of_machine(environment: Mapping[str, str]) -> str:
    """Return the language in which the page begins.

    Args:
        environment: the environment variables; ``LANG=de_DE.UTF-8`` names a language,
            ``LANGUAGE=nl:fr`` several, of which the first offered one counts.
    """
    # The order of the variables is gettext's.
    said = (environment.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    locales = next(filter(None, said), SOURCE).split(":")
    codes = (locale.partition(".")[0].partition("@")[0] for locale in locales)
    return next(filter(None, map(offered, codes)), SOURCE)


words = words_for(language_of_machine(os.environ))


class LivelyDiscord(simcord.Env):
    """A SimCord backend whose actions return as soon as the bot has answered.

    SimCord's own backend waits until the bot's tasks are done, also scheduled ones such as the next
    heartbeat, and the page shows “Completing action…” meanwhile. Later changes are pushed to the
    page here.
    """

    served: bool = False  # whether a page is served, so that people wait for what the bot does

    async def _settle_internal(self, **rest: Any) -> None:
        """Wait for the bot; while a page is served, no longer than Discord waits for an answer."""
        if not self.served or rest.get("timeout") is not None:
            await super()._settle_internal(**rest)
            return
        assert self._loop is not None
        end = self._loop.time() + ANSWER_WITHIN_S
        while self._loop.time() < end:
            self._leave_visitors_out()
            with suppress(TimeoutError):
                await super()._settle_internal(**{**rest, "timeout": IDLE_AFTER_S})
                return

    def _leave_visitors_out(self) -> None:
        """Have nothing wait for the pages of games, whose streams stay open as they do."""
        for task in self._work.tasks:
            if getattr(task.get_coro(), "__qualname__", "").startswith("RequestHandler."):
                self._work.external_waits.setdefault(task, "a visitor of the pages")


class Tryout:
    """A simulated Discord with one channel and the bot in it.

    Args:
        practice: whether a game against a computer player is ready at the first start.
        pages: whether the games' pages are served beside the channel.
        hosted: the settings of a bot, from which those about editions are taken.
    """

    def __init__(
        self,
        folder: Path,
        extensions: Sequence[str] = EXTENSIONS,
        *,
        practice: bool = False,
        pages: bool = False,
        hosted: Settings | None = None,
    ) -> None:
        self._practice = practice
        # The one of practice is begun first; if it is over, the next way in opens another.
        self._game = 1 if practice else 0
        port = free_port(WEB_PORT)
        served = {"ARKADIA_WEB_LISTEN": str(port), "ARKADIA_WEB_URL": f"http://127.0.0.1:{port}"}
        settings = Settings(
            token="",
            database=folder / "tryout.sqlite3",
            others=served if pages else {},
            # Nobody else is there to be disturbed.
            limits={},
        )
        if hosted is not None:
            settings = replace(settings, editions=hosted.editions, edition=hosted.edition)
        self.bot = ArkadiaBot(settings, extensions, sync_always=True)
        # Its checks of unhandled errors are for tests; here the log tells of them.
        self.env = LivelyDiscord(self.bot, shard_count=1, check_errors=False, settle_timeout=60)
        # Ids are given out in order: made in the same order, everything has the same id each time.
        backend = self.env.backend
        backend.bot_user.name = "Arkadia"
        self._language = words.language
        guild = self._guild = self.env.create_guild(words("Demo"))
        # The page shows one channel and no threads, so the bot may open none.
        bot = simcord.UserHandle(self.env, backend.bot_user)
        no_threads = discord.PermissionOverwrite(
            create_public_threads=False, create_private_threads=False
        )
        self.channel = guild.create_text_channel(
            "arkadia",
            topic=words("Type /arkadia to see what you can do"),
            overwrites={bot: no_threads},
        )
        self.people = [
            guild.add_member(self.env.create_user(name.lower(), global_name=name))
            for name in PEOPLE
        ]
        role = guild.create_role("moderator", permissions=discord.Permissions(manage_guild=True))
        moderator = self.env.create_user(MODERATOR.lower(), global_name=MODERATOR)
        self.people.append(guild.add_member(moderator, roles=[role]))
        # The bot finds its emojis uploaded: the simulated Discord would not keep what they show.
        self._emojis = {
            f"{CDN_BASE}/emojis/{backend.create_application_emoji(name_of(icon)).id}.png": (
                draw_icon(icon.kind, icon.which)
            )
            for icon in MARKS
        }
        self._memory = ChannelMemory(folder, backend, self.channel.id)
        # New ids must differ from those of earlier times: from here on the clock is right.
        self._keep_time()

    @asynccontextmanager
    async def running(self, port: int | None) -> AsyncIterator[Preview]:
        """Run the bot and serve the page until the block ends.

        Args:
            port: the page's port; None for the usual one or, if that is taken, any free one.
        """
        known = self._memory.recall()
        await self.env.start()
        watching: asyncio.Task[None] | None = None
        try:
            if not known:
                await self._greet()
                if self._practice:
                    await self._begin_practice()
            async with self._served(port) as preview:
                watching = asyncio.create_task(self._watch(preview))
                yield preview
        finally:
            if watching is not None:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
            await self.bot.close()
            self._memory.keep()
            await self.env.shutdown()

    async def enter(self) -> web.Response:
        """Let the first person in to a running game of practice, and return what leads there."""
        table = await self.bot.services.tables.get(self._game) if self._game else None
        if table is None or table.row.state != "running":
            await self._begin_practice()
        [link, *_] = await self._ways_in()
        origin = urljoin(link, "/").rstrip("/")
        async with (
            ClientSession() as session,
            session.post(link, headers={hdrs.ORIGIN: origin}, allow_redirects=False) as answer,
        ):
            board = urljoin(link, answer.headers[hdrs.LOCATION])
            # A cookie is of the machine, whatever the port: the pages' server reads it.
            cookie = answer.headers[hdrs.SET_COOKIE]
        return web.Response(status=303, headers={hdrs.LOCATION: board, hdrs.SET_COOKIE: cookie})

    async def _ways_in(self) -> list[str]:
        """Return the links by which the first person may play the game of practice elsewhere."""
        if not self._game:
            return []
        table = await self.bot.services.tables.get(self._game)
        person = self.people[0].id
        extra = await extra_of(self.bot, "alone", table, words_for(self._language), person)
        return [button.url for button in extra.buttons if button.url]

    def picture(self) -> bytes:
        """Return the newest picture in the channel, which is that of a board."""
        backend = self.env.backend
        shown = backend.messages[self.channel.id].values()
        urls = [file["url"] for one in shown if not one.is_ephemeral for file in one.attachments]
        return backend.cdn.get(urls[-1]) or b"" if urls else b""

    async def _greet(self) -> None:
        if self._language != SOURCE:
            store = self.bot.services.tables.store
            await choose_language(store, self._guild.id, self._language)
        channel = self.bot.get_partial_messageable(self.channel.id, guild_id=self._guild.id)
        extra = offers_of(self.bot, "newcomers", words)
        text = _greeting(extra.lines, practice=self._practice)
        await channel.send(text, view=view_of(*extra.buttons))

    async def _begin_practice(self) -> None:
        person = self.people[0]
        tables, publisher = self.bot.services.tables, self.bot.services.publisher
        opening = Opening(
            guild=self._guild.id,
            channel=self.channel.id,
            host=person.id,
            name=PEOPLE[0],
            seat_limit=2,
            computers=(OPPONENTS[0].name,),
            language=self._language,
        )
        table = await tables.lobby.open(opening)
        await tables.lobby.begin(table.number, person.id)
        await publisher.publish(table.number)
        self._game = table.number

    @asynccontextmanager
    async def _served(self, port: int | None) -> AsyncIterator[Preview]:
        first = self._practice and bool(await self._ways_in())
        preview = self._preview(PORT if port is None else port, first=first)
        try:
            await preview.__aenter__()
        except simcord.SetupError:
            if port is not None:
                raise
            preview = self._preview(0, first=first)
            await preview.__aenter__()
        try:
            yield preview
        finally:
            await preview.close()

    def _preview(self, port: int, *, first: bool) -> Preview:
        preview = self.env.preview(
            self.channel,
            viewers=self.people,
            layout="channel",
            assets={url: (url.rpartition("/")[2], image) for url, image in self._emojis.items()},
        )
        page = FirstPage(words, lambda: preview.url, self.picture, self.enter) if first else None
        serve_by_asking(preview, port, self._language, page)
        self.env.served = True
        return preview

    async def _watch(self, preview: Preview) -> None:
        """Push changes to every page and save the channel, again and again."""
        while True:
            await asyncio.sleep(CHECK_EVERY_S)
            self._keep_time()
            backend = self.env.backend
            if not backend.transcript:
                continue
            # SimCord records all events and requests for tests; over hours they would fill memory.
            backend.transcript.clear()
            backend.http_requests.clear()
            publish_changes(preview)
            self._memory.keep()

    def _keep_time(self) -> None:
        clock = self.env.backend.clock
        clock.advance(max(0.0, (datetime.now(UTC) - clock.now()).total_seconds()))


def free_port(usual: int) -> int:
    """Return a port of this machine that is free now: the usual one, if possible."""
    for port in (usual, 0):
        with socket.socket() as taken, suppress(OSError):
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            taken.bind(("127.0.0.1", port))
            return int(taken.getsockname()[1])
    raise OSError("no port is free")


def _greeting(more: Sequence[str], *, practice: bool) -> str:
    ready = words(
        "A game against the computer is ready. When it's your turn, press *Take your "
        "turn* below it."
    )
    # Translators: the label is what your language calls *Language*.
    above = words("You choose the language above, under “{label}”.", label=words("Language"))
    return "\n".join(
        (
            words("Welcome! This is a Discord channel with five people and the Arkadia bot."),
            words(
                "You are {name}. To switch, choose a name under “Viewing as”, or open "
                "this page again in another window.",
                name=PEOPLE[0],
            ),
            *([above] * (len(languages()) > 1)),
            *more,
            *([ready] if practice else []),
            words(
                "To play with the others, type `/arkadia start` below, press Enter, then "
                "the send arrow."
            ),
            words(
                "{name} moderates this server: switch to {name} to use `/arkadia-admin`.",
                name=MODERATOR,
            ),
        )
    )
