"""The consistency check of an edition's data: games of an edition that passes can be played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.cards import Form
from engine.edition import Edition, Preset
from engine.edition_rules import Finding, finding
from engine.squares import COLUMN_LETTERS, MAX_ROWS, first_square, spread, square_names

_LEAST_SEATS = 2
_LEAST_SIDE = 2
_MOST_SIDE = 9
_WORD = re.compile(r"[a-z]+(-[a-z]+)*")
_WORDS_OF_ACTIONS = frozenset({"own", "neutral", "stack", "none", "draw", "sell"})


def unnameable(data: dict[str, Any]) -> Iterator[Finding]:
    """Yield the errors in names and sizes that prevent building an ``Edition``.

    Args:
        data: the data of an edition's file, valid by the schema.
    """
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
