"""Component data: everything that is counted, printed or cut in a box of the game.

One JSON file in ``engine/editions`` is one edition; no component number stands in code. What in
the data is sourced and what is reconstructed stands in the file too and is shown to players.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any, Final, NamedTuple

from engine import edition_check
from engine.cards import Card, Form
from engine.errors import EditionError, NotationError
from engine.lot import Lot
from engine.squares import (
    Square,
    SquareSet,
    iter_squares,
    parse_square,
    spread,
    square_at,
    square_name,
    square_set,
)

DEFAULT_EDITION: Final = "ravensburger-2006"

_LOT = re.compile(r"([A-P][1-9][0-9]?):([1-9])x([1-9])")


class Preset(NamedTuple):
    """A building that stands on the board before the first turn (rules, section 2)."""

    card: Card
    squares: SquareSet


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where the component data comes from: one short statement an entry."""

    sourced: tuple[str, ...]
    inferred: tuple[str, ...]
    reconstructed: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Edition:
    """All components of one edition of the game.

    Attributes:
        id: the name of its file, as records give it.
        title: its name for people.
        provenance: what of the data is sourced, inferred and reconstructed.
        columns, rows: the board's size in squares.
        camps: the squares with a tent camp.
        lot_sides: the long and the short side of the castle lot.
        ring_seals: the family printed on each ring square, or None where it is blank.
        families: the seal colours in canonical order.
        colours: the players' colours; as many people as there are colours can play.
        forms: the building forms by name, in canonical order.
        cards: every building card, in canonical order.
        seals: the seals of each family by their value; the rules count values of one only, larger
            ones are change, and the supply never runs out.
        floors: the castle pieces of each family in the pool of floor 1, 2, ...
        own_workers, start_workers: workers of each colour, and how many one starts with.
        banners, workers_per_banner: banners of each player, and what one brings.
        neutral_workers: neutral workers in all.
        hand_size, face_up: cards in a full hand, and cards lying open.
        first_lot, first_buildings: the first-game set-up's lot and buildings.
        extra_neutral: neutral workers each player gets then, by number of players.
    """

    id: str
    title: str
    provenance: Provenance
    columns: int
    rows: int
    camps: SquareSet
    lot_sides: tuple[int, int]
    ring_seals: tuple[str | None, ...]
    families: tuple[str, ...]
    colours: tuple[str, ...]
    forms: Mapping[str, Form]
    cards: tuple[Card, ...]
    seals: Mapping[int, int]
    floors: tuple[int, ...]
    own_workers: int
    start_workers: int
    banners: int
    workers_per_banner: int
    neutral_workers: int
    hand_size: int
    face_up: int
    first_lot: Lot
    first_buildings: tuple[Preset, ...]
    extra_neutral: Mapping[int, int]

    @cached_property
    def board(self) -> SquareSet:
        """Every square of the board."""
        return square_set(
            square_at(column, row) for column in range(self.columns) for row in range(self.rows)
        )

    @cached_property
    def lots(self) -> tuple[Lot, ...]:
        """Every legal position of the castle lot: on the board, on no camp (rules, section 2)."""
        long, short = self.lot_sides
        lots = [
            Lot(square_at(column, row), width, height)
            for width, height in ((long, short), (short, long))
            for row in range(self.rows - height + 1)
            for column in range(self.columns - width + 1)
        ]
        return tuple(lot for lot in lots if not lot.squares & self.camps)

    @cached_property
    def family_number(self) -> Mapping[str, int]:
        """The place of each family in the canonical order, from zero."""
        return {family: number for number, family in enumerate(self.families)}

    @cached_property
    def card_order(self) -> Mapping[Card, int]:
        """The place of each kind of card in the canonical order: by form, then by family."""
        return {card: place for place, card in enumerate(dict.fromkeys(self.cards))}

    @cached_property
    def square_bits(self) -> Mapping[str, SquareSet]:
        """The set of one square for the name of each square of the board."""
        return {square_name(square): 1 << square for square in iter_squares(self.board)}

    @property
    def ring_size(self) -> int:
        """How many squares of the lot carry castle pieces."""
        return len(self.ring_seals)

    def border(self, squares: SquareSet) -> SquareSet:
        """The board squares orthogonally next to a set, its own squares left out."""
        return spread(squares) & ~squares & self.board

    def deck(self, *, first_game: bool) -> tuple[Card, ...]:
        """The cards that are shuffled: all of them, or all but the preset buildings' cards."""
        cards = list(self.cards)
        if first_game:
            for preset in self.first_buildings:
                cards.remove(preset.card)
        return tuple(cards)

    def square(self, text: str) -> Square:
        """The square of this board with that name.

        Raises:
            NotationError: if it is no square's name or lies off the board.
        """
        square = parse_square(text)
        if not 1 << square & self.board:
            raise NotationError("off-board", token=text)
        return square

    def card(self, text: str) -> Card:
        """The card with that name, ``form/family``.

        Raises:
            NotationError: if this edition has no such card.
        """
        card = self._cards_by_name.get(text)
        if card is None:
            raise NotationError("bad-card", token=text)
        return card

    def lot(self, text: str) -> Lot:
        """The lot position with that name, ``square:width x height`` as in ``G5:4x3``.

        Raises:
            NotationError: if the text is not a lot's, or the lot cannot lie there.
        """
        match = _LOT.fullmatch(text)
        if match is None:
            raise NotationError("bad-lot", token=text)
        lot = Lot(parse_square(match[1]), int(match[2]), int(match[3]))
        if lot not in self.lots:
            raise NotationError("lot-not-allowed", token=text)
        return lot

    @cached_property
    def _cards_by_name(self) -> Mapping[str, Card]:
        return {str(card): card for card in self.cards}

    def __reduce__(self) -> tuple[Any, ...]:
        return load_edition, (self.id,)


