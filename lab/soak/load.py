"""A load test: commands arrive at a rate, whether answers come or not (an open system).

Commands arrive at random with a given mean rate, each from a free person: turns of games, and looks
at them with pictures. The same load is put on a bot that always answers one sentence.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Final

from db.store import Store
from engine.actions import End
from lab.commands import command_of
from lab.discord.interactions import IN_TIME, Interaction
from lab.discord.model import Discord
from lab.discord.people import Hands
from lab.discord.sockets import Servers
from lab.soak.prepared import Games, Prepared
from lab.soak.process import BotProcess, descendants, running_bot

TICKS: Final = os.sysconf("SC_CLK_TCK")
PATIENCE: Final = 30.0
"""Seconds to wait for an answer, long after Discord's own limit."""

SETTLING: Final = 3.0
"""Seconds that the work of a start takes."""

FULL: Final = 0.85
"""The share of a core from which a process counts as saturated."""

LOOKS: Final = ("arkadia board", "arkadia screen", "arkadia turn", "arkadia log", "arkadia games")


@dataclass(frozen=True, slots=True)
class Load:
    """The load to be put on a bot.

    Attributes:
        rates: commands a second, one after the other.
        seconds: the time for each rate.
        games: the number of games played.
        seed: the seed of all chance.
    """

    rates: tuple[float, ...] = (1, 10, 50, 100)
    seconds: float = 20.0
    games: int = 200
    seed: int = 1


@dataclass(slots=True)
class Figures:
    """The measurements at one rate.

    Attributes:
        who: the name of the bot.
        rate: the intended commands a second.
        seconds: the time until all was answered.
        waits: the seconds to each answer.
        late: the number of commands not acknowledged within Discord's limit.
        bot: the share of a core that the bot took, its helpers included.
        people: the share of a core that the people and their Discord took.
        memory: the bot's memory in the end, in MB.
        idle: the number of commands dropped because all people were busy.
    """

    who: str
    rate: float
    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    late: int = 0
    bot: float = 0.0
    people: float = 0.0
    memory: float = 0.0
    idle: int = 0

    @property
    def line(self) -> str:
        """One line of the table."""
        cuts = quantiles(self.waits, n=100) if len(self.waits) > 1 else [0.0] * 99
        limit = "the bot's core" if self.bot >= FULL else "-"
        limit = "the load itself" if self.people >= FULL and self.bot < FULL else limit
        return (
            f"{self.who:<9}{self.rate:>6g}{len(self.waits) / self.seconds:>8.1f}"
            f"{1000 * cuts[49]:>9.0f}{1000 * cuts[98]:>9.0f}{self.late:>6}"
            f"{self.bot:>8.0%}{self.people:>8.0%}{self.memory:>8.0f}  {limit}"
        )


HEAD: Final = (
    f"{'':<9}{'rate':>6}{'done/s':>8}{'p50 ms':>9}{'p99 ms':>9}{'late':>6}"
    f"{'bot':>8}{'people':>8}{'MB':>8}  saturated"
)


class Player:
    """Two simulated people of one prepared game, who send one command at a time."""

    def __init__(self, game: Prepared, discord: Discord, rng: Random) -> None:
        self._game, self._discord, self._rng = game, discord, rng
        self._left = deque(game.left)
        self._at_turn = 0
        self.busy = False

    async def act(self) -> Interaction:
        """Send and return one command: at random the next action of the game, or a view of it."""
        if self._left and self._rng.random() < 0.5:
            action = self._left.popleft()
            command, options = command_of(action)
            answer = await self._run(command, confirm=False, **options)
            if isinstance(action, End):
                self._at_turn += 1
            return answer
        return await self._run(self._rng.choice(LOOKS))

    async def _run(self, command: str, **options: object) -> Interaction:
        if command != "arkadia games":
            options["game"] = self._game.number
        person = self._game.people[(self._game.first + self._at_turn) % len(self._game.people)]
        hands = Hands(self._discord, person)
        return await hands.run(command, self._discord.channel, **options)


class LoadTest:
    """One run of the load test: on the bot, and then on a bot with a constant answer.

    Attributes:
        figures: the measurements, one for each bot and rate.
    """

    def __init__(self, load: Load, database: Path) -> None:
        self.load = load
        self.figures: list[Figures] = []
        self._database = database

    async def run(self) -> None:
        """Prepare the games, and measure one bot after the other."""
        games: list[Prepared] = []
        for who, program in (("arkadia", "bot"), ("constant", "lab.soak.constant")):
            discord = Discord()
            discord.answering.in_time = PATIENCE
            games = games or await self._prepared(discord)
            servers = Servers(discord)
            async with running_bot(servers, self._database, program=program) as bot:
                await asyncio.sleep(SETTLING)
                rng = Random(self.load.seed)
                players = [Player(game, discord, rng) for game in games]
                for rate in self.load.rates:
                    self.figures.append(await self._measure(who, rate, bot, players, rng))

    async def _prepared(self, discord: Discord) -> list[Prepared]:
        store = await Store.open(self._database)
        try:
            games = Games(store, discord.guild.id, discord.channel.id, self.load.seed)
            return [await games.in_the_middle(4) for _ in range(self.load.games)]
        finally:
            await store.close()

    async def _measure(
        self, who: str, rate: float, bot: BotProcess, players: Sequence[Player], rng: Random
    ) -> Figures:
        figures = Figures(who, rate)
        tasks: list[asyncio.Task[None]] = []
        begun, bot_before, own_before = time.monotonic(), _worked(bot.pid), time.process_time()
        due = begun
        # Due times follow from the start alone: a slow bot is not spared by its own slowness.
        while (due := due + rng.expovariate(rate)) < begun + self.load.seconds:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            free = [player for player in players if not player.busy]
            if not free:
                figures.idle += 1
                continue
            tasks.append(asyncio.create_task(_timed(rng.choice(free), figures)))
        await asyncio.gather(*tasks)
        figures.seconds = time.monotonic() - begun
        figures.bot = (_worked(bot.pid) - bot_before) / figures.seconds
        figures.people = (time.process_time() - own_before) / figures.seconds
        figures.memory = bot.size().memory
        return figures

    def report(self) -> list[str]:
        """Return the table as lines."""
        return [HEAD, *(figures.line for figures in self.figures)]


async def _timed(player: Player, figures: Figures) -> None:
    player.busy = True
    answer = await player.act()
    player.busy = False
    took = time.monotonic() - answer.sent if answer.has_answer else PATIENCE
    figures.waits.append(took)
    figures.late += answer.heard is None or answer.heard - answer.sent > IN_TIME


def _worked(pid: int) -> float:
    """Return the processor time of a process and its descendants in seconds."""
    total = 0
    for one in (pid, *descendants(pid)):
        # A process's name, in parentheses, may contain spaces and parentheses itself.
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS
