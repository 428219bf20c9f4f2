"""Show a page of the panel to its owner, in place of the page that was pressed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from tabletop.table import Table
from ui import buttons
from ui.answers import pages, put
from ui.components.views import view_of
from ui.input.waiting import next_game
from ui.interactions import Interaction, services_of, words_of
from ui.limits import CUSTOM_ID_LIMIT, LABEL_LIMIT, OPTION_LIMIT
from ui.panel import routes
from ui.panel.address import PanelAddress, PressKind
from ui.panel.desk import Desk
from ui.panel.page import ButtonLook, Go, Page, PageButton, PageMenu
from ui.pictures import theme_of, turn_file
from ui.texts.fitting import on_a_phone
from ui.texts.game.clock import own_time

ADVISED: Final = (routes.CHOOSE, routes.END)
"""The steps in which advice can be asked for: those with a decision to make."""

ROW_WIDTH: Final = 5
"""Buttons that a row has room for."""

MOST_ROWS: Final = 5
"""Rows of buttons and menus that a message may have."""

STYLES: Final[dict[ButtonLook, discord.ButtonStyle]] = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "go": discord.ButtonStyle.success,
    "stop": discord.ButtonStyle.danger,
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
        *(desk.table.number, desk.seat, desk.ahead, desk.version, go.step, go.numbers),
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


def lay_out(
    view: discord.ui.View, further: Sequence[discord.ui.Button[Any]], first_row: int
) -> None:
    """Add buttons to a view, in rows of their own first and then beside other buttons."""
    for button in further:
        for row in (*range(first_row, MOST_ROWS), *reversed(range(min(first_row, MOST_ROWS)))):
            # A menu is as wide as five buttons, so its row has no room.
            if sum(item.width for item in view.children if item.row == row) < ROW_WIDTH:
                button.row = row
                view.add_item(button)
                break


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


def components(address: PanelAddress, page: Page) -> discord.ui.View:
    """Return a page's rows as Discord's buttons and menus."""
    view = view_of()
    for number, row in enumerate(page.rows):
        if isinstance(row, PageMenu):
            view.add_item(_menu(address, row, number))
            continue
        for button in row:
            view.add_item(_button(address, button, number))
    return view


def _button(address: PanelAddress, button: PageButton, row: int) -> discord.ui.Button[Any]:
    return discord.ui.Button(
        label=button.label[:LABEL_LIMIT],
        style=STYLES[button.look],
        custom_id=_id(address, "turn", button.verb),
        disabled=button.disabled,
        row=row,
    )


def _menu(address: PanelAddress, menu: PageMenu, row: int) -> discord.ui.Select[Any]:
    return discord.ui.Select(
        custom_id=_id(address, "pick", menu.verb),
        placeholder=menu.prompt[:150],
        min_values=0 if menu.several else 1,
        max_values=menu.most,
        options=[
            discord.SelectOption(
                label=option.label[:OPTION_LIMIT],
                value=str(option.value),
                description=option.note[:OPTION_LIMIT] or None,
                default=option.chosen,
            )
            for option in menu.options
        ],
        row=row,
    )


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
