"""A legitimate troll: a member who does only what members may do, as badly as possible.

Alone or with friends, and with a moderator who blocks them, the troll opens, invites, moves,
cancels and is forgotten by commands and buttons. Meanwhile other people open, practise and play.
Judged are the notifications, posts and threads of the trolls, and how long the others wait.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from db.database import Place as Database
from db.store import Store
from lab.discord.history import Place, controls
from lab.discord.interactions import IN_TIME, Interaction, Person
from lab.discord.model import moment_of, new_id
from lab.discord.people import Hands
from lab.discord.sockets import Servers
from lab.soak.ledger import Ledger
from lab.soak.options import Options
from lab.soak.prepared import Prepared
from lab.soak.run import Soak
from lab.soak.saved import Saved
from lab.soak.seats import Party
from lab.soak.verdict import Channels
from runtime.settings import Settings

OPENED: Final = re.compile(r"Game ([0-9]+) (?:is open|has begun)")
OVER: Final = re.compile(r"Game ([0-9]+) is (?:over|cancelled)")
AT_ONCE: Final = 8
"""Things that the trolls do without waiting for the answer to the one before."""

HOUR_S: Final = 3600
CHANNELS: Final = 4
"""Further channels to which the trolls move games."""

VICTIMS: Final = 6
"""People whom the trolls invite, and who never do anything."""

REMEMBERED: Final = 20
"""The newest games of the trolls, with which they do something."""

THINKING: Final = ("hint", "review", "replay", "record")
"""What asks for computing or pictures of a whole game: it is not waited for while one plays."""

LOOKS: Final = ("board", "screen", "games", "log", "help", "rules", "hint", "about")
LANGUAGES: Final = ("de", "en", "fr", "nl")


@dataclass(frozen=True, slots=True)
class Trolling:
    """The settings of a run with trolls.

    Attributes:
        acts: the number of things that the trolls do, all together.
        an_hour: how many of these there are in an hour.
        friends: the number of people who help the troll.
        moderated: the seconds after which a moderator blocks them and closes their lobbies, and
            after which the block is lifted again; 0 for no moderator.
        tables: the tables at which other people play meanwhile.
        seed: the seed of all chance.
        delay: the seconds in which 99 of 100 answers to these people must be there.
        in_time: the seconds in which there must be a sign of life.
    """

    acts: int = 2_000
    an_hour: int = 10_000
    friends: int = 0
    moderated: float = 0.0
    tables: int = 2
    seed: int = 1
    delay: float = 1.0
    in_time: float = IN_TIME


Act: TypeAlias = Callable[["Trolls", Hands], Awaitable[Interaction]]


class Trolls(Party):
    """The trolls: what they do next is chance, with their own newest games.

    Attributes:
        people: the trolls.
        done: how often they did each thing.
        over: True once they have done everything.
    """

    def __init__(
        self, servers: Servers, saved: Saved, ledger: Ledger, rng: Random, wanted: Trolling
    ) -> None:
        super().__init__(servers, saved, ledger, rng)
        self.people = [
            Hands(self._discord, Person(new_id(), f"troll{number}"))
            for number in range(1 + wanted.friends)
        ]
        self.victims = [Person(new_id(), f"victim{number}") for number in range(VICTIMS)]
        self.done: Counter[str] = Counter()
        self.over = False
        self._wanted = wanted
        self._games: list[int] = []
        self._others: list[Place] = []

    @property
    def hosts(self) -> set[int]:
        """The ids of the trolls."""
        return {hands.person.id for hands in self.people}

    async def play(self) -> None:
        """Do one thing after another at the wanted rate, without waiting for all answers."""
        for number in range(CHANNELS):
            other = self._discord.create_channel(self._discord.guild.id, f"other-{number}")
            self._others.append(self._discord.history.places[other.id])
        begun, doing = time.monotonic(), set[asyncio.Task[None]]()
        for number in range(self._wanted.acts):
            if self.enough:
                break
            early = begun + number * HOUR_S / self._wanted.an_hour - time.monotonic()
            await asyncio.sleep(max(0.0, early))
            if len(doing) >= AT_ONCE:
                _, doing = await asyncio.wait(doing, return_when=asyncio.FIRST_COMPLETED)
            doing.add(asyncio.create_task(self._do_something()))
        await asyncio.gather(*doing)
        self.over = True

    async def _do_something(self) -> None:
        name = self._rng.choices(list(ACTS), [weight for weight, _ in ACTS.values()])[0]
        answer = await ACTS[name][1](self, self._rng.choice(self.people))
        self.done[name] += 1
        if not answer.has_answer:
            self._ledger.answered(answer, None)
        elif opened := OPENED.search(answer.text):
            self._games = [*self._games, int(opened[1])][-REMEMBERED:]
        elif over := OVER.match(answer.text):
            self._games = [number for number in self._games if number != int(over[1])]

    async def start(self, hands: Hands) -> Interaction:
        """Open a lobby, often for named people."""
        options: dict[str, Any] = {"full": self._rng.random() < 0.2}
        named = self._rng.sample(self.victims, self._rng.choice((0, 0, 1, 1, 2, 3)))
        options |= dict(zip(("with", "with-2", "with-3"), named, strict=False))
        if self._rng.random() < 0.3 and len(named) < 3:
            options["computers"] = 1
        return await hands.run("arkadia start", self._place_to_be(), **options)

    async def practise(self, hands: Hands) -> Interaction:
        """Begin a practice game."""
        return await hands.run("arkadia practice", self._place_to_be())

    async def cancel(self, hands: Hands) -> Interaction:
        """Cancel a lobby by its button, or a game by the command, or agree to it or not."""
        number = self._game()
        lobby = self._lobby(number)
        if lobby is not None:
            return await hands.press(*lobby, f"arkadia:cancel:{number}")
        return await self._command(hands, "lobby cancel", agree=self._rng.random() < 0.5)

    async def move(self, hands: Hands) -> Interaction:
        """Carry a game to another channel."""
        return await hands.run("arkadia lobby move", self._place_to_be(), game=self._game())

    async def talk(self, hands: Hands) -> Interaction:
        """Change the language of a game's messages."""
        return await self._command(hands, "lobby language", language=self._rng.choice(LANGUAGES))

    async def go_away(self, hands: Hands) -> Interaction:
        """Leave a seat to a computer player, or take it back."""
        return await self._command(hands, self._rng.choice(("seat away", "seat back")))

    async def sit(self, hands: Hands) -> Interaction:
        """Change who sits in a lobby, or begin its game."""
        what = ("join", "join", "leave", "add", "remove", "begin", "begin")
        return await self._command(hands, f"lobby {self._rng.choice(what)}")

    async def resign(self, hands: Hands) -> Interaction:
        """Leave a game for good."""
        return await self._command(hands, "seat resign", sure="yes")

    async def prefer(self, hands: Hands) -> Interaction:
        """Have a direct message tried, or not."""
        where = self._rng.choice(("message", "game"))
        return await hands.run("arkadia preferences", self._discord.channel, remind_in=where)

    async def be_forgotten(self, hands: Hands) -> Interaction:
        """Have everything deleted that is kept of oneself, by the buttons that lead there."""
        answer = await hands.run("arkadia privacy", self._discord.channel)
        for button in ("arkadia:forget-me", "arkadia:forget-me-now"):
            message = next(iter(answer.messages), None)
            shown = controls(message.components if message else ())
            if message is None or button not in {part["custom_id"] for part in shown}:
                return answer
            answer = await hands.press(message, button)
        return answer

    async def look(self, hands: Hands) -> Interaction:
        """Ask for something that costs the bot an answer."""
        what = self._rng.choice(LOOKS)
        options = {"game": self._game()} if what in ("board", "screen", "log", "hint") else {}
        return await hands.run(f"arkadia {what}", self._discord.channel, **options)

    async def _command(self, hands: Hands, command: str, **options: Any) -> Interaction:
        place = self._discord.channel
        return await hands.run(f"arkadia {command}", place, game=self._game(), **options)

    def _game(self) -> int:
        return self._rng.choice(self._games) if self._games else 1

    def _lobby(self, number: int) -> tuple[Any] | None:
        """Return the message of a lobby that has a button to cancel it."""
        wanted = f"arkadia:cancel:{number}"
        for place in (self._discord.channel, *self._others):
            for message in reversed(place.visible()):
                if wanted in {part["custom_id"] for part in controls(message.components)}:
                    return (message,)
        return None

    def _place_to_be(self) -> Place:
        return self._rng.choice((self._discord.channel, *self._others))


