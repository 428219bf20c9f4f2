"""The castle screen: colour and ring square of each piece owed, and what becomes of the values."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.panel import spots
from cogs.panel.desk import Desk, capital
from cogs.panel.page import (
    BadSpotError,
    Button,
    Do,
    Go,
    Menu,
    Option,
    Outcome,
    Page,
    Row,
    Undo,
    one,
)
from engine.actions import Castle
from engine.events import PiecePlaced
from engine.view import Phase
from render import Marks


class Castling:
    """Picks the colour and the ring square of one piece."""

    def draw(self, desk: Desk, numbers: tuple[int, ...]) -> Page:
        """The castle with the piece that would stand there."""
        family, ring = self._read(desk, numbers)
        words, edition = desk.words, desk.position.start.edition
        lines = [
            words.plural(
                "Place a **castle piece** for the completed building.",
                "Place a **castle piece**, the first of {n}.",
                desk.position.owed,
            )
        ]
        action = Castle(edition.families[family - 1], ring)
        lines += self._outcome(desk, action)
        if (family, ring) == spots.castle(desk):
            lines.append(self._proposed(desk, action))
        rows: list[Row] = []
        for verb, hint, options in (
            ("family", words("Its colour"), self._families(desk, family)),
            ("ring", words("Its ring square"), self._rings(desk, ring)),
        ):
            if len(options) > 1:
                rows.append(Menu(verb, hint, options))
            else:
                lines.append(words("- there is no choice: {option}", option=options[0].label))
        why = desk.why_no_undo()
        if why:
            lines.append(words("- undo: {reason}", reason=why))
        rows.append(
            [
                Button("do", words("Place"), "go"),
                Button("undo", words("Undo"), disabled=bool(why)),
            ]
        )
        todo = words("Pick its colour and its ring square.")
        return Page(todo, lines, rows, Marks(ring_numbers=True, piece=(ring, action.family)))

    def press(
        self, desk: Desk, numbers: tuple[int, ...], verb: str, values: Sequence[str]
    ) -> Outcome:
        """Pick the colour or the ring square, place the piece, or take back what was done."""
        family, ring = self._read(desk, numbers)
        match verb:
            case "family":
                return Go(spots.CASTLE, (one(values, self._families(desk, family)), ring))
            case "ring":
                return Go(spots.CASTLE, (family, one(values, self._rings(desk, ring))))
            case "undo":
                return Undo()
            case "do":
                return Do(Castle(desk.position.start.edition.families[family - 1], ring))
        raise BadSpotError(verb)

    def _read(self, desk: Desk, numbers: tuple[int, ...]) -> tuple[int, int]:
        if desk.ahead or desk.position.phase is not Phase.CASTLE or len(numbers) != 2:
            raise BadSpotError("no piece is owed")
        family, ring = numbers
        families = [option.value for option in self._families(desk, 0)]
        rings = [option.value for option in self._rings(desk, 0)]
        if family not in families or ring not in rings:
            raise BadSpotError("no such piece")
        return family, ring

    def _families(self, desk: Desk, chosen: int) -> list[Option]:
        position, words = desk.position, desk.words
        pool = position.pools[position.floor]
        options = []
        for number, name in enumerate(position.start.edition.families):
            if pool[number]:
                note = words(
                    "{left} left for this floor · a seal is worth {value} now",
                    left=pool[number],
                    value=position.values[number],
                )
                label = capital(words("{family} piece", family=words.name(name)))
                options.append(Option(number + 1, label, note, number + 1 == chosen))
        return options

    def _rings(self, desk: Desk, chosen: int) -> list[Option]:
        view, words = desk.position.view(), desk.words
        options = []
        for ring, (seen, free) in enumerate(zip(view.ring, view.placeable, strict=True), start=1):
            if free:
                what = words.name(seen) if seen else words("no colour")
                label = words("Ring square {ring}: covers {what}", ring=ring, what=what)
                options.append(Option(ring, label, chosen=ring == chosen))
        return options

    def _proposed(self, desk: Desk, action: Castle) -> str:
        after, _ = desk.outlook(action)
        if desk.worth(tuple(after.values)) > desk.worth():
            return desk.words("- this piece is proposed: your own seals gain most by it now")
        return desk.words("- this piece is proposed, but your own seals gain by none")

    def _outcome(self, desk: Desk, action: Castle) -> list[str]:
        """The values before and after, and what that means behind the person's screen."""
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
                        family=words.name(name),
                        before=before,
                        after=after,
                    )
                )
        if not lines:
            lines.append(words("- no value changes"))
        lines.append(
            words(
                "- all your seals together: {before} → {after} gold",
                before=desk.worth(piece.before),
                after=desk.worth(piece.after),
            )
        )
        others = [event for event in events if event is not piece]
        return lines + [f"- {line}" for line in desk.teller.lines(others)]
