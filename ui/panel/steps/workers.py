"""The workers step: a building, its vacant squares with numbers, own and neutral workers."""

from typing import Final, NamedTuple

from engine.actions import Workers
from engine.events import BuildingCompleted
from engine.squares import Square, SquareSet, first_square, iter_squares, square_name, square_set
from i18n.formats import Name, capital
from i18n.translation import N_, NC_
from ui.panel import page
from ui.panel.page import Numbers, Outcome, Values
from ui.panel.player import CHOOSE, WORKERS, PanelPlayer, filling, only_choice, urgent_sites
from ui.texts.markup import MOST_OPTIONS
from words.sentences import Marks

MORE: Final = 999  # the value of the entry that leads to the next page of the menu
ON_A_PAGE: Final = 9  # the buildings on a page of the menu, those that lack fewest squares first

CASTLE_NAME: Final = NC_("name", "the castle")
BUILDING_NAME: Final = NC_("name", "the {building} at {square}")


def site_menu(
    player: PanelPlayer, prompt: str, menu_page: int = 0, chosen: int | None = None
) -> page.PageMenu:
    """Return the menu with a page of the buildings; ``chosen`` is marked."""
    return page.PageMenu("site", prompt, _sites(player, menu_page, chosen))


def site_chosen(player: PanelPlayer, values: Values, menu_page: int = 0) -> page.Go:
    """Return the step for the building that was chosen on a page of the menu."""
    chosen = page.one(values, _sites(player, menu_page))
    if chosen == MORE:
        sites = urgent_sites(player.position)
        menu_page = (menu_page + 1) % -(-len(sites) // ON_A_PAGE)
        if not menu_page:
            return page.Go(CHOOSE)
        chosen = sites[menu_page * ON_A_PAGE][0]
    return page.Go(WORKERS, (chosen, 0, 0, menu_page))


def site_name(player: PanelPlayer, number: int) -> Name:
    """Return the name of a building with its first square, or of the castle, which is 0."""
    if not number:
        return player.words.name(CASTLE_NAME)
    laid = player.position.buildings[number - 1]
    first = square_name(first_square(laid.squares))
    return player.words.name(BUILDING_NAME).filled(
        building=player.teller.building(laid.card), square=first
    )


def _site_label(player: PanelPlayer, number: int) -> str:
    if not number:
        return capital(site_name(player, number))
    laid = player.position.buildings[number - 1]
    return f"{player.capital(laid.card)} {square_name(first_square(laid.squares))}"


def _sites(player: PanelPlayer, menu_page: int, chosen: int | None = None) -> list[page.PageOption]:
    sites = urgent_sites(player.position)
    options = []
    for number, gap in sites[menu_page * ON_A_PAGE :][:ON_A_PAGE]:
        left = player.words.plural("{n} vacant", "{n} vacant", gap.bit_count())
        label = _site_label(player, number)
        options.append(page.PageOption(number, label, left, number == chosen))
    if len(sites) > ON_A_PAGE:
        options.append(page.PageOption(MORE, player.words("More buildings…")))
    return options


NEUTRAL: Final = 101  # the first neutral worker's value in a menu of both kinds; own begin at 1


class Site(NamedTuple):
    """A site for workers and the squares chosen there, decoded from a custom id's numbers."""

    number: int  # the building, as ``urgent_sites`` numbers it
    squares: tuple[Square, ...]  # the vacant squares around it, in order
    own: int  # the squares chosen for own workers, as a bit mask over ``squares``
    neutral: int  # the squares chosen for neutral workers, as such a bit mask
    menu_page: int  # the page of the menu of buildings

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
        return self.number, self.own, self.neutral, self.menu_page


def read(player: PanelPlayer, numbers: Numbers) -> Site:
    """Return the site and the chosen squares that a custom id's numbers encode."""
    if len(numbers) != 4 or not player.position.can_place_workers():
        raise page.NotOfferedError("four numbers are needed")
    # Vacant squares are bits: two numbers of a custom id hold any choice of squares, as long as
    # fewer than thirty surround a building.
    number, own, neutral, menu_page = numbers
    sites = urgent_sites(player.position)
    gap = dict(sites).get(number)
    if gap is None or menu_page * ON_A_PAGE >= len(sites):
        raise page.NotOfferedError("no such building")
    if (own | neutral) >> gap.bit_count() or own & neutral:
        raise page.NotOfferedError("no such squares")
    position, seat = player.position, player.seat
    if own.bit_count() > position.own_stock[seat]:
        raise page.NotOfferedError("too few workers")
    if neutral.bit_count() > position.neutral_stock[seat]:
        raise page.NotOfferedError("too few neutral workers")
    return Site(number, tuple(iter_squares(gap)), own, neutral, menu_page)


def _options(
    player: PanelPlayer, sentence: str, site: Site, chosen: int, first: int
) -> list[page.PageOption]:
    """Return an option for each square of a site, with values from the first on."""
    return [
        page.PageOption(
            number + first,
            player.words(sentence, number=number + 1, square=square_name(square)),
            chosen=bool(chosen >> number & 1),
        )
        for number, square in enumerate(site.squares)
    ]


class WorkersStep:
    """The step that picks a building and its workers, and says what they complete and pay."""

    def draw(self, player: PanelPlayer, numbers: Numbers) -> page.Page:
        """Return the page with the building's numbered squares on the board."""
        site, words = read(player, numbers), player.words
        action = site.action
        focus = self._focus(player, site.number)
        head = words("Workers around **{building}**:", building=site_name(player, site.number))
        if site.own or site.neutral:
            _, events = player.outlook(action)
            effects = player.effects(events) or [words("- completes nothing yet")]
            # The building that is named as completed is not named above that again.
            done = [event.squares for event in events if isinstance(event, BuildingCompleted)]
            lines = effects if focus in done else [head, *effects]
        else:
            lines = [head]
        lines += self._missing(player)
        rows: list[page.PageRow] = []
        # *Back* leads to the menu of buildings; here it stands on later pages, and without *Back*.
        alone = only_choice(player) is not None and len(urgent_sites(player.position)) > 1
        if site.menu_page or alone:
            prompt = words("Which building")
            rows.append(site_menu(player, prompt, site.menu_page, site.number))
        rows += self._who(player, site)
        rows.append(self._buttons(player, site))
        marks = Marks(numbered=site.squares, own=action.own, neutral=action.neutral, focus=focus)
        return page.Page("", lines, rows, marks)

    def press(self, player: PanelPlayer, numbers: Numbers, verb: str, values: Values) -> Outcome:
        """Pick a building, choose squares, fill, place, or go back."""
        if verb == "back":
            return page.Go(CHOOSE)
        site = read(player, numbers)
        match verb:
            case "site":
                return site_chosen(player, values, site.menu_page)
            case "who":
                return self._both(player, site, values)
            case "own":
                bits = self._bits(player, site, "own", values)
                # A square has one worker: the kind chosen last replaces the other.
                return self._at(site._replace(own=bits, neutral=site.neutral & ~bits))
            case "neutral":
                bits = self._bits(player, site, "neutral", values)
                return self._at(site._replace(neutral=bits, own=site.own & ~bits))
            case "fill":
                filled = filling(player, site.number)
                if filled is None or player.help.completions == "none":
                    raise page.NotOfferedError("too few workers, or no help")
                return self._at(site._replace(own=filled[0], neutral=filled[1]))
            case "clear":
                return self._at(site._replace(own=0, neutral=0))
            case "do":
                return page.Do(site.action)
        raise page.NotOfferedError(verb)

    def _at(self, site: Site) -> page.Go:
        return page.Go(WORKERS, site.numbers)

    def _both(self, player: PanelPlayer, site: Site, values: Values) -> page.Go:
        """Return the step with the workers of both kinds that one menu has."""
        menu = next((menu for menu in self._who(player, site) if menu.verb == "who"), None)
        if menu is None or len(values) > menu.most:
            raise page.NotOfferedError("too many squares")
        chosen = set(page.whole(values, menu.options))
        own = sum(1 << one for one in range(len(site.squares)) if one + 1 in chosen)
        neutral = sum(1 << one for one in range(len(site.squares)) if one + NEUTRAL in chosen)
        # A square has one worker: the kind chosen last replaces the other.
        twice = own & neutral
        own &= ~(twice & site.own)
        neutral &= ~(twice & ~site.own)
        position, seat = player.position, player.seat
        stocks = {"own": position.own_stock[seat], "neutral": position.neutral_stock[seat]}
        if own.bit_count() > stocks["own"] or neutral.bit_count() > stocks["neutral"]:
            note = player.words("Workers you have: {own} of your own, {neutral} neutral.", **stocks)
            return page.Go(WORKERS, site.numbers, note)
        return self._at(site._replace(own=own, neutral=neutral))

    def _bits(self, player: PanelPlayer, site: Site, verb: str, values: Values) -> int:
        menu = next((menu for menu in self._who(player, site) if menu.verb == verb), None)
        if menu is None or len(values) > menu.most:
            raise page.NotOfferedError("too many squares")
        return sum({1 << (number - 1) for number in page.whole(values, menu.options)})

    def _focus(self, player: PanelPlayer, number: int) -> SquareSet:
        if not number:
            return player.position.start.lot_squares
        return player.position.buildings[number - 1].squares

    def _missing(self, player: PanelPlayer) -> list[str]:
        position, seat, words = player.position, player.seat, player.words
        lines = []
        if not position.own_stock[seat]:
            lines.append(words("- you have no workers of your own left"))
        if not position.neutral_stock[seat]:
            lines.append(words("- you have no neutral workers"))
        return lines

    def _who(self, player: PanelPlayer, site: Site) -> list[page.PageMenu]:
        """Return the menus of workers: one of both kinds if it has room, else one of each."""
        position, seat, words = player.position, player.seat, player.words
        own, neutral = position.own_stock[seat], position.neutral_stock[seat]
        both = [*self._own(player, site), *self._neutral(player, site)]
        if own and neutral and len(both) <= MOST_OPTIONS:
            asked = words("Workers ({own} yours, {neutral} neutral)", own=own, neutral=neutral)
            most = min(own + neutral, 2 * len(site.squares))
            return [page.PageMenu("who", asked, both, most, several=True)]
        menus = []
        if own:
            prompt = words("Where your own workers go (you have {n})", n=own)
            most = min(own, len(site.squares))
            menus.append(page.PageMenu("own", prompt, self._own(player, site), most, several=True))
        if neutral:
            prompt = words("Where neutral workers go (you have {n})", n=neutral)
            most, options = min(neutral, len(site.squares)), self._neutral(player, site, 1)
            menus.append(page.PageMenu("neutral", prompt, options, most, several=True))
        return menus

    def _own(self, player: PanelPlayer, site: Site) -> list[page.PageOption]:
        return _options(player, N_("{number}: your worker on {square}"), site, site.own, 1)

    def _neutral(
        self, player: PanelPlayer, site: Site, first: int = NEUTRAL
    ) -> list[page.PageOption]:
        return _options(
            player, N_("{number}: neutral worker on {square}"), site, site.neutral, first
        )

    def _buttons(self, player: PanelPlayer, site: Site) -> list[page.PageButton]:
        words = player.words
        empty = not site.own | site.neutral
        do = words.context("button", "Place")
        if player.ahead:
            do = words.context("button", "Prepare this")
        buttons = [
            page.PageButton("clear", words.context("button", "Clear"), disabled=empty),
            page.PageButton("do", do, "go", disabled=empty),
        ]
        if player.help.completions != "none":  # to be shown how a building is completed is help
            caption = words.context("button", "Complete it")
            done = filling(player, site.number) in (None, (site.own, site.neutral))
            buttons.insert(0, page.PageButton("fill", caption, disabled=done))
        if only_choice(player) is None:
            buttons.append(page.PageButton("back", words.context("button", "Back")))
        return buttons
