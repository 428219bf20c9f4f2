"""A turn's first step, with the hand and what is prepared, and its last, with undo and the end."""

from dataclasses import replace
from typing import Final

from engine import actions, edition, preview, view
from engine.squares import SquareSet, first_square
from i18n.translation import N_, Words
from tabletop.personal import Choice, Prepared
from ui.panel import page
from ui.panel.page import Numbers, Outcome, Values
from ui.panel.player import (
    BANNER,
    PanelPlayer,
    build_step,
    chances_of,
    chances_told,
    fits,
    step_of,
    still_possible,
)
from ui.panel.steps.workers import site_chosen, site_menu
from ui.pictures import marks_now
from ui.texts import advice, events
from words.sentences import gold_text


class ChooseStep:
    """The step that shows the hand as buttons; a line explains each disabled one."""

    def draw(self, player: PanelPlayer, numbers: Numbers) -> page.Page:
        """Return the page with all that can be done in this turn."""
        if numbers and _remembered(player, numbers) is None:
            raise page.NotOfferedError("no such place")
        words = player.words
        if player.position.is_legal(actions.Pass()):
            todo = words("You can't build or place a worker. Pass.")
            passing = [page.PageButton("pass", words.context("button", "Pass"), "go")]
            return page.Page(todo, _last(player), [passing], marks_now(player.table, player.user))
        cards = [
            page.PageButton(
                f"card{'abcdefgh'[number]}",
                player.capital(card),
                "main",
                disabled=not fits(player, card),
            )
            for number, card in enumerate(player.hand)
        ]
        rows: list[page.PageRow] = [cards] if cards else []
        if player.position.can_place_workers():
            rows.append(site_menu(player, words("Place workers around…")))
        chances = chances_of(player)
        if buttons := planned_buttons(player):
            rows.append(buttons)
        lines = [
            *_last(player),
            *_why_not(player),
            *planned_lines(player),
            *chances_told(player, chances),
        ]
        marks = replace(
            marks_now(player.table, player.user),
            chances=chances if player.help.completions == "squares" else (),
        )
        return page.Page("", lines, rows, marks)

    def press(self, player: PanelPlayer, numbers: Numbers, verb: str, values: Values) -> Outcome:
        """Return the outcome of a press, such as the step that shows the places of a card."""
        if verb == "pass":
            return page.Do(actions.Pass())
        if verb == "site" and player.position.can_place_workers():
            return site_chosen(player, values)
        if (outcome := planned_press(player, verb)) is not None:
            return outcome
        for number, card in enumerate(player.hand):
            if verb == f"card{'abcdefgh'[number]}":
                return build_step(player, card, _remembered(player, numbers, card) or 0)
        raise page.NotOfferedError(verb)


def _remembered(
    player: PanelPlayer, numbers: Numbers, wanted: edition.Card | None = None
) -> SquareSet | None:
    """Return where a card's tile last stood that a custom id's numbers name, or None."""
    if len(numbers) != 3:
        return None
    order = player.position.start.edition.card_order
    card = next((card for card in player.hand if order[card] == numbers[0]), None)
    if card is None or (wanted is not None and card != wanted):
        return None
    places = player.choices(card.form)
    return next((place for way, place in places if (way, first_square(place)) == numbers[1:]), None)


def _last(player: PanelPlayer) -> list[str]:
    # Once the end has begun, each player has one turn left, so the current one is the last.
    if player.ahead or player.position.turns_left is None:
        return []
    return [player.words("**Your last turn!** Seals you keep are sold afterwards.")]


def _why_not(player: PanelPlayer) -> list[str]:
    words, lines = player.words, []
    stuck = [player.teller.building(card) for card in player.hand if not fits(player, card)]
    if stuck:
        lines.append(words("There's no place left for your {cards}.", cards=words.listing(stuck)))
    if not player.position.can_place_workers():
        seat = player.seat
        none = not player.position.own_stock[seat] and not player.position.neutral_stock[seat]
        lines.append(
            words("You have no workers to place.")
            if none
            else words(
                "There's no vacant square beside a building or the castle, so you "
                "can't place a worker."
            )
        )
    return lines


WHY_NOT: Final[dict[preview.HindranceCode, str]] = {
    "taken": N_("no longer vacant: {squares}"),
    "beside": N_("no longer vacant: {squares}"),
    "draw": N_("the card you wanted is gone"),
    "completes": N_("it completes a building, so you must choose the castle piece"),
    "end": N_("the end has begun"),
    "impossible": N_("it's against the rules now"),
}
"""Why a prepared turn is not played at once."""


def planned_lines(player: PanelPlayer) -> list[str]:
    """Return lines on the turn that the person has prepared."""
    planned = player.planned
    if planned is None:
        return []
    if planned.played:
        return [_told(player, planned)]
    return _preparing(player, planned) if player.ahead else _in_turn(player, planned)


def planned_buttons(player: PanelPlayer) -> list[page.PageButton]:
    """Return buttons for the turn that the person has prepared."""
    words, planned = player.words, player.planned
    if planned is None or planned.played:
        return []
    if not player.ahead:
        look = page.PageButton("planned", words.context("button", "View prepared turn"), "go")
        return [look] if possible(player, planned) else []
    buttons, at_once = [], may_be_at_once(player)
    if at_once:
        buttons.append(page.PageButton("wait", words.context("button", "Wait for me")))
    elif at_once is False:
        buttons.append(
            page.PageButton("atonce", words.context("button", "Play it immediately"), "go")
        )
    forget = words.context("button", "Clear prepared turn")
    return [*buttons, page.PageButton("forget", forget, "stop")]


