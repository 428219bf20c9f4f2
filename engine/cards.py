"""Building cards and the forms of tiles with their orientations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from engine.squares import STRIDE, SquareSet

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
    squares: SquareSet


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
                    (row - first_row) * STRIDE + column - first_column for column, row in normal
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
