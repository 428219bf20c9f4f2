"""Questions about a position whose answers the engine knows, and whether an answer is right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.completion import earned, gap, occupied
from engine.squares import SquareSet, square_name, square_names
from engine.view import View
from lab.reading.positions import Scene

_LACKING: Final = 3
"""The most squares that a building lacks about which is asked."""
_WORDS: Final = re.compile(r"[a-z]+(?:-[a-z]+)*(?:\s*\d+)?|\d+")
"""A word, a number, or a word with its number."""
_SIGNS: Final = {"red": "shirt", "olive": "leaf", "black": "hammer", "silver": "goblet"}
"""What is to be seen on the seals of the families."""
_SQUARE: Final = re.compile(r"[a-p](?:1[0-2]|[1-9])")


@dataclass(frozen=True, slots=True)
class Question:
    """One question about one position.

    Attributes:
        scene: the number of the position.
        kind: the kind of the question, the same in all positions.
        text: the question.
        right: the answer.
        any_of: True if one of the answer's words is enough.
    """

    scene: int
    kind: str
    text: str
    right: str
    any_of: bool = False

    @property
    def name(self) -> str:
        """The name by which a file of answers refers to the question."""
        return f"{self.scene}-{self.kind}"

    def is_right(self, answer: str) -> bool:
        """Return whether an answer equals the right one, in any order of its parts."""
        if self.any_of:
            squares = set(_SQUARE.findall(answer.casefold()))
            # All named squares must be right: a list of the whole board is no answer.
            return bool(squares) and squares <= set(self.right.casefold().split())
        return sorted(_words(answer)) == sorted(_words(self.right))


def _words(text: str) -> list[str]:
    return ["".join(word.split()) for word in _WORDS.findall(text.casefold())]


def questions_of(scene: Scene) -> Iterator[Question]:
    """Yield all questions about a position."""
    view = scene.view
    assert view.active is not None
    assert view.screen is not None
    number = scene.number
    yield Question(number, "turn", "Whose turn is it? The colour.", view.seats[view.active].colour)
    family = number % len(view.edition.families)
    yield Question(
        number,
        "value",
        f"What is a {view.edition.families[family]} seal worth?",
        str(view.values[family]),
    )
    yield from _since(scene)
    yield from _payout(number, view)
    forms = " ".join(card.form for card in view.screen.hand) or "none"
    known = ", ".join(view.edition.forms)
    yield Question(
        number, "hand", f"Which forms has the hand? Each card's, of: {known}; or none.", forms
    )
    ring = number % view.edition.ring_size
    square = square_name(view.lot.ring[ring])
    yield Question(
        number,
        "height",
        f"How many pieces high is the castle on {square}? 0 to 3.",
        str(view.heights[ring]),
    )
    yield from _column(number, view)


def _column(number: int, view: View) -> Iterator[Question]:
    """Ask for what headings and signs tell, and for the camps that are left."""
    family = (number + 1) % len(view.edition.families)
    name = view.edition.families[family]
    assert view.screen is not None
    if view.floor:
        text = f"How many {name} castle pieces are left of the floor that is being built?"
        yield Question(number, "left", text, str(view.pools[view.floor - 1][family]))
    yield Question(
        number, "own", f"How many {name} seals do you have?", str(view.screen.seals[family])
    )
    found = [one for one in view.buildings if not one.completed]
    if found:
        building = found[number % len(found)]
        where, signs = square_names(building.squares)[0], ", ".join(_SIGNS.values())
        yield Question(
            number,
            "sign",
            f"Which sign has the seal of the building on {where}? Of: {signs}.",
            _SIGNS[building.card.family],
        )
    camps = view.camps & ~occupied(view)
    yield Question(
        number, "camps", "How many camps have neither a tile nor a worker?", str(camps.bit_count())
    )


def _since(scene: Scene) -> Iterator[Question]:
    """Ask for each opponent's tile or workers since one's own turn; one square is enough."""
    placed: dict[int, SquareSet] = {}
    for seat, squares in scene.changed.placed:
        placed[seat] = placed.get(seat, 0) | squares
    for seat in sorted(placed):
        if seat != scene.view.seat:
            colour = scene.view.seats[seat].colour
            yield Question(
                scene.number,
                f"since-{colour}",
                f"Where did {colour} build or place workers since your last turn? One square.",
                " ".join(square_names(placed[seat])),
                any_of=True,
            )


def _payout(number: int, view: View) -> Iterator[Question]:
    """Ask for the gains at the building that lacks fewest squares."""
    near = [
        (gap(view, building.squares).bit_count(), building.squares)
        for building in view.buildings
        if not building.completed and any(earned(view, building.squares))
    ]
    near = [one for one in near if one[0] <= _LACKING]
    if not near:
        return
    _, squares = min(near)
    paid = [
        f"{view.seats[seat].colour} {count}"
        for seat, count in enumerate(earned(view, squares))
        if count
    ]
    yield Question(
        number,
        "payout",
        f"If the building on {square_names(squares)[0]} were completed now, how many seals would "
        "whose workers gain? Such as: violet 2, green 1; without the one for completing it.",
        ", ".join(paid),
    )


def kind_of(name: str) -> str:
    """Return the kind in a question's name; questions about any opponent's turn are one kind."""
    return name.split("-")[1]