def may_be_at_once(player: PanelPlayer) -> bool | None:
    """Return whether what is prepared is played at once; None if that cannot be chosen."""
    planned = player.planned
    if planned is None or planned.played or not player.ahead:
        return None
    if not planned.at_once and (not player.table.row.at_once or _hindered(player, planned)):
        return None
    return planned.at_once


def planned_press(player: PanelPlayer, verb: str) -> Outcome | None:
    """Return the outcome of a press on one of those buttons; None for another verb."""
    planned = player.planned
    if planned is None or planned.played:
        return None
    match verb:
        case "planned" if not player.ahead and (choice := possible(player, planned)):
            return step_of(player, choice.action)
        case "atonce" | "wait" if player.ahead:
            return page.AtOnce(verb == "atonce")
        case "forget":
            return page.Forget()
    return None


def why_not(hindrance: preview.Hindrance, words: Words) -> str:
    """Return why a prepared turn is not played at once, as a part of a sentence."""
    return words(WHY_NOT[hindrance.code], squares=events.names_of(hindrance.squares))


def _told(player: PanelPlayer, planned: Prepared) -> str:
    sentence = N_("Turn {turn} was played with your second choice: {action}.")
    if planned.played == 1:
        sentence = N_("Turn {turn} was played as you prepared it: {action}.")
    action = player.in_short(planned.choices[planned.played - 1].action)
    return player.words(sentence, turn=planned.turn, action=action)


def _preparing(player: PanelPlayer, planned: Prepared) -> list[str]:
    """Return lines for a person who prepares: the choices, and what they rest on."""
    words = player.words
    first, *others = planned.choices
    lines = [words("Prepared: {action}.", action=player.in_short(first.action))]
    if others:
        lines.append(words("Second choice: {action}.", action=player.in_short(others[0].action)))
    else:
        lines.append(words("You can choose another move as your second choice."))
    why = _hindered(player, planned)
    if planned.at_once:
        sentence = N_("It's played immediately if these squares stay vacant: {squares}.")
        lines.append(words(sentence, squares=events.names_of(first.rests)))
    elif player.table.row.at_once and why is not None:
        lines.append(words("It won't be played immediately: {reason}.", reason=why_not(why, words)))
    return lines


def _in_turn(player: PanelPlayer, planned: Prepared) -> list[str]:
    """Return lines for a person whose turn has come without what they prepared being played."""
    words, lines = player.words, []
    choice = possible(player, planned)
    for one in planned.choices:
        action, hindered = player.in_short(one.action), one.hindrance(player.position)
        if one is choice:
            lines.append(words("You prepared: {action}.", action=action))
            if planned.at_once and hindered is not None:
                reason = why_not(hindered, words)
                lines.append(words("It wasn't played immediately: {reason}.", reason=reason))
            break
        reason = why_not(hindered or preview.Hindrance("impossible"), words)
        sentence = N_("What you prepared doesn't work any more: {action} ({reason}).")
        lines.append(words(sentence, action=action, reason=reason))
    return lines


def possible(player: PanelPlayer, planned: Prepared) -> Choice | None:
    """Return the first choice that is possible still, maybe with another card to draw."""
    choices = planned.choices
    return next((one for one in choices if still_possible(player, one.action)), None)


def _hindered(player: PanelPlayer, planned: Prepared) -> preview.Hindrance | None:
    """Return what keeps a choice from being played at once; None if nothing does."""
    found = (choice.hindrance(player.position) for choice in planned.choices)
    return next((one for one in found if one is not None), None)


class EndStep:
    """The step that shows a player the actions of a turn before the turn becomes public."""

    def draw(self, player: PanelPlayer, numbers: Numbers) -> page.Page:
        """Return the page with the turn so far and what can still be done."""
        self._check(player, numbers)
        words = player.words
        buttons = [page.PageButton("end", words.context("button", "End turn"), "go")]
        if player.position.is_legal(actions.Banner()):
            buttons.append(page.PageButton("banner", self._banner(player), "main"))
        # The picture shows the whole turn; here the last action is named, which *Undo* takes back.
        last = player.table.running_game().turn.plies[-1].action
        done = (
            player.in_short(last)
            if isinstance(last, actions.Banner)
            else advice.move_text(last, player.teller, pictured=True)
        )
        lines = [words("Done: {action}.", action=done)]
        if not player.why_no_undo():
            buttons.append(page.PageButton("undo", words.context("button", "Undo")))
        return page.Page("", lines, [buttons], marks_now(player.table, player.user))

    def _banner(self, player: PanelPlayer) -> str:
        """Return the label of the banner's button, with the gold that all seals bring now."""
        words = player.words
        if not any(player.seals):
            return words.context("button", "Hand in a banner…")
        gold = gold_text(player.worth(), words)
        return words.context("button", "Hand in a banner… ({gold})", gold=gold)

    def press(self, player: PanelPlayer, numbers: Numbers, verb: str, values: Values) -> Outcome:
        """End the turn, undo, or go on to the banner step."""
        self._check(player, numbers)
        match verb:
            case "end":
                return page.Do(actions.End())
            case "undo":
                return page.Undo()
            case "banner":
                return page.Go(BANNER, (0,) * len(player.seals))
        raise page.NotOfferedError(verb)

    def _check(self, player: PanelPlayer, numbers: Numbers) -> None:
        if player.ahead or numbers or player.position.phase is not view.Phase.CAN:
            raise page.NotOfferedError("the turn cannot end yet")
