"""The small marks of a board and their places: news, gains, chances and payouts.

Beyond a number of marks a picture becomes a maze. News come first, those of the land before those
of the castle; then possible actions; then the pay of nearly completed buildings. The rest is told
in words. Each mark looks for a place near to what it tells of, and is left out where
there is none.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from engine.edition import Cell, Edition
from engine.events import BuildingCompleted
from engine.opportunities import Opportunity, earned, vacant
from engine.squares import SquareSet, iter_squares, spread, square_set
from engine.view import Building, Phase, View
from render.art import signs
from render.art.buildings import spots_of
from render.board.room import (
    CELL,
    DISC,
    HIGH,
    Places,
    Room,
    Spot,
    block,
    cells,
    corner,
    places,
    shape_at,
    step,
)
from render.files.raster import Tile
from words.sentences import Marks

MOST: Final = 8  # the most things that are marked
_CHANCES: Final = 2  # the chances that are marked however many news there are
NEARLY: Final = 3  # a building that lacks no more squares is nearly completed
FEW: Final = 2  # the most missing squares that are marked themselves


class Badge(NamedTuple):
    """A small mark: its spot, the function that draws it, and that function's arguments."""

    spot: Spot
    draw: Callable[..., Tile]
    shown: tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Notes:
    """The marks chosen for a board: frames for news, missing squares, and badges."""

    news: tuple[tuple[int, SquareSet], ...]  # the seat and the squares of each change, to be framed
    missing: SquareSet  # vacant squares that a nearly completed building lacks
    badges: tuple[Badge, ...]


def notes(view: View, marks: Marks) -> Notes:
    """Choose the notes on a board, and find a place for each badge."""
    room = Room(view)
    ghost = marks.ghost.squares if marks.ghost else 0
    decided = marks.own | marks.neutral | ghost | square_set(marks.numbered)
    # A badge must not cover the squares that the picture was drawn to show.
    room.keep(decided, 0)
    near = () if view.phase is Phase.OVER else _nearly_completed(view)
    room_left = MOST - bool(near)
    news = list(_news(view, marks))[: room_left - min(len(marks.chances), _CHANCES)]
    badges = [badge for one in news for badge in _hat(view, *one, room)]
    chances = marks.chances[: room_left - len(news)]
    for number, chance in enumerate(chances, start=1):
        badges += _pill(view.edition, number, chance, room)
    for completed in marks.changed.completed:
        badges += _gains(view, completed, room)
    offered = {chance.building.squares for chance in chances}
    left = MOST - len(news) - len(chances)
    missing = 0
    for building, lacking in near:
        if building.squares in offered or left > 0:
            left -= building.squares not in offered
            few = lacking & ~decided if lacking.bit_count() <= FEW else 0
            missing |= few
            badges += _payouts(view, building, few, room)
    return Notes(tuple(news), missing, tuple(badges))


def _news(view: View, marks: Marks) -> Iterator[tuple[int, SquareSet]]:
    """Yield all news with their movers: tiles and workers first, then castle pieces."""
    yield from marks.changed.placed
    castle: dict[int, SquareSet] = {}
    for piece in marks.changed.pieces:
        square = 1 << view.lot.ring[piece.ring - 1]
        castle[piece.seat] = castle.get(piece.seat, 0) | square
    for seat, squares in castle.items():
        for part in connected(squares):
            yield seat, part


def connected(squares: SquareSet) -> Iterator[SquareSet]:
    """Yield the connected parts of a set of squares."""
    while squares:
        part = squares & -squares
        while (wider := (part | spread(part)) & squares) != part:
            part = wider
        yield part
        squares &= ~part


_LOWER_RIGHT: Final = tuple(step(*at) for at in ((7, 7), (6, 7), (7, 6), (6, 6)))
_ELSEWHERE: Final = tuple(
    step(x, y)
    for x, y in sorted(
        product(range(-6, 11), range(-6, 11)), key=lambda at: (at[0] - 7) ** 2 + (at[1] - 7) ** 2
    )
)
"""Where on a square a hat may lie."""


