"""The castle step: where each owed piece goes, with what becomes of the values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.actions import Castle
from engine.events import BuildingCompleted, PiecePlaced
from engine.view import Phase
from ui.panel.desk import Desk
from ui.panel.page import (
    Do,
    NotOfferedError,
    Numbers,
    Page,
    PageButton,
    PageMenu,
    PageOption,
    PageRow,
    PressOutcome,
    Undo,
    one,
)
from words.marks import Marks
from words.sentences import changed, family_name, gold_text

VERBS: Final = ("familya", "familyb", "familyc", "familyd")
"""The verbs of the menus, one for each colour in the edition's order."""


class CastleStep:
    """The step with a menu for each colour: the ring square chosen there gets the piece."""

    def draw(self, desk: Desk, numbers: Numbers) -> Page:
        """Return the page with the castle, and the piece on it that was proposed or typed."""
        family, ring = self._read(desk, numbers)
        words, edition = desk.words, desk.position.start.edition
        lines = [self._about(desk)]
        marks, rows, buttons = Marks(ring_numbers=True), list[PageRow](), list[PageButton]()
        if family and ring:
            action = Castle(edition.families[family - 1], ring)
            lines += self._outcome(desk, action)
            marks = Marks(ring_numbers=True, piece=(ring, action.family))
            buttons.append(PageButton("do", words.context("button", "Place"), "go"))
        rows += self._menus(desk)
        if not desk.why_no_undo():
            buttons.append(PageButton("undo", words.context("button", "Undo")))
        if buttons:
            rows.append(buttons)
        return Page("", lines, rows, marks)

    def press(self, desk: Desk, numbers: Numbers, verb: str, values: Sequence[str]) -> PressOutcome:
        """Place the piece that is chosen in a menu or shown, or undo the last action."""
        family, ring = self._read(desk, numbers)
        families = desk.position.start.edition.families
        match verb:
            case "undo":
                return Undo()
            case "do" if family and ring:
                return Do(Castle(families[family - 1], ring))
        for menu in self._menus(desk):
            if verb == menu.verb:
                chosen = one(values, menu.options)
                return Do(Castle(families[VERBS.index(verb)], chosen))
        raise NotOfferedError(verb)

    def _about(self, desk: Desk) -> str:
        """Return which completed building the piece is for."""
        events, owed = desk.table.running_game().turn.events, desk.position.owed
        # Pieces are owed in the order in which buildings were completed: the last ``owed`` wait
        # still.
        done = [event for event in events if isinstance(event, BuildingCompleted)]
        gained = done[-owed].gains[desk.seat]
        return desk.words.plural(
            "**Castle piece** for the {building}, which brought you {seals}.",
            "**Castle piece** for the {building}, which brought you {seals}; the first of {n}.",
            owed,
            building=desk.teller.building(done[-owed].card),
            seals=desk.teller.gained(done[-owed].card.family, gained),
        )

    def _read(self, desk: Desk, numbers: Numbers) -> tuple[int, int]:
        if desk.ahead or desk.position.phase is not Phase.CASTLE or len(numbers) != 2:
            raise NotOfferedError("no piece is owed")
        if numbers == (0, 0):  # nothing is chosen yet
            return 0, 0
        family, ring = numbers
        families = desk.position.start.edition.families
        if not 0 < family <= len(families) or not desk.position.is_legal(
            Castle(families[family - 1], ring)
        ):
            raise NotOfferedError("no such piece")
        return family, ring

    def _menus(self, desk: Desk) -> list[PageMenu]:
        """Return a menu for each colour with pieces left, of the ring squares that take one."""
        position, words, menus = desk.position, desk.words, []
        view = position.view()
        free = [
            (number, covered)
            for number, (covered, open_) in enumerate(
                zip(view.ring, view.placeable, strict=True), start=1
            )
            if open_
        ]
        for verb, name, left in zip(
            VERBS, position.start.edition.families, position.pools[position.floor], strict=False
        ):
            if left:
                prompt = words.plural(
                    "{family:^} piece on… ({n} left)",
                    "{family:^} piece on… ({n} left)",
                    left,
                    family=words.name(name),
                )
                menus.append(PageMenu(verb, prompt, self._options(desk, name, free)))
        return menus

    def _options(
        self, desk: Desk, name: str, free: Sequence[tuple[int, str | None]]
    ) -> list[PageOption]:
        """Return an option for each free ring square, given with the family it shows."""
        words, options = desk.words, list[PageOption]()
        # What a piece changes is the same wherever it covers the same family.
        told: dict[str | None, str] = {}
        for ring, covered in free:
            if covered not in told:
                told[covered] = self._change(desk, Castle(name, ring))
            label = words(
                "Ring square {ring}: covers {covered}",
                ring=ring,
                covered=family_name(covered, words),
            )
            options.append(PageOption(ring, label, told[covered]))
        return options

    def _change(self, desk: Desk, action: Castle) -> str:
        """Return the values that a piece changes; with all help, what that does to one's seals."""
        words, piece = desk.words, _placed(desk, action)
        changes = [
            changed(words.name(name), before, after, words)
            for name, before, after in zip(
                desk.position.start.edition.families, piece.before, piece.after, strict=True
            )
            if before != after
        ]
        if not changes:
            return words("no value changes")
        if desk.help.completions != "squares":
            return words.listing(changes)
        # Translators: the second line of an option; 100 characters at most.
        return words(
            "{changes}; your seals {before} → {after}",
            changes=words.listing(changes),
            before=desk.worth(piece.before),
            after=gold_text(desk.worth(piece.after), words),
        )

    def _outcome(self, desk: Desk, action: Castle) -> list[str]:
        """Return the values before and after, and their effect on the person's own seals."""
        words, families = desk.words, desk.position.start.edition.families
        _, events = desk.outlook(action)
        piece, lines = _placed(desk, action), list[str]()
        for name, before, after, own in zip(
            families, piece.before, piece.after, desk.seals, strict=True
        ):
            if before != after:
                lines.append(
                    words.plural(
                        "- {family}: worth **{before} → {after}**; you have {n} seal",
                        "- {family}: worth **{before} → {after}**; you have {n} seals",
                        own,
                        family=desk.teller.seals(name),
                        before=before,
                        after=after,
                    )
                )
        if not lines:
            lines.append(words("- no value changes"))
        lines.append(
            words(
                "- all your seals together: {before} → {after}",
                before=desk.worth(piece.before),
                after=gold_text(desk.worth(piece.after), words),
            )
        )
        others = [event for event in events if not isinstance(event, PiecePlaced)]
        return lines + [f"- {line}" for line in desk.teller.lines(others)]


def _placed(desk: Desk, action: Castle) -> PiecePlaced:
    """Return the event of a castle piece, with the values before and after."""
    _, events = desk.outlook(action)
    return next(event for event in events if isinstance(event, PiecePlaced))
