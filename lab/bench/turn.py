"""A whole game by slash commands, and presses on the panel, beside a bot with constant answers.

The cost of a command: parsed, found legal, applied, durable, drawn, answered, and at the end of a
turn shown to all. Of presses the dearest are measured, those of the build step: every place of the
tile is looked for, the gain of the next one is computed, the board is drawn, and ten components are
made. Two bots work in turns, so that a busy moment of the machine slows both; the processor's time
of all threads is taken, without the simulated Discord's.
"""

import asyncio
import gc
import io
import random
import re
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from functools import partial
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

import discord
from discord import app_commands

from bot import ArkadiaBot
from engine import FREE, Phase
from engine.random_play import random_action
from i18n.translation import ENGLISH
from lab.bench.table import Row
from lab.discord.in_process import InProcess
from lab.discord.model import Discord
from lab.tables import begun, command_of, due
from runtime.settings import Settings
from ui.panel.page import Go, PanelAddress, components
from ui.panel.player import PanelPlayer, build_step
from ui.panel.steps.build import BuildStep

GAMES: Final = 6
CONSTANT: Final = 150  # commands of the bot with a constant answer, beside each game
LONGEST: Final = 1_000  # commands after which a game that does not end is left
PRESSES: Final = 300
ROUNDS: Final = 10
"""The parts in which the presses are made, in turns with those of the constant answer."""
TURNS: Final = 20  # the turns that were played before the presses
PEOPLE: Final = {101: "Ada", 102: "Bela", 103: "Chiara"}
PICTURE: Final = b"\x89PNG" + bytes(75_000)  # what a bot with a constant answer sends

Work: TypeAlias = Callable[[], Coroutine[Any, Any, int]]
"""Has a bot answer some interactions, and returns their number."""

Begin: TypeAlias = Callable[[], Coroutine[Any, Any, tuple[InProcess, Work]]]
"""Starts a bot, warms up what it keeps, and returns it with the work to be measured."""


def _constant_answer(buttons: int) -> dict[str, Any]:
    """Return a ready picture and some buttons, as many as the answer has that is measured."""
    view = discord.ui.View(timeout=None)
    for number in range(buttons):
        view.add_item(discord.ui.Button(label=f"{number}", custom_id=f"constant:{number}"))
    picture = discord.File(io.BytesIO(PICTURE), "picture.png", description="A picture")
    return {"content": "An answer", "file": picture, "view": view}


class ConstantButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template="constant:[0-9]+"):
    """A button that answers with a ready picture and ten buttons."""

    @classmethod
    async def from_custom_id(
        cls, interaction: Any, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Return the pressed button."""
        assert isinstance(item, discord.ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Replace the button's message by a constant one."""
        answer = _constant_answer(10)
        await interaction.response.edit_message(attachments=[answer.pop("file")], **answer)


class ConstantBot(discord.Client):
    """A bot that answers ``/arkadia end`` and a button with constants."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.add_dynamic_items(ConstantButton)
        tree = app_commands.CommandTree(self)
        group = app_commands.Group(name="arkadia", description="A game")

        @group.command(description="Answers")
        async def end(interaction: discord.Interaction) -> None:
            # Deferred as the bot does: the peer pays for the same two requests.
            await interaction.response.defer(ephemeral=True, thinking=True)
            await interaction.followup.send(ephemeral=True, **_constant_answer(20))

        tree.add_command(group)


class _Side:
    """A bot in an event loop of its own, with what its answers took so far."""

    def __init__(self, begin: Begin, stack: ExitStack) -> None:
        # Its context holds the door to its own Discord, so each bot needs a runner of its own.
        self._runner = stack.enter_context(asyncio.Runner())
        self._inside, self._work = self._runner.run(begin())
        stack.callback(lambda: self._runner.run(self._inside.close()))
        self._seconds, self._answers = 0.0, 0

    def work(self) -> None:
        """Work once, and count it."""
        begun = self._inside.worked
        self._answers += self._runner.run(self._work())
        self._seconds += self._inside.worked - begun

    @property
    def mean_ms(self) -> float:
        """The processor's milliseconds of an answer."""
        return 1e3 * self._seconds / self._answers


def _in_turns(name: str, one: Begin, other: Begin, times: int) -> Row:
    """Measure the mean of an answer of two bots that work so often in turns."""
    with ExitStack() as stack:
        order = [ours, constant] = [_Side(one, stack), _Side(other, stack)]
        # As ``bot.py`` does before it serves. Else a collection goes through all modules, and
        # through all that the simulated Discord remembers, at the cost of the bot that meets it.
        gc.collect()
        gc.freeze()
        stack.callback(gc.unfreeze)
        for _ in range(times):
            for side in order:
                side.work()
            order.reverse()
        cost, least = ours.mean_ms, constant.mean_ms
    ratio = cost / least
    ok = cost <= 3.5 and ratio <= 5.5
    return Row(name, cost, "ms", "a constant answer", least, ratio, "≤ 3.5 ms, ≤ 5.5×", ok)


def rows() -> list[Row]:
    """Measure a command in a game and a press on the panel, each beside a constant answer."""
    with tempfile.TemporaryDirectory() as folder:
        games, panel = (partial(one, Path(folder)) for one in (_by_commands, _by_presses))
        command, press = "a command in a game, processor time", "a press on the panel to its answer"
        return [
            _in_turns(command, games, _constant_commands, GAMES),
            _in_turns(press, panel, _constant_presses, ROUNDS),
        ]


async def _logged_in(bot: discord.Client) -> tuple[InProcess, Discord]:
    where = Discord()
    inside = InProcess(bot, where)
    await inside.start()
    return inside, where


async def _by_commands(folder: Path) -> tuple[InProcess, Work]:
    """Begin a bot with an empty database, whose work is a whole game by commands."""
    bot = ArkadiaBot(Settings(token="", database=folder / "commands.sqlite3"))
    inside, where = await _logged_in(bot)
    seeds = count()

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


async def _constant_commands() -> tuple[InProcess, Work]:
    inside, _ = await _logged_in(ConstantBot())

    async def work() -> int:
        for _ in range(CONSTANT):
            await inside.run("arkadia end", min(PEOPLE), {})
        return CONSTANT

    await work()
    return inside, work


async def _by_presses(folder: Path) -> tuple[InProcess, Work]:
    """Begin a bot, some turns into a game, whose work is a part of the presses."""
    bot = ArkadiaBot(Settings(token="", database=folder / "presses.sqlite3"))
    inside, where = await _logged_in(bot)
    tables, rng = bot.services.tables, random.Random(3)
    number = await begun(tables, where.guild.id, where.channel.id, (101, "Ada"), (102, "Bela"))
    table = await tables.get(number)
    position = table.running_game().position
    while position.turn < TURNS or position.phase is not Phase.MUST:
        table, _ = await tables.turns.act(number, due(table), random_action(position, rng))
        position = table.running_game().position
    player = PanelPlayer.of(table, due(table), ENGLISH)
    go, presses = build_step(player, player.hand[0]), []
    for _ in range(PRESSES):
        page = BuildStep().draw(player, go.numbers)
        place = player.table.number, player.seat, False, player.version
        address = PanelAddress(*place, go.step, go.numbers)
        shown = components(address, page).to_components()
        presses.append((address.custom_id("turn", "next"), shown))
        following = BuildStep().press(player, go.numbers, "next", ())
        assert isinstance(following, Go)
        go = following
    return await _pressing(inside, presses, player.user)


async def _constant_presses() -> tuple[InProcess, Work]:
    inside, _ = await _logged_in(ConstantBot())
    shown = _constant_answer(10)["view"].to_components()
    return await _pressing(inside, [("constant:1", shown)] * PRESSES, min(PEOPLE))


async def _pressing(
    inside: InProcess, presses: list[tuple[str, Any]], user: int
) -> tuple[InProcess, Work]:
    """Make every press once; return what makes a part of the presses each time."""
    coming = cycle(presses)

    async def work(presses: int = PRESSES // ROUNDS) -> int:
        for custom_id, shown in islice(coming, presses):
            await inside.press(custom_id, shown, user)
        return presses

    await work(PRESSES)
    return inside, work
