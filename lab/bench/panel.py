"""A press on the panel to its answer, beside a button with a constant answer.

The build step is measured, the dearest: every place of the tile is looked for, the gain of the next
one is computed, the board is drawn, and ten components are made.
"""

from __future__ import annotations

import io
import random
import re
import tempfile
from collections.abc import Sequence
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final, Self

import discord

from bot import ArkadiaBot
from engine.random_play import random_action
from engine.view import Phase
from i18n.translation import ENGLISH
from lab.bench.beside import PICTURE, Work, buttons, in_turns
from lab.bench.row import Row
from lab.discord.in_process import InProcess
from lab.discord.model import Discord
from lab.discord.strict import Json
from lab.tables import begun, due
from runtime.settings import Settings
from ui.panel.page import Go, PanelAddress, components
from ui.panel.player import PanelPlayer, build_step
from ui.panel.steps.build import BuildStep

PRESSES: Final = 300
ROUNDS: Final = 10
"""The parts in which the presses are made, in turns with those of the constant answer."""
TURNS: Final = 20
PRESSER: Final = 101


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
        """Replace the button's message by a constant picture with ten buttons."""
        file = discord.File(io.BytesIO(PICTURE), "picture.png", description="A picture")
        edit = interaction.response.edit_message
        await edit(content="An answer", attachments=[file], view=buttons(10))


def rows() -> list[Row]:
    """Measure a press, beside a constant answer."""
    with tempfile.TemporaryDirectory() as folder:
        ours = partial(_ours, Path(folder))
        name = "a press on the panel to its answer"
        return [in_turns(name, ours, _constant, "a constant answer", ROUNDS)]


async def _ours(folder: Path) -> tuple[InProcess, Work]:
    bot = ArkadiaBot(Settings(token="", database=folder / "bench.sqlite3"))
    where = Discord()
    inside = InProcess(bot, where)
    await inside.start()
    player = await _player(bot, where)
    go = build_step(player, player.hand[0])
    presses = []
    for _ in range(PRESSES):
        page = BuildStep().draw(player, go.numbers)
        place = player.table.number, player.seat, False, player.version
        address = PanelAddress(*place, go.step, go.numbers)
        rows = components(address, page).to_components()
        presses.append((address.custom_id("turn", "next"), rows))
        following = BuildStep().press(player, go.numbers, "next", ())
        assert isinstance(following, Go)
        go = following
    return await _presses(inside, presses, player.user)


async def _player(bot: ArkadiaBot, where: Discord) -> PanelPlayer:
    """Return the player whose turn it is, some turns into a game."""
    tables, rng = bot.services.tables, random.Random(3)
    people = ((PRESSER, "Ada"), (PRESSER + 1, "Bela"))
    number = await begun(tables, where.guild.id, where.channel.id, *people)
    table = await tables.get(number)
    position = table.running_game().position
    while position.turn < TURNS or position.phase is not Phase.MUST:
        table, _ = await tables.turns.act(number, due(table), random_action(position, rng))
        position = table.running_game().position
    return PanelPlayer.of(table, due(table), ENGLISH)


async def _presses(
    inside: InProcess, presses: Sequence[tuple[str, list[Json]]], user: int
) -> tuple[InProcess, Work]:
    """Make every press once; return what makes a round of the presses each time."""
    coming = cycle(presses)

    async def work(count: int = PRESSES // ROUNDS) -> int:
        for custom_id, rows in islice(coming, count):
            await inside.press(custom_id, rows, user)
        return count

    await work(PRESSES)
    return inside, work


async def _constant() -> tuple[InProcess, Work]:
    bot = discord.Client(intents=discord.Intents(guilds=True), max_messages=None)
    bot.add_dynamic_items(ConstantButton)
    inside = InProcess(bot, Discord())
    await inside.start()
    return await _presses(inside, [("constant:1", buttons(10).to_components())] * PRESSES, PRESSER)
