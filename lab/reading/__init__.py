"""A test of how well pictures are read: questions about unknown positions, with known answers.

``python -m lab.reading draw FOLDER`` makes pictures at the widths Discord shows, a page that asks
about them, and a file of the questions; ``python -m lab.reading score ANSWERS`` compares answers.
The games were recorded for this alone: no drawing was ever tried on them.
"""

import argparse
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import sqrt
from pathlib import Path
from typing import Final

from PIL import Image

from engine import End, Position, Record, SquareSet, View, played_turns, square_name, square_names
from engine.opportunities import earned, gap, occupied, opportunities
from engine.story import Changes, changes_of
from render import Theme, draw_turn
from words.sentences import Marks

GAMES: Final = Path(__file__).with_name("games.jsonl")
SHARES: Final = (0.3, 0.45, 0.6, 0.75, 0.9)
"""The shares of a game's turns at which its positions are."""
NAMES: Final = ("Ada", "Bela", "Cleo", "Dora")


@dataclass(frozen=True, slots=True)
class Scene:
    """A position of a game, at the beginning of a turn."""

    number: int
    view: View
    changed: Changes

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return NAMES[: len(self.view.seats)]

    @property
    def marks(self) -> Marks:
        """The marks of the first screen of the turn."""
        return Marks(changed=self.changed, chances=opportunities(self.view))


def scenes() -> Iterator[Scene]:
    """Yield all positions, in the order of the games."""
    number = 0
    for line in GAMES.read_text("utf-8").splitlines():
        record = Record.from_json(line)
        turns = played_turns(record.start, record.actions)
        ends = [at for at, action in enumerate(record.actions) if isinstance(action, End)]
        for share in SHARES:
            number += 1
            position = Position(record.start)
            for action in record.actions[: ends[int(share * (len(ends) - 1))] + 1]:
                position.push(action)
            view = position.view(position.active)
            since = [
                turn for turn in turns if view.turn - len(view.seats) < turn.number < view.turn
            ]
            yield Scene(number, view, changes_of(since))


_LACKING: Final = 3  # the most squares that a building lacks about which is asked
_WORDS: Final = re.compile(r"[a-z]+(?:-[a-z]+)*(?:\s*\d+)?|\d+")
"""A word, a number, or a word with its number."""
_SIGNS: Final = {"red": "shirt", "olive": "leaf", "black": "hammer", "silver": "goblet"}
"""What is to be seen on the seals of the families."""
_SQUARE: Final = re.compile(r"[a-p](?:1[0-2]|[1-9])")


@dataclass(frozen=True, slots=True)
class Question:
    """One question about one position."""

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


GOALS: Final[Mapping[int, float]] = {550: 0.95, 350: 0.85}
"""The share of right answers that each width should have."""


@dataclass(frozen=True, slots=True)
class Score:
    """The answers to one kind of question at one width."""

    kind: str
    width: int
    right: int
    asked: int
    wrong: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share of right answers."""
        return self.right / self.asked

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 %, in which the true share lies."""
        z2 = 1.96**2
        middle = (self.right + z2 / 2) / (self.asked + z2)
        wrong = self.asked - self.right
        spread = 1.96 * sqrt(self.right * wrong / self.asked + z2 / 4) / (self.asked + z2)
        return max(0.0, middle - spread), min(1.0, middle + spread)

    @property
    def reached(self) -> bool:
        """True if the goal is reached."""
        return self.share >= GOALS[self.width]


def scores(questions: Iterable[Question], answers: Mapping[str, Mapping[str, str]]) -> list[Score]:
    """Score all kinds of questions.

    Args:
        questions: all questions.
        answers: the answers by width (``"550"``) and the question's name; a question that is
            missing was not asked, an empty answer is a wrong one.
    """
    known = {question.name: question for question in questions}
    found = []
    for width in GOALS:
        given = answers.get(str(width), {})
        for kind in sorted(set(map(kind_of, given))):
            names = [name for name in given if kind_of(name) == kind]
            wrong = tuple(name for name in names if not known[name].is_right(given[name]))
            found.append(Score(kind, width, len(names) - len(wrong), len(names), wrong))
    return found


_SHEET: Final = Path(__file__).with_name("page.html")


def draw(folder: Path) -> int:
    """Draw each position at both widths, and write the questions and the page that asks them."""
    folder.mkdir(parents=True, exist_ok=True)
    asked: list[dict[str, object]] = []
    for scene in scenes():
        # Both themes in turn, so that neither has the easier positions.
        theme = list(Theme)[scene.number // 2 % 2]
        picture = Image.open(
            io.BytesIO(draw_turn(scene.view, names=scene.names, marks=scene.marks, theme=theme))
        ).convert("RGB")
        questions = [{"name": one.name, "text": one.text} for one in questions_of(scene)]
        for width in GOALS:
            height = round(picture.height * width / picture.width)
            file = f"{scene.number:02}-{width}.png"
            picture.resize((width, height), Image.Resampling.LANCZOS).save(folder / file)
            asked.append({"picture": file, "width": width, "questions": questions})
    (folder / "questions.json").write_text(json.dumps(asked, indent=1))
    page = _SHEET.read_text("utf-8").replace("<!-- questions -->", escape(json.dumps(asked)))
    (folder / "index.html").write_text(page)
    print(f"{len(asked)} pictures in {folder}; open index.html, or answer questions.json")
    return 0


def all_questions() -> list[Question]:
    """Return the questions of all positions."""
    return [question for scene in scenes() for question in questions_of(scene)]


def score(file: Path) -> int:
    """Print the share of right answers of each kind at each width, with its interval."""
    found = scores(all_questions(), json.loads(file.read_text("utf-8")))
    for one in found:
        low, high = one.interval
        goal = "reached" if one.reached else f"below {GOALS[one.width]:.0%}"
        print(
            f"{one.width}  {one.kind:8} {one.right:3} of {one.asked:3}  {one.share:4.0%} "
            f"({low:.0%} to {high:.0%})  {goal}"
        )
        print("     ", *one.wrong)
    return 0 if found and all(one.reached for one in found) else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw the test of reading or score answers, by the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m lab.reading", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw", help="draw the pictures and the page that asks")
    drawing.add_argument("folder", type=Path)
    scoring = commands.add_parser("score", help="compare answers with what is so")
    scoring.add_argument("answers", type=Path, help='{"550": {"1-turn": "green"}, "350": {}}')
    chosen = parser.parse_args(arguments)
    if chosen.command == "draw":
        return draw(chosen.folder)
    return score(chosen.answers)
