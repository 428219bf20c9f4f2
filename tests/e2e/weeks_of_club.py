"""Six weeks of a club of twelve people, each of whom looks in once a day."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from db.games.rows import GameSummary, State
from delivery.dispatcher import LONGEST_REST_S
from engine.actions import End
from players.levels import decide, level_named
from tabletop.table import Table
from tests.e2e.finished import DAY
from tests.e2e.people import Person
from tests.e2e.posts import Post
from tests.e2e.world import Place, World
from tests.tabletop.playing import Clock

AT_A_TABLE = 4
CALL = re.compile(r"<@\d+>, (?:your turn in )?game \d+: ")
"""The beginning of a message that calls a person for a turn."""
PLAYS_LIKE = "journeyman"


@dataclass
class Weeks:
    """What became of a club, day by day.

    Attributes:
        turns: the looks at which a person had a turn to take.
        news: those at which a game of theirs had moved on without them.
        others: those at which another game of the server had moved on, to be followed.
        idle: those at which no game had moved on, or none was played.
        messages: how many messages beside turns notified a person on a day, at most.
        ranked: the day after which the ranking listed somebody, and that of the first result.
    """

    turns: int = 0
    news: int = 0
    others: int = 0
    idle: int = 0
    messages: int = 0
    ranked: int | None = None
    first_end: int | None = None
    games: int = 0


@dataclass
class ClubLife:
    """People who play three games at a time by the preset of a weekly club."""

    world: World
    clock: Clock
    people: list[Person]
    rng: Random
    weeks: Weeks = field(default_factory=Weeks)
    read: dict[tuple[int, int], int] = field(default_factory=dict)
    known: set[int] = field(default_factory=set)
    tables: dict[int, tuple[Person, ...]] = field(default_factory=dict)

    async def open_games(self) -> None:
        """Has those who play in no game begin new ones, four at a table."""
        playing = {person.id for group in self.tables.values() for person in group}
        free = [person for person in self.people if person.id not in playing]
        self.rng.shuffle(free)
        while len(free) >= AT_A_TABLE:
            host, *others = (free.pop() for _ in range(AT_A_TABLE))
            named = zip(("with", "with-2", "with-3"), others, strict=True)
            options = {option: one.actor for option, one in named}
            await host.run("arkadia start", preset="club", full=True, **options)
            number = max(game.game_id for game in await self._running("lobby"))
            for other in others:
                await other.run("arkadia lobby join", game=number)
            self.tables[number] = (host, *others)
            self.weeks.games += 1

    async def day(self, number: int, *, opening: bool) -> None:
        """Passes a day: games are opened, then each person looks in once, in any order."""
        self.clock.now += DAY
        await self.world.env.advance_time(LONGEST_REST_S + 1)
        if opening:
            await self.open_games()
        for person in self.rng.sample(self.people, len(self.people)):
            await self._look(person)
        await self.world.env.settle()
        self._count_messages()
        await self._look_at_ranking(number)

    async def _look(self, person: Person) -> None:
        tables, weeks = self.world.bot.services.tables, self.weeks
        took = False
        gone_on: dict[bool, bool] = {True: False, False: False}
        for game, group in list(self.tables.items()):
            table, key = await tables.get(game), (person.id, game)
            own = person in group
            gone_on[own] |= table.row.news > self.read.get(key, 0)
            if own and table.active is not None and table.active.user_id == person.id:
                table, took = await self._turn(game), True
                await self.world.bot.services.publisher.publish(game)
            self.read[key] = table.row.news
            if table.row.state == "finished":
                del self.tables[game]
        weeks.turns += took
        weeks.news += gone_on[True] and not took
        weeks.others += gone_on[False] and not (took or gone_on[True])
        weeks.idle += not (took or gone_on[True] or gone_on[False])

    async def _turn(self, game: int) -> Table:
        """Takes a turn as a journeyman would, so that games are as long as those of people."""
        tables, level = self.world.bot.services.tables, level_named(PLAYS_LIKE)
        while True:
            table = await tables.get(game)
            active = table.active
            assert active is not None
            assert active.user_id is not None
            observation = table.running_game().position.observe(active.seat)
            action = decide(level.name, observation, self.rng.getrandbits(30), level.budget)
            table, _ = await tables.turns.act(game, active.user_id, action)
            if isinstance(action, End):
                return table

    async def _running(self, state: State) -> list[GameSummary]:
        store = self.world.bot.services.tables.store
        return [*await store.games.find(self.world.guild.id, states=(state,))]

    def places(self) -> list[Place]:
        """All places in which the bot writes."""
        return [self.world.channel, *self.world.threads()]

    def _count_messages(self) -> None:
        """Counts whom the new messages of the day notified beside turns."""
        found: Counter[int] = Counter()
        for place in self.places():
            for post in self.world.posts(place):
                if post.id not in self.known:
                    self.known.add(post.id)
                    if not _calls(post):
                        found.update(post.pings)
        self.weeks.messages = max([self.weeks.messages, *found.values()])

    async def _look_at_ranking(self, number: int) -> None:
        weeks = self.weeks
        if weeks.first_end is None and await self._running("finished"):
            weeks.first_end = number
        if weeks.ranked is None:
            answer = await self.people[0].run("arkadia-club ranking")
            if "1. **" in answer.text:
                weeks.ranked = number


def _calls(post: Post) -> bool:
    """Whether a message calls a person for a turn."""
    return CALL.match(post.text) is not None
