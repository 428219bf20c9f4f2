"""A public message: its text, picture and buttons, and whom it notifies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord

from i18n.translation import Words, words_for
from tabletop.table import Table
from ui.texts.fitting import Part, fitted


@dataclass(frozen=True, slots=True)
class Post:
    """A message to be sent.

    Attributes:
        parts: its lines; those that matter most are there whatever the others take.
        file: its picture or file.
        view: its buttons, or None for a message without.
        pings: the people whom it notifies; nobody hears of one that notifies nobody.
        instead: what it says where lines had to be left out.
        roles: the roles whose people it notifies.
        alone: whether it is to one person alone, who hears of it.
    """

    parts: Sequence[Part]
    file: discord.File | None = None
    view: discord.ui.View | None = None
    pings: Sequence[int] = ()
    instead: str = ""
    roles: Sequence[int] = ()
    alone: bool = False

    @property
    def text(self) -> str:
        """Its content, which Discord takes whatever people are called and have done."""
        return fitted(self.parts, self.instead)

    @property
    def silent(self) -> bool:
        """Whether it notifies nobody."""
        return not (self.pings or self.roles or self.alone)

    @property
    def mentions(self) -> discord.AllowedMentions:
        """Whom it notifies, whatever its text says."""
        users = [discord.Object(person) for person in self.pings]
        roles = [discord.Object(role) for role in self.roles]
        return discord.AllowedMentions(
            everyone=False, roles=roles or False, replied_user=False, users=users or False
        )


def title(table: Table, words: Words) -> str:
    """What a game is called in messages."""
    return words("Arkadia, game {number}", number=table.number)


def public_words(table: Table) -> Words:
    """The language in which a table's public messages are."""
    return words_for(table.row.language)


def without_file(post: Post, words: Words) -> Post:
    """The same message where files may not be attached."""
    note = words("(The picture is missing: I need *Attach Files* here. See `/arkadia board`.)")
    return replace(post, parts=[*post.parts, Part(note)], file=None)