def edition_ids() -> tuple[str, ...]:
    """The names of the editions that come with the engine."""
    folder = resources.files("engine") / "editions"
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(name[: -len(".json")] for name in names if name.endswith(".json")))


def load_edition(edition_id: str = DEFAULT_EDITION) -> Edition:
    """The edition with that name; always the same object for the same name.

    Raises:
        EditionError: if there is none, or its file contradicts itself.
    """
    return _load(edition_id)


@cache
def _load(edition_id: str) -> Edition:
    if edition_id not in edition_ids():
        raise EditionError("unknown-edition", token=edition_id)
    text = (resources.files("engine") / "editions" / f"{edition_id}.json").read_text("utf-8")
    return edition_from_json(text)


def edition_from_json(text: str) -> Edition:
    """The edition that a file's text describes.

    Raises:
        EditionError: if something is missing or contradicts itself.
    """
    try:
        edition = _build(json.loads(text))
        problem = edition_check.problem(edition)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise EditionError("bad-edition", token=f"{type(error).__name__}: {error}") from error
    if problem is not None:
        raise EditionError("bad-edition", token=problem)
    return edition


def _squares(names: list[str]) -> SquareSet:
    return square_set(parse_square(name) for name in names)


def _card(text: str) -> Card:
    form, family = text.split("/")
    return Card(form, family)


def _build(data: dict[str, Any]) -> Edition:
    families = tuple(data["families"])
    pieces = data["castle_pieces_per_family"]
    workers, first = data["workers"], data["first_game"]
    corner, _, sides = first["lot"].partition(":")
    width, _, height = sides.partition("x")
    return Edition(
        id=data["id"],
        title=data["title"],
        provenance=Provenance(
            **{name: tuple(entries) for name, entries in data["provenance"].items()}
        ),
        columns=data["board"]["columns"],
        rows=data["board"]["rows"],
        camps=_squares(data["camps"]),
        lot_sides=(data["lot"]["long"], data["lot"]["short"]),
        ring_seals=tuple(data["lot"]["ring_seals"]),
        families=families,
        colours=tuple(data["colours"]),
        forms={
            name: Form(name, form["tiles"], tuple((x, y) for x, y in form["squares"]))
            for name, form in data["forms"].items()
        },
        cards=tuple(
            Card(form, family)
            for form, cards in data["cards"].items()
            for family in families
            for _ in range(cards["per_family"])
        ),
        seals={int(value): count for value, count in data["seals_per_family"].items()},
        floors=tuple(pieces[f"floor{number + 1}"] for number in range(len(pieces))),
        own_workers=workers["own"],
        start_workers=workers["start"],
        banners=workers["banners"],
        workers_per_banner=workers["per_banner"],
        neutral_workers=workers["neutral"],
        hand_size=data["hand"],
        face_up=data["face_up"],
        first_lot=Lot(parse_square(corner), int(width), int(height)),
        first_buildings=tuple(
            Preset(_card(building["card"]), _squares(building["squares"]))
            for building in first["buildings"]
        ),
        extra_neutral={int(count): extra for count, extra in first["extra_neutral"].items()},
    )
