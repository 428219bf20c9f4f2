"""The workers step: a building, its vacant squares with numbers, own and neutral workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.actions import Workers
from engine.squares import Square, SquareSet, first_square, iter_squares, square_name, square_set
from i18n.naming import Name, capital
from i18n.translation import NC_
from ui.limits import MOST_OPTIONS
from ui.panel import routes
from ui.panel.desk import Desk
from ui.panel.page import (
    Do,
    Go,
    NotOfferedError,
    Page,
    PageButton,
    PageMenu,
    PageOption,
    PageRow,
    PressOutcome,
    one,
    whole,
)
from ui.panel.steps.choose import only_choice
from ui.texts.game.events import names_of
from words.marks import Marks

MORE: Final = 999
"""The value of the entry that leads to the next page of the menu of buildings."""

# One entry of the menu leads to the next page.
ON_A_PAGE: Final = MOST_OPTIONS - 1

CASTLE: Final = NC_("name", "the castle")
BUILDING: Final = NC_("name", "the {building} {square}")


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


def read(desk: Desk, numbers: tuple[int, ...]) -> Site:
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

    def draw(self, desk: Desk, numbers: tuple[int, ...]) -> Page:
        """Return the page with the building's numbered squares on the board."""
        site, words = read(desk, numbers), desk.words
        action = site.action
        lines = [
            words(
                "Workers round **{building}**:",
                building=self._name(desk, site.number),
            )
        ]
        if site.own or site.neutral:
            lines.append(self._placed(desk, action))
            lines += desk.effects(action) or [words("- completes nothing yet")]
        else:
            lines.append(words("- nobody is placed yet"))
        menus = self._who(desk, site)
        lines += self._missing(desk)
        rows: list[PageRow] = []
        sites = self._sites(desk, site)
        if len(sites) > 1:
            rows.append(PageMenu("site", words("Which building"), sites))
        else:
            lines.append(words("- no other building has vacant squares round it"))
        rows += menus
        rows.append(self._buttons(desk, site))
        marks = Marks(
            numbered=site.squares,
            own=action.own,
            neutral=action.neutral,
            focus=self._focus(desk, site.number),
        )
        # Translators: “who” are the person's workers.
        todo = words("Say in the menus who goes where, then place them.")
        return Page(todo, lines, rows, marks)

    def press(
        self, desk: Desk, numbers: tuple[int, ...], verb: str, values: Sequence[str]
    ) -> PressOutcome:
        """Pick a building, choose squares, fill, place, or go back."""
        if verb == "back":
            return Go(routes.CHOOSE)
        site = read(desk, numbers)
        match verb:
            case "site":
                return self._site(desk, site, values)
            case "own":
                bits = self._bits(desk, site, "own", values)
                # A square has one worker: the kind chosen last replaces the other.
                return self._at(site._replace(own=bits, neutral=site.neutral & ~bits))
            case "neutral":
                bits = self._bits(desk, site, "neutral", values)
                return self._at(site._replace(neutral=bits, own=site.own & ~bits))
            case "fill":
                filled = routes.filling(desk, site.number)
                if filled is None:
                    raise NotOfferedError("too few workers")
                return self._at(site._replace(own=filled[0], neutral=filled[1]))
            case "clear":
                return self._at(site._replace(own=0, neutral=0))
            case "do":
                return Do(site.action)
        raise NotOfferedError(verb)

    def _at(self, site: Site) -> Go:
        return Go(routes.WORKERS, site.numbers)

    def _site(self, desk: Desk, site: Site, values: Sequence[str]) -> Go:
        chosen = one(values, self._sites(desk, site))
        if chosen == MORE:
            pages = -(-len(routes.urgent_sites(desk.position)) // ON_A_PAGE)
            return self._at(site._replace(page=(site.page + 1) % pages))
        return Go(routes.WORKERS, (chosen, 0, 0, site.page))

    def _bits(self, desk: Desk, site: Site, verb: str, values: Sequence[str]) -> int:
        menu = next((menu for menu in self._who(desk, site) if menu.verb == verb), None)
        if menu is None or len(values) > menu.most:
            raise NotOfferedError("too many squares")
        return sum({1 << (number - 1) for number in whole(values, menu.options)})

    def _name(self, desk: Desk, number: int) -> Name:
        if not number:
            return desk.words.name(CASTLE)
        laid = desk.position.buildings[number - 1]
        first = square_name(first_square(laid.squares))
        return desk.words.name(BUILDING).filled(
            building=desk.teller.building(laid.card), square=first
        )

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

    def _sites(self, desk: Desk, site: Site) -> list[PageOption]:
        sites = routes.urgent_sites(desk.position)
        options = []
        for number, gap in sites[site.page * ON_A_PAGE :][:ON_A_PAGE]:
            count = gap.bit_count()
            left = desk.words.plural(
                "{n} vacant: {squares}", "{n} vacant: {squares}", count, squares=names_of(gap)
            )
            label = capital(self._name(desk, number))
            options.append(PageOption(number, label, left, number == site.number))
        if len(sites) > ON_A_PAGE:
            options.append(PageOption(MORE, desk.words("More buildings…")))
        return options

    def _who(self, desk: Desk, site: Site) -> list[PageMenu]:
        """Return the menus for own and neutral workers, limited to the person's stock."""
        position, seat, words = desk.position, desk.seat, desk.words
        kinds = (
            ("own", position.own_stock[seat], site.own, words("Where your own workers go")),
            (
                "neutral",
                position.neutral_stock[seat],
                site.neutral,
                words("Where neutral workers go"),
            ),
        )
        menus = []
        for verb, stock, bits, prompt in kinds:
            if not stock:
                continue
            options = []
            for number, square in enumerate(site.squares):
                name = square_name(square)
                label = (
                    words("Own worker on {number}: {square}", number=number + 1, square=name)
                    if verb == "own"
                    else words(
                        "Neutral worker on {number}: {square}", number=number + 1, square=name
                    )
                )
                options.append(PageOption(number + 1, label, chosen=bool(bits >> number & 1)))
            most = min(stock, len(options))
            prompt = words("{what} (you have {n})", what=prompt, n=stock)
            menus.append(PageMenu(verb, prompt, options, most, several=True))
        return menus

    def _buttons(self, desk: Desk, site: Site) -> list[PageButton]:
        words = desk.words
        nobody = not site.own | site.neutral
        do = words.context("button", "Place")
        if desk.ahead:
            do = words.context("button", "Prepare this")
        fill = routes.filling(desk, site.number)
        buttons = [
            PageButton(
                "fill",
                words.context("button", "Complete it"),
                disabled=fill in (None, (site.own, site.neutral)),
            ),
            PageButton("clear", words.context("button", "Nobody"), disabled=nobody),
            PageButton("do", do, "go", disabled=nobody),
        ]
        if only_choice(desk) is None:
            buttons.append(PageButton("back", words.context("button", "Back")))
        return buttons
