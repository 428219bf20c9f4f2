"""The buttons of advice: *Show me* puts the panel where the action stands, *Do it* carries it out.

They are the panel's own, with the version for which the advice was asked: a press on an outdated
one only redraws the panel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.actions import Action
from ui.panel import routes
from ui.panel.address import PanelAddress
from ui.panel.confirmation import VERBS
from ui.panel.desk import Desk
from ui.panel.drawing import components
from ui.panel.page import Do, NotOfferedError, Page, PageButton
from ui.panel.steps import STEPS
from ui.rows import Part, RowsView

SHOW: Final = "show"
"""The verb of *Show me*, which changes nothing."""


def advised_view(desk: Desk, actions: Sequence[Action]) -> RowsView:
    """Return the *Show me* and *Do it* buttons for actions, which are numbered from 1."""
    return RowsView(_buttons(desk, *numbered) for numbered in enumerate(actions, start=1))


def _buttons(desk: Desk, number: int, action: Action) -> list[Part]:
    go, verb, words = routes.of_action(desk, action), VERBS.get(type(action), "do"), desk.words
    try:
        outcome = STEPS[go.step].press(desk, go.numbers, verb, ())
    except NotOfferedError:
        return []
    # The panel may propose another draw or other squares than the advice: *Do it* has to do exactly
    # the action that was advised, or not be there.
    if outcome != Do(action):
        return []
    address = PanelAddress(
        desk.table.number,
        desk.seat,
        desk.ahead,
        desk.version,
        go.step,
        go.numbers,
        epoch=desk.table.epoch,
    )
    row = [
        PageButton(SHOW, words.context("button", "{number}: show me", number=number)),
        PageButton(verb, words.context("button", "{number}: do it", number=number), "go"),
    ]
    return components(address, Page("", [], [row])).rows[0]
