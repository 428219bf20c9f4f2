"""Lays marks over a board: what changed and who did it, what may be done, what would be done.

Each mark means one thing; ``docs/pictures.md`` has them all.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from engine.squares import STRIDE, Square, SquareSet, column_of, first_square, iter_squares, row_of
from engine.view import View
from render.art import signs
from render.art.castle import BACK, ring_square, rise_of
from render.art.drawing import UNIT
from render.board.badges import notes
from render.board.pieces import Grid, lay_building
from render.board.room import units_of
from render.colours import INK, MARK, PAPER, PLAYER, RGB
from render.files.raster import Raster, Sprite, plain_raster
from render.files.tile_cache import TILES
from words.sentences import Ghost, Marks

NUMBER = 46
THICK: Final = 4  # half the width of the frame round what is being decided
NEWS: Final = 3  # half the width of the colour of the frame round what is new
SMALL_NUMBER = 38  # the number of a square that shows something else, in its corner
_OUT = 15
"""How far a badge stands out over the corner of what it belongs to, so as to hide less of it."""


def lay_marks(raster: Raster, view: View, grid: Grid, marks: Marks, within: SquareSet = -1) -> None:
    """Lay all marks on a board, the quiet ones first; dots lie only within some squares."""
    scale = grid.scale
    for square in iter_squares(marks.places & within):
        raster.paste(TILES.get(signs.place_dot, scale), *grid.corner(square))
    _lay_notes(raster, view, grid, marks)
    if marks.ghost is not None:
        ghost = marks.ghost
        lay_building(raster, view.edition, grid, ghost.card.form, ghost.squares, ghost.card.family)
    own = [] if view.active is None else [(view.seats[view.active].colour, marks.own)]
    for colour, squares in (*own, ("neutral", marks.neutral)):
        for square in iter_squares(squares):
            tile = TILES.get(signs.would_be_worker, colour, scale)
            raster.paste(tile, *grid.corner(square))
    _lay_piece(raster, view, grid, marks)
    for squares in (marks.focus, marks.ghost.squares if marks.ghost else 0):
        lay_outline(raster, grid, squares)
    if marks.ghost is not None:
        _lay_ticks(raster, view, grid, marks.ghost)
        for square in iter_squares(marks.ghost.squares & view.camps):
            raster.paste(TILES.get(signs.camp_badge, scale), *grid.corner(square))
    _lay_numbers(raster, view, grid, marks)


def _lay_piece(raster: Raster, view: View, grid: Grid, marks: Marks) -> None:
    """Lay the castle piece that would be placed, with a frame round the block."""
    if marks.piece is None:
        return
    number, family = marks.piece
    square, height = view.lot.ring[number - 1], view.heights[number - 1] + 1
    raster.paste(TILES.get(ring_square, family, height, grid.scale), *grid.corner(square))
    _lay_block_frame(raster, grid, square, height, _DECIDED)


def _lay_notes(raster: Raster, view: View, grid: Grid, marks: Marks) -> None:
    """Frame the news in their movers' colours, and lays the small marks."""
    scale, found = grid.scale, notes(view, marks)
    for square in iter_squares(found.missing):
        raster.paste(TILES.get(signs.missing_square, scale), *grid.corner(square))
    floors = dict(zip(view.lot.ring, view.heights, strict=True))
    for seat, squares in found.news:
        # Colours alone fail in grey and in some sights: an edge of ink and a hairline of paper
        # stand out from every ground.
        colour = PLAYER[view.seats[seat].colour]
        edges = (NEWS + 2, INK), (NEWS + 1, PAPER), (NEWS, colour)
        if squares & view.lot.squares:
            for square in iter_squares(squares):
                _lay_block_frame(raster, grid, square, floors[square], edges)
        else:
            _lay_frames(raster, grid, squares, edges)
    for badge in found.badges:
        tile = TILES.get(badge.draw, *badge.shown, scale)
        raster.paste(tile, *grid.at(*units_of(badge.spot)))


def lay_outline(raster: Raster, grid: Grid, squares: SquareSet) -> None:
    """Lay a blue frame round the squares of a decision."""
    _lay_frames(raster, grid, squares, _DECIDED)


Edges: TypeAlias = tuple[tuple[int, RGB], ...]
"""Half the width of each colour of a frame, the widest first."""
_DECIDED: Final[Edges] = ((THICK + 1, PAPER), (THICK, MARK))
"""Blue is dark enough to stand out from the land in grey, the white edges from dark roofs."""


def _lay_block_frame(raster: Raster, grid: Grid, square: Square, height: int, edges: Edges) -> None:
    """Lay a frame round a block of the castle, as high as it stands."""
    top = BACK - rise_of(height)
    x, y = grid.corner(square)
    sprite = TILES.get(block_frame, UNIT - top, edges, grid.scale)
    raster.lay(sprite, x, y + round(top * grid.scale))


