"""A turn taken in the panel as a person does: by what stands on its buttons and in its menus."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from simcord.components import walk_components

from engine.actions import Action, Banner, Build, Castle, End, Pass, Workers
from engine.cards import Card
from engine.position import Position
from engine.squares import iter_squares
from tests.e2e.people import Answer, Person
from tests.e2e.playing import Match
from tests.e2e.posts import Button, Menu, Post
from ui.panel.address import PanelAddress, template
from ui.texts.game.events import names_of


def address_of(post: Post) -> PanelAddress:
    """Where a panel stands, by the custom id of any of its buttons."""
    for part in walk_components(post.components):
        match = re.fullmatch(template("turn"), part.get("custom_id", ""))
        if match:
            return PanelAddress.read(match)[0]
    raise AssertionError(f"no panel: {post.text}")


def verb_of(part: Button | Menu) -> str:
    """What pressing a button or choosing in a menu of a panel means."""
    return part.custom_id.split(":")[6]


@dataclass
class Panel:
    """One person's panel.

    Attributes:
        post: the panel as it stands now.
        presses: how often something was pressed, chosen or filled in, the opening included.
        between: what happens between any two presses.
    """

    match: Match
    person: Person
    post: Post
    presses: int = 1
    between: Callable[[], Awaitable[None]] | None = None

    @classmethod
    async def open(
        cls,
        match: Match,
        person: Person | None = None,
        between: Callable[[], Awaitable[None]] | None = None,
    ) -> Panel:
        """Presses *Take your turn* on the newest message of a game."""
        person = person or await match.active()
        before = len(match.world.sent)
        answer = await person.press(await match.newest(), "Take your turn")
        assert answer.private
        assert len(match.world.sent) == before + 1
        return cls(match, person, answer.post, between=between)

    async def _answered(
        self, act: Callable[[], Awaitable[Answer]], *, ends: bool = False
    ) -> Answer:
        """Does something, and makes sure that the answer was one request to its owner alone."""
        if self.between is not None:
            await self.between()
        self.presses += 1
        sent = self.match.world.sent
        before = len(sent)
        answer = await act()
        assert answer.answered
        news = sent[before:]
        private = [request for request in news if request.owner == self.person.id]
        assert len(private) == 1, [f"{one.method} {one.path}" for one in news]
        assert ends or len(news) == 1, [f"{one.method} {one.path}" for one in news]
        if not answer.fields:
            assert answer.post.owner == self.person.id
            self.post = answer.post
        return answer

    async def press(self, verb: str, *, ends: bool = False) -> Answer:
        """Presses a button by the verb in its custom id."""
        custom_id = self.button(verb).custom_id
        return await self._answered(
            lambda: self.person.press(self.post, custom_id=custom_id), ends=ends
        )

    async def choose(self, verb: str, *values: int) -> Answer:
        """Chooses in a menu by the verb in its custom id."""
        custom_id = self.menu(verb).custom_id
        texts = [str(value) for value in values]
        return await self._answered(
            lambda: self.person.choose(self.post, *texts, custom_id=custom_id)
        )

    def button(self, verb: str) -> Button:
        """The button with a verb."""
        return next(b for b in self.post.buttons.values() if verb_of(b) == verb)

    def menu(self, verb: str) -> Menu:
        """The menu with a verb."""
        return next(menu for menu in self.post.menus if verb_of(menu) == verb)

    @property
    def address(self) -> PanelAddress:
        """Where the panel stands."""
        return address_of(self.post)

    async def do(self, action: Action) -> None:
        """Carries out an action by presses."""
        position = (await self.match.game()).position
        await self.show(action, position)
        match action:
            case End():
                await self.press("end", ends=True)
            case Pass():
                await self.press("pass")
            case _:
                await self.press("do")
        self.match.done.append(action)

    async def show(self, action: Action, position: Position) -> None:
        """Goes to where the action stands ready to be done."""
        match action:
            case Build():
                await self._show_build(action, position)
            case Workers():
                await self._show_workers(action, position)
            case Castle(family, ring):
                number = position.start.edition.family_number[family] + 1
                for at, (verb, value) in enumerate((("family", number), ("ring", ring))):
                    if self.address.numbers[at] != value:
                        await self.choose(verb, value)
            case Banner(sale):
                await self._show_banner(dict(sale), position)
            case _:
                pass

    async def _show_build(self, action: Build, position: Position) -> None:
        if self.address.step != "build":
            name = f"{action.card.family} {action.card.form.replace('-', ' ')}".capitalize()
            await self.press(verb_of(self.post.buttons[name]))
        squares = names_of(action.squares)
        if f" on {squares}:" not in self.post.text:
            form = await self.press("goto")
            assert list(form.fields) == ["text"]
            await self._answered(lambda: self.person.fill(form, text=squares))
        draws = position.draws()
        if draws:
            wanted = draws.index(action.draw if isinstance(action.draw, Card) else None)
            if self.address.numbers[3] != wanted:
                await self.choose("draw", wanted)

    async def _show_workers(self, action: Workers, position: Position) -> None:
        if self.address.step != "workers":
            await self.press("workers")
        everything = action.own | action.neutral
        sites = [
            (0 if site is None else site + 1, gap)
            for site, gap in position.worker_sites()
            if not everything & ~gap
        ]
        if self.address.numbers[0] not in [number for number, _ in sites]:
            while not any(str(number) in self.menu("site").choices for number, _ in sites):
                await self.choose("site", 999)
            shown = [entry[0] for entry in sites if str(entry[0]) in self.menu("site").choices]
            await self.choose("site", shown[0])
        gap = dict(sites)[self.address.numbers[0]]
        squares = list(iter_squares(gap))
        for verb, at, wanted in (("own", 1, action.own), ("neutral", 2, action.neutral)):
            numbers = [n for n, square in enumerate(squares, 1) if wanted >> square & 1]
            if self.address.numbers[at] != sum(1 << (number - 1) for number in numbers):
                await self.choose(verb, *numbers)

    async def _show_banner(self, sale: dict[str, int], position: Position) -> None:
        await self.press("banner")
        families = position.start.edition.families
        seals = tuple(position.seals[position.active])
        wanted = tuple(sale.get(family, 0) for family in families)
        if any(wanted) and wanted == seals:
            await self.press("all")
        for number, amount in enumerate(wanted):
            if self.address.numbers[number] != amount:
                await self.choose(f"sell{'abcdefgh'[number]}", amount)
