"""The workers step: a building, its vacant squares with numbers, own and neutral workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.actions import Workers
from engine.squares import Square, SquareSet, iter_squares, square_name, square_set
from ui.limits import MOST_OPTIONS
from ui.panel import routes
from ui.panel.desk import Desk
from ui.panel.page import (
    Do,
    Go,
    NotOfferedError,
    Numbers,
    Page,
    PageButton,
    PageMenu,
    PageOption,
    PageRow,
    PressOutcome,
    whole,
)
from ui.panel.sites import ON_A_PAGE, site_chosen, site_menu, site_name
from ui.panel.steps.choose import only_choice
from ui.texts.game.events import names_of
from words.marks import Marks

NEUTRAL: Final = 101
"""The value of the first neutral worker in a menu of both kinds; own ones begin with 1."""


class Site(NamedTuple):
    """A site for workers and the squares chosen there, decoded from a custom id's numbers.

    Attributes:
        number: the building, as ``routes.urgent_sites`` numbers it.
        squares: the vacant squares around it, in order.
        own: the squares chosen for own workers, as a bit mask over ``squares``.
        neutral: the squares chosen for neutral workers, as such a bit mask.
        page: the page of the menu of buildings.
    """

    number: int
    squares: tuple[Square, ...]
    own: int
    neutral: int
    page: int

    def at(self, bits: int) -> SquareSet:
        """Return the squares that a bit mask over ``squares`` selects."""
        return square_set(square for n, square in enumerate(self.squares) if bits >> n & 1)

    @property
    def action(self) -> Workers:
        """The placement of the chosen workers, legal or not."""
        return Workers(self.at(self.own), self.at(self.neutral))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The site and the chosen squares as numbers for a custom id."""
        return self.number, self.own, self.neutral, self.page


def read(desk: Desk, numbers: Numbers) -> Site:
    """Return the site and the chosen squares that a custom id's numbers encode.

    Raises:
        NotOfferedError: if no worker can be placed there, or more are chosen than there are.
    """
    if len(numbers) != 4 or not desk.position.can_place_workers():
        raise NotOfferedError("four numbers are needed")
    # Vacant squares are bits: two numbers of a custom id hold any choice of squares, as long as
    # fewer than thirty surround a building.
    number, own, neutral, page = numbers
    sites = routes.urgent_sites(desk.position)
    gap = dict(sites).get(number)
    if gap is None or page * ON_A_PAGE >= len(sites):
        raise NotOfferedError("no such building")
    if (own | neutral) >> gap.bit_count() or own & neutral:
        raise NotOfferedError("no such squares")
    position, seat = desk.position, desk.seat
    if own.bit_count() > position.own_stock[seat]:
        raise NotOfferedError("too few workers")
    if neutral.bit_count() > position.neutral_stock[seat]:
        raise NotOfferedError("too few neutral workers")
    return Site(number, tuple(iter_squares(gap)), own, neutral, page)


