"""Show a page of the panel to its owner, in place of the page that was pressed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from tabletop.table import Table
from ui import buttons
from ui.answers import pages, put
from ui.input.waiting import next_game
from ui.interactions import Interaction, services_of, words_of
from ui.limits import CUSTOM_ID_LIMIT, LABEL_LIMIT, OPTION_LIMIT
from ui.panel import routes
from ui.panel.address import PanelAddress, PressKind
from ui.panel.desk import Desk
from ui.panel.page import ButtonLook, Go, Page, PageButton, PageMenu
from ui.pictures import theme_of, turn_file
from ui.rows import BUTTON, MENU, MOST_ROWS, Part, RowsView
from ui.texts.fitting import on_a_phone
from ui.texts.game.clock import own_time

ADVISED: Final = (routes.CHOOSE, routes.END)
"""The steps in which advice can be asked for: those with a decision to make."""

STYLES: Final[dict[ButtonLook, int]] = {
    "plain": discord.ButtonStyle.secondary.value,
    "main": discord.ButtonStyle.primary.value,
    "go": discord.ButtonStyle.success.value,
    "stop": discord.ButtonStyle.danger.value,
}


def desk_of(interaction: Interaction, table: Table) -> Desk:
    """Return the desk of the person behind an interaction, with the help that they want.

    Raises:
        TableError: if the game does not run, or the person does not play in it.
    """
    user = interaction.user.id
    wished = services_of(interaction).personal.preferences(user).help
    return Desk.of(table, user, words_of(interaction), wished)


async def put_page(
    interaction: Interaction,
    desk: Desk,
    go: Go,
    page: Page,
    notes: Sequence[str] = (),
    *,
    tip: str = "",
) -> None:
    """Show a page of a panel to its owner alone.

    Args:
        tip: a hint for a newcomer, with a button to have none any more.
    """
    time = _time(interaction, desk) if go.step == routes.CHOOSE else []
    first = go.step == routes.CHOOSE
    lines = [_head(desk, page, first=first), *time, *notes, *([tip] if tip else []), *page.lines]
    # A panel is one message, edited in place: what a phone has no room for is left out from the
    # end, so the lines come with the most important first.
    [text, *_] = pages("\n".join(on_a_phone(lines)))
    # Translators: in a narrow column of a picture, above a turn that is prepared; 14 characters at
    # most.
    title = desk.words("Next turn") if desk.ahead else ""
    file = await turn_file(
        desk.position.view(desk.seat),
        desk.table,
        desk.words,
        marks=page.marks,
        theme=theme_of(interaction),
        title=title,
        whole=go.step == routes.CHOOSE,
        legend=await _legend(interaction, desk, go),
    )
    address = PanelAddress(
        desk.table.number,
        desk.seat,
        desk.ahead,
        desk.version,
        go.step,
        go.numbers,
        epoch=desk.table.epoch,
    )
    view = components(address, page)
    lay_out(view, await _further(interaction, desk, go, tipped=bool(tip)), len(page.rows))
    await put(interaction, text, files=[file], view=view)


async def _further(
    interaction: Interaction, desk: Desk, go: Go, *, tipped: bool
) -> list[discord.ui.Button[Any]]:
    """Return the buttons that are not of the step itself, the most useful first."""
    number, words, found = desk.table.number, desk.words, list[discord.ui.Button[Any]]()
    if go.step in (*ADVISED, routes.CASTLE) and desk.help.hints and not desk.ahead:
        found.append(buttons.HINT.button(number, words=words))
    if go.step == routes.CHOOSE:
        found.append(buttons.WHAT_CHANGED.button(number, words=words))
    if tipped:
        found.append(buttons.NO_TIPS.button(number, words=words))
    if go.step in ADVISED and desk.table.is_practice:
        found += _practice_buttons(desk)
    if go.step in ADVISED and (more := await next_game(interaction, number)):
        found.append(more)
    if go.step in ADVISED and services_of(interaction).settings.web_url:
        found.append(buttons.OPEN_BOARD.button(number, words=words))
    return found


def lay_out(view: RowsView, further: Sequence[discord.ui.Button[Any]], first_row: int) -> None:
    """Add buttons to a view, in rows of their own first and then beside other buttons."""
    first = min(first_row, MOST_ROWS)
    order = (*range(first, MOST_ROWS), *reversed(range(first)))
    for button in further:
        row = next(filter(view.has_room, order), None)
        if row is not None:
            button.row = row
            view.add_item(button)


async def _legend(interaction: Interaction, desk: Desk, go: Go) -> bool:
    """Return whether the page's picture explains its marks."""
    personal, user = services_of(interaction).personal, interaction.user.id
    return go.step == routes.CHOOSE and await personal.needs_legend(desk.table, user)


def _practice_buttons(desk: Desk) -> list[discord.ui.Button[Any]]:
    """Return the buttons for games against computers alone: play for me, and go back."""
    number, found = desk.table.number, []
    if desk.help.hints and not desk.ahead:
        found.append(buttons.PLAY_FOR_ME.button(number, words=desk.words))
    if desk.table.turns_to_go_back(desk.seat):
        found.append(buttons.GO_BACK.button(number, words=desk.words))
    return found


def _time(interaction: Interaction, desk: Desk) -> list[str]:
    """Return how much time the person has for the turn, if a clock runs."""
    if desk.ahead:
        return []
    return own_time(services_of(interaction).tables.clock.turn_time(desk.table), desk.words)


def components(address: PanelAddress, page: Page) -> RowsView:
    """Return a page's rows as Discord's buttons and menus."""
    return RowsView(
        [_menu(address, row)]
        if isinstance(row, PageMenu)
        else [_button(address, button) for button in row]
        for row in page.rows
    )


def _button(address: PanelAddress, button: PageButton) -> Part:
    return {
        "type": BUTTON,
        "style": STYLES[button.look],
        "label": button.label[:LABEL_LIMIT],
        "custom_id": _id(address, "turn", button.verb),
        "disabled": button.disabled,
    }


def _menu(address: PanelAddress, menu: PageMenu) -> Part:
    return {
        "type": MENU,
        "custom_id": _id(address, "pick", menu.verb),
        "placeholder": menu.prompt[:150],
        "min_values": 0 if menu.several else 1,
        "max_values": menu.most,
        "options": [_option(*option) for option in menu.options],
    }


def _option(value: int, label: str, note: str, chosen: bool) -> Part:
    option = {"label": label[:OPTION_LIMIT], "value": str(value), "default": chosen}
    return {**option, "description": note[:OPTION_LIMIT]} if note else option


def _id(address: PanelAddress, kind: PressKind, verb: str) -> str:
    custom_id = address.custom_id(kind, verb)
    assert len(custom_id) <= CUSTOM_ID_LIMIT
    return custom_id


def _head(desk: Desk, page: Page, *, first: bool) -> str:
    """Return what stands first: the game, with the turn where it begins, and what to do."""
    words, table, turn = desk.words, desk.table, desk.position.turn
    if desk.ahead and table.active is not None:
        head = words("**Game {number}: your next turn.**", number=table.number)
        if first:
            name = desk.teller.names[table.active.seat]
            told = words("It is {name}'s turn now. Others do not see this.", name=name)
            head = f"{head} {told}"
    elif first:
        head = words("**Game {number}, turn {turn}: your turn.**", number=table.number, turn=turn)
    else:
        head = words("**Game {number}**", number=table.number)
    return f"{head} {page.todo}".rstrip()
