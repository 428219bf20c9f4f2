"""The cog that serves the pages of games: their settings, and buttons that lead to them."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv4Network, IPv6Network
from typing import Any, ClassVar, Final

import discord
from discord.ext import commands
from prometheus_client import Counter, Gauge

from cogs.pages.links import Links
from cogs.pages.seeing import Members, is_open
from cogs.pages.web.replaying import hash_of, link_of, one_file
from cogs.pages.web.server.app import application
from cogs.pages.web.server.files import PageFiles
from cogs.pages.web.server.pages import Pages, PageServices
from cogs.pages.web.server.site import Site
from engine.record import Record
from i18n.translation import NC_, Words
from runtime import setting_values as parse
from runtime.settings import LISTENS, PAGE, SettingsError, setting
from tabletop import computers, forgetting, once
from tabletop.table import Table
from ui.answers import RefusalError, reply
from ui.components import ButtonFace, at_table, view_of, with_numbers
from ui.features import NOTHING, Extra, Feature, Place
from ui.interactions import Interaction, server_of, services_of, words_of
from ui.pictures import file_of
from ui.services import Services, services_in

ORIGIN: Final = "an address without a path, such as https://arkadia.example.org, or empty for none"
ORIGINS: Final = "addresses with commas between, such as https://discord.com, or empty for none"
PROXY: Final = "addresses or networks with commas between, such as 127.0.0.1, or empty for none"


@dataclass(frozen=True, slots=True)
class PageSettings:
    """The settings of the pages: their addresses, and where finished games are shown."""

    web_listen: parse.Listen | None = setting(None, parse.listen, LISTENS)
    web_url: str = setting("", parse.origin, ORIGIN)
    web_proxy: tuple[IPv4Network | IPv6Network, ...] = setting((), parse.networks, PROXY)
    web_frames: tuple[str, ...] = setting((), parse.origins, ORIGINS)
    page_url: str = setting("", parse.page_address, PAGE)

    REMOVED: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("ARKADIA_WEB_PORT", "ARKADIA_WEB_ADDRESS"),
        "ARKADIA_WEB_LISTEN has both, as in 127.0.0.1:8080",
    )

    def __post_init__(self) -> None:
        """Refuse what is valid one by one but not together."""
        if (self.web_listen is None) != (not self.web_url):
            problem = (
                "ARKADIA_WEB_LISTEN and ARKADIA_WEB_URL go together: the port that listens, and "
                "the address under which people reach it."
            )
            raise SettingsError([problem])


OPEN_BOARD: Final = ButtonFace("open-board", NC_("button", "Open the board"))
WATCH: Final = ButtonFace("watch", NC_("button", "Watch"))
SIGN_OUT: Final = ButtonFace("sign-out", NC_("button", "Sign out"), 0)


def link_button(
    services: Services, path: str, words: Words, face: ButtonFace = OPEN_BOARD
) -> discord.ui.Button[Any]:
    """Return a button that opens a path of the pages, such as ``watch/`` and a link's code."""
    url = f"{services[PageSettings].web_url}/{path}"
    return discord.ui.Button(url=url, label=words.context("button", face.caption))


async def watch_button(bot: discord.Client, table: Table, words: Words) -> discord.ui.Button[Any]:
    """Return the button below a public message that leads to watching.

    Where everybody sees the channel it is the link itself; else a press gives each person one.
    """
    if await is_open(bot, table.row, lately=True):
        services = services_in(bot)
        code = services[Links].watching(table.number)
        return link_button(services, f"watch/{code}", words, WATCH)
    return WATCH.button(table.number, words=words)


def replay_button(table: Table, words: Words, pages: str) -> discord.ui.Button[Any] | None:
    """Return the button that opens a finished game on its page; None if there is no address."""
    link = link_of(pages, _record_of(table), names_at_end(table, words), words.language)
    if link is None:
        return None
    return discord.ui.Button(url=link, label=words.context("button", "Turn by turn"), emoji="🔎")


def _record_of(table: Table) -> Record:
    game = table.running_game()
    return Record.of(game.position, game.actions)


def names_at_end(table: Table, words: Words) -> list[str]:
    """Return the names for a game's record, which does not know who played a seat at the end."""
    return [
        seat.name
        if seat.is_computer or seat.status == "playing"
        else words("{name} (computer)", name=seat.name)
        for seat in table.seats
    ]


async def give_link(interaction: Interaction, table: Table) -> None:
    """Answer with a link to a game's page: to play for those who have a seat, else to watch."""
    words, services, user = words_of(interaction), services_of(interaction), interaction.user.id
    if not services[PageSettings].web_url:
        text = words(
            "This bot has no web pages. `/arkadia turn` and `/arkadia board` show games here."
        )
        raise RefusalError(text)
    table.running_game()
    number, links = table.number, services[Links]
    if table.person(user) is not None:
        text = words(
            "**Your board in game {number}.** This link works once, within an hour. The "
            "browser that opens it can play as you for a week, so keep the link to "
            "yourself. *Sign out* ends that at once.",
            number=number,
        )
        path = f"enter/{links.entering(number, user, words.language)}"
    elif await is_open(interaction.client, table.row):
        text = words(
            "**Watch game {number}.** Everybody with this link sees what this channel sees.",
            number=number,
        )
        path = f"watch/{links.watching(number)}"
    else:
        text = words(
            "**Watch game {number}.** This link is only for you and works for an hour.",
            number=number,
        )
        path = f"watch/{links.visiting(number, user)}"
    buttons = [link_button(services, path, words)]
    if table.person(user) is not None:
        buttons.append(SIGN_OUT.button(words=words))
    await reply(interaction, text, view=view_of(*buttons))