class WorkersStep:
    """The step that picks a building and its workers, and says what they complete and pay."""

    def draw(self, desk: Desk, numbers: Numbers) -> Page:
        """Return the page with the building's numbered squares on the board."""
        site, words = read(desk, numbers), desk.words
        action = site.action
        lines = [words("Workers round **{building}**:", building=site_name(desk, site.number))]
        if site.own or site.neutral:
            lines.append(self._placed(desk, action))
            lines += desk.effects(desk.outlook(action)[1]) or [words("- completes nothing yet")]
        lines += self._missing(desk)
        rows: list[PageRow] = []
        if len(routes.urgent_sites(desk.position)) > 1:
            prompt = words("Which building")
            rows.append(site_menu(desk, prompt, site.page, site.number))
        rows += self._who(desk, site)
        rows.append(self._buttons(desk, site))
        marks = Marks(
            numbered=site.squares,
            own=action.own,
            neutral=action.neutral,
            focus=self._focus(desk, site.number),
        )
        return Page("", lines, rows, marks)

    def press(self, desk: Desk, numbers: Numbers, verb: str, values: Sequence[str]) -> PressOutcome:
        """Pick a building, choose squares, fill, place, or go back."""
        if verb == "back":
            return Go(routes.CHOOSE)
        site = read(desk, numbers)
        match verb:
            case "site":
                return site_chosen(desk, values, site.page)
            case "who":
                return self._both(desk, site, values)
            case "own":
                bits = self._bits(desk, site, "own", values)
                # A square has one worker: the kind chosen last replaces the other.
                return self._at(site._replace(own=bits, neutral=site.neutral & ~bits))
            case "neutral":
                bits = self._bits(desk, site, "neutral", values)
                return self._at(site._replace(neutral=bits, own=site.own & ~bits))
            case "fill":
                filled = routes.filling(desk, site.number)
                if filled is None or desk.help.completions == "none":
                    raise NotOfferedError("too few workers, or no help")
                return self._at(site._replace(own=filled[0], neutral=filled[1]))
            case "clear":
                return self._at(site._replace(own=0, neutral=0))
            case "do":
                return Do(site.action)
        raise NotOfferedError(verb)

    def _at(self, site: Site) -> Go:
        return Go(routes.WORKERS, site.numbers)

    def _both(self, desk: Desk, site: Site, values: Sequence[str]) -> Go:
        """Return the step with the workers of both kinds that one menu has."""
        menu = next((menu for menu in self._who(desk, site) if menu.verb == "who"), None)
        if menu is None or len(values) > menu.most:
            raise NotOfferedError("too many squares")
        chosen = set(whole(values, menu.options))
        own = sum(1 << number for number in range(len(site.squares)) if number + 1 in chosen)
        neutral = sum(
            1 << number for number in range(len(site.squares)) if number + NEUTRAL in chosen
        )
        # A square has one worker: the kind chosen last replaces the other.
        twice = own & neutral
        own &= ~(twice & site.own)
        neutral &= ~(twice & ~site.own)
        position, seat = desk.position, desk.seat
        stocks = position.own_stock[seat], position.neutral_stock[seat]
        if own.bit_count() > stocks[0] or neutral.bit_count() > stocks[1]:
            note = desk.words(
                "You have {own} own and {neutral} neutral workers.",
                own=stocks[0],
                neutral=stocks[1],
            )
            return Go(routes.WORKERS, site.numbers, note)
        return self._at(site._replace(own=own, neutral=neutral))

    def _bits(self, desk: Desk, site: Site, verb: str, values: Sequence[str]) -> int:
        menu = next((menu for menu in self._who(desk, site) if menu.verb == verb), None)
        if menu is None or len(values) > menu.most:
            raise NotOfferedError("too many squares")
        return sum({1 << (number - 1) for number in whole(values, menu.options)})

    def _focus(self, desk: Desk, number: int) -> SquareSet:
        if not number:
            return desk.position.start.lot_squares
        return desk.position.buildings[number - 1].squares

    def _placed(self, desk: Desk, action: Workers) -> str:
        own, neutral = names_of(action.own), names_of(action.neutral)
        if not neutral:
            return desk.words("- your own on {squares}", squares=own)
        if not own:
            return desk.words("- neutral on {squares}", squares=neutral)
        return desk.words("- your own on {own}, neutral on {neutral}", own=own, neutral=neutral)

    def _missing(self, desk: Desk) -> list[str]:
        position, seat, words = desk.position, desk.seat, desk.words
        lines = []
        if not position.own_stock[seat]:
            lines.append(words("- you have no workers of your own left"))
        if not position.neutral_stock[seat]:
            lines.append(words("- you have no neutral workers"))
        return lines

    def _who(self, desk: Desk, site: Site) -> list[PageMenu]:
        """Return the menus of workers: one of both kinds if it has room, else one of each."""
        position, seat, words = desk.position, desk.seat, desk.words
        own, neutral = position.own_stock[seat], position.neutral_stock[seat]
        both = [*self._own(desk, site), *self._neutral(desk, site)]
        if own and neutral and len(both) <= MOST_OPTIONS:
            prompt = words(
                "Who goes where (you have {own} own, {neutral} neutral)", own=own, neutral=neutral
            )
            most = min(own + neutral, 2 * len(site.squares))
            return [PageMenu("who", prompt, both, most, several=True)]
        menus = []
        if own:
            prompt = words("Where your own workers go (you have {n})", n=own)
            most = min(own, len(site.squares))
            menus.append(PageMenu("own", prompt, self._own(desk, site), most, several=True))
        if neutral:
            prompt = words("Where neutral workers go (you have {n})", n=neutral)
            options = [
                option._replace(value=option.value - NEUTRAL + 1)
                for option in self._neutral(desk, site)
            ]
            most = min(neutral, len(site.squares))
            menus.append(PageMenu("neutral", prompt, options, most, several=True))
        return menus

    def _own(self, desk: Desk, site: Site) -> list[PageOption]:
        return [
            PageOption(
                number + 1,
                desk.words(
                    "Own worker on {number}: {square}",
                    number=number + 1,
                    square=square_name(square),
                ),
                chosen=bool(site.own >> number & 1),
            )
            for number, square in enumerate(site.squares)
        ]

    def _neutral(self, desk: Desk, site: Site) -> list[PageOption]:
        return [
            PageOption(
                number + NEUTRAL,
                desk.words(
                    "Neutral worker on {number}: {square}",
                    number=number + 1,
                    square=square_name(square),
                ),
                chosen=bool(site.neutral >> number & 1),
            )
            for number, square in enumerate(site.squares)
        ]

    def _buttons(self, desk: Desk, site: Site) -> list[PageButton]:
        words = desk.words
        empty = not site.own | site.neutral
        do = words.context("button", "Place")
        if desk.ahead:
            do = words.context("button", "Prepare this")
        buttons = [
            PageButton("clear", words.context("button", "Clear"), disabled=empty),
            PageButton("do", do, "go", disabled=empty),
        ]
        if desk.help.completions != "none":  # to be shown how a building is completed is help
            caption = words.context("button", "Complete it")
            done = routes.filling(desk, site.number) in (None, (site.own, site.neutral))
            buttons.insert(0, PageButton("fill", caption, disabled=done))
        if only_choice(desk) is None:
            buttons.append(PageButton("back", words.context("button", "Back")))
        return buttons
