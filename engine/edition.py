"""Editions: the component data of one box of the game, with its cards and the forms of tiles.

No component number stands in code; ``engine.edition_files`` reads all of them from files.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from engine import squares as grid
from engine.errors import NotationError

Cell: TypeAlias = tuple[int, int]
"""A cell of a shape: column and row from the shape's top left corner, both from zero."""


class Card(NamedTuple):
    """A building card: one form of building and one family's seal. Prints as ``house/red``."""

    form: str
    family: str

    def __str__(self) -> str:
        return f"{self.form}/{self.family}"


@dataclass(frozen=True, slots=True)
class Orientation:
    """One way to lay a form's tile: turned, mirrored or neither.

    Attributes:
        cells: the tile's cells, row by row; the leftmost column and the top row are zero.
        turn: quarter turns clockwise from the edition's shape, 0 to 3.
        mirrored: whether the tile lies on its back.
        offsets: for each square of the tile the difference of its bit number from that of the first
            one, row by row; the first is 0 and the others are positive.
        squares: the bitboard of the tile with its first square at bit 0. Shifted left by a
            square's bit number, it is the tile with its first square there.
    """

    cells: tuple[Cell, ...]
    turn: int
    mirrored: bool
    offsets: tuple[int, ...]
    squares: grid.SquareSet


