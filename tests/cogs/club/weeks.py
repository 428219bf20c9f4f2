"""Six weeks of a club of twelve people, each of whom looks in once a day."""

import re
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from db.games.rows import GameSummary, State
from engine.actions import Action, End
from engine.view import Observation
from players.levels import decide, level_named
from tabletop.table import Table
from tests.e2e.finished import DAY
from tests.e2e.lobby_forms import start
from tests.e2e.people import Person
from tests.e2e.sent import Sent
from tests.e2e.world import World
from tests.features import beside_features
from tests.tabletop.playing import Clock
from ui.texts.markup import as_read

AT_A_TABLE = 4
CALL = re.compile(r"<@\d+>, (?:your (?:final )?turn in )?game \d+: ")
"""The beginning of a message that calls a person for a turn."""
REMINDER = re.compile(r"<@\d+>, your turn in game \d+ is waiting")
END = "arkadia:rematch:"
"""What the last message of a game has a button of."""
MESSAGE = re.compile(r"/channels/\d+/messages")
PLAYS_LIKE = "journeyman"
NUDGED_BY = 0.3
"""How often a person whose game waits for another one nudges, where the bot offers it."""


@dataclass
class Weeks:
    """What became of a club, day by day.

    Attributes:
        turns: the looks at which a person had a turn to take.
        news: those at which a game of theirs had moved on without them.
        others: those at which another game of the server had moved on, to be followed.
        alone: those at which no game had moved on, and the day's position was there to be answered.
        idle: those at which there was nothing at all.
        answers: the answers to positions of the day.
        nudges: the nudges that the bot took.
        messages: how many messages beside those of a game's course notified a person on a day, at
            most: beside calls, the bot's reminders, and the end.
        crowded: on how many days of people more than one did, reminders and ends among them.
        ranked: the day after which the ranking listed somebody, and that of the first result.
    """

    turns: int = 0
    news: int = 0
    others: int = 0
    alone: int = 0
    idle: int = 0
    answers: int = 0
    nudges: int = 0
    messages: int = 0
    crowded: int = 0
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
    looked: int = 0
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
            await start(host, preset="club", full=True, **options)
            number = max(game.game_id for game in await self._running("lobby"))
            for other in others:
                await other.decide("join", game=number)
            self.tables[number] = (host, *others)
            self.weeks.games += 1

    async def day(self, number: int, *, opening: bool) -> None:
        """Passes a day: games are opened, then each person looks in once, early or late."""
        people = self.rng.sample(self.people, len(self.people))
        half = self.rng.randrange(len(people))
        for early, some in ((True, people[:half]), (False, people[half:])):
            self.clock.now += DAY // 2
            await self.come_due()
            if opening and early:
                await self.open_games()
            for person in some:
                await self._look(person)
            await self.world.env.settle()
        self._count_messages()
        await self._look_at_ranking(number)

    async def come_due(self) -> None:
        """Has the bot do what is due by now."""
        with self.world.env._bot_scope():
            self.world.bot.services.dispatcher.wake()
        await self.world.env.settle()

    async def _look(self, person: Person) -> None:
        tables, weeks = self.world.bot.services.tables, self.weeks
        took = False
        gone_on: dict[bool, bool] = {True: False, False: False}
        for game, group in list(self.tables.items()):
            table, key = await tables.get(game), (person.id, game)
            own = person in group
            if table.row.news > self.read.get(key, 0):
                gone_on[own] = True
            if own and table.active is not None and table.active.user_id == person.id:
                table, took = await self._turn(game), True
                await self.world.bot.services.publisher.publish(game)
            elif own:
                await self._nudge(person, table)
            self.read[key] = table.row.news
            if table.row.state == "finished":
                del self.tables[game]
        weeks.turns += took
        weeks.news += gone_on[True] and not took
        weeks.others += gone_on[False] and not (took or gone_on[True])
        nothing = not (took or gone_on[True] or gone_on[False])
        answered = False
        for feature in beside_features("looks"):
            answered |= await feature.look(self.world, person, self.rng, shown=nothing)
        weeks.answers += answered
        weeks.alone += nothing and answered
        weeks.idle += nothing and not answered

    async def _nudge(self, person: Person, table: Table) -> None:
        """Has a person who waits nudge the one who has the turn, now and then; nobody at once."""
        active, began = table.active, table.row.begun_at or 0
        waits = active is not None and active.user_id not in (None, person.id)
        if waits and self.clock.now >= began + DAY and self.rng.random() < NUDGED_BY:
            board = await person.run("arkadia board", game=table.number)
            label = next((one for one in board.post.buttons if one.startswith("Nudge")), None)
            if label is not None:
                answer = await person.press(board.post, label)
                self.weeks.nudges += "gets one friendly message" in answer.text

    def _as_a_journeyman(self, observation: Observation) -> Action:
        level = level_named(PLAYS_LIKE)
        return decide(level.name, observation, self.rng.getrandbits(30), level.budget)

    async def _turn(self, game: int) -> Table:
        """Takes a turn as a journeyman would, so that games are as long as those of people."""
        tables = self.world.bot.services.tables
        while True:
            table = await tables.get(game)
            active = table.active
            assert active is not None
            assert active.user_id is not None
            observation = table.running_game().position.observe(active.seat)
            action = self._as_a_journeyman(observation)
            table, _ = await tables.turns.act(game, active.user_id, action)
            if isinstance(action, End):
                return table

    async def _running(self, state: State) -> list[GameSummary]:
        store = self.world.bot.services.tables.store
        return [*await store.games.find(self.world.guild.id, states=(state,))]

    def _count_messages(self) -> None:
        """Counts whom the new messages of the day notified beside turns."""
        sent = self.world.sent[self.looked :]
        self.looked = len(self.world.sent)
        told = Counter(person for one in sent for person in _notified(one))
        others = [one for one in sent if _notified(one) and not _is_of_course(one)]
        beside = Counter(person for one in others for person in _notified(one))
        self.weeks.crowded += sum(count > 1 for count in told.values())
        self.weeks.messages = max([self.weeks.messages, *beside.values()])

    async def _look_at_ranking(self, number: int) -> None:
        weeks = self.weeks
        if weeks.first_end is None and await self._running("finished"):
            weeks.first_end = number
        if weeks.ranked is None:
            answer = await self.people[0].run("arkadia-club ranking")
            if "1. **" in answer.text:
                weeks.ranked = number


def _notified(sent: Sent) -> set[int]:
    """Whom a message notifies; nobody if it calls a person for a turn."""
    if sent.method != "POST" or not MESSAGE.fullmatch(sent.path) or not sent.accepted:
        return set()
    content = as_read(sent.body.get("content") or "")
    if CALL.match(content):
        return set()
    if sent.owner is not None:
        return {sent.owner}
    allowed = (sent.body.get("allowed_mentions") or {}).get("users") or ()
    return {int(user) for user in allowed if f"<@{user}>" in content}


def _is_of_course(sent: Sent) -> bool:
    """Whether a message reminds of a turn or tells a game's end."""
    content = as_read((sent.body or {}).get("content") or "")
    return REMINDER.match(content) is not None or END in str(sent.body.get("components"))
