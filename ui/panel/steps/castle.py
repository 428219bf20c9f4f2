"""The castle step: colour and ring square of each piece owed, and what becomes of the values."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Castle
from engine.events import BuildingCompleted, PiecePlaced
from engine.view import Phase
from ui.panel import routes
from ui.panel.desk import Desk
from ui.panel.page import (
    Do,
    Go,
    NotOfferedError,
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
from words.sentences import family_name, gold_text


class CastleStep:
    """The step that picks the colour and the ring square of a castle piece."""

    def draw(self, desk: Desk, numbers: tuple[int, ...]) -> Page:
        """Return the page with the castle and the piece that would stand there."""
        family, ring = self._read(desk, numbers)
        words, edition = desk.words, desk.position.start.edition
        lines = [self._about(desk)]
        chosen = bool(family and ring)
        marks = Marks(ring_numbers=True)
        if chosen:
            action = Castle(edition.families[family - 1], ring)
            lines += self._outcome(desk, action)
            marks = Marks(ring_numbers=True, piece=(ring, action.family))
        rows: list[PageRow] = []
        for verb, prompt, options in (
            ("family", words("Its colour"), self._families(desk, family)),
            ("ring", words("Its ring square"), self._rings(desk, ring)),
        ):
            if len(options) > 1:
                rows.append(PageMenu(verb, prompt, options))
            else:
                lines.append(words("- the only choice: {option}", option=options[0].label))
        why = desk.why_no_undo()
        if why:
            lines.append(words("- {reason}", reason=why))
        rows.append(
            [
                PageButton("do", words.context("button", "Place"), "go", disabled=not chosen),
                PageButton("undo", words.context("button", "Undo"), disabled=bool(why)),
            ]
        )
        todo = words("Pick colour and ring square of the castle piece.")
        return Page(todo, lines, rows, marks)

    def press(
        self, desk: Desk, numbers: tuple[int, ...], verb: str, values: Sequence[str]
    ) -> PressOutcome:
        """Pick the colour or the ring square, place the piece, or undo the last action."""
        family, ring = self._read(desk, numbers)
        match verb:
            case "family":
                return Go(routes.CASTLE, (one(values, self._families(desk, family)), ring))
            case "ring":
                return Go(routes.CASTLE, (family, one(values, self._rings(desk, ring))))
            case "undo":
                return Undo()
            case "do" if family and ring:
                return Do(Castle(desk.position.start.edition.families[family - 1], ring))
        raise NotOfferedError(verb)

    def _about(self, desk: Desk) -> str:
        """Return which completed building the piece is for."""
        events, owed = desk.table.running_game().turn.events, desk.position.owed
        # Pieces are owed in the order in which buildings were completed: the last ``owed`` wait
        # still.
        done = [event for event in events if isinstance(event, BuildingCompleted)]
        return desk.words.plural(
            "This is the **castle piece** for the {building}.",
            "This is the **castle piece** for the {building}, the first of {n}.",
            owed,
            building=desk.teller.building(done[-owed].card),
        )

    def _read(self, desk: Desk, numbers: tuple[int, ...]) -> tuple[int, int]:
        if desk.ahead or desk.position.phase is not Phase.CASTLE or len(numbers) != 2:
            raise NotOfferedError("no piece is owed")
        family, ring = numbers
        # A colour or ring square of 0 is not chosen yet.
        families = [option.value for option in self._families(desk, 0)]
        rings = [option.value for option in self._rings(desk, 0)]
        if family not in [0, *families] or ring not in [0, *rings]:
            raise NotOfferedError("no such piece")
        return family, ring

    def _families(self, desk: Desk, chosen: int) -> list[PageOption]:
        position, words = desk.position, desk.words
        pool = position.pools[position.floor]
        options = []
        for number, name in enumerate(position.start.edition.families):
            if pool[number]:
                # Translators: the second line of an option; 100 characters at most.
                note = words(
                    "{left} left for this floor · a seal is worth {value} now",
                    left=pool[number],
                    value=position.values[number],
                )
                label = words("{family:^} piece", family=words.name(name))
                options.append(PageOption(number + 1, label, note, number + 1 == chosen))
        return options

    def _rings(self, desk: Desk, chosen: int) -> list[PageOption]:
        view, words = desk.position.view(), desk.words
        options = []
        for ring, (seen, free) in enumerate(zip(view.ring, view.placeable, strict=True), start=1):
            if free:
                covered = family_name(seen, words)
                label = words("Ring square {ring}: covers {covered}", ring=ring, covered=covered)
                options.append(PageOption(ring, label, chosen=ring == chosen))
        return options

    def _outcome(self, desk: Desk, action: Castle) -> list[str]:
        """Return the values before and after, and their effect on the person's own seals."""
        words, families = desk.words, desk.position.start.edition.families
        _, events = desk.outlook(action)
        [piece] = [event for event in events if isinstance(event, PiecePlaced)]
        lines = []
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
        others = [event for event in events if event is not piece]
        return lines + [f"- {line}" for line in desk.teller.lines(others)]
