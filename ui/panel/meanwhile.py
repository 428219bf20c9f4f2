"""The buttons for a player who looks at a game between two turns."""

from __future__ import annotations

import discord

from tabletop.table import Table
from ui import buttons
from ui.components.views import view_of
from ui.input.waiting import next_game
from ui.interactions import Interaction, services_of, words_of
from ui.panel.desk import Desk


async def meanwhile(interaction: Interaction, table: Table) -> discord.ui.View:
    """Return the buttons for a player of a running game who looks at it between two turns."""
    words, number, row = words_of(interaction), table.number, table.row
    view, seat = view_of(), table.person(interaction.user.id)
    if seat is not None and seat.status == "playing":
        desk = Desk.of(table, interaction.user.id, words)
        if not desk.ahead:
            view.add_item(buttons.TAKE_TURN.button(number, row.news, words=words))
        elif desk.has_a_turn_ahead:
            view.add_item(buttons.PREPARE.button(number, words=words))
    view.add_item(buttons.BOARD.button(number, table.running_game().position.turn, words=words))
    view.add_item(buttons.WHAT_CHANGED.button(number, words=words))
    if services_of(interaction).settings.web_url:
        view.add_item(buttons.OPEN_BOARD.button(number, words=words))
    if (more := await next_game(interaction, number)) is not None:
        view.add_item(more)
    return view
