"""A whole game by slash commands, beside a bot that answers every one with a constant picture.

The cost of a command: parsed, found legal, applied, durable, drawn, answered, and at the end of a
turn shown to all.
"""

from __future__ import annotations

import io
import random
import tempfile
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

import discord
from discord import app_commands

from bot import ArkadiaBot
from db.database import Place
from engine.random_play import random_action
from engine.start import FREE
from lab.bench.beside import PICTURE, Work, buttons, in_turns
from lab.bench.row import Row
from lab.discord.in_process import InProcess
from lab.discord.model import Discord
from lab.tables import begun, command_of, due
from runtime.settings import Settings

GAMES: Final = 6
CONSTANT: Final = 150
"""Answers of the bot with a constant answer, beside each game."""
LONGEST: Final = 1_000
"""Commands after which a game that does not end is left."""
PEOPLE: Final = {101: "Ada", 102: "Bela", 103: "Chiara"}


class ConstantBot(discord.Client):
    """A bot that answers ``/arkadia end`` with a ready picture and twenty buttons."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        tree = app_commands.CommandTree(self)
        group = app_commands.Group(name="arkadia", description="A game")

        @group.command(description="Answers")
        async def end(interaction: discord.Interaction) -> None:
            # Deferred as the bot does: the peer pays for the same two requests.
            await interaction.response.defer(ephemeral=True, thinking=True)
            file = discord.File(io.BytesIO(PICTURE), "picture.png", description="A picture")
            view = buttons(20)
            await interaction.followup.send("An answer", file=file, view=view, ephemeral=True)

        tree.add_command(group)


def rows() -> list[Row]:
    """Measure a command in a game, beside a constant answer."""
    with tempfile.TemporaryDirectory() as folder:
        playing = partial(_in_games, Path(folder) / "bench.sqlite3")
        name = "a command in a game, processor time"
        return [in_turns(name, playing, _constant, "a constant picture", GAMES)]


async def _in_games(database: Place) -> tuple[InProcess, Work]:
    """Begin a bot with an empty database, whose work is a whole game by commands."""
    bot = ArkadiaBot(Settings(token="", database=database))
    where, seeds = Discord(), count()
    inside = InProcess(bot, where)
    await inside.start()

    async def work() -> int:
        return await _play(bot, inside, where, next(seeds))

    await work()  # draws the tiles that are kept
    return inside, work


async def _play(bot: ArkadiaBot, inside: InProcess, where: Discord, seed: int) -> int:
    """Play a game at random to its end; return the number of commands."""
    tables = bot.services.tables
    number = await begun(tables, where.guild.id, where.channel.id, *PEOPLE.items(), setup=FREE)
    rng = random.Random(seed)
    commands = 0
    while commands < LONGEST and (table := await tables.cache.get(number)).row.state == "running":
        # On a copy: the table in the cache belongs to the bot.
        action = random_action(table.running_game().copy().position, rng)
        command, options = command_of(action)
        await inside.run(command, due(table), {**options, "confirm": False, "game": number})
        commands += 1
    return commands


async def _constant() -> tuple[InProcess, Work]:
    inside = InProcess(ConstantBot(), Discord())
    await inside.start()

    async def answer() -> int:
        for _ in range(CONSTANT):
            await inside.run("arkadia end", min(PEOPLE), {})
        return CONSTANT

    await answer()
    return inside, answer