def _normalised(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    moved = list(cells)
    left = min(column for column, _ in moved)
    top = min(row for _, row in moved)
    return tuple(
        sorted(((column - left, row - top) for column, row in moved), key=lambda cell: cell[::-1])
    )


def _orientations(shape: tuple[Cell, ...], *, mirror: bool) -> tuple[Orientation, ...]:
    found: dict[tuple[Cell, ...], Orientation] = {}
    for mirrored in (False, True) if mirror else (False,):
        cells = [(-column, row) for column, row in shape] if mirrored else list(shape)
        for turn in range(4):
            normal = _normalised(cells)
            # A symmetric shape comes back before four turns; each way of lying is kept once.
            if normal not in found:
                first_column, first_row = normal[0]
                offsets = tuple(
                    (row - first_row) * grid.STRIDE + column - first_column
                    for column, row in normal
                )
                squares = sum(1 << offset for offset in offsets)
                found[normal] = Orientation(normal, turn, mirrored, offsets, squares)
            cells = [(-row, column) for column, row in cells]
    return tuple(found.values())


@dataclass(frozen=True, eq=False)
class Form:
    """A form of building: the number of its tiles, and their shape (rules, section 1)."""

    name: str
    tiles: int
    shape: tuple[Cell, ...]

    @cached_property
    def turned(self) -> tuple[Orientation, ...]:
        """The distinct orientations of the form's tile when it may be turned, but not mirrored."""
        return _orientations(self.shape, mirror=False)

    @cached_property
    def turned_and_mirrored(self) -> tuple[Orientation, ...]:
        """The distinct orientations of the form's tile when it may be turned and mirrored."""
        return _orientations(self.shape, mirror=True)

    def orientations(self, *, mirror: bool = False) -> tuple[Orientation, ...]:
        """Return the distinct orientations of the form's tile, in a fixed order."""
        return self.turned_and_mirrored if mirror else self.turned


_LOT = re.compile(r"([A-P][1-9][0-9]?):([1-9])x([1-9])")


class Preset(NamedTuple):
    """A building that stands on the board before the first turn (rules, section 2)."""

    card: Card
    squares: grid.SquareSet


Knowledge: TypeAlias = Literal["sourced", "one source", "inferred", "seen", "reconstructed"]


class Origin(NamedTuple):
    """The origin of a fact of the component data.

    Attributes:
        known: the kind of evidence: sourced, from one source alone, inferred from sourced facts,
            seen in the real box, or reconstructed (made up to be playable).
        source: the source, if there is one.
        by, on: the person who checked the fact against the box, and the day.
    """

    known: Knowledge
    source: str = ""
    by: str = ""
    on: str = ""


@dataclass(frozen=True)
class Provenance:
    """The provenance of the component data."""

    # the origin of each fact, by its name; empty for an invented edition
    facts: Mapping[str, Origin]

    @property
    def invented(self) -> bool:
        """True if the edition is not of a real box."""
        return not self.facts

    @property
    def certain(self) -> bool:
        """True if every fact is well sourced or was checked against the real box."""
        sure = self.known("seen", "sourced")
        return not self.invented and len(sure) == len(self.facts)

    def known(self, *knowledge: Knowledge) -> tuple[str, ...]:
        """Return the names of the facts whose origin is of one of the given kinds."""
        return tuple(fact for fact, origin in self.facts.items() if origin.known in knowledge)


@dataclass(frozen=True, eq=False)
class Edition:
    """All components of one edition of the game.

    Attributes:
        id: the name of its file, as records give it.
        title: its name for people.
        revision: counts the corrections of its file, from 1.
        provenance: the origin of each fact of the data.
        columns, rows: the board's size in squares.
        camps: the squares with a tent camp.
        lot_sides: the long and the short side of the castle lot.
        ring_seals: the family printed on each ring square, or None where it is blank.
        families: the seal colours in canonical order.
        colours: the players' colours, which limit the number of players.
        forms: the building forms by name, in canonical order.
        cards: every building card, in canonical order.
        seals: how many seals of each denomination a family has in the box. The rules count single
            seals: larger denominations serve as change, and the supply never runs out.
        floors: the castle pieces of each family in the pool of floor 1, 2, ...
        own_workers, start_workers: workers of each colour in all, and those a player starts with.
        banners, workers_per_banner: banners of each player, and the workers that each brings.
        neutral_workers: neutral workers in all.
        hand_size, face_up: cards in a full hand, and cards lying open.
        first_lot, first_buildings: the first-game set-up's lot and buildings.
        extra_neutral: neutral workers of each player in the first game, by number of players.
        text: the text of the edition's file.
    """

    # No field has a default: a component that a file forgets must be an error, never a guess.
    id: str
    title: str
    revision: int
    provenance: Provenance
    columns: int
    rows: int
    camps: grid.SquareSet
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
    first_lot: grid.Lot
    first_buildings: tuple[Preset, ...]
    extra_neutral: Mapping[int, int]
    text: str = field(repr=False)

    @cached_property
    def board(self) -> grid.SquareSet:
        """Every square of the board."""
        return grid.square_set(
            grid.square_at(column, row)
            for column in range(self.columns)
            for row in range(self.rows)
        )

    @cached_property
    def lots(self) -> tuple[grid.Lot, ...]:
        """Every legal position of the castle lot: on the board, on no camp (rules, section 2)."""
        long, short = self.lot_sides
        lots = [
            grid.Lot(grid.square_at(column, row), width, height)
            for width, height in ((long, short), (short, long))
            for row in range(self.rows - height + 1)
            for column in range(self.columns - width + 1)
        ]
        return tuple(dict.fromkeys(lot for lot in lots if not lot.squares & self.camps))

    @cached_property
    def family_number(self) -> Mapping[str, int]:
        """The place of each family in the canonical order, from zero."""
        return {family: number for number, family in enumerate(self.families)}

    @cached_property
    def card_order(self) -> Mapping[Card, int]:
        """The place of each kind of card in the canonical order: by form, then by family."""
        return {card: place for place, card in enumerate(dict.fromkeys(self.cards))}

    @cached_property
    def square_bits(self) -> Mapping[str, grid.SquareSet]:
        """The one-bit bitboard of each square of the board, by the square's name."""
        return {grid.square_name(square): 1 << square for square in grid.iter_squares(self.board)}

    @property
    def seat_counts(self) -> range:
        """The possible numbers of players."""
        return range(min(self.extra_neutral), max(self.extra_neutral) + 1)

    @property
    def ring_size(self) -> int:
        """The number of squares of the lot that carry castle pieces."""
        return len(self.ring_seals)

    def border(self, squares: grid.SquareSet) -> grid.SquareSet:
        """Return the board squares orthogonally next to a set of squares, without the set."""
        return grid.spread(squares) & ~squares & self.board

    def deck(self, *, first_game: bool) -> tuple[Card, ...]:
        """Return the cards to shuffle; those of preset buildings are left out in the first game."""
        cards = list(self.cards)
        if first_game:
            for preset in self.first_buildings:
                cards.remove(preset.card)
        return tuple(cards)

    def square(self, text: str) -> grid.Square:
        """Parse the name of a square of this board.

        Raises:
            NotationError: if it is not the name of a square or lies off the board.
        """
        square = grid.parse_square(text)
        if not 1 << square & self.board:
            last = grid.square_name(self.board.bit_length() - 1)
            raise NotationError("off-board", token=text, column=last[0], row=last[1:])
        return square

    def card(self, text: str) -> Card:
        """Return the card with a name, ``form/family``.

        Raises:
            NotationError: if this edition has no such card.
        """
        card = self._cards_by_name.get(text)
        if card is None:
            raise NotationError("bad-card", token=text)
        return card

    def lot(self, text: str) -> grid.Lot:
        """Parse a position of the lot, ``square:width x height`` as in ``G5:4x3``.

        Raises:
            NotationError: if the text is not a position, or the lot cannot lie there.
        """
        match = _LOT.fullmatch(text)
        if match is None:
            raise NotationError("bad-lot", token=text)
        lot = grid.Lot(grid.parse_square(match[1]), int(match[2]), int(match[3]))
        if lot not in self.lots:
            raise NotationError("lot-not-allowed", token=text)
        return lot

    @cached_property
    def _cards_by_name(self) -> Mapping[str, Card]:
        return {str(card): card for card in self.cards}

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the data that affects play: while it is the same, old logs mean the same.

        Texts for people (title, revision, provenance) and the seals, which never run out, are not
        part of it.
        """
        # hashlib brings in OpenSSL, 3 MB that a computer player's process never needs.
        from hashlib import sha256

        # Written out by hand: a new attribute of the class must not change the fingerprints that
        # stand with old games.
        play = {
            "board": [self.columns, self.rows],
            "camps": grid.square_names(self.camps),
            "lot": [self.lot_sides, self.ring_seals],
            "families": self.families,
            "colours": self.colours,
            "forms": {form.name: form.shape for form in self.forms.values()},
            "cards": [str(card) for card in self.cards],
            "floors": self.floors,
            "own_workers": [self.own_workers, self.start_workers, self.workers_per_banner],
            "banners": self.banners,
            "neutral_workers": self.neutral_workers,
            "hand": [self.hand_size, self.face_up],
            "first_lot": str(self.first_lot),
            "first_buildings": [
                [str(preset.card), grid.square_names(preset.squares)]
                for preset in self.first_buildings
            ],
            "extra_neutral": sorted(self.extra_neutral.items()),
        }
        text = json.dumps(play, sort_keys=True, separators=(",", ":"))
        return sha256(text.encode()).hexdigest()
