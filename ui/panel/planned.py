"""A prepared turn in the panel: what it rests on, what hinders it, and what became of it."""

from __future__ import annotations

from typing import Final

from engine.resting import Hindrance, HindranceCode
from i18n.translation import N_, Words
from tabletop.prepared import Choice, Prepared
from ui.panel import routes
from ui.panel.desk import Desk
from ui.panel.page import AtOnce, Forget, PageButton, PressOutcome
from ui.texts.game.events import names_of

WHY_NOT: Final[dict[HindranceCode, str]] = {
    "taken": N_("taken meanwhile: {squares}"),
    "beside": N_("taken beside it: {squares}"),
    "draw": N_("the card to draw is gone"),
    "completes": N_("it completes a building, and you choose the castle piece"),
    "end": N_("the end has begun"),
    "impossible": N_("the rules forbid it now"),
}
"""Why a prepared turn is not played at once."""


def planned_lines(desk: Desk) -> list[str]:
    """Return lines on the turn that the person has prepared."""
    planned = desk.planned
    if planned is None:
        return []
    if planned.played:
        return [_told(desk, planned)]
    return _preparing(desk, planned) if desk.ahead else _in_turn(desk, planned)


def planned_buttons(desk: Desk) -> list[PageButton]:
    """Return buttons for the turn that the person has prepared."""
    words, planned = desk.words, desk.planned
    if planned is None or planned.played:
        return []
    if not desk.ahead:
        look = PageButton("planned", words.context("button", "Look at what I prepared"), "go")
        return [look] if possible(desk, planned) else []
    buttons, at_once = [], may_be_at_once(desk)
    if at_once:
        buttons.append(PageButton("wait", words.context("button", "Wait for me")))
    elif at_once is False:
        buttons.append(PageButton("atonce", words.context("button", "Play it at once"), "go"))
    forget = words.context("button", "Forget what I prepared")
    return [*buttons, PageButton("forget", forget, "stop")]


def may_be_at_once(desk: Desk) -> bool | None:
    """Return whether what is prepared is played at once; None if that cannot be chosen."""
    planned = desk.planned
    if planned is None or planned.played or not desk.ahead:
        return None
    if not planned.at_once and (not desk.table.row.at_once or _hindered(desk, planned)):
        return None
    return planned.at_once


def planned_press(desk: Desk, verb: str) -> PressOutcome | None:
    """Return the outcome of a press on one of those buttons; None for another verb."""
    planned = desk.planned
    if planned is None or planned.played:
        return None
    match verb:
        case "planned" if not desk.ahead and (choice := possible(desk, planned)):
            return routes.of_action(desk, choice.action)
        case "atonce" | "wait" if desk.ahead:
            return AtOnce(verb == "atonce")
        case "forget":
            return Forget()
    return None


def why_not(hindrance: Hindrance, words: Words) -> str:
    """Return why a prepared turn is not played at once, as a part of a sentence."""
    return words(WHY_NOT[hindrance.code], squares=names_of(hindrance.squares))


def _told(desk: Desk, planned: Prepared) -> str:
    """Return what became of a turn that was played at once."""
    action = desk.in_short(planned.choices[planned.played - 1].action)
    if planned.played == 1:
        return desk.words(
            "Turn {turn} was played as you prepared it: {action}.", turn=planned.turn, action=action
        )
    return desk.words(
        "Turn {turn} was played by your second choice: {action}.",
        turn=planned.turn,
        action=action,
    )


def _preparing(desk: Desk, planned: Prepared) -> list[str]:
    """Return lines for a person who prepares: the choices, and what they rest on."""
    words = desk.words
    first, *others = planned.choices
    lines = [words("Prepared: {action}.", action=desk.in_short(first.action))]
    if others:
        lines.append(words("Else: {action}.", action=desk.in_short(others[0].action)))
    else:
        lines.append(words("Choose again for a second choice."))
    hindered = _hindered(desk, planned)
    if planned.at_once:
        lines.append(
            words(
                "It is played at once if these stay vacant: {squares}.",
                squares=names_of(first.rests),
            )
        )
    elif desk.table.row.at_once and hindered is not None:
        lines.append(words("It waits for you: {reason}.", reason=why_not(hindered, words)))
    return lines


def _in_turn(desk: Desk, planned: Prepared) -> list[str]:
    """Return lines for a person whose turn has come without what they prepared being played."""
    words, lines = desk.words, []
    choice = possible(desk, planned)
    for one in planned.choices:
        action, hindered = desk.in_short(one.action), one.hindrance(desk.position)
        if one is choice:
            lines.append(words("You prepared: {action}.", action=action))
            if planned.at_once and hindered is not None:
                reason = why_not(hindered, words)
                lines.append(words("It was not played at once: {reason}.", reason=reason))
            break
        reason = why_not(hindered or Hindrance("impossible"), words)
        lines.append(
            words(
                "What you prepared is no longer possible: {action} ({reason}).",
                action=action,
                reason=reason,
            )
        )
    return lines


def possible(desk: Desk, planned: Prepared) -> Choice | None:
    """Return the first choice that is possible still, maybe with another card to draw."""
    choices = planned.choices
    return next((one for one in choices if routes.still_possible(desk, one.action)), None)


def _hindered(desk: Desk, planned: Prepared) -> Hindrance | None:
    """Return what keeps a choice from being played at once; None if nothing does."""
    found = (choice.hindrance(desk.position) for choice in planned.choices)
    return next((one for one in found if one is not None), None)
