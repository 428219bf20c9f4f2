"""The rules of editions' files: the schema, the consistency check, warnings, and the findings.

The schema is a JSON Schema, ``editions/schema/edition.json``, so that editors know it too. What a
check finds beyond it stands in ``edition_rules.json``. Games of an edition that passes can be
played; a warning tells of counts that differ from the real box, and of odd shapes.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast

from engine.edition import Edition, Form, Preset
from engine.errors import one_line
from engine.squares import COLUMN_LETTERS, MAX_ROWS, first_square, spread, square_names

Level: TypeAlias = Literal["error", "warning", "note"]

_RULES: Final = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))

SCHEMA: Final[Mapping[str, Any]] = json.loads(
    (Path(__file__).parent / "editions" / "schema" / "edition.json").read_text("utf-8")
)

_KINDS: Final[Mapping[str, str]] = {
    "object": "an object in braces",
    "list": "a list in brackets",
    "filled": "a list that is not empty",
    **{kind: rule.get("description", "") for kind, rule in SCHEMA["$defs"].items()},
}

FACTS: Final[Mapping[str, str]] = {
    fact: rule["description"] for fact, rule in SCHEMA["$defs"]["facts"]["properties"].items()
}
"""The facts of whose origin a file tells, and what they are about."""

SAYINGS: Final[Mapping[str, str]] = {
    code: entry["says"] for code, entry in _RULES["findings"].items()
}
"""The sentence of each finding, with its names in braces."""

LARGEST: Final[int] = _RULES["largest"]  # the most characters that a file may have


class BoxCount(NamedTuple):
    """A count of components in the box: the amount, the fact it belongs to, its description."""

    amount: int
    fact: str
    what: str


BOX: Final[Mapping[str, BoxCount]] = {
    name: BoxCount(entry["is"], entry["fact"], entry["says"])
    for name, entry in _RULES["box"].items()
}
"""The counts of components by rulebooks or other sources."""


@dataclass(frozen=True)
class Finding:
    """An error, warning or note about an edition's file."""

    code: str  # the key of the finding in the rules
    # the values of its sentence's placeholders; facts and kinds by their keys
    parameters: Mapping[str, str | int]

    @property
    def level(self) -> Level:
        """The severity: only an error forbids playing the edition."""
        return cast("Level", _RULES["findings"][self.code]["level"])

    @property
    def sentence(self) -> str:
        """The finding's English sentence, with its placeholders not yet filled in."""
        return SAYINGS[self.code]

    def __str__(self) -> str:
        named = {name: _named(name, value) for name, value in self.parameters.items()}
        return one_line(self.sentence.format(**named))


def finding(code: str, **parameters: str | int) -> Finding:
    """Create a finding from its code and its parameters."""
    return Finding(code, parameters)


def _named(name: str, value: str | int) -> str | int:
    """Return a parameter for people, with the description in place of a rules' key."""
    text = str(value)
    if name == "fact":
        return FACTS[text]
    if name == "facts":
        return "; ".join(FACTS[fact] for fact in text.split())
    if name == "kind":
        return _KINDS[text]
    if name == "what":
        counted, _, family = text.partition(" ")
        return BOX[counted].what.format(family=family)
    return value


_LEAST_SEATS = 2
_LEAST_SIDE = 2
_MOST_SIDE = 9
_WORD = re.compile(r"[a-z]+(-[a-z]+)*")
_WORDS_OF_ACTIONS = frozenset({"own", "neutral", "stack", "none", "draw", "sell"})


