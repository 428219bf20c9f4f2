"""The common parts of messages to one person: about turns that wait, and about games that ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import discord

from db.games.rows import MessageKind
from i18n.translation import Words, words_for
from tabletop.personal import Personal
from tabletop.table import Table
from ui import buttons
from ui.components.views import view_of
from ui.public.posts.post import Post, public_words
from ui.texts.escaping import short
from ui.texts.fitting import Part

Button: TypeAlias = discord.ui.Button[Any]

MOST_LINES: Final = 20
"""Games that a direct message names, with a button for each."""


def words_to(personal: Personal, user: int, table: Table) -> Words:
    """Return the words of the language that a person chose, else of a game's."""
    language = personal.preferences(user).language
    return words_for(language) if language else public_words(table)


def direct_post(
    lines: Sequence[str], tables: Sequence[Table], kind: MessageKind, words: Words
) -> Post:
    """Return a direct message about games, with a link to each game's message of one kind."""
    view = _links_to(tables, kind, words)
    return Post([Part(line) for line in lines], view=view, alone=True)


def place_post(user: int, lines: Sequence[str], button: Button, words: Words) -> Post:
    """Return a message in a game's place that notifies a person."""
    view = view_of(button, buttons.PREFER_NOTICES.button(words=words))
    return Post([Part(line) for line in lines], view=view, pings=[user])


def _links_to(tables: Sequence[Table], kind: MessageKind, words: Words) -> discord.ui.View:
    """Return buttons with links to games: to each game's message of one kind, or its place."""
    return view_of(
        *[
            discord.ui.Button[discord.ui.View](
                label=short(words("Game {number}", number=table.number), 80),
                url=_url(table, kind),
            )
            for table in tables[:MOST_LINES]
        ]
    )


def _url(table: Table, kind: MessageKind) -> str:
    place = f"https://discord.com/channels/{table.row.guild_id}"
    message = table.messages.get(kind)
    if message is None:
        return f"{place}/{table.place}"
    return f"{place}/{message.channel_id}/{message.message_id}"
