"""The last screen of a turn: what was done, undo, a banner perhaps, and the end."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.panel import spots
from cogs.panel.desk import Desk
from cogs.panel.page import BadSpotError, Button, Do, Go, Outcome, Page, Undo
from cogs.pictures import marks_now
from engine.actions import Banner, End
from engine.view import Phase


class Ending:
    """Lists the turn; nobody else has seen anything of it yet."""

    def draw(self, desk: Desk, numbers: tuple[int, ...]) -> Page:
        """What was done, and what can be done still."""
        self._check(desk, numbers)
        words = desk.words
        lines = []
        buttons = [Button("end", words("End turn"), "go")]
        if desk.position.is_legal(Banner()):
            buttons.append(Button("banner", words("Hand in a banner…"), "main"))
            lines.append(
                words.plural(
                    "You may hand in your last banner and sell seals for up to {gold} gold.",
                    "You may hand in one of {n} banners and sell seals for up to {gold} gold.",
                    desk.position.banners[desk.seat],
                    gold=desk.worth(),
                )
            )
        why = desk.why_no_undo()
        if why:
            lines.append(words("Undo: {reason}", reason=why))
        lines.append(words("What you did in this turn; the others see it when you end it:"))
        done = desk.teller.lines(desk.table.running_game().turn.events)
        lines += [f"- {line}" for line in done]
        buttons.append(Button("undo", words("Undo"), disabled=bool(why)))
        todo = words("End it, or take the last step back.")
        return Page(todo, lines, [buttons], marks_now(desk.table, desk.user))

    def press(
        self, desk: Desk, numbers: tuple[int, ...], verb: str, values: Sequence[str]
    ) -> Outcome:
        """End, take back, or look at what a banner would bring."""
        self._check(desk, numbers)
        match verb:
            case "end":
                return Do(End())
            case "undo":
                return Undo()
            case "banner":
                return Go(spots.BANNER, (0,) * len(desk.seals))
        raise BadSpotError(verb)

    def _check(self, desk: Desk, numbers: tuple[int, ...]) -> None:
        if desk.ahead or numbers or desk.position.phase is not Phase.CAN:
            raise BadSpotError("the turn cannot end yet")