def unnameable(data: dict[str, Any]) -> Iterator[Finding]:
    """Yield the errors in names and sizes that prevent building an ``Edition``."""
    for names in (data["families"], data["colours"], list(data["forms"])):
        for name in names:
            # Names are words of the notation, so its own words would make actions ambiguous.
            if _WORD.fullmatch(name) is None or name in _WORDS_OF_ACTIONS:
                yield finding("bad-name", name=name)
        yield from _twice(names)
    for name, form in data["forms"].items():
        yield from _twice([f"{name} {cell}" for cell in form["squares"]])
    for building in data["first_game"]["buildings"]:
        yield from _twice([f"{building['card']} {square}" for square in building["squares"]])
    for square in _repeated(data["camps"]):
        yield finding("camp-twice", square=square)
    columns, rows = data["board"]["columns"], data["board"]["rows"]
    if not 1 <= columns <= len(COLUMN_LETTERS) or not 1 <= rows <= MAX_ROWS:
        yield finding("board-size", columns=columns, rows=rows)
    long, short = data["lot"]["long"], data["lot"]["short"]
    if not all(_LEAST_SIDE <= side <= _MOST_SIDE for side in (long, short)):
        yield finding("lot-size", long=long, short=short)
    cards = {
        f"{form}/{family}": entry["cards_per_family"]
        for form, entry in data["forms"].items()
        for family in data["families"]
    }
    presets = Counter(building["card"] for building in data["first_game"]["buildings"])
    for card, count in presets.items():
        if count > cards.get(card, 0):
            yield finding("preset-card", card=card)


