"""A press on the panel to its answer, beside a button with a constant answer.

The build step is measured, the dearest: every place of the tile is looked for, the gain of the next
one is computed, the board is drawn, and ten components are made. The processor's time of all
threads is taken.
"""

from __future__ import annotations

import io
import random
import re
import tempfile
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final, Self

import discord

from bot import ArkadiaBot
from engine.random_play import random_action
from engine.view import Phase
from i18n.translation import ENGLISH
from lab.bench.beside import Work, in_turns
from lab.bench.row import Row
from lab.discord.in_process import InProcess
from lab.discord.model import Discord
from lab.discord.rules import Json
from lab.tables import begun, due
from runtime.settings import Settings
from ui.panel import routes
from ui.panel.address import PanelAddress
from ui.panel.desk import Desk
from ui.panel.drawing import components
from ui.panel.page import Go
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
        cls,
        interaction: discord.Interaction[Any],
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Self:
        """Return the pressed button."""
        assert isinstance(item, discord.ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Replace the button's message by a constant picture with ten buttons."""
        file = discord.File(io.BytesIO(PICTURE), "picture.png", description="A picture")
        await interaction.response.edit_message(
            content="An answer", attachments=[file], view=_ten_buttons()
        )


PICTURE: Final = b"\x89PNG" + bytes(75_000)


def _ten_buttons() -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for number in range(10):
        view.add_item(discord.ui.Button(label=f"{number}", custom_id=f"constant:{number}"))
    return view


class ConstantBot(discord.Client):
    """A bot with one button."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.add_dynamic_items(ConstantButton)


def rows() -> list[Row]:
    """Measure a press, beside a constant answer."""
    with tempfile.TemporaryDirectory() as folder:
        ours, constant = in_turns(partial(_ours, Path(folder)), _constant, ROUNDS)
    ratio = ours / constant
    return [
        Row(
            "a press on the panel to its answer",
            ours * 1e3,
            "ms",
            "a constant answer",
            constant * 1e3,
            ratio,
            "≤ 3.5 ms, ≤ 5.5×",
            ours <= 0.0035 and ratio <= 5.5,
        )
    ]


async def _ours(folder: Path) -> tuple[InProcess, Work]:
    bot = ArkadiaBot(Settings(token="", database=folder / "bench.sqlite3"))
    where = Discord()
    inside = InProcess(bot, where)
    await inside.start()
    desk = await _desk(bot, where)
    go = routes.build(desk, desk.hand[0])
    presses = []
    for _ in range(PRESSES):
        page = BuildStep().draw(desk, go.numbers)
        address = PanelAddress(
            desk.table.number, desk.seat, False, desk.version, go.step, go.numbers
        )
        rows = components(address, page).to_components()
        presses.append((address.custom_id("turn", "next"), rows))
        following = BuildStep().press(desk, go.numbers, "next", ())
        assert isinstance(following, Go)
        go = following
    return await _presses(inside, presses, desk.user)


async def _desk(bot: ArkadiaBot, where: Discord) -> Desk:
    """Return the desk of the person whose turn it is, some turns into a game."""
    tables, rng = bot.services.tables, random.Random(3)
    people = ((PRESSER, "Ada"), (PRESSER + 1, "Bela"))
    number = await begun(tables, where.guild.id, where.channel.id, *people)
    table = await tables.get(number)
    position = table.running_game().position
    while position.turn < TURNS or position.phase is not Phase.MUST:
        table, _ = await tables.turns.act(number, due(table), random_action(position, rng))
        position = table.running_game().position
    return Desk.of(table, due(table), ENGLISH)


async def _presses(
    inside: InProcess, presses: Sequence[tuple[str, list[Json]]], user: int
) -> tuple[InProcess, Work]:
    """Make every press once; return what makes a round of the presses each time."""

    async def press(some: Iterable[tuple[str, list[Json]]]) -> None:
        for custom_id, rows in some:
            await inside.press(custom_id, rows, user)

    coming = cycle(presses)

    async def work() -> int:
        await press(islice(coming, PRESSES // ROUNDS))
        return PRESSES // ROUNDS

    await press(presses)
    return inside, work


async def _constant() -> tuple[InProcess, Work]:
    inside = InProcess(ConstantBot(), Discord())
    await inside.start()
    presses = [("constant:1", _ten_buttons().to_components())] * PRESSES
    return await _presses(inside, presses, PRESSER)
