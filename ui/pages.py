"""Links to the pages of games, and the buttons that lead there."""

from __future__ import annotations

from typing import Any

import discord

from i18n.translation import Words
from tabletop.table import Table
from ui import buttons
from ui.interactions.audience import is_open
from ui.services import Services, services_in


def play_url(services: Services, number: int, user: int, language: str) -> str:
    """Return a link by which a person may play a game, once and within the hour."""
    code = services.doors.entering(number, user, language)
    return f"{services.settings.web_url}/enter/{code}"


def visit_url(services: Services, number: int, user: int) -> str:
    """Return a link by which a person may watch a game for an hour."""
    return f"{services.settings.web_url}/watch/{services.doors.visiting(number, user)}"


def watch_url(services: Services, number: int) -> str:
    """Return the link by which all who have it may watch a game."""
    return f"{services.settings.web_url}/watch/{services.doors.watching(number)}"


def link_button(url: str, words: Words) -> discord.ui.Button[Any]:
    """Return a button that opens a link."""
    return discord.ui.Button(url=url, label=words.context("button", "Open"))


async def watch_button(
    client: discord.Client, table: Table, words: Words
) -> discord.ui.Button[Any] | None:
    """Return the button below a public message that leads to watching; None without pages.

    Where everybody sees the channel it is the link itself; else a press gives each person one.
    """
    services = services_in(client)
    if not services.settings.web_url:
        return None
    if await is_open(client, table.row, lately=True):
        label = words.context("button", buttons.WATCH.caption)
        return discord.ui.Button(url=watch_url(services, table.number), label=label)
    return buttons.WATCH.button(table.number, words=words)
