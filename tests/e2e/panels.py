"""A turn taken in the panel as a person does: by what stands on its buttons and in its menus."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from simcord.components import walk_components

from engine.actions import Action, Banner, Build, Castle, End, Pass, Workers
from engine.position import Position
from engine.squares import first_square, iter_squares
from i18n.translation import words_for
from tests.e2e.people import Answer, Person
from tests.e2e.playing import Match
from tests.e2e.posts import Button, Menu, Post
from ui.buttons import TAKE_TURN
from ui.panel.page import PanelAddress, template
from ui.texts.events import names_of


def address_of(post: Post) -> PanelAddress:
    """Where a panel stands, by the custom id of any of its buttons and menus."""
    for part in walk_components(post.components):
        for kind in ("turn", "pick"):
            if match := re.fullmatch(template(kind), part.get("custom_id", "")):
                return PanelAddress.read(match)[0]
    raise AssertionError(f"no panel: {post.text}")


def verb_of(part: Button | Menu) -> str:
    return part.custom_id.split(":")[6]


def leads_on(screen: Post) -> bool:
    return bool(screen.menus) or any(not button.disabled for button in screen.buttons.values())


async def choose_in(person: Person, post: Post, verb: str, *values: int) -> Answer:
    """Chooses in a menu of a panel by its verb: the entries named, else the first one."""
    menu = next(menu for menu in post.menus if verb_of(menu) == verb)
    chosen = [str(value) for value in values] or [next(iter(menu.choices))]
    return await person.choose(post, *chosen, custom_id=menu.custom_id)


@dataclass
class Panel:
    match: Any  # a match, or what else is played in a panel, such as a position of the day
    person: Person
    post: Post  # the panel as it stands now
    presses: int = 1  # how often something was pressed, chosen or filled in, the opening included
    between: Callable[[], Awaitable[None]] | None = None  # what happens between any two presses
    # all that was shown, the public message first
    screens: list[Post] = field(default_factory=list)

    @classmethod
    async def open(
        cls,
        match: Match,
        person: Person | None = None,
        between: Callable[[], Awaitable[None]] | None = None,
        language: str = "en",
    ) -> Panel:
        """Presses *Take your turn* on the newest message of a game, which is in a language."""
        person = person or await match.active()
        before = len(match.world.sent)
        called = await match.newest()
        answer = await person.press(
            called, words_for(language).context("button", TAKE_TURN.caption)
        )
        assert answer.private
        assert len(match.world.sent) == before + 1
        return cls(match, person, answer.post, between=between, screens=[called, answer.post])

    async def _act(self, act: Callable[[], Awaitable[Answer]], *, ends: bool = False) -> Answer:
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
            self.screens.append(self.post)
        return answer

    async def press(self, verb: str, *, ends: bool = False) -> Answer:
        custom_id = self.button(verb).custom_id
        return await self._act(lambda: self.person.press(self.post, custom_id=custom_id), ends=ends)

    async def choose(self, verb: str, *values: int) -> Answer:
        custom_id = self.menu(verb).custom_id
        texts = [str(value) for value in values]
        return await self._act(lambda: self.person.choose(self.post, *texts, custom_id=custom_id))

    def button(self, verb: str) -> Button:
        return next(b for b in self.post.buttons.values() if verb_of(b) == verb)

    def menu(self, verb: str) -> Menu:
        return next(menu for menu in self.post.menus if verb_of(menu) == verb)

    @property
    def address(self) -> PanelAddress:
        return address_of(self.post)

    async def do(self, action: Action) -> None:
        position = (await self.match.game()).position
        await self.show(action, position)
        match action:
            case End():
                await self.press("end", ends=True)
            case Pass():
                await self.press("pass")
            case Build(draw=draw) if len(position.draws()) > 1:
                wanted = position.draws().index(draw)
                await self.press(f"draw{'abcdefgh'[wanted]}")
            case Castle(family, ring) if self.address.numbers == (0, 0):
                number = position.start.edition.family_number[family]
                await self.choose(f"family{'abcd'[number]}", ring)
            case Banner(sale) if _sells_all(dict(sale), position):
                await self.press("all")
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
            case Banner(sale):
                await self._show_banner(dict(sale), position)
            case _:
                pass

    async def _show_build(self, action: Build, position: Position) -> None:
        if self.address.step != "build":
            order = position.start.edition.card_order
            hand = sorted(set(position.hands[position.active]), key=order.__getitem__)
            await self.press(f"card{'abcdefgh'[hand.index(action.card)]}")
        if self._is_at(action, position):
            return
        # A menu is one press, and so is a rotation; a form is two: a person takes the shorter way.
        ways, first = position.start.orientations[action.card.form], first_square(action.squares)
        form = action.squares >> first
        wanted = ways.index(next(way for way in ways if way.squares == form))
        if self.address.numbers[1] != wanted and len(ways) == 2:
            await self.press("turn")
        if self._is_at(action, position):
            return
        for menu in self.post.menus:
            if self.address.numbers[1] == wanted and str(first) in menu.choices:
                await self.choose(verb_of(menu), first)
                return
        typing = await self.press("goto")
        assert list(typing.fields) == ["text"]
        squares = names_of(action.squares)
        await self._act(lambda: self.person.fill(typing, text=squares))

    def _is_at(self, action: Build, position: Position) -> bool:
        _, way, first, _ = self.address.numbers
        squares = position.start.orientations[action.card.form][way].squares
        return squares << first == action.squares

    async def _show_workers(self, action: Workers, position: Position) -> None:
        everything = action.own | action.neutral
        sites = [
            (0 if site is None else site + 1, gap)
            for site, gap in position.worker_sites()
            if not everything & ~gap
        ]
        here = self.address
        if here.step != "workers" or here.numbers[0] not in [number for number, _ in sites]:
            while not any(str(number) in self.menu("site").choices for number, _ in sites):
                await self.choose("site", 999)
            shown = [entry[0] for entry in sites if str(entry[0]) in self.menu("site").choices]
            await self.choose("site", shown[0])
        gap = dict(sites)[self.address.numbers[0]]
        squares = list(iter_squares(gap))
        own, neutral = (
            [n for n, square in enumerate(squares, 1) if wanted >> square & 1]
            for wanted in (action.own, action.neutral)
        )
        if "who" in map(verb_of, self.post.menus):
            await self.choose("who", *own, *(100 + number for number in neutral))
            return
        for verb, at, numbers in (("own", 1, own), ("neutral", 2, neutral)):
            if self.address.numbers[at] != sum(1 << (number - 1) for number in numbers):
                await self.choose(verb, *numbers)

    async def _show_banner(self, sale: dict[str, int], position: Position) -> None:
        await self.press("banner")
        if _sells_all(sale, position):
            return
        for number, amount in enumerate(_amounts(sale, position)):
            if self.address.numbers[number] != amount:
                await self.choose(f"sell{'abcdefgh'[number]}", amount)


def _amounts(sale: dict[str, int], position: Position) -> list[int]:
    return [sale.get(family, 0) for family in position.start.edition.families]


def _sells_all(sale: dict[str, int], position: Position) -> bool:
    return bool(sale) and _amounts(sale, position) == position.seals[position.active]
