"""A club with five thousand finished games: the processor time of the commands that read them.

Each command runs once right after a start, when nothing is in memory, and once again.
The games are a few that were played at random, each put there many times with other people, so that
all of their logs are real.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path
from typing import Any, Final

from bot import ArkadiaBot
from db.games.rows import NewGame, StoredEntry, StoredSeat, StoredStart
from db.store import Store
from engine import RULES_VERSION, load_edition
from engine.edition_writing import compact
from engine.random_play import random_game, random_start
from engine.record import Record
from lab.bench.row import Row, limited
from lab.discord.in_process import InProcess
from lab.discord.model import Discord
from runtime.settings import Settings

GAMES: Final = 5_000
KINDS: Final = 20
PEOPLE: Final = tuple(range(1_000, 1_060))
SHOWN: Final = 40
"""The number of people in the ranking."""
BEGUN: Final = 1_700_000_000_000
HOUR: Final = 3_600_000
AT_ONCE: Final = 100
GOAL_MS: Final = 3_000.0
"""Milliseconds that Discord waits for an answer."""

COMMANDS: Final[dict[str, dict[str, Any]]] = {
    "arkadia-club ranking": {},
    "arkadia-club player": {},
    "arkadia-club archive": {},
}


def rows() -> list[Row]:
    """Measure each command twice: right after a start, and again."""
    return asyncio.run(_rows())


async def _rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        where = Discord()
        settings = Settings(token="", database=Path(folder) / "bench.sqlite3")
        store = await Store.open(settings.database)
        await _fill(store, where)
        await store.close()
        bot = ArkadiaBot(settings)  # the first start computes the results of all games, once
        inside = InProcess(bot, where)
        await inside.start()
        begin = inside.worked
        await inside.rest()
        noted = inside.worked - begin
        await inside.close()
        found = [
            limited(f"noting what {GAMES:,} games came to, once", 1e3 * noted, "ms", 60 * GOAL_MS)
        ]
        for command, options in COMMANDS.items():
            bot = ArkadiaBot(settings)
            inside = InProcess(bot, where)
            await inside.start()
            await inside.rest()
            for when in ("after a start", "again"):
                begin = inside.worked
                await inside.run(command, PEOPLE[0], options)
                name = f"{command}, {GAMES:,} games, {when}"
                worked = 1e3 * (inside.worked - begin)
                found.append(limited(name, worked, "ms", GOAL_MS))
            await inside.close()
    return found


async def _fill(store: Store, where: Discord) -> None:
    """Put the games and the people of the ranking into a store."""
    rng = random.Random(1)
    edition = load_edition()
    kinds = [
        random_game(random_start(edition, "free", 2 + kind % 3, rng), rng) for kind in range(KINDS)
    ]
    for first in range(0, GAMES, AT_ONCE):
        await asyncio.gather(
            *[
                _put(store, where, kinds[number % KINDS], number, rng)
                for number in range(first, first + AT_ONCE)
            ]
        )
    for person in PEOPLE[:SHOWN]:
        await store.club.set_ranked(where.guild.id, person, True)


async def _put(
    store: Store, where: Discord, record: Record, number: int, rng: random.Random
) -> None:
    start, at = record.start, BEGUN + number * HOUR
    people = rng.sample(PEOPLE, start.seats)
    seats = [
        StoredSeat(seat, person, f"Player {person}", start.colours[seat])
        for seat, person in enumerate(people)
    ]
    new = NewGame(
        guild_id=where.guild.id,
        channel_id=where.channel.id,
        host_id=people[0],
        edition=start.edition.id,
        setup=start.setup,
        mirror=start.mirror,
        seat_limit=4,
        language="en",
        created_at=at,
    )
    deal = StoredStart(
        lot=str(start.lot),
        deck=" ".join(str(card) for card in start.deck),
        rules_version=RULES_VERSION,
        fingerprint=start.edition.fingerprint,
        edition_text=compact(start.edition),
    )
    game = await store.games.open(new, seats)
    await store.games.begin(game, seats, deal, at=at)
    log = [
        StoredEntry(str(action), people[0], at + place)
        for place, action in enumerate(record.actions)
    ]
    news = await store.games.append(game, 0, log, news=True, ended="finished")
    await store.outbox.mark_shown(game, news)
