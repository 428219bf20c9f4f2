"""What commands and buttons work with, and how they come by it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import discord

from players.workers import Workers
from tables.personal import Personal
from tables.publishing import Publisher
from tables.service import Tables
from translation import Words, words_for

Interaction: TypeAlias = discord.Interaction[discord.Client]


@dataclass(frozen=True, slots=True)
class App:
    """The services behind the commands.

    Attributes:
        tables: all tables.
        publisher: keeps what is shown up with what is saved.
        workers: the processes in which computer players think.
        personal: what belongs to one person alone.
    """

    tables: Tables
    publisher: Publisher
    workers: Workers
    personal: Personal


def app_of(interaction: Interaction) -> App:
    """The services of the bot an interaction came to."""
    app = getattr(interaction.client, "app", None)
    if not isinstance(app, App):
        raise TypeError("the client was set up without the app")
    return app


def guild_of(interaction: Interaction) -> int:
    """The id of the server an interaction came from; all commands and buttons live in servers."""
    if interaction.guild_id is None:
        raise TypeError("an interaction from outside of a server")
    return interaction.guild_id


def words_of(interaction: Interaction) -> Words:
    """The language of the person, for what only that person reads."""
    chosen = app_of(interaction).personal.preferences(interaction.user.id).language
    return words_for(chosen or interaction.locale.value)
