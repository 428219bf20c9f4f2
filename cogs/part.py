"""Puts the game into the bot: services, commands, buttons, what is done at start and stop."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import AsyncExitStack
from typing import Any, Protocol

import discord
from discord import app_commands

from cogs.advising import AdviceCommands, Hint
from cogs.after import GetRecord, Rematch
from cogs.announcing import DiscordAnnouncer
from cogs.answering import answer_error
from cogs.app import App, Interaction
from cogs.guide import GuideCommands, PageBack, PageOn
from cogs.lobby_buttons import AddComputer, Begin, Cancel, Join, Leave, RemoveComputer
from cogs.lobby_commands import LobbyCommands, StartCommands
from cogs.log_pages import Earlier, Later
from cogs.look_commands import LookCommands, RecordCommands
from cogs.looking import Board, BoardAnew, BoardText, MyScreen, ScreenAnew
from cogs.moderation import Moderation
from cogs.panel.pressing import PanelButton, PanelMenu, TakeTurn
from cogs.personal_commands import PersonalCommands
from cogs.practice import PracticeCommands
from cogs.replaying import Replay
from cogs.reviewing import Review
from cogs.seat_commands import SeatCommands
from cogs.translating import CatalogueTranslator
from cogs.turn_commands import TurnCommands
from cogs.unknown import Unknown
from db.store import Store
from players.workers import Workers, processes
from settings import Settings
from tables.computing import Computers
from tables.personal import Personal
from tables.publishing import Publisher
from tables.service import Tables
from translation import N_

BUTTONS = (
    *(Join, Leave, Begin, Cancel, AddComputer, RemoveComputer),
    *(MyScreen, ScreenAnew, Board, BoardAnew, BoardText, Earlier, Later),
    *(GetRecord, Rematch, Replay, Review, Hint, PageBack, PageOn),
    *(TakeTurn, PanelButton, PanelMenu),
)


class Frame(Protocol):
    """What the game needs of the bot."""

    app: App
    store: Store
    settings: Settings
    exits: AsyncExitStack


def commands() -> list[app_commands.Group]:
    """All commands: ``/arkadia`` with its groups, and the moderators' group."""
    arkadia = app_commands.Group(
        name="arkadia", description=N_("The board game Arkadia"), guild_only=True
    )
    for part in (
        StartCommands(),
        TurnCommands(),
        LookCommands(),
        GuideCommands(),
        PracticeCommands(),
        AdviceCommands(),
        PersonalCommands(),
    ):
        for command in part.commands:
            arkadia.add_command(command)
    for group in (
        LobbyCommands(name="lobby", description=N_("Who plays, and where")),
        SeatCommands(name="seat", description=N_("Your seat in a running game")),
        RecordCommands(name="record", description=N_("The game written down")),
    ):
        arkadia.add_command(group)
    return [arkadia, Moderation()]


async def add_game(
    client: discord.Client, tree: app_commands.CommandTree[Any], frame: Frame
) -> None:
    """Add everything to a bot whose store is open."""
    tables = Tables(frame.store, _now, random.SystemRandom())
    personal = Personal(frame.store)
    await personal.load()
    publisher = Publisher(tables, DiscordAnnouncer(client, tables, personal))
    workers = Workers(processes(frame.settings.workers), frame.settings.workers)
    computers = Computers(tables, publisher, workers, random.SystemRandom())
    tables.wake = computers.wake
    frame.app = App(tables, publisher, workers, personal)
    for command in commands():
        tree.add_command(command)
    tree.error(_answer_error)
    await tree.set_translator(CatalogueTranslator())
    client.add_dynamic_items(*BUTTONS)
    client.event(Unknown(BUTTONS).on_interaction)
    catching_up = asyncio.create_task(_catch_up(client, publisher, computers))
    frame.exits.callback(workers.close)
    frame.exits.push_async_callback(publisher.close)
    frame.exits.push_async_callback(tables.drain)
    frame.exits.push_async_callback(computers.close)
    frame.exits.callback(catching_up.cancel)


async def _catch_up(client: discord.Client, publisher: Publisher, computers: Computers) -> None:
    """Show what was saved before the last stop and not shown, and let computer players go on."""
    await client.wait_until_ready()
    await publisher.publish_all()
    await computers.wake_all()


async def _answer_error(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    await answer_error(interaction, error)


def _now() -> int:
    return time.time_ns() // 1_000_000
