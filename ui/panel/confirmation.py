"""Asking before a command acts: the panel's own step, with *Confirm* and *Back*."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.actions import Action, End, Pass
from ui.panel import routes
from ui.panel.desk import Desk
from ui.panel.page import Go, Page, PageButton
from ui.panel.steps import STEPS

LEAVE: Final = "leave"
"""The verb of *Back*, which leads to the panel."""

VERBS: Final[dict[type[Action], str]] = {End: "end", Pass: "pass"}
"""The verb that carries out an action, where it is not ``do``."""


def confirmation(desk: Desk, action: Action) -> tuple[Go, Page]:
    """Return the step and the page that show an action's effect and ask to confirm the action.

    Raises:
        IllegalActionError: if the action is not legal.
    """
    if (reason := desk.position.refusal(action)) is not None:
        raise reason
    go = routes.of_action(desk, action)
    page = STEPS[go.step].draw(desk, go.numbers)
    return go, _to_confirm(desk, page, VERBS.get(type(action), "do"))


def undo_confirmation(desk: Desk) -> tuple[Go, Page]:
    """Return the step and the page that show the action to be undone, to be confirmed.

    Raises:
        UndoError: if nothing can be taken back.
    """
    game = desk.table.running_game()
    if (reason := game.undo_refusal()) is not None:
        raise reason
    go = routes.current_step(desk)
    page = STEPS[go.step].draw(desk, go.numbers)
    last = desk.words("Take this back: {action}?", action=desk.in_short(game.turn.plies[-1].action))
    return go, _to_confirm(desk, replace(page, lines=[last]), "undo")


def _to_confirm(desk: Desk, page: Page, verb: str) -> Page:
    words = desk.words
    buttons = [
        PageButton(verb, words.context("button", "Confirm"), "go"),
        PageButton(LEAVE, words.context("button", "Back")),
    ]
    todo = words("*Confirm* does this, *Back* leads to the panel.")
    # The step's own buttons go: a person who typed a command decides about that command alone.
    return replace(page, todo=todo, rows=[buttons])