ACTS: Final[Mapping[str, tuple[float, Act]]] = {
    "start": (8, Trolls.start),
    "practice": (3, Trolls.practise),
    "cancel": (2, Trolls.cancel),
    "move": (8, Trolls.move),
    "language": (3, Trolls.talk),
    "away": (4, Trolls.go_away),
    "lobby": (8, Trolls.sit),
    "resign": (0.3, Trolls.resign),
    "preferences": (1, Trolls.prefer),
    "forget": (0.5, Trolls.be_forgotten),
    "look": (4, Trolls.look),
}
"""What the trolls do, each with its weight."""


class Moderator(Party):
    """A moderator who blocks the trolls with their lobbies, and gives them another chance.

    Args:
        every: the seconds after which they are blocked, and after which they no longer are.

    Attributes:
        blocks: how often a troll was blocked.
    """

    def __init__(
        self,
        servers: Servers,
        saved: Saved,
        ledger: Ledger,
        rng: Random,
        trolls: Trolls,
        every: float,
    ) -> None:
        super().__init__(servers, saved, ledger, rng)
        self._every = every
        self.blocks = 0
        self._moderator = Hands(self._discord, Person(new_id(), "moderator"))
        self._trolls = trolls

    async def play(self) -> None:
        """Block all trolls, lift the block, and so on."""
        for number in itertools.count():
            for _ in range(round(self._every / 0.1)):
                await asyncio.sleep(0.1)
                if self.enough:
                    return
            for troll in self._trolls.people:
                options = {"allow": True} if number % 2 else {"close": True}
                place = self._discord.channel
                answer = await self._moderator.run(
                    "arkadia-admin block", place, person=troll.person, **options
                )
                self._ledger.answered(answer, None)
                self.blocks += not number % 2


