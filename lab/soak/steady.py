"""A test of memory: its peak in a burst of presses and ending games, and its slope with rests.

After a warm-up the same amount is done twice, each time in equal blocks: first without a rest, then
with a rest after each block.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, TypeAlias, TypeVar

from lab.commands import command_of
from lab.discord.interactions import IN_TIME
from lab.discord.model import Discord
from lab.discord.people import Hands
from lab.discord.rules import MENU
from lab.discord.sockets import Servers
from lab.estimates import Slope, slope
from lab.soak.findings import Findings
from lab.soak.ledger import Ledger
from lab.soak.prepared import Prepared, prepare
from lab.soak.process import BotProcess, Size, running_bot
from lab.soak.saved import Saved
from lab.soak.seats import eagerness, panels

T = TypeVar("T")

Point: TypeAlias = tuple[int, float]
"""A number of finished games, and the memory then in MB."""

WARM_GAMES: Final = 400
"""Games that end before the first measurement: more than the bot's cache holds."""

KEPT_CONNECTIONS: Final = 8
"""The connections more that may be kept alive afterwards: one for each person at once."""

WARM_PRESSES: Final = 1000

BLOCKS: Final = 4
"""The equal parts of the burst, after each of which the memory is read."""

RESTS: Final = 16
"""The equal parts with a rest after each. The size at rest differs by half a MB from one rest to
the next, so that of 1,000 games in four parts a slope is known within 2 MB, in sixteen within 1."""

LOOKS: Final = 4
"""How often the size is read at rest."""

SPEED: Final = 20.0
"""The factor by which the bot's clock runs faster."""

AT_ONCE: Final = 8


@dataclass(frozen=True, slots=True)
class Amount:
    """The settings of the test: the work of the burst, done again with rests, and the goals.

    Attributes:
        games: the number of games that end, each time.
        presses: the number of presses and choices, each time.
        seed: the seed of all chance.
        in_time: the seconds in which there must be an answer.
        peak: the most MB that the bot may ever take in the burst.
        rest: the most MB that it may take at rest, after everything.
        growth: the MB in a thousand games above which it grows, if the whole interval is above.
    """

    games: int = 1000
    presses: int = 10_000
    seed: int = 1
    in_time: float = IN_TIME
    peak: float = 150.0
    rest: float = 120.0
    growth: float = 1.0


