"""Choose the language of texts that more than one person reads.

A text for one person is in their language: ``words_of``. A table has a language from its opening:
the one that was named, else the server's, which a moderator chose by a command, else that of
Discord's settings of the server, else English.
"""

from __future__ import annotations

from typing import Final

from db.store import Store
from i18n.translation import SOURCE, offered
from ui.interactions import Interaction, guild_of, services_of, words_of

SCOPE: Final = "language"
"""The scope of the settings that hold the languages of servers."""


async def chosen_language(store: Store, guild: int) -> str | None:
    """Return the language that a server's moderators chose; None if none or not offered."""
    found = await store.admin.setting(SCOPE, str(guild))
    return None if found is None else offered(found)


async def choose_language(store: Store, guild: int, language: str | None) -> None:
    """Choose a server's language; None leaves it to Discord's settings of the server."""
    await store.admin.set_setting(SCOPE, str(guild), language)


async def public_language(interaction: Interaction) -> str:
    """Return the language of a server's public messages."""
    store = services_of(interaction).tables.store
    chosen = await chosen_language(store, guild_of(interaction))
    return chosen or discord_language(interaction)


def private_language(interaction: Interaction) -> str:
    """Return the language of a table that only one person sees: theirs."""
    return offered(words_of(interaction).language) or SOURCE


def discord_language(interaction: Interaction) -> str:
    """Return the language of a server by Discord's settings."""
    # Only community servers can set it; Discord sends American English for all others.
    locale = interaction.guild_locale
    return (offered(locale.value) if locale else None) or SOURCE
