"""The people of a run with trolls: these, a moderator who blocks them, and people beside them."""

from __future__ import annotations

import asyncio
import itertools
import re
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from lab.discord.history import Place, controls
from lab.discord.interactions import IN_TIME, Interaction, Person
from lab.discord.model import new_id
from lab.discord.people import Hands
from lab.discord.sockets import Servers
from lab.soak.ledger import Ledger
from lab.soak.saved import Saved
from lab.soak.seats import Party
from lab.soak.visitors import be_forgotten

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
        """Have everything deleted that is kept of oneself."""
        return await be_forgotten(hands)

    async def nudge(self, hands: Hands) -> Interaction:
        """Press a person for whose turn a game waits."""
        return await self._command(hands, "seat nudge")

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
    "nudge": (3, Trolls.nudge),
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
