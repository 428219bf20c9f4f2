"""The sockets: what a feature gives to the bot, and what the core asks the loaded features for.

A feature is an extension of ``cogs/`` that can be deleted. Its cogs derive from ``Feature``, and
each socket is an attribute or a method that such a cog may have. The core asks the cogs that are
loaded, so nothing has to be taken back when a feature is unloaded, loaded anew or deleted.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from i18n.translation import Words
from tabletop.personal import Value
from tabletop.table import Table
from ui.components import BackgroundCog, ComponentCog, view_of
from ui.interactions import Interaction, guild_of, may_moderate, server_of, words_of
from ui.services import services_in

log = logging.getLogger("arkadia.bot")

Place: TypeAlias = Literal[
    "lobby",
    "settings",
    "turn",
    "end",
    "board",
    "screen",
    "meanwhile",
    "panel",
    "choose",
    "ended",
    "played",
    "record",
    "file",
    "alone",
]
"""Messages about a game to which features may add.

Public posts of a game: its lobby, each turn's, the end's. Private answers: a lobby's settings, the
board, the person's screen, what a player may do between two turns, the panel before anything is
chosen, where one's own turn begins, where it or the game has ended, a turn played for somebody, a
record, a finished game as a file; and the way in to a game for the only person at the machine, at a
try-out.
"""

Page: TypeAlias = Literal["newcomers", "help", "preferences"]
"""Messages about no game to which features may add: what newcomers read, and two screens."""


@dataclass(frozen=True, slots=True)
class Extra:
    """Lines and buttons that a feature adds to a message."""

    lines: Sequence[str] = ()  # paragraphs after those of the message
    buttons: Sequence[discord.ui.Button[Any]] = ()  # after those of the message
    files: Sequence[discord.File] = ()  # after those of the message; only for a record

    @property
    def view(self) -> discord.ui.View | None:
        """Its buttons, for an answer that has no others; None without any."""
        return view_of(*self.buttons) if self.buttons else None


NOTHING: Final = Extra()


@dataclass(frozen=True, slots=True)
class News:
    """Something on a server that people can join, for messages that sum up what goes on there."""

    channel: int  # the id of its channel; who cannot see that is not told
    at: int  # when it began, in milliseconds UTC
    line: str  # the sentence about it, as an entry of a list


POSTABLE: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
)
"""The kinds of channels that take messages, so no category and no forum."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A choice of moderators for a server, on the screen of its settings."""

    name: str  # its name in custom ids, in small letters
    label: str  # its name as people read it
    # returns what is chosen: an option, or the id of a channel or role; None if it is off
    value: Callable[[Interaction], Awaitable[str | None]]
    # returns what follows from that, in a sentence or two
    sentence: Callable[[Interaction], Awaitable[str]]
    # chooses another value, or None; a refusal stands beside the menu
    choose: Callable[[Interaction, str | None], Awaitable[None]]
    channels: Sequence[discord.ChannelType] = ()  # the kinds of channels that can be chosen
    # returns the options with their captions; without either, roles are offered
    options: Callable[[Words], Mapping[str, str]] | None = None


