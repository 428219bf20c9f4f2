"""Between a person's turns: the answer that a turn has ended, with what can be done meanwhile."""

from __future__ import annotations

import discord

from tabletop.table import Table
from ui import buttons
from ui.components.views import view_of
from ui.input.waiting import next_game
from ui.interactions import Interaction, services_of, words_of
from ui.panel.desk import Desk
from ui.public.posts.final import final_view
from ui.texts.game.turns import goes_on_here, turn_ended


async def turn_over(interaction: Interaction, table: Table) -> tuple[str, discord.ui.View]:
    """Return the answer to a person whose turn has just ended, with its buttons.

    Where computer players alone are next, the panel goes on by itself after them.
    """
    words, text = words_of(interaction), turn_ended(table, words_of(interaction))
    if table.active is None:
        return text, final_view(table, words)
    if len(table.playing) == 1 and table.computer_due:
        services_of(interaction).going_on.wait(table.number, interaction)
        text = f"{text} {goes_on_here(words)}"
    view = await meanwhile(interaction, table)
    return text, view


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
    if (more := await next_game(interaction, number)) is not None:
        view.add_item(more)
    return view
