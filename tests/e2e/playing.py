"""Games begun and gone on with: by commands, by plans of whole games, against computers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from db.games.rows import HelpLevel
from engine import legality
from engine.actions import Action, Build, End, Workers
from engine.edition import Edition
from engine.edition_files import load_edition
from engine.game import Game
from engine.position import Position
from engine.random_play import random_action, random_start
from engine.record import Record
from engine.squares import Lot, iter_squares
from engine.start import FIRST_GAME, FREE, Start
from lab.tables import command_of
from tabletop.opening import Dealer
from tabletop.table import Table
from tests.e2e.forms import start
from tests.e2e.people import Answer, Person
from tests.e2e.posts import Post
from tests.e2e.world import Place, World
from tests.tabletop.playing import finish
from ui.services import Services


@dataclass(frozen=True)
class Plan:
    """A game to be played: how it starts and a seed for what is done in it."""

    setup: str
    seats: int
    seed: int
    mirror: bool = False

    def record(self) -> Record:
        rng = Random(self.seed)
        start = random_start(load_edition(), self.setup, self.seats, rng, mirror=self.mirror)
        position, actions = Position(start), []
        while not position.over:
            actions.append(random_action(position, rng))
            position.push(actions[-1])
        return Record.of(position, actions)


TO_THE_END_BY_IDLENESS = Plan(FIRST_GAME, 2, seed=2880)
TO_THE_TOP_FLOOR = Plan(FREE, 3, seed=552, mirror=True)
FOUR_PEOPLE_IDLE = Plan(FREE, 4, seed=277)
FOUR_PEOPLE_BY_THE_CASTLE = Plan(FIRST_GAME, 4, seed=45)
MIRRORED = Plan(FREE, 2, seed=1035, mirror=True)
PLANS = (
    *(TO_THE_END_BY_IDLENESS, TO_THE_TOP_FLOOR, FOUR_PEOPLE_IDLE),
    *(FOUR_PEOPLE_BY_THE_CASTLE, MIRRORED),
)


class Dealt(Dealer):
    """Deals what a prepared start says, to people in the order in which they sat down.

    Until one is prepared it deals at random.
    """

    prepared: Start | None = None

    def order(self, seats: int) -> list[int]:
        return super().order(seats) if self.prepared is None else list(range(seats))

    def start(
        self, edition: Edition, setup: str, seats: int, lot: Lot | None, *, mirror: bool
    ) -> Start:
        """The start that was prepared, if it is of the game that was asked for."""
        prepared = self.prepared
        if prepared is None:
            return super().start(edition, setup, seats, lot, mirror=mirror)
        asked = (edition.id, setup, seats, mirror)
        assert asked == (prepared.edition.id, prepared.setup, prepared.seats, prepared.mirror)
        assert lot in {None, prepared.lot}
        return prepared


def prepare(world: World, start: Start) -> None:
    """Has the bot deal from now on what a start says."""
    dealer = world.bot.services.tables.dealer
    assert isinstance(dealer, Dealt)
    dealer.prepared = start


@dataclass
class Match:
    world: World  # the simulated Discord
    number: int  # the number of the game
    # the actions that were carried out and not taken back
    done: list[Action] = field(default_factory=list)

    @classmethod
    async def begin(
        cls,
        world: World,
        seats: int = 2,
        *,
        setup: str = FIRST_GAME,
        start: Start | None = None,
        helped: HelpLevel = "all",
        language: str = "en",
        **agreed: object,
    ) -> Match:
        """Opens a lobby, seats the first people of the world and begins.

        Args:
            agreed: other rules of the lobby.
        """
        mirror = start is not None and start.mirror
        if start is not None:
            prepare(world, start)
        host, *others = world.people[:seats]
        answer = await host.run("arkadia start")
        found = re.search(r"[0-9]+", answer.posts[0].text)  # a word on a fault may follow
        assert found is not None
        number = int(found[0])
        match = cls(world, number)
        rules = {"setup": setup, "seat_limit": seats, "mirror": mirror, "help": helped}
        await match.services.tables.lobby.change(number, host.id, rules | agreed, None)
        await match.services.tables.display.set_language(number, host.id, language)
        for other in others:
            await other.decide("join", game=number)
        await host.decide("begin", game=number)
        return match

    @classmethod
    async def of(
        cls, world: World, plan: Plan, helped: HelpLevel = "all", language: str = "en"
    ) -> tuple[Match, Record]:
        """Begins a planned game; gives it with its record."""
        record = plan.record()
        match = await cls.begin(
            world,
            plan.seats,
            setup=plan.setup,
            start=record.start,
            helped=helped,
            language=language,
        )
        return match, record

    @property
    def services(self) -> Services:
        return self.world.bot.services

    async def table(self) -> Table:
        return await self.services.tables.cache.get(self.number)

    async def game(self) -> Game:
        """A copy of the game as it is now."""
        return (await self.table()).running_game().copy()

    async def log(self) -> list[str]:
        return await self.services.tables.log_entries(self.number)

    async def place(self) -> Place:
        """The thread, or else the channel, in the game's channel shown."""
        place = (await self.table()).place
        found = [thread for thread in self.world.threads() if thread.id == place]
        return found[0] if found else self.world.channel

    async def newest(self) -> Post:
        return self.world.newest(await self.place())

    async def posts(self) -> list[Post]:
        return self.world.posts(await self.place())

    async def active(self) -> Person:
        active = (await self.table()).active
        assert active is not None
        return self.world.person(active.user_id)

    async def waiting(self) -> Person:
        table = await self.table()
        assert table.active is not None
        others = [seat for seat in table.seats if seat != table.active]
        return self.world.person(others[0].user_id)

    async def do(self, action: Action, who: Person | None = None) -> Answer:
        command, options = command_of(action)
        who = who or await self.active()
        answer = await who.run(command, await self.place(), **options)
        self.done.append(action)
        return answer

    async def undo(self) -> Answer:
        answer = await (await self.active()).run("arkadia undo", await self.place())
        self.done.pop()
        return answer

    async def play(self, actions: Sequence[Action]) -> None:
        for action in actions:
            await self.do(action)

    async def pass_by(self, actions: Sequence[Action]) -> None:
        """Carries out some actions without Discord, and has their turns told by one message."""
        for action in actions:
            active = await self.active()
            await self.services.tables.turns.act(self.number, active.id, action)
            self.done.append(action)
        await self.services.publisher.publish(self.number)
        await self.world.env.settle()

    async def end(self, record: Record) -> None:
        """Has a game pass by up to its last action, which a person carries out."""
        await self.pass_by(record.actions[:-1])
        await self.do(record.actions[-1])

    async def end_turn(self) -> Answer:
        """Plays the shortest turn; gives the answer to its end."""
        await self.do(await one_worker(self))
        return await self.do(End())

    async def finish(self) -> Table:
        """Has the rest of the game pass by at once, and its end told; gives the table."""
        with self.world.env._bot_scope():
            table = await finish(self.services.tables, self.number)
            await self.services.publisher.publish(self.number)
        await self.world.env.settle()
        return table

    async def turn(self, seed: int = 0) -> list[Action]:
        rng = Random(seed)
        played: list[Action] = []
        while not played or not isinstance(played[-1], End):
            played.append(random_action((await self.game()).position, rng))
            await self.do(played[-1])
        return played


async def build_of_unknown_card(match: Match) -> Build:
    """A legal building with a card that only its owner has seen, drawing an open card."""
    position = (await match.game()).position
    seen = {laid.card for laid in position.buildings} | set(position.face_up)
    draw = position.face_up[0]
    for card in position.hands[position.active]:
        places = [] if card in seen else position.placements(card)
        for squares in places:
            return Build(card, squares, draw)
    raise AssertionError("all cards of the hand are known")


async def one_worker(match: Match) -> Workers:
    """A worker on the first vacant square where one may stand."""
    position = (await match.game()).position
    _, vacant = position.worker_sites()[0]
    action = Workers(1 << next(iter_squares(vacant)), 0)
    assert legality.refusal(position, action) is None
    return action


async def against(world: World, *levels: str) -> Match:
    ada = world.people[0]
    answer = await start(ada, help="all")
    for level in levels:
        await ada.choose(world.newest(), level)
    await ada.press(world.newest(), "Begin")
    return Match(world, int(answer.text.split()[1]))


async def until_a_person_is_due(match: Match) -> Table:
    for _ in range(60):
        table = await match.table()
        if not table.computer_due:
            return table
        await match.world.env.advance_time(2.5)
    raise AssertionError("the computer players do not come to an end")