def _repeated(names: list[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def _twice(names: list[str]) -> Iterator[Finding]:
    for name in _repeated(names):
        yield finding("name-twice", name=name)


def contradictions(edition: Edition) -> Iterator[Finding]:
    """Yield the errors that would make games of an edition unplayable."""
    yield from _board(edition)
    yield from _cards(edition)
    yield from _castle(edition)
    yield from _amounts(edition)
    yield from _first_game(edition)
    yield from _origins(edition)


def _board(edition: Edition) -> Iterator[Finding]:
    for square in square_names(edition.camps & ~edition.board):
        yield finding("camp-off-board", square=square)
    if not edition.lots:
        yield finding("lot-nowhere")


def _cards(edition: Edition) -> Iterator[Finding]:
    for form in edition.forms.values():
        if form.tiles < 1:
            yield finding("form-no-card", form=form.name)
        if not _connected(form):
            yield finding("form-apart", form=form.name)


def _connected(form: Form) -> bool:
    # A flood fill from the first square, which orientations have at bit zero.
    squares = form.turned[0].squares
    reached = 1
    while (further := (reached | spread(reached)) & squares) != reached:
        reached = further
    return reached == squares


def _castle(edition: Edition) -> Iterator[Finding]:
    """Check that the lower floors can be finished and all pieces find a place (section 3.2)."""
    size, families = edition.ring_size, len(edition.families)
    border = 2 * sum(edition.lot_sides) - 4
    if size != border:
        yield finding("ring-count", count=size, needed=border)
    for name in dict.fromkeys(edition.ring_seals):
        if name is not None and name not in edition.families:
            yield finding("ring-family", name=name)
    for number, count in enumerate(edition.floors[:-1], 1):
        if count * families < border:
            yield finding("floor-few", floor=number, count=count * families, needed=border)
    pieces, places = sum(edition.floors) * families, border * len(edition.floors)
    if pieces > places:
        yield finding("pieces-many", count=pieces, needed=places)


def _amounts(edition: Edition) -> Iterator[Finding]:
    if not 0 <= edition.start_workers <= edition.own_workers:
        yield finding("start-many", count=edition.start_workers, own=edition.own_workers)
    counts = edition.extra_neutral
    numbers = sorted(counts)
    if not counts or numbers != [*range(max(numbers[0], _LEAST_SEATS), numbers[-1] + 1)]:
        yield finding("players")
        return
    most = numbers[-1]
    if most > len(edition.colours):
        yield finding("colours-few", count=len(edition.colours), players=most)
    for count in numbers:
        if count * counts[count] > edition.neutral_workers:
            yield finding("neutral-few", count=edition.neutral_workers, players=count)
    # The first-game set-up has the smaller deck, so it decides.
    deck = len(edition.cards) - len(edition.first_buildings)
    if deck < most * edition.hand_size + edition.face_up:
        yield finding("cards-few", count=deck, players=most)


def _first_game(edition: Edition) -> Iterator[Finding]:
    if edition.first_lot not in edition.lots:
        yield finding("first-lot", lot=str(edition.first_lot))
    taken = edition.first_lot.squares
    for preset in edition.first_buildings:
        if preset.squares & taken or preset.squares & ~edition.board:
            yield finding("preset-place", card=str(preset.card))
        yield from _shape(edition.forms[preset.card.form], preset)
        taken |= preset.squares
    for preset in edition.first_buildings:
        # An enclosed preset would be completed before the game begins, by no seat.
        if not edition.border(preset.squares) & ~taken:
            yield finding("preset-enclosed", card=str(preset.card))


def _shape(form: Form, preset: Preset) -> Iterator[Finding]:
    squares = preset.squares >> first_square(preset.squares)
    if squares in {way.squares for way in form.turned}:
        return
    mirrored = squares in {way.squares for way in form.turned_and_mirrored}
    yield finding("preset-mirrored" if mirrored else "preset-shape", card=str(preset.card))


def _origins(edition: Edition) -> Iterator[Finding]:
    for fact, origin in edition.provenance.facts.items():
        if origin.known in ("sourced", "one source") and not origin.source:
            yield finding("no-source", fact=fact)
        if origin.known == "seen" and not (origin.by and origin.on):
            yield finding("no-witness", fact=fact)


def oddities(edition: Edition) -> Iterator[Finding]:
    """Yield the warnings and notes about a playable edition."""
    if not edition.provenance.invented:
        yield from _counts(edition)
        for preset in edition.first_buildings:
            if not preset.squares & edition.camps:
                yield finding("preset-no-camp", card=str(preset.card))
    yield from _shapes(list(edition.forms.values()))
    # Always told: a single wrong camp can forbid positions that the real box allows.
    lots = " ".join(map(str, edition.lots))
    yield finding("lots", count=len(edition.lots), lots=lots)
    seen = edition.provenance.known("seen")
    unseen = [fact for fact in FACTS if fact not in seen]
    if unseen and not edition.provenance.invented:
        yield finding("not-seen", facts=" ".join(unseen))


def _counts(edition: Edition) -> Iterator[Finding]:
    """Yield a finding for each count that differs from the box; its code tells the provenance."""
    for what, count in _counted(edition):
        box = BOX[what.partition(" ")[0]]
        if count == box.amount:
            continue
        known = edition.provenance.facts[box.fact].known
        code = {"seen": "count-seen", "one source": "count-one-source"}.get(known, "count")
        yield finding(code, what=what, count=count, box=box.amount)


def _counted(edition: Edition) -> Iterator[tuple[str, int]]:
    """Yield the edition's component counts, each after its key in ``BOX`` (and a family)."""
    families = len(edition.families)
    yield "squares", edition.columns * edition.rows
    yield "camps", edition.camps.bit_count()
    yield "ring", edition.ring_size
    for family in edition.families:
        yield f"printed-seals {family}", edition.ring_seals.count(family)
    yield "families", families
    yield "colours", len(edition.colours)
    yield "tiles", len(edition.cards)
    yield "seals", sum(edition.seals.values()) * families
    yield "pieces", sum(edition.floors) * families
    for number, count in enumerate(edition.floors, 1):
        yield f"floor{number}", count * families
    yield "own", edition.own_workers
    yield "neutral", edition.neutral_workers
    yield "banners", edition.banners
    yield "presets", len(edition.first_buildings)


def _shapes(forms: list[Form]) -> Iterator[Finding]:
    for form, other in combinations(forms, 2):
        shape = other.turned[0].squares
        if shape in {way.squares for way in form.turned}:
            yield finding("same-shape", form=form.name, other=other.name)
        elif shape in {way.squares for way in form.turned_and_mirrored}:
            yield finding("mirrored-twin", form=form.name, other=other.name)
    for form in forms:
        if len(form.turned_and_mirrored) > len(form.turned):
            yield finding("turns-over", form=form.name)
