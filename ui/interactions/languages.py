"""In which language something is said that more than one person reads.

What only one person reads is in theirs: ``words_of``. What a table shows is in the table's, which
is settled when it is opened: the one that was named, else the server's, which a moderator chose by
a command, else that of Discord's settings of the server, else English.
"""

from __future__ import annotations

from typing import Final

from db.store import Store
from i18n.translation import SOURCE, offered
from ui.interactions import Interaction, guild_of, services_of, words_of

SCOPE: Final = "language"
"""The settings in which servers keep which language they chose."""


async def chosen_language(store: Store, guild: int) -> str | None:
    """The language that a server's moderators chose; None if they chose none that is offered."""
    found = await store.admin.setting(SCOPE, str(guild))
    return None if found is None else offered(found)


async def choose_language(store: Store, guild: int, language: str | None) -> None:
    """Choose a server's language; None leaves it to Discord's settings of the server."""
    await store.admin.set_setting(SCOPE, str(guild), language)


async def public_language(interaction: Interaction) -> str:
    """The language of what everybody reads on a server."""
    store = services_of(interaction).tables.store
    chosen = await chosen_language(store, guild_of(interaction))
    return chosen or discord_language(interaction)


def private_language(interaction: Interaction) -> str:
    """The language of a table that only one person sees: theirs."""
    return offered(words_of(interaction).language) or SOURCE


def discord_language(interaction: Interaction) -> str:
    """The language of a server by Discord's settings; only community servers can set another."""
    locale = interaction.guild_locale
    return (offered(locale.value) if locale else None) or SOURCE
