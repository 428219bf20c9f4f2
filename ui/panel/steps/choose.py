"""The first step of a turn: the hand's cards to build, the workers, and any prepared action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.actions import Pass
from engine.cards import Card
from engine.squares import SquareSet, first_square
from ui.panel import routes
from ui.panel.chances import chances_of, chances_told
from ui.panel.desk import Desk
from ui.panel.page import Do, Go, NotOfferedError, Numbers, Page, PageButton, PageRow, PressOutcome
from ui.panel.planned import planned_buttons, planned_lines, planned_press
from ui.panel.sites import site_chosen, site_menu
from ui.pictures import marks_now


class ChooseStep:
    """The step that shows the hand as buttons; a line explains each disabled one."""

    def draw(self, desk: Desk, numbers: Numbers) -> Page:
        """Return the page with all that can be done in this turn."""
        if numbers and _remembered(desk, numbers) is None:
            raise NotOfferedError("no such place")
        words = desk.words
        if desk.position.is_legal(Pass()):
            todo = words("You can neither build nor place a worker, so you pass.")
            passing = [PageButton("pass", words.context("button", "Pass"), "go")]
            return Page(todo, _last(desk), [passing], marks_now(desk.table, desk.user))
        cards = [
            PageButton(
                f"card{'abcdefgh'[number]}",
                desk.capital(card),
                "main",
                disabled=not _fits(desk, card),
            )
            for number, card in enumerate(desk.hand)
        ]
        rows: list[PageRow] = [cards] if cards else []
        if desk.position.can_place_workers():
            rows.append(site_menu(desk, words("Place workers round…")))
        chances = chances_of(desk)
        if buttons := planned_buttons(desk):
            rows.append(buttons)
        lines = [
            *_last(desk),
            *_why_not(desk),
            *planned_lines(desk),
            *chances_told(desk, chances),
        ]
        marks = replace(
            marks_now(desk.table, desk.user),
            chances=chances if desk.help.completions == "squares" else (),
        )
        return Page("", lines, rows, marks)

    def press(self, desk: Desk, numbers: Numbers, verb: str, values: Sequence[str]) -> PressOutcome:
        """Return the outcome of a press, such as the step that shows the places of a card."""
        if verb == "pass":
            return Do(Pass())
        if verb == "site" and desk.position.can_place_workers():
            return site_chosen(desk, values)
        if (outcome := planned_press(desk, verb)) is not None:
            return outcome
        for number, card in enumerate(desk.hand):
            if verb == f"card{'abcdefgh'[number]}":
                return routes.build(desk, card, _remembered(desk, numbers, card) or 0)
        raise NotOfferedError(verb)


def only_choice(desk: Desk) -> Go | None:
    """Return the step of the only possible action in this turn; None if there is a choice."""
    cards = [card for card in desk.hand if _fits(desk, card)]
    can_place = desk.position.can_place_workers()
    if can_place and not cards:
        return routes.workers(desk)
    if len(cards) == 1 and not can_place:
        return routes.build(desk, cards[0])
    return None


def _remembered(desk: Desk, numbers: Numbers, wanted: Card | None = None) -> SquareSet | None:
    """Return where the tile last stood that a custom id's numbers name, or None.

    Args:
        wanted: the card that it has to be of; None for any.
    """
    if len(numbers) != 3:
        return None
    order = desk.position.start.edition.card_order
    card = next((card for card in desk.hand if order[card] == numbers[0]), None)
    if card is None or (wanted is not None and card != wanted):
        return None
    places = desk.choices(card.form)
    return next(
        (squares for way, squares in places if (way, first_square(squares)) == numbers[1:]), None
    )


def _fits(desk: Desk, card: Card) -> bool:
    return next(desk.position.placements(card), None) is not None


def _last(desk: Desk) -> list[str]:
    """Return a line that this turn is the person's last, once the end has begun."""
    # Once the end has begun, each player has one turn left, so the current one is the last.
    if desk.ahead or desk.position.turns_left is None:
        return []
    return [desk.words("**Your final turn**, then the rest is sold.")]


def _why_not(desk: Desk) -> list[str]:
    """Return lines that say why buttons are disabled."""
    words, lines = desk.words, []
    stuck = [desk.teller.building(card) for card in desk.hand if not _fits(desk, card)]
    if stuck:
        lines.append(words("No place is left for: {cards}.", cards=words.listing(stuck)))
    if not desk.position.can_place_workers():
        seat = desk.seat
        none = not desk.position.own_stock[seat] and not desk.position.neutral_stock[seat]
        lines.append(
            words("You have no workers to place.")
            if none
            else words("No building has a vacant square next to it, so no worker can be placed.")
        )
    return lines
