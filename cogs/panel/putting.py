"""Puts a page before its owner: one request, in place of the panel that was pressed."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final

import discord

from cogs.answering import pages, reply, where_of
from cogs.app import Interaction, app_of
from cogs.panel.desk import Desk
from cogs.panel.ids import LIMIT, Kind, Spot
from cogs.panel.page import Button, Go, Look, Menu, Page
from cogs.pictures import theme_of, view_file
from tables.table import Table

log = logging.getLogger("arkadia.panel")

STYLES: Final[dict[Look, discord.ButtonStyle]] = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "go": discord.ButtonStyle.success,
    "stop": discord.ButtonStyle.danger,
}


async def put_page(
    interaction: Interaction, desk: Desk, go: Go, page: Page, notes: Sequence[str] = ()
) -> None:
    """Show a page of a panel to its owner, and to nobody else."""
    text = "\n".join([_head(desk, page.todo), *notes, *page.lines])
    personal = app_of(interaction).personal
    title = desk.words("Your next turn") if desk.ahead else ""
    file = await view_file(
        desk.position.view(),
        desk.table,
        desk.words,
        marks=page.marks,
        theme=theme_of(personal.preferences(desk.user).theme),
        title=title,
    )
    spot = Spot(desk.table.number, desk.seat, desk.ahead, desk.version, go.screen, go.numbers)
    await put(interaction, text, file, components(spot, page))


async def put_end(interaction: Interaction, table: Table, text: str) -> None:
    """Show that there is nothing more to do in a panel."""
    await put(interaction, text, None, None)


async def put(
    interaction: Interaction, text: str, file: discord.File | None, view: discord.ui.View | None
) -> None:
    """Answer by changing the panel that was pressed; by a new one where there is none to change.

    Only a message that its owner alone sees is ever changed.
    """
    text = pages(text)[0]
    files = [file] if file else []
    message = interaction.message
    if message is None or not message.flags.ephemeral or interaction.response.is_done():
        await reply(interaction, text, files=files, view=view)
        return
    try:
        await interaction.response.edit_message(content=text, attachments=files, view=view)
    except discord.NotFound as error:
        log.info("Panel gone", extra={**where_of(interaction), "why": str(error)})
        for entry in files:
            entry.reset(seek=True)
        await reply(interaction, text, files=files, view=view)


def components(spot: Spot, page: Page) -> discord.ui.View:
    """A page's rows as Discord's buttons and menus."""
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(page.rows):
        if isinstance(row, Menu):
            view.add_item(_menu(spot, row, number))
            continue
        for button in row:
            view.add_item(_button(spot, button, number))
    return view


def _button(spot: Spot, button: Button, row: int) -> discord.ui.Button[Any]:
    return discord.ui.Button(
        label=button.label[:80],
        style=STYLES[button.look],
        custom_id=_id(spot, "turn", button.verb),
        disabled=button.disabled,
        row=row,
    )


def _menu(spot: Spot, menu: Menu, row: int) -> discord.ui.Select[Any]:
    return discord.ui.Select(
        custom_id=_id(spot, "pick", menu.verb),
        placeholder=menu.hint[:150],
        min_values=0 if menu.several else 1,
        max_values=menu.most,
        options=[
            discord.SelectOption(
                label=option.label[:100],
                value=str(option.value),
                description=option.note[:100] or None,
                default=option.chosen,
            )
            for option in menu.options
        ],
        row=row,
    )


def _id(spot: Spot, kind: Kind, verb: str) -> str:
    custom_id = spot.custom_id(kind, verb)
    assert len(custom_id) <= LIMIT
    return custom_id


def _head(desk: Desk, todo: str) -> str:
    words, table = desk.words, desk.table
    if desk.ahead and table.active is not None:
        head = words(
            "**Game {number}: your next turn.** It is {name}'s turn now; what you prepare is only "
            "kept for you.",
            number=table.number,
            name=desk.teller.names[table.active.seat],
        )
    else:
        head = words(
            "**Game {number}, turn {turn}: it is your turn.**",
            number=table.number,
            turn=desk.position.turn,
        )
    return f"{head} {todo}".rstrip()
