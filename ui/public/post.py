"""A public message: its text, picture and buttons, and the people it notifies."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord

from db.games.rows import MessageKind
from i18n.translation import Words, words_for
from tabletop.table import Table
from ui.texts.markup import Part, fitted


@dataclass(frozen=True, slots=True)
class Post:
    """The content of a message to be sent: text, picture, buttons, and people to notify."""

    # its lines, each with its rank; the most important ones are never cut for others
    parts: Sequence[Part]
    files: Sequence[discord.File] = ()  # its pictures or files
    view: discord.ui.View | None = None  # its buttons, or None for a message without
    pings: Sequence[int] = ()  # the people whom it notifies; without any it is sent silently
    instead: str = ""  # the text in place of lines that had to be left out
    roles: Sequence[int] = ()  # the roles whose people it notifies
    alone: bool = False  # True for a direct message, which notifies its reader

    @property
    def text(self) -> str:
        """The content, fitted to Discord's limit."""
        return fitted(self.parts, self.instead)

    @property
    def silent(self) -> bool:
        """True if the message notifies no person."""
        return not (self.pings or self.roles or self.alone)

    @property
    def mentions(self) -> discord.AllowedMentions:
        """The mentions that Discord carries out, independent of the text."""
        # By an allow-list: names and typed text in a message can then never ping, however they
        # read.
        users = [discord.Object(person) for person in self.pings]
        roles = [discord.Object(role) for role in self.roles]
        return discord.AllowedMentions(
            everyone=False, roles=roles or False, replied_user=False, users=users or False
        )


def message_url(table: Table, kind: MessageKind) -> str:
    """Return the address of a game's message of one kind, or of its place."""
    place = f"https://discord.com/channels/{table.row.guild_id}"
    message = table.messages.get(kind)
    if message is None:
        return f"{place}/{table.place}"
    return f"{place}/{message.channel_id}/{message.message_id}"


def title(table: Table, words: Words) -> str:
    """Return a game's title as messages write it."""
    return words("Arkadia, game {number}", number=table.number)


def public_words(table: Table) -> Words:
    """Return the language of a table's public messages."""
    return words_for(table.row.language)


def without_file(post: Post, words: Words) -> Post:
    """Return the same message for a channel where files may not be attached."""
    note = words("(The picture is missing: I need *Attach Files* here. See `/arkadia board`.)")
    return replace(post, parts=[*post.parts, Part(note)], files=())
