"""Refuses what cannot be drawn: a view no position gives, names or marks that do not fit it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.cards import Card, Cell
from engine.edition import Edition
from engine.squares import SquareSet, first_square
from engine.view import Counts, Result, Screen, View
from render.options import Marks

COLUMNS, ROWS = 16, 12
"""The largest board that fits the picture."""
SEATS = 4
FAMILIES = 6
FLOORS = 3
"""The most that the panels have room for."""


_SOUND: Final[list[View | None]] = [None]
"""The view that was found sound last: what is drawn is then told in words."""


class DrawError(ValueError):
    """A view, names or marks that contradict themselves or each other."""


@lru_cache(maxsize=1024)
def cells_of(edition: Edition, form: str, pattern: SquareSet) -> tuple[Cell, ...]:
    """The cells of a form's orientation with that pattern (its first square shifted to bit 0).

    Raises:
        DrawError: if no orientation of the form has that pattern.
    """
    known = edition.forms.get(form)
    for orientation in known.orientations(mirror=True) if known else ():
        if orientation.squares == pattern:
            return orientation.cells
    raise DrawError(f"no {form} has the squares {pattern:#x}")


@lru_cache(maxsize=4096)
def shape(edition: Edition, form: str, squares: SquareSet) -> tuple[Cell, ...]:
    """The cells of a tile that lies on the given squares.

    Raises:
        DrawError: if the tile of that form cannot lie so.
    """
    if squares <= 0:
        raise DrawError(f"a {form} without squares")
    return cells_of(edition, form, squares >> first_square(squares))


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise DrawError(what)


def check_view(view: View, names: Sequence[str]) -> None:
    """Makes sure that a view can be drawn as it is.

    Raises:
        TypeError: if it is no view, or a name is no text.
        DrawError: if it contradicts itself, or there are no drawings for its edition.
    """
    problem = _not_drawn(view.edition) if isinstance(view, View) else None
    _require(problem is None, problem or "")
    check_content(view, names)


def check_content(view: View, names: Sequence[str]) -> None:
    """Makes sure that a view can be told in words, whatever its edition is.

    Raises:
        TypeError: if it is no view, or a name is no text.
        DrawError: if it contradicts itself.
    """
    if not isinstance(view, View):
        raise TypeError(f"a View is drawn, not {type(view).__name__}")
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise TypeError("names is a sequence of texts, one for each seat")
    _require(len(names) == len(view.seats), f"{len(names)} names for {len(view.seats)} seats")
    if _SOUND[0] is not view:
        _check_itself(view)
        _SOUND[0] = view


def _check_itself(view: View) -> None:
    edition = view.edition
    _require(2 <= len(view.seats) <= SEATS, f"{len(view.seats)} seats")
    _require(view.active is None or 0 <= view.active < len(view.seats), "no such active seat")
    _check_castle(view)
    _check_pieces(view)
    for card in view.face_up:
        _known_card(edition, card)
    _require(view.stack >= 0 and view.turn >= 0, "a negative number")


def _check_pieces(view: View) -> None:
    """Makes sure that everything on the board lies on it, and on nothing else."""
    edition, board = view.edition, view.edition.board
    taken = view.lot.squares
    for building in view.buildings:
        card, squares = building.card, building.squares
        shape(edition, card.form, squares)
        if squares & ~board or squares & taken or card.family not in edition.family_number:
            raise DrawError(f"{card} leaves the board, lies on something, or is of no family")
        taken |= squares
    for seat in view.seats:
        if seat.colour not in edition.colours or not 0 <= seat.banners <= edition.banners:
            raise DrawError(f"no player is {seat.colour} with {seat.banners} banners")
        if seat.workers & taken:
            raise DrawError(f"{seat.colour} workers stand on something")
        taken |= seat.workers
    if view.neutral & taken:
        raise DrawError("neutral workers stand on something")
    if (taken | view.neutral) & ~board:
        raise DrawError("the lot or workers leave the board")


@lru_cache(maxsize=16)
def _not_drawn(edition: Edition) -> str | None:
    """What of an edition there are no drawings for, or None."""
    if edition.columns > COLUMNS or edition.rows > ROWS:
        return "the board is too large for the picture"
    if len(edition.families) > FAMILIES or len(edition.floors) > FLOORS:
        return "there are too many families or floors"
    return None


def _known_card(edition: Edition, card: Card) -> None:
    if card.form not in edition.forms:
        raise DrawError(f"no form is called {card.form}")
    if card.family not in edition.family_number:
        raise DrawError(f"no family is called {card.family}")


def _counts(edition: Edition, counts: Counts, what: str) -> None:
    if len(counts) != len(edition.families) or min(counts) < 0:
        raise DrawError(f"{what} are {counts} by family")


def _check_castle(view: View) -> None:
    edition = view.edition
    size = edition.ring_size
    _require(len(view.ring) == len(view.heights) == size, "the ring has another size")
    unknown = set(view.ring) - edition.family_number.keys() - {None}
    _require(not unknown, "an unknown family stands on the ring")
    possible = min(view.heights) >= 0 and max(view.heights) <= len(edition.floors)
    _require(possible, "impossible heights")
    _require(len(view.pools) == len(edition.floors), "pools for another number of floors")
    _counts(edition, view.values, "values")
    for pool in view.pools:
        _counts(edition, pool, "pieces")


def check_marks(view: View, marks: Marks) -> None:
    """Makes sure that marks fit a view.

    Raises:
        DrawError: if they lie off the board or name what does not exist.
    """
    edition = view.edition
    changed = marks.changed
    squares = changed.squares | marks.places | marks.own | marks.neutral | marks.focus
    for square in marks.numbered:
        _require(square >= 0, "a numbered square off the board")
        squares |= 1 << square
    if marks.ghost is not None:
        shape(edition, marks.ghost.card.form, marks.ghost.squares)
        _known_card(edition, marks.ghost.card)
        squares |= marks.ghost.squares | marks.ghost.completes
    _require(squares >= 0 and not squares & ~edition.board, "a mark lies off the board")
    for chance in marks.chances:
        _require(chance > 0, "a chance without squares")
        squares |= chance
    for completed in changed.completed:
        squares |= completed.squares
        _require(len(completed.seals) == len(view.seats), "gains for another number of seats")
    _require(all(0 <= seat < len(view.seats) for seat, _ in changed.placed), "a change by no seat")
    ring = {piece.ring for piece in changed.pieces}
    if marks.piece is not None:
        ring.add(marks.piece[0])
        _require(marks.piece[1] in edition.family_number, f"no family {marks.piece[1]}")
        _require(1 <= marks.piece[0] <= edition.ring_size, "a mark off the ring")
        _require(view.heights[marks.piece[0] - 1] < len(edition.floors), "a fourth floor")
    _require(all(1 <= number <= edition.ring_size for number in ring), "a mark off the ring")
    if changed.values_before is not None:
        _counts(edition, changed.values_before, "values before")
    if marks.own:
        _require(view.active is not None, "nobody is active who could place workers")


def check_screen(view: View) -> Screen:
    """What lies behind the screen of a view's seat.

    Raises:
        DrawError: if the view is the public's, or the screen contradicts itself.
    """
    if view.screen is None or view.seat is None:
        raise DrawError("the public's view has no screen")
    _require(0 <= view.seat < len(view.seats), "no such seat")
    for card in view.screen.hand:
        _known_card(view.edition, card)
    _counts(view.edition, view.screen.seals, "seals")
    _require(min(view.screen.own, view.screen.neutral, view.screen.gold) >= 0, "a negative stock")
    return view.screen


def check_result(view: View) -> Result:
    """How a view's game ended.

    Raises:
        DrawError: if it is not over, or the result is not one of its seats.
    """
    if view.result is None:
        raise DrawError("the game is not over")
    _require(
        len(view.result.gold) == len(view.result.sold) == len(view.seats),
        "the result is of another number of seats",
    )
    return view.result