def block_frame(height: int, edges: Edges, scale: float) -> Sprite:
    """Draw the frame round a block that is some units high."""
    wide, high = round(UNIT * scale), round(height * scale)
    lines = ((0, 0, wide, 0), (0, high, wide, 0), (0, 0, 0, high), (wide, 0, 0, high))
    return _along(lines, edges, scale)


def _lay_frames(raster: Raster, grid: Grid, squares: SquareSet, edges: Edges) -> None:
    """Lay a frame along the outside of each connected part."""
    if squares:
        # By its shape: the same tile is framed alike wherever it lies.
        first = (
            min(map(column_of, iter_squares(squares))) + first_square(squares) // STRIDE * STRIDE
        )
        sprite = TILES.get(frame, squares >> first, edges, grid.scale)
        raster.lay(sprite, *grid.corner(first))


def frame(pattern: SquareSet, edges: Edges, scale: float) -> Sprite:
    """Draw the frame round a pattern of squares, as full rectangles.

    Args:
        pattern: the squares; bit 0 is the corner of the box round them.
        edges: half the width of each colour, the widest first.
    """
    side, lines = round(UNIT * scale), []
    for square, length, level, far in _strips(pattern):
        x = (column_of(square) + (far and not level)) * side
        y = (row_of(square) + (far and level)) * side
        lines.append((x, y, length * side, 0) if level else (x, y, 0, length * side))
    return _along(lines, edges, scale)


def _along(lines: Sequence[tuple[int, int, int, int]], edges: Edges, scale: float) -> Sprite:
    """Draw frames along lines: where each begins, and how far it goes across and down."""
    widest = round(edges[0][0] * scale)
    right, low = max(x + wide for x, _, wide, _ in lines), max(y + high for _, y, _, high in lines)
    raster = plain_raster(right + 2 * widest, low + 2 * widest, PAPER)
    # All strips of one colour before the next one, so that corners join without a seam.
    for half, colour in edges:
        inset, thick = widest - round(half * scale), 2 * round(half * scale)
        for x, y, wide, high in lines:
            raster.fill(x + inset, y + inset, wide + thick, high + thick, colour)
    parts = [(x, y, wide + 2 * widest, high + 2 * widest) for x, y, wide, high in lines]
    return raster.sprite(parts).moved(-widest, -widest)


@lru_cache(maxsize=1024)
def _strips(squares: SquareSet) -> tuple[tuple[Square, int, bool, bool], ...]:
    """Return the edges of a set: first square, how many, whether level, whether on the far side."""
    return tuple(
        (square, length, step == 1, far)
        for edges, step, far in (
            (squares & ~(squares << STRIDE), 1, False),
            (squares & ~(squares >> STRIDE), 1, True),
            (squares & ~(squares << 1), STRIDE, False),
            (squares & ~(squares >> 1), STRIDE, True),
        )
        for square, length in runs(edges, step)
    )


def runs(squares: SquareSet, step: int) -> Iterator[tuple[Square, int]]:
    """Yield the squares as runs in one direction: the first of each and how many there are."""
    while squares:
        first = squares & -squares
        last, length = first, 1
        squares ^= first
        while squares & (last := last << step):
            squares ^= last
            length += 1
        yield first.bit_length() - 1, length


def _lay_ticks(raster: Raster, view: View, grid: Grid, ghost: Ghost) -> None:
    """Frame every building that would be completed and puts a tick on its first square."""
    lay_outline(raster, grid, ghost.completes)
    tick = TILES.get(signs.completes_badge, grid.scale)
    for squares in (ghost.squares, *(building.squares for building in view.buildings)):
        both = squares & ghost.completes
        if both:
            raster.paste(tick, *grid.corner((both & -both).bit_length() - 1))


def _lay_numbers(raster: Raster, view: View, grid: Grid, marks: Marks) -> None:
    scale = grid.scale
    margin = round((UNIT - NUMBER) / 2 * scale)
    out = round(_OUT * scale)
    for number, square in enumerate(marks.numbered, start=1):
        # In the corner, since the square shows the worker that would be placed.
        if (marks.own | marks.neutral) >> square & 1:
            tile = TILES.get(signs.number_badge, number, SMALL_NUMBER, scale)
            raster.paste(tile, *grid.badge(square, out))
        else:
            x, y = grid.corner(square)
            tile = TILES.get(signs.number_badge, number, NUMBER, scale)
            raster.paste(tile, x + margin, y + margin)
    if marks.ring_numbers:
        for number, square in enumerate(view.lot.ring, start=1):
            if view.placeable[number - 1]:
                tile = TILES.get(signs.number_badge, number, SMALL_NUMBER, scale)
                x, y = grid.badge(square, out)
                raster.paste(tile, x, y - round(rise_of(view.heights[number - 1]) * scale))