async def sign_out(interaction: Interaction) -> None:
    """Close all pages of a person, and the links that they have not used."""
    words, services = words_of(interaction), services_of(interaction)
    if services[PageSettings].web_url:
        await services[Links].close(interaction.user.id)
    text = words("You're signed out everywhere, and your old links no longer work.")
    await reply(interaction, text)


PRESSES: Final = (
    at_table(OPEN_BOARD, give_link),
    at_table(WATCH, give_link),
    with_numbers(SIGN_OUT, sign_out),
)

log = logging.getLogger("arkadia.pages")


class GamePages(Feature):
    """A cog that serves the pages of games where a port is configured, and leads people there."""

    presses = PRESSES

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        super().__init__(bot)
        self._site: Site | None = None
        self._pages: Pages | None = None
        self._streams = Gauge(
            "arkadia_page_streams", "Open pages that hear of their game at once.", registry=None
        )
        self._requests = Counter(
            "arkadia_page_requests",
            "Requests to pages of games; 429 is what a limit refused.",
            ["status"],
            registry=None,
        )

    async def cog_load(self) -> None:
        """Start serving; if the port is taken, log it and go on without the pages."""
        await super().cog_load()
        settings = self.services[PageSettings]
        where = settings.web_listen
        if where is None:
            return
        files = await asyncio.to_thread(PageFiles.made, settings.web_url)
        own = self.services
        services = PageServices(
            own.tables,
            own.personal,
            own[once.Once],
            own.publisher,
            advice=own[computers.Advice],
            links=own[Links],
            is_open=partial(is_open, self.bot),
            is_member=partial(own[Members].has, self.bot),
            url=settings.web_url,
            proxies=settings.web_proxy,
            frames=settings.web_frames,
            count=lambda status: self._requests.labels(str(status)).inc(),
        )
        self._pages = pages = Pages(services, files)
        self._site = Site(application(pages), *where, services.proxies, services.count)
        self._streams.set_function(pages.streams.__len__)
        for metric in (self._streams, self._requests):
            own.metrics.registry.register(metric)
        own.tables.cache.changed.connect(pages.streams.wake)
        own[Links].closed.connect(pages.streams.wake_all)
        own[forgetting.Forgetting].before.append(own[Links].close)
        address = where._asdict()
        try:
            await self._site.start()
        except OSError as error:
            log.error("No pages of games", extra={**address, "why": str(error)})
        else:
            log.info("Pages of games", extra={**address, "url": settings.web_url})

    @commands.Cog.listener("on_interaction")
    async def note_member(self, interaction: Interaction) -> None:
        """Note that the person of an interaction is a member of its server."""
        if (guild := server_of(interaction)) is not None:
            self.services[Members].note(guild, interaction.user.id)

    async def cog_unload(self) -> None:
        """Stop serving; open pages come back by themselves."""
        await super().cog_unload()
        own, pages = self.services, self._pages
        if pages is None or self._site is None:
            return
        own.tables.cache.changed.disconnect(pages.streams.wake)
        own[Links].closed.disconnect(pages.streams.wake_all)
        own[forgetting.Forgetting].before.remove(own[Links].close)
        for metric in (self._streams, self._requests):
            own.metrics.registry.unregister(metric)
        await pages.streams.close()
        await self._site.stop()

    async def extra(self, place: Place, table: Table, words: Words, person: int = 0) -> Extra:
        """Add the ways to a game's pages."""
        if place in ("end", "file"):
            return await self._looking_back(place, table, words)
        if not self.services[PageSettings].web_url:
            return NOTHING
        match place:
            case "turn":
                return Extra(buttons=[await watch_button(self.bot, table, words)])
            case "panel" | "meanwhile":
                return Extra(buttons=[OPEN_BOARD.button(table.number, words=words)])
            case "board" | "screen":
                label = words.context("button", "Open in a browser")
                buttons = [OPEN_BOARD.button(table.number, words=words, label=label)]
                if table.person(person) is not None:
                    buttons.append(SIGN_OUT.button(words=words))
                return Extra(buttons=buttons)
            case "alone":
                code = self.services[Links].entering(table.number, person, words.language)
                return Extra(buttons=[link_button(self.services, f"enter/{code}", words)])
        return NOTHING

    async def _looking_back(self, place: Place, table: Table, words: Words) -> Extra:
        """Add the page that goes through a finished game: its link, else the page as a file."""
        own = self.services[PageSettings]
        link = replay_button(table, words, own.page_url or own.web_url)
        if link is not None:
            return Extra(buttons=[link])
        if place == "end":
            return NOTHING
        # In a thread: the pieces are drawn.
        record = _record_of(table)
        game = hash_of(record, names_at_end(table, words), words.language)
        page = await asyncio.to_thread(one_file, record, game)
        return Extra(
            [words("Open the page in a browser to go through the game turn by turn.")],
            files=[file_of(page, f"arkadia-{table.number}.html")],
        )
