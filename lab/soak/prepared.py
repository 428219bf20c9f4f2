"""Games at any stage, put into a database before the bot starts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from db.database import Place
from db.games.rows import StoredEntry
from db.store import Store
from engine.actions import Action
from engine.game import Game
from engine.random_play import random_action
from lab.discord.interactions import Person
from lab.tables import begun, tables_on
from tabletop.tables import Tables

FIRST_PERSON = 300_000_000_000_000_000


@dataclass(frozen=True, slots=True)
class Prepared:
    """A running game that was put into the database before the bot started.

    Attributes:
        number: the game's number.
        people: its players.
    """

    number: int
    people: tuple[Person, ...]


async def prepare(
    database: Place, guild: int, channel: int, seed: int, *, games: int, turns_left: int
) -> list[Prepared]:
    """Create running games of two people that have ``turns_left`` turns left."""
    rng, store = Random(seed), await Store.open(database)
    tables = tables_on(store, _now, rng, cached=1)
    try:
        return [await _near_the_end(tables, guild, channel, rng, turns_left) for _ in range(games)]
    finally:
        await store.close()


async def _near_the_end(
    tables: Tables, guild: int, channel: int, rng: Random, turns_left: int
) -> Prepared:
    # Other people for each game: the bot bounds the unfinished games of one person.
    host = FIRST_PERSON + 2 * rng.getrandbits(32)
    people = (Person(host, "ada"), Person(host + 1, "bela"))
    number = await begun(tables, guild, channel, *[(one.id, one.name) for one in people])
    game = (await tables.cache.get(number)).running_game().copy()
    actions = list(_played_out(game, rng))
    ends = [place for place, action in enumerate(actions) if str(action) == "end"]
    first = ends[-1 - turns_left] + 1
    entries = [StoredEntry(str(action), None, _now()) for action in actions[:first]]
    # By the store, not by the tables: the engine has applied these actions already.
    news = await tables.store.games.append(number, 0, entries, news=True, ended=None)
    # Marked as shown, or the bot would post every prepared game when it starts.
    await tables.store.outbox.mark_shown(number, news, ())
    tables.cache.forget(number)
    return Prepared(number, people)


def _now() -> int:
    return time.time_ns() // 1_000_000


def _played_out(game: Game, rng: Random) -> Iterator[Action]:
    while not game.position.over:
        action = random_action(game.position, rng)
        game.apply(action)
        yield action
