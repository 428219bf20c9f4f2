"""The menu of the buildings round which workers can be placed, for two steps of the panel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.squares import first_square, square_name
from i18n.naming import Name, capital
from i18n.translation import NC_
from ui.limits import MOST_OPTIONS
from ui.panel import routes
from ui.panel.desk import Desk
from ui.panel.page import Go, PageMenu, PageOption, one
from ui.texts.game.events import names_of

MORE: Final = 999
"""The value of the entry that leads to the next page of the menu."""

# One entry of the menu leads to the next page.
ON_A_PAGE: Final = MOST_OPTIONS - 1

CASTLE: Final = NC_("name", "the castle")
BUILDING: Final = NC_("name", "the {building} {square}")


def site_menu(desk: Desk, prompt: str, page: int = 0, chosen: int | None = None) -> PageMenu:
    """Return the menu with a page of the buildings; ``chosen`` is marked."""
    return PageMenu("site", prompt, _sites(desk, page, chosen))


def site_chosen(desk: Desk, values: Sequence[str], page: int = 0) -> Go:
    """Return the step for the building that was chosen on a page of the menu.

    Raises:
        NotOfferedError: if it was not offered there.
    """
    chosen = one(values, _sites(desk, page))
    if chosen == MORE:
        sites = routes.urgent_sites(desk.position)
        page = (page + 1) % -(-len(sites) // ON_A_PAGE)
        chosen = sites[page * ON_A_PAGE][0]
    return Go(routes.WORKERS, (chosen, 0, 0, page))


def site_name(desk: Desk, number: int) -> Name:
    """Return the name of a building with its first square, or of the castle, which is 0."""
    if not number:
        return desk.words.name(CASTLE)
    laid = desk.position.buildings[number - 1]
    first = square_name(first_square(laid.squares))
    return desk.words.name(BUILDING).filled(building=desk.teller.building(laid.card), square=first)


def _sites(desk: Desk, page: int, chosen: int | None = None) -> list[PageOption]:
    sites = routes.urgent_sites(desk.position)
    options = []
    for number, gap in sites[page * ON_A_PAGE :][:ON_A_PAGE]:
        count = gap.bit_count()
        left = desk.words.plural(
            "{n} vacant: {squares}", "{n} vacant: {squares}", count, squares=names_of(gap)
        )
        label = capital(site_name(desk, number))
        options.append(PageOption(number, label, left, number == chosen))
    if len(sites) > ON_A_PAGE:
        options.append(PageOption(MORE, desk.words("More buildings…")))
    return options