class Bystanders(Party):
    """People who open, practise and play as others do, and who note how long they wait.

    Attributes:
        waits: the seconds until each answer, by the command or the beginning of the custom id.
        everybody: the ids of all who played so far.
    """

    def __init__(self, servers: Servers, saved: Saved, ledger: Ledger, rng: Random) -> None:
        super().__init__(servers, saved, ledger, rng)
        self.waits: dict[str, list[float]] = defaultdict(list)
        self.everybody: set[int] = set()

    def _sit_down(self) -> None:
        super()._sit_down()
        self.everybody |= {hands.person.id for hands in self._people}

    async def _note(
        self, answer: Interaction, number: int | None = None, *, done: str = "", version: int = 0
    ) -> None:
        if answer.has_answer and not any(word in answer.what for word in THINKING):
            self.waits[answer.what].append(time.monotonic() - answer.sent)
        await super()._note(answer, number, done=done, version=version)


class TrollSoak(Soak):
    """A soak in which trolls do what they may while other people play."""

    def __init__(self, wanted: Trolling, database: Database) -> None:
        options = Options(
            seed=wanted.seed,
            seconds=2 * wanted.acts * HOUR_S / wanted.an_hour + 60,
            tables=wanted.tables,
            rate=0,
            kill_every=0,
            mishap_every=0,
            speed=1.0,
            in_time=wanted.in_time,
        )
        super().__init__(options, database)
        self.wanted = wanted
        self.settings = Settings(token="", database=database)
        self.trolls = Trolls(self.servers, self.saved, self.ledger, Random(wanted.seed), wanted)
        self.bystanders: list[Bystanders] = []
        self.moderators: list[Moderator] = []
        self.announced = 0

    async def prepare(self) -> list[Prepared]:
        """Have open games announced in a channel, to a role."""
        guild = self.discord.guild
        self.announced = self.discord.create_channel(guild.id, "games").id
        role = self.discord.create_role(guild.id, "players", mentionable=True)
        store = await Store.open(self.database)
        try:
            chosen = f"{self.announced}/{role.id}"
            await store.admin.set_setting("announce", str(guild.id), chosen)
        finally:
            await store.close()
        return []

    def make_parties(self, waiting: list[Prepared]) -> list[Party]:
        """Return the trolls, the people who play beside them, and the moderator."""
        place = self.servers, self.saved, self.ledger
        self.bystanders = [
            Bystanders(*place, Random(self.rng.random())) for _ in range(self.options.tables)
        ]
        if self.wanted.moderated:
            every = self.wanted.moderated
            self.moderators = [Moderator(*place, self.rng, self.trolls, every)]
        return [self.trolls, *self.bystanders, *self.moderators]

    def _is_enough(self) -> bool:
        """Return whether the trolls have done everything."""
        return self.trolls.over

    def judge(self) -> None:
        """Judge the run as a soak does, and what the trolls caused."""
        super().judge()
        for what, (most, allowed) in self.caused().items():
            if most > allowed:
                self.findings.add("too much of a nuisance", f"{what}: {most}, allowed {allowed}")
        waits = self._waits()
        if len(waits) > 1 and statistics.quantiles(waits, n=100)[98] > self.wanted.delay:
            self.findings.add("other people waited", f"{max(waits):.2f} s at most")

    def judged(self) -> Iterable[int]:
        """Return the games of the others: the trolls carry theirs to and fro between channels."""
        return sorted(self._of_others())

    def caused(self) -> dict[str, tuple[int, int]]:
        """Return the most that the trolls caused in an hour, with what is allowed."""
        chosen, trolls = self.settings, len(self.trolls.people)
        pings, posts = self._pings(), self._posts()
        roles = [at for place in self.discord.history.places.values() for at in _roles(place)]
        people = [densest(pings[person.id]) for person in self.trolls.victims]
        channels = [densest(times) for times in posts.values()]
        allowed = chosen.games_an_hour + chosen.posts_an_hour
        direct = [
            len(self.discord.messages.get(channel.id, ()))
            for channel in self.discord.channels.values()
            if channel.recipient_ids
        ]
        return {
            "notifications of a person": (max(people), chosen.pings_an_hour),
            "notifications of a role": (densest(roles), 60 // chosen.role_pings_minutes),
            "posts in a channel": (max(channels, default=0), trolls * allowed),
            "threads": (densest(self._threads()), trolls * chosen.threads_an_hour),
            "direct messages": (sum(direct), trolls * chosen.direct_a_day),
        }

    def _of_others(self) -> set[int]:
        """Return the numbers of the games that other people than the trolls opened."""
        people = {one for table in self.bystanders for one in table.everybody}
        return {number for one in people for number in self.saved.numbers(one)}

    def _pings(self) -> dict[int, list[int]]:
        """Return by person when messages notified them."""
        found: dict[int, list[int]] = defaultdict(list)
        for place in self.discord.history.places.values():
            for message in place.messages.values():
                for person in message.pings:
                    found[person].append(moment_of(message.id))
        return found

    def _posts(self) -> dict[int, list[int]]:
        """Return by channel when messages about the trolls' games were posted there."""
        others, found = self._of_others(), defaultdict(list)
        for number, told in Channels.of(self.discord.history).told.items():
            for one in told:
                if number not in others and not one.place.is_thread:
                    found[one.place.id].append(moment_of(one.message.id))
        return found

    def _threads(self) -> list[int]:
        """Return when threads were opened for games of the trolls."""
        others, ours = self._of_others(), set()
        for number, told in Channels.of(self.discord.history).told.items():
            if number in others:
                ours |= {one.place.id for one in told}
        places = self.discord.history.places.values()
        return [moment_of(one.id) for one in places if one.is_thread and one.id not in ours]

    def _waits(self) -> list[float]:
        return [
            wait for table in self.bystanders for waits in table.waits.values() for wait in waits
        ]

    def report(self) -> list[str]:
        """Return what the trolls did and caused, how long others waited, and the soak's report."""
        waits = sorted(self._waits()) or [0.0]
        opened = sum(len(table.everybody) for table in self.bystanders)
        return [
            f"{self.trolls.done.total():,} acts of {len(self.trolls.people)} trolls, "
            f"{self.wanted.an_hour:,} an hour; blocks: "
            f"{sum(one.blocks for one in self.moderators)}",
            *(
                f"{what} within an hour: {most} at most, allowed: {allowed}"
                for what, (most, allowed) in self.caused().items()
            ),
            f"{opened} other people: {len(waits):,} answers, waited for {_at(waits, 0.5):.2f} s in "
            f"the median, {_at(waits, 0.99):.2f} s in 99 of 100, {waits[-1]:.2f} s at most",
            *(f"  {what}: {len(waits):,}, {max(waits):.2f} s at most" for what, waits in self.slowest()),
            *super().report(),
        ]

    def slowest(self) -> list[tuple[str, list[float]]]:
        """Return the waits of other people by what they did, the slowest first."""
        found: dict[str, list[float]] = defaultdict(list)
        for table in self.bystanders:
            for what, waits in table.waits.items():
                found[what] += waits
        return sorted(found.items(), key=lambda one: -max(one[1]))


def densest(times: Iterable[int]) -> int:
    """Return the most of some times, in milliseconds, that lie within any hour."""
    ordered, most, first = sorted(times), 0, 0
    for place, at in enumerate(ordered):
        while ordered[first] <= at - HOUR_S * 1000:
            first += 1
        most = max(most, place - first + 1)
    return most


def _roles(place: Place) -> list[int]:
    """Return when messages of a place notified a role."""
    messages = place.messages.values()
    return [moment_of(one.id) for one in messages if one.first["mention_roles"]]


def _at(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
