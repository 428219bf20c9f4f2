"""Asking before a command acts: the panel's own preview, with *Confirm* and *Back*."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cogs.app import Interaction, words_of
from cogs.panel import spots
from cogs.panel.desk import Desk
from cogs.panel.page import Button, Go, Page
from cogs.panel.pressing import LEAVE, SCREENS
from cogs.panel.putting import put_page
from engine.actions import Action, End, Pass
from engine.errors import UndoError
from tables.table import Table

DO: Final[dict[type[Action], str]] = {End: "end", Pass: "pass"}
"""What the button says that carries out an action, where it is not ``do``."""


async def ask(interaction: Interaction, table: Table, action: Action) -> None:
    """Show what an action would do, to be confirmed.

    Raises:
        TableError: if it is not the person's turn.
        IllegalActionError: if the action is not legal.
    """
    user = interaction.user.id
    table.game_in_turn(user)
    desk = Desk.of(table, user, words_of(interaction))
    reason = desk.position.refusal(action)
    if reason is not None:
        raise reason
    go = spots.of_action(desk, action)
    page = SCREENS[go.screen].draw(desk, go.numbers)
    await _put(interaction, desk, go, page, DO.get(type(action), "do"))


async def ask_undo(interaction: Interaction, table: Table) -> None:
    """Show what would be taken back, to be confirmed.

    Raises:
        TableError: if it is not the person's turn.
        UndoError: if nothing can be taken back.
    """
    user = interaction.user.id
    game = table.game_in_turn(user)
    reason: UndoError | None = game.undo_refusal()
    if reason is not None:
        raise reason
    desk = Desk.of(table, user, words_of(interaction))
    go = spots.natural(desk)
    page = SCREENS[go.screen].draw(desk, go.numbers)
    last = desk.words("Take back {action}?", action=desk.told(game.turn.steps[-1].action))
    await _put(interaction, desk, go, replace(page, lines=[last]), "undo")


async def _put(interaction: Interaction, desk: Desk, go: Go, page: Page, verb: str) -> None:
    words = desk.words
    buttons = [Button(verb, words("Confirm"), "go"), Button(LEAVE, words("Back"))]
    todo = words("*Confirm* does this, *Back* leads to the panel.")
    await put_page(interaction, desk, go, replace(page, todo=todo, rows=[buttons]))
