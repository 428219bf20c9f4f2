"""Games at any stage, put into a database before the bot starts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from db.database import Place
from db.games.rows import StoredEntry, StoredMessage
from db.share import ALONE, Share
from db.store import Store
from engine.actions import Action
from engine.game import Game
from engine.random_play import random_action
from lab.discord.interactions import Person
from lab.discord.model import Discord
from lab.discord.rules import BUTTON, Json
from lab.tables import begun, tables_on

FIRST_PERSON = 300_000_000_000_000_000


@dataclass(frozen=True, slots=True)
class Prepared:
    """A running game that was put into the database before the bot started.

    Attributes:
        number: the game's number.
        people: its players.
        left: the actions that are left to its end.
        first: the index in ``people`` of the person whose turn it is.
    """

    number: int
    people: tuple[Person, ...]
    left: tuple[Action, ...] = ()
    first: int = 0

    def person(self, user: int | None) -> Person:
        """Return the player with an id."""
        return next(person for person in self.people if person.id == user)


class Games:
    """A maker of running games in a database, for a bot that starts there later.

    Attributes:
        guild: the id of the server on which the games are played.
        channel: the id of the channel in which they are played.
    """

    def __init__(self, store: Store, guild: int, channel: int, seed: int) -> None:
        self.guild, self.channel = guild, channel
        self._rng = Random(seed)
        self._store = store
        self._tables = tables_on(store, _now, self._rng, cached=1)

    async def near_the_end(self, turns_left: int = 1) -> Prepared:
        """Create a running game of two people that has ``turns_left`` turns left."""
        number, people = await self._begin()
        game = (await self._tables.cache.get(number)).running_game().copy()
        actions = list(_played_out(game, self._rng))
        ends = [place for place, action in enumerate(actions) if str(action) == "end"]
        first = ends[-1 - turns_left] + 1
        await self._save(number, actions[:first])
        return Prepared(number, people, tuple(actions[first:]))

    async def in_the_middle(self, turns: int) -> Prepared:
        """Create a running game of two people whose first ``turns`` turns have been played."""
        number, people = await self._begin()
        game = (await self._tables.cache.get(number)).running_game().copy()
        actions, played = list[Action](), 0
        for action in _played_out(game, self._rng):
            actions.append(action)
            if game.position.turn <= turns:
                played = len(actions) + 1
        await self._save(number, actions[:played])
        active = (await self._tables.cache.get(number)).active
        self._tables.cache.forget(number)
        assert active is not None
        first = [person.id for person in people].index(active.user_id or 0)
        return Prepared(number, people, tuple(actions[played:]), first)

    async def unshown(self, discord: Discord) -> Prepared:
        """Create a game of two people in a thread, whose second turn is saved but not shown."""
        number, people = await self._begin()
        name = f"Arkadia, game {number}"
        thread = discord.create_thread(self.channel, name, discord.bot_user.id)
        await self._tables.display.set_thread(number, thread.id)
        game = (await self._tables.cache.get(number)).running_game().copy()
        actions = list(_played_out(game, self._rng))
        first, second = [place for place, one in enumerate(actions, 1) if str(one) == "end"][:2]
        entries = [StoredEntry(str(action), None, _now()) for action in actions[:second]]
        news = await self._store.games.append(number, 0, entries[:first], news=True)
        message = _call(discord, thread.id, number, news, people[1])
        shown = StoredMessage("turn", thread.id, message, 2)
        await self._store.outbox.mark_shown(number, news, [shown])
        await self._store.games.append(number, first, entries[first:], news=True)
        self._tables.cache.forget(number)
        return Prepared(number, people, tuple(actions[second:]))

    async def _begin(self) -> tuple[int, tuple[Person, ...]]:
        # Other people for each game: the bot bounds the unfinished games of one person.
        host = FIRST_PERSON + 2 * self._rng.getrandbits(32)
        people = (Person(host, "ada"), Person(host + 1, "bela"))
        named = [(person.id, person.name) for person in people]
        return await begun(self._tables, self.guild, self.channel, *named), people

    async def _save(self, number: int, actions: list[Action]) -> None:
        entries = [StoredEntry(str(action), None, _now()) for action in actions]
        # By the store, not by the tables: the engine has applied these actions already.
        news = await self._store.games.append(number, 0, entries, news=True, ended=None)
        # Marked as shown, or the bot would post every prepared game when it starts.
        await self._store.outbox.mark_shown(number, news, ())
        self._tables.cache.forget(number)


def _call(discord: Discord, thread: int, number: int, news: int, person: Person) -> int:
    """Post a message that calls for a game's second turn, as the bot does; return its id."""
    ids = (f"arkadia:take:{number}:{news}", f"arkadia:board:{number}:2")
    parts: list[Json] = [
        {"type": BUTTON, "style": 1, "label": "?", "custom_id": custom_id} for custom_id in ids
    ]
    text = f"<@{person.id}>, your turn in game {number} (red, turn 2)."
    rows: list[Json] = [{"type": 1, "components": parts}]
    return discord.create_message(thread, discord.bot_user.id, text, components=rows).id


def _now() -> int:
    return time.time_ns() // 1_000_000


def _played_out(game: Game, rng: Random) -> Iterator[Action]:
    while not game.position.over:
        action = random_action(game.position, rng)
        game.apply(action)
        yield action


async def prepare(
    database: Place,
    guild: int,
    channel: int,
    seed: int,
    *,
    ending: int,
    running: int = 0,
    turns_left: int = 1,
    share: Share = ALONE,
) -> tuple[list[Prepared], list[Prepared]]:
    """Create running games: some with ``turns_left`` turns left, others after twelve turns."""
    store = await Store.open(database, share)
    try:
        games = Games(store, guild, channel, seed)
        return (
            [await games.near_the_end(turns_left) for _ in range(ending)],
            [await games.in_the_middle(12) for _ in range(running)],
        )
    finally:
        await store.close()