class Steady:
    """One run of the test.

    Attributes:
        findings: the faults found.
        before: the bot's size at rest, once it has done everything a few hundred times.
        after: its size at rest in the end.
        peak: the most MB of memory that it has taken since ``before``, until it rested again.
        burst: the finished games and the MB after each block without a rest.
        rested: the same at rest, before the first block with a rest and after each.
    """

    def __init__(self, amount: Amount, database: Path) -> None:
        self.amount = amount
        self.findings = Findings()
        self.before = self.after = Size(0, 0, 0, 0)
        self.peak = 0.0
        self.burst: list[Point] = []
        self.rested: list[Point] = []
        self._database = database
        self._rng = Random(amount.seed)
        self._discord = Discord()
        self._discord.answering.in_time = amount.in_time
        self._servers = Servers(self._discord, speed=SPEED)
        self._saved = Saved(database)
        self._ledger = Ledger(self._saved)
        self._seconds = 0.0

    async def run(self) -> None:
        """Prepare the games, play, and measure."""
        warm = min(WARM_GAMES, self.amount.games)
        guild, channel = self._discord.guild.id, self._discord.channel.id
        ending, running = await prepare(
            self._database,
            guild,
            channel,
            self.amount.seed,
            ending=warm + 2 * self.amount.games,
            running=AT_ONCE,
        )
        async with running_bot(self._servers, self._database, SPEED) as bot:
            await self._do(ending[:warm], running, min(WARM_PRESSES, self.amount.presses))
            self.before = await self._size(bot)
            bot.forget_peak()
            begun, games = time.monotonic(), 0
            for block in self._blocks(ending[warm:], BLOCKS):
                await self._do(block, running, self.amount.presses // BLOCKS)
                games += len(block)
                self.burst.append((games, bot.size().memory))
            self._seconds = time.monotonic() - begun
            self.after = await self._size(bot)
            self.peak = bot.peak()
            self.rested = [(games, self.after.memory)]
            rests = min(RESTS, self.amount.games)
            for block in self._blocks(ending[warm + self.amount.games :], rests):
                await self._do(block, running, self.amount.presses // rests)
                games += len(block)
                self.after = await self._size(bot)
                self.rested.append((games, self.after.memory))
            self._judge(bot)
        self._saved.close()

    def _blocks(self, ending: list[Prepared], count: int) -> list[list[Prepared]]:
        """Return the games of each of ``count`` blocks, the same number in each."""
        size = self.amount.games // count
        return [ending[size * number : size * (number + 1)] for number in range(count)]

    async def _do(self, ending: list[Prepared], running: list[Prepared], presses: int) -> None:
        each = presses // len(running)
        jobs: list[Callable[[], Awaitable[None]]] = []
        jobs += [lambda game=game: self._press(game, each) for game in running]  # type: ignore[misc]
        jobs += [lambda game=game: self._finish(game) for game in ending]  # type: ignore[misc]
        # Mixed, so that games end while others' panels are open.
        self._rng.shuffle(jobs)
        await at_once(jobs)

    async def _finish(self, game: Prepared) -> None:
        """Play the last turn of a game."""
        user = self._active(game)
        for action in game.left:
            command, options = command_of(action)
            hands = Hands(self._discord, game.person(user))
            answer = await hands.run(
                command, self._discord.channel, game=game.number, confirm=False, **options
            )
            self._ledger.answered(answer, game.number)
        if self._saved.table(game.number).row.state != "finished":
            self.findings.add("a game did not end", f"game {game.number}: {answer.text[:100]}")

    def _active(self, game: Prepared) -> int | None:
        active = self._saved.table(game.number).active
        assert active is not None
        return active.user_id

    async def _press(self, game: Prepared, count: int) -> None:
        """Open the panel of a game and press its parts at random, but never end the turn."""
        hands = Hands(self._discord, game.person(self._active(game)))
        done = 0
        while done < count:
            answer = await hands.run("arkadia turn", self._discord.channel, game=game.number)
            for _ in range(50):
                self._ledger.answered(answer, game.number)
                done += 1
                if not answer.messages or done >= count:
                    break
                panel = answer.messages[-1]
                parts = [part for part in panels(panel.components) if harmless(part["custom_id"])]
                if not parts:
                    break
                part = self._rng.choices(parts, [eagerness(one) for one in parts])[0]
                values = None
                if part["type"] == MENU:
                    values = [str(self._rng.choice(part["options"])["value"])]
                answer = await hands.press(panel, part["custom_id"], values)

    async def _size(self, bot: BotProcess) -> Size:
        """Return the bot's size once it is idle."""
        before = -1
        while True:
            now = self._servers.requests.total()
            # Idle is a second and a half without a request: the process has no better outward sign.
            # On a busy machine a picture may still be drawn then: the least of some sizes counts.
            if now == before:
                sizes = []
                for _ in range(LOOKS):
                    sizes.append(bot.size())
                    await asyncio.sleep(0.5)
                return min(sizes, key=lambda size: size.memory)
            before = now
            await asyncio.sleep(1.5)

    def _judge(self, bot: BotProcess) -> None:
        find = self.findings.add
        before, after = self.before, self.after
        if self.peak > self.amount.peak:
            find("memory peaks", f"{self.peak:.1f} MB, more than {self.amount.peak:g}")
        if after.memory > self.amount.rest:
            find("memory at rest", f"{after.memory:.1f} MB, more than {self.amount.rest:g}")
        for name, points in (("in the burst", self.burst), ("with rests", self.rested)):
            if slope(points).low * 1000 > self.amount.growth:
                find("memory grows", f"{name}, {_told(slope(points))}")
        if after.threads > before.threads:
            find("threads are left", f"{before.threads} and {after.threads}")
        if after.files > before.files:
            find("file descriptors are left", f"{before.files} and {after.files}")
        if after.sockets > before.sockets + KEPT_CONNECTIONS:
            find("sockets are left", f"{before.sockets} and {after.sockets}")
        for what, count in self._ledger.unanswered.items():
            find("not answered", what, count)
        for what, count in self._ledger.failed.items():
            find("answered with an error", what, count)
        self.findings.add_all(self._servers.wrong(), bot.wrong())

    def report(self) -> list[str]:
        """Return the measurements, and the findings."""
        before, after = self.before, self.after
        return [
            f"{self.amount.presses:,} presses and {self.amount.games:,} games to their end in "
            f"{self._seconds:.0f} s, then as many with rests; {self._ledger.answers:,} answers",
            f"memory: {before.memory:.1f} MB before, {self.peak:.1f} at the peak, "
            f"{after.memory:.1f} at rest in the end",
            f"burst: {_listed(self.burst)}; {_told(slope(self.burst))}",
            f"with rests: {_listed(self.rested)}; {_told(slope(self.rested))}",
            f"threads: {before.threads} and {after.threads}; "
            f"file descriptors: {before.files} and {after.files}; "
            f"sockets: {before.sockets} and {after.sockets}",
            *self.findings.lines(),
        ]


def _listed(points: Sequence[Point]) -> str:
    return ", ".join(f"{memory:.1f}" for _, memory in points) + " MB"


def _told(found: Slope) -> str:
    middle, low, high = (1000 * value for value in found)
    return f"{middle:+.1f} MB in 1,000 games (95 %: {low:+.1f} to {high:+.1f})"


def harmless(custom_id: str) -> bool:
    """Return whether a part of a panel changes nothing that others see."""
    verb = custom_id.split(":")[6]
    return not re.fullmatch("do|end|pass|undo|goto|all|draw[a-h]|family[a-d]", verb)


async def at_once(jobs: Iterable[Callable[[], Awaitable[T]]], most: int = AT_ONCE) -> None:
    """Run some jobs, at most ``most`` of them at the same time."""
    left = iter(jobs)

    async def work() -> None:
        for job in left:
            await job()

    await asyncio.gather(*[work() for _ in range(most)])