class Feature(ComponentCog, BackgroundCog):
    """A base class for a feature's cogs; beside its commands, presses and modals it may have more.

    >>> class Weather(Feature):
    ...     under = "arkadia"  # so its command is /arkadia weather
    ...
    ...     @app_commands.command(description="The weather in Arkadia")
    ...     async def weather(self, interaction: Interaction) -> None: ...
    ...
    ...     async def extra(self, place, table, words, person=0):
    ...         return Extra(["It rains."]) if place == "end" else NOTHING
    """

    # the full name of the group that its commands are put under, such as ``arkadia``; empty for
    # top-level commands
    under: ClassVar[str] = ""
    # what people choose in ``/arkadia preferences``: values with a label and a line
    preferences: ClassVar[Sequence[Value[bool]]] = ()
    # what moderators choose for a server in ``/arkadia-admin settings``
    settings: ClassVar[Sequence[Setting]] = ()

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        ComponentCog.__init__(self, bot)
        BackgroundCog.__init__(self, bot, services_in(bot))
        self.services = self._services
        # Kept from discord.py, which would put them at the top, where two may have one name.
        self.own_commands = self.get_app_commands() if self.under else []
        self.__cog_app_commands__ = [] if self.under else self.__cog_app_commands__

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Admit those whom the group of its commands admits, since hiding protects nothing."""
        await super().interaction_check(interaction)
        return not self.under.startswith("arkadia-admin") or await may_moderate(interaction)

    async def extra(self, place: Place, table: Table, words: Words, person: int = 0) -> Extra:
        """Return what it adds to a message about a game.

        Args:
            person: the id of the only reader; 0 for a public message.
        """
        return NOTHING

    def at_turn(self, table: Table, turn: int, words: Words) -> Extra:
        """Return what it adds where a turn of a finished game is looked back at."""
        return NOTHING

    def offers(self, page: Page, words: Words) -> Extra:
        """Return what it adds to a message that is about no game."""
        return NOTHING

    async def ranked_seat(self, guild: int, person: int, words: Words) -> Extra:
        """Return what a person is told who takes a seat in a game that counts."""
        return NOTHING

    async def for_moderators(self, guild: int, words: Words) -> Sequence[str]:
        """Return lines for a server's moderators, below the list of its unfinished games."""
        return ()

    async def level(self, guild: int, person: int) -> str | None:
        """Return the level of computer players as strong as a person, if it knows that."""
        return None

    async def begin_alone(self, interaction: Interaction) -> bool:
        """Begin a practice game where the bot is for the person alone; False if it does not."""
        return False

    async def news(self, guild: int, words: Words) -> Sequence[News]:
        """Return what people of a server can join now, the newest first."""
        return ()

    async def cog_unload(self) -> None:
        """End its work, and take its commands from their group."""
        await super().cog_unload()
        if (group := _group(self.bot, self.under)) is not None:
            for command in self.own_commands:
                group.remove_command(command.name)


def features_of(client: discord.Client) -> list[Feature]:
    """Return the cogs of the features loaded now: a list, since a reload may come between."""
    cogs = client.cogs.values() if isinstance(client, commands.AutoShardedBot) else ()
    return [cog for cog in cogs if isinstance(cog, Feature)]


async def extra_of(
    client: discord.Client, place: Place, table: Table, words: Words, person: int = 0
) -> Extra:
    """Return what all features add to a message about a game."""
    return together([await one.extra(place, table, words, person) for one in features_of(client)])


def offers_of(client: discord.Client, page: Page, words: Words) -> Extra:
    """Return what all features add to a message that is about no game."""
    return together([one.offers(page, words) for one in features_of(client)])


def together(found: Sequence[Extra]) -> Extra:
    """Return several additions as one."""
    return Extra(
        [line for one in found for line in one.lines],
        [button for one in found for button in one.buttons],
        [file for one in found for file in one.files],
    )


async def told_of_ranked(interaction: Interaction) -> Extra:
    """Return what features tell a person who takes a seat in a game that counts."""
    guild, words = guild_of(interaction), words_of(interaction)
    given = guild, interaction.user.id, words
    return together([await one.ranked_seat(*given) for one in features_of(interaction.client)])


async def begun_alone(interaction: Interaction) -> bool:
    """Begin practice where the bot is for a person alone, and return whether a feature did."""
    if server_of(interaction) is not None:
        return False
    return any([await one.begin_alone(interaction) for one in features_of(interaction.client)])


def add_to(view: discord.ui.View, extra: Extra) -> None:
    """Put features' buttons below an answer, each once: another place may have added it."""
    there = {item.custom_id for item in view.children if isinstance(item, discord.ui.Button)}
    for button in extra.buttons:
        if button.custom_id is None or button.custom_id not in there:
            view.add_item(button)


def place_commands(bot: commands.AutoShardedBot) -> None:
    """Put the features' commands under their groups, also after a group was loaded anew."""
    for feature in features_of(bot):
        group = _group(bot, feature.under)
        for command in feature.own_commands:
            if group is None:
                continue
            try:
                group.add_command(command, override=True)
            except ValueError as error:  # Discord takes 25 in a group
                group.remove_command(command.name)
                where = {"command": command.name, "group": group.qualified_name}
                log.error("Command left out", extra={**where, "why": str(error)})


def _group(bot: commands.AutoShardedBot, name: str) -> app_commands.Group | None:
    """Return a group by its full name, such as ``arkadia seat``; None if there is none."""
    first, *more = name.split() or [""]
    found = bot.tree.get_command(first)
    for word in more:
        found = found.get_command(word) if isinstance(found, app_commands.Group) else None
    return found if isinstance(found, app_commands.Group) else None
