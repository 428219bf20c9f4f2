"""The last step of a turn: the turn so far, undo, a banner perhaps, and the end."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Banner, End
from engine.view import Phase
from ui.panel import routes
from ui.panel.desk import Desk
from ui.panel.page import Do, Go, NotOfferedError, Page, PageButton, PressOutcome, Undo
from ui.pictures import marks_now
from ui.texts.icons import GOLD
from words.sentences import gold_text


class EndStep:
    """The step that shows a player the actions of a turn before the turn becomes public."""

    def draw(self, desk: Desk, numbers: tuple[int, ...]) -> Page:
        """Return the page with the turn so far and what can still be done."""
        self._check(desk, numbers)
        words = desk.words
        lines = []
        buttons = [PageButton("end", words.context("button", "End turn"), "go")]
        if desk.position.is_legal(Banner()):
            buttons.append(
                PageButton("banner", words.context("button", "Hand in a banner…"), "main")
            )
            lines.append(self._banner_line(desk))
        why = desk.why_no_undo()
        if why:
            lines.append(why)
        lines.append(words("What you did in this turn; the others see it when you end it:"))
        done = desk.teller.lines(desk.table.running_game().turn.events)
        lines += [f"- {line}" for line in done]
        buttons.append(PageButton("undo", words.context("button", "Undo"), disabled=bool(why)))
        todo = (
            words("Press *End turn*.")
            if why
            else words("Press *End turn*, or *Undo* the last step.")
        )
        return Page(todo, lines, [buttons], marks_now(desk.table, desk.user))

    def _banner_line(self, desk: Desk) -> str:
        """Return a line on the gold that a banner would bring now, zero included."""
        banners, gold = desk.position.banners[desk.seat], desk.worth()
        if not gold:
            return desk.words.plural(
                "You may hand in your last banner; your seals would bring no gold now.",
                "You may hand in one of your {n} banners; your seals would bring no gold now.",
                banners,
            )
        return desk.words.plural(
            "You may hand in your last banner and sell: all your seals bring {gold} now.",
            "You may hand in one of your {n} banners and sell: all your seals bring {gold} now.",
            banners,
            gold=f"{GOLD}{gold_text(gold, desk.words)}",
        )

    def press(
        self, desk: Desk, numbers: tuple[int, ...], verb: str, values: Sequence[str]
    ) -> PressOutcome:
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

    def _check(self, desk: Desk, numbers: tuple[int, ...]) -> None:
        if desk.ahead or numbers or desk.position.phase is not Phase.CAN:
            raise NotOfferedError("the turn cannot end yet")
