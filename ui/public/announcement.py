"""An open lobby told in a channel that moderators chose, where people look for games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import discord

from db.games.rows import StoredMessage
from db.store import Store
from delivery.sender import Sender, nonce_from
from i18n.translation import Words
from tabletop.table import Table
from ui import buttons
from ui.components.views import view_of
from ui.interactions.audience import seen_by_all
from ui.public.look_back import unnoted
from ui.public.posts.post import Post, public_words
from ui.texts.escaping import plain_name
from ui.texts.fitting import Part

SCOPE: Final = "announce"
"""The settings in which servers keep where open games are announced."""


ANNOUNCE: Final = "announce"
"""The kind under which it is due that a game is announced which could not be."""


@dataclass(frozen=True, slots=True)
class Announcing:
    """Where open games of a server are announced.

    Attributes:
        channel: the channel's id.
        role: the id of the role that is notified, or None.
    """

    channel: int
    role: int | None = None


async def announcing(store: Store, guild: int) -> Announcing | None:
    """Where open games of a server are announced, if anywhere."""
    found = await store.admin.setting(SCOPE, str(guild))
    if found is None:
        return None
    channel, _, role = found.partition("/")
    return Announcing(int(channel), int(role) if role else None)


async def announce_in(store: Store, guild: int, chosen: Announcing | None) -> None:
    """Choose where open games of a server are announced; None for nowhere."""
    value = None
    if chosen is not None:
        value = f"{chosen.channel}/{chosen.role or ''}"
    await store.admin.set_setting(SCOPE, str(guild), value)


async def role_called(store: Store, table: Table) -> int | None:
    """The role to be notified by a lobby itself, which stands where games are announced."""
    chosen = await announcing(store, table.row.guild_id)
    here = chosen is not None and chosen.channel == table.place and is_open(table)
    return chosen.role if chosen is not None and here else None


def is_open(table: Table) -> bool:
    """Whether anybody may join."""
    row = table.row
    return row.state == "lobby" and len(table.seats) + len(row.invited) < row.seat_limit


def announcement_post(table: Table, words: Words, role: int | None = None) -> Post:
    """Who looks for players, where, and the way in.

    Args:
        table: a game that has not begun.
        words: the language of the server.
        role: the role that it notifies, or None.
    """
    row, host = table.row, table.host
    text = words(
        "{name} looks for players: game {number} in {place}. Seats taken: {taken} of {count}.",
        name=plain_name(host.name) if host else words("Somebody"),
        number=table.number,
        place=f"<#{table.place}>",
        taken=len(table.seats),
        count=row.seat_limit,
    )
    view = view_of(
        buttons.JOIN.button(table.number, words=words, disabled=not is_open(table)),
        buttons.LEARN.button(words=words),
    )
    parts = [Part(f"<@&{role}> {text}" if role else text)]
    return Post(parts, view=view, roles=(role,) if role else ())


async def announce(
    client: discord.Client, store: Store, sender: Sender, table: Table, *, recovering: bool
) -> StoredMessage | None:
    """Announce an open game where its server wants that; None if it is not to be.

    A game that not all can see who see that channel is not announced.

    Args:
        client: the bot.
        store: where servers keep what they chose.
        sender: posts it.
        table: the game.
        recovering: whether it may stand there already without being noted.

    Raises:
        discord.HTTPException: if Discord does not take it now.
    """
    guild = table.row.guild_id
    chosen = await announcing(store, guild)
    if chosen is None or chosen.channel == table.place or not is_open(table):
        return None
    if not await seen_by_all(client, chosen.channel, guild, [table.row]):
        return None
    if recovering:
        for one in await unnoted(sender, table, chosen.channel):
            if one.message.kind == "lobby":
                return _stored(chosen.channel, one.message.message_id)
    post = announcement_post(table, public_words(table), chosen.role)
    nonce = nonce_from(f"announcement/{guild}/{table.number}/{table.row.created_at}")
    message = await sender.post(chosen.channel, guild, post, nonce)
    return _stored(chosen.channel, message.id)


def _stored(channel: int, message: int) -> StoredMessage:
    return StoredMessage("announcement", channel, message)