def _hat(view: View, seat: int, squares: SquareSet, room: Room) -> Iterator[Badge]:
    """Yield the mover's hat, at the lower right of the last square of the news."""
    corners = [corner(square) for square in iter_squares(squares)][::-1]
    found = (
        room.find(first, steps, DISC) for steps in (_LOWER_RIGHT, _ELSEWHERE) for first in corners
    )
    spot = next((spot for spot in found if spot is not None), None)
    if spot is not None:
        yield Badge(spot, signs.hat_badge, (view.seats[seat].colour,))


_MIDDLES: Final = (
    tuple(step(*at) for at in ((0, 2), (0, 1), (-1, 2), (-1, 1), (0, 3))),
    tuple(step(*at) for at in ((0, 0), (0, 4), (1, 2), (0, -2), (0, 6))),
)
"""Where on a square of a completed building a plaque may lie: in its middle, or near to it."""


def _gains(view: View, completed: BuildingCompleted, room: Room) -> Iterator[Badge]:
    """Yield each seat's gain at a completed building, in its squares from the last one on."""
    corners = [corner(square) for square in iter_squares(completed.squares)][::-1]
    wide = cells(signs.GAIN[0])
    shape = block(wide, HIGH)
    for seat, count in enumerate(completed.gains):
        if count:
            found = (room.find(first, some, shape) for some in _MIDDLES for first in corners)
            spot = next((spot for spot in found if spot is not None), None)
            if spot is None:
                form, squares = completed.card.form, completed.squares
                spot = _place(view.edition, form, squares, wide, room)
            if spot is not None:
                yield Badge(spot, signs.gain_plaque, (view.seats[seat].colour, count))


def _pill(edition: Edition, number: int, chance: Opportunity, room: Room) -> Iterator[Badge]:
    """Yield the number of a chance on its building, with its gold if there is room for that."""
    building, shown = chance.building, (number, str(chance.gold))
    for wide, draw, told in (
        (cells(signs.pill_width(*shown)), signs.chance_pill, shown),
        (HIGH, signs.number_badge, (number, signs.PILL)),
    ):
        spot = _place(edition, building.card.form, building.squares, wide, room)
        if spot is not None:
            yield Badge(spot, draw, told)
            return


def _place(edition: Edition, form: str, squares: SquareSet, wide: int, room: Room) -> Spot | None:
    """Find a place for a mark ``wide`` cells wide on a building, or close beside it."""
    tile, first = shape_at(edition, form, squares)
    return room.find_wide(first, _places(form, tile, wide), wide)


@lru_cache(maxsize=4096)
def _places(form: str, tile: tuple[Cell, ...], width: int) -> Places:
    """Return the places for a mark on a building, the nearest to its chip first."""
    chip_x, chip_y = (value / CELL for value in spots_of(form, tile).chip)
    found = {
        (10 * column + x, 10 * row + y)
        for column, row in tile
        for x in range(-width // 2 - 7, 17 - width // 2, 2)
        for y in range(-8, 14, 2)
    }

    def far(at: tuple[int, int]) -> tuple[float, tuple[int, int]]:
        x, y = at[0] + width / 2, at[1] + 3
        return (x - chip_x) ** 2 + (y - chip_y) ** 2, at

    return places(step(*at) for at in sorted(found, key=far))


def _nearly_completed(view: View) -> Sequence[tuple[Building, SquareSet]]:
    """Return the buildings that lack few squares and would pay a player, with those squares."""
    border, free = view.edition.border, vacant(view)
    found = [
        (building, lacking)
        for building in view.buildings
        if not building.completed
        and (lacking := border(building.squares) & free).bit_count() <= NEARLY
        and any(earned(view, building.squares))
    ]
    return sorted(found, key=lambda one: one[1].bit_count())


def _payouts(view: View, building: Building, missing: SquareSet, room: Room) -> Sequence[Badge]:
    """Return the gains of all seats' workers, or none: some alone would mislead."""
    before = room.taken
    room.keep(missing, 2)
    wide = cells(signs.PAYOUT[0])
    found = []
    for seat, count in enumerate(earned(view, building.squares)):
        if count:
            spot = _place(view.edition, building.card.form, building.squares, wide, room)
            if spot is None:
                # Some payouts alone would mislead, so their places are given back.
                room.taken = before
                return ()
            found.append(Badge(spot, signs.payout_plaque, (view.seats[seat].colour, count)))
    return found
