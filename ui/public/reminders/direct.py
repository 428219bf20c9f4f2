"""The common parts of direct messages to people who asked for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from db.games.rows import MessageKind
from i18n.translation import Words
from tabletop.table import Table
from ui.components.views import view_of
from ui.texts.escaping import short

MOST_LINES: Final = 20
"""Games that a direct message names, with a button for each."""


def links_to(tables: Sequence[Table], kind: MessageKind, words: Words) -> discord.ui.View:
    """Return buttons with links to games: to each game's message of one kind, or its place."""
    return view_of(
        *(
            discord.ui.Button[discord.ui.View](
                label=short(words("Game {number}", number=table.number), 80),
                url=_url(table, kind),
            )
            for table in tables[:MOST_LINES]
        )
    )


def _url(table: Table, kind: MessageKind) -> str:
    place = f"https://discord.com/channels/{table.row.guild_id}"
    message = table.messages.get(kind)
    if message is None:
        return f"{place}/{table.place}"
    return f"{place}/{message.channel_id}/{message.message_id}"
