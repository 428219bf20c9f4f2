"""The last step of a turn: the turn so far, undo, a banner perhaps, and the end."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Banner, End
from engine.view import Phase
from ui.panel import routes
from ui.panel.desk import Desk
from ui.panel.page import Do, Go, NotOfferedError, Numbers, Page, PageButton, PressOutcome, Undo
from ui.pictures import marks_now
from words.sentences import gold_text


class EndStep:
    """The step that shows a player the actions of a turn before the turn becomes public."""

    def draw(self, desk: Desk, numbers: Numbers) -> Page:
        """Return the page with the turn so far and what can still be done."""
        self._check(desk, numbers)
        words = desk.words
        lines = list[str]()
        buttons = [PageButton("end", words.context("button", "End turn"), "go")]
        if desk.position.is_legal(Banner()):
            buttons.append(PageButton("banner", self._banner(desk), "main"))
        # What each action brought was shown before it was done; here it is named only.
        done = [desk.in_short(ply.action) for ply in desk.table.running_game().turn.plies]
        lines.insert(0, words("You did: {actions}.", actions=words.all_of(done)))
        if not desk.why_no_undo():
            buttons.append(PageButton("undo", words.context("button", "Undo")))
        return Page("", lines, [buttons], marks_now(desk.table, desk.user))

    def _banner(self, desk: Desk) -> str:
        """Return the label of the banner's button, with the gold that all seals bring now."""
        words = desk.words
        if not any(desk.seals):
            return words.context("button", "Hand in a banner…")
        gold = gold_text(desk.worth(), words)
        return words.context("button", "Hand in a banner… ({gold})", gold=gold)

    def press(self, desk: Desk, numbers: Numbers, verb: str, values: Sequence[str]) -> PressOutcome:
        """End the turn, undo, or go on to the banner step."""
        self._check(desk, numbers)
        match verb:
            case "end":
                return Do(End())
            case "undo":
                return Undo()
            case "banner":
                return Go(routes.BANNER, (0,) * len(desk.seals))
        raise NotOfferedError(verb)

    def _check(self, desk: Desk, numbers: Numbers) -> None:
        if desk.ahead or numbers or desk.position.phase is not Phase.CAN:
            raise NotOfferedError("the turn cannot end yet")
