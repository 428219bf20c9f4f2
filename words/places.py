"""Places in words: buildings with vacant squares and payouts, contents of squares, chances."""

from collections.abc import Iterable
from itertools import groupby

from engine.opportunities import Opportunity, earned, gap, vacant
from engine.squares import (
    COLUMN_LETTERS,
    STRIDE,
    Square,
    SquareSet,
    column_of,
    iter_squares,
    square_at,
    square_name,
)
from engine.view import Building, Phase, View
from i18n.translation import N_, Words
from words.sentences import by_seat, card_name, family_name, squares_text


def building_line(view: View, building: Building, words: Words) -> str:
    """Describe a building: its squares and, if unfinished, its vacant squares and payout."""
    name, squares = card_name(building.card, words), squares_text(building.squares, words)
    where = words("{building} at {squares}", building=name, squares=squares)
    if building.completed:
        return where
    lacks = gap(view, building.squares)
    gains = by_seat(view, earned(view, building.squares), words)
    # The payout if it were completed now, with the workers that stand there: the one who completes
    # it gets a seal more, whoever that will be.
    pays = words("if completed now: {gains}, plus 1 seal for completing it", gains=gains)
    vacant_ones = squares_text(lacks, words)
    return words.plural(
        "{where}: {n} vacant square ({squares}); {pays}",
        "{where}: {n} vacant squares ({squares}); {pays}",
        lacks.bit_count(),
        where=where,
        squares=vacant_ones,
        pays=pays,
    )


def ring_places(view: View, numbers: Iterable[int], words: Words) -> str:
    """List ring squares by number and name: ``3 (I5), 6 (J7)``, or "none"."""
    ring = view.lot.ring
    places = [f"{number} ({square_name(ring[number - 1])})" for number in numbers]
    return words.listing(places) or words.context("squares", "none")


def free_places(view: View) -> tuple[int, ...]:
    """Return the ring squares, from 1, on which a piece of the present floor may stand."""
    return tuple(number for number, free in enumerate(view.placeable, start=1) if free)


def castle_line(view: View, words: Words) -> str:
    """Describe the castle's progress: the floor, and the ring squares that still lack a piece."""
    if view.phase is Phase.OVER:
        return words("Castle at {lot}", lot=_corners(view))
    free = ring_places(view, free_places(view), words)
    sentence = N_("Castle at {lot}, floor {floor}. Free ring squares: {places}")
    return words(sentence, lot=_corners(view), floor=view.floor, places=free)


def _corners(view: View) -> str:
    """Return the lot's first and last square: ``G5–J7``."""
    squares = list(iter_squares(view.lot.squares))
    return f"{square_name(squares[0])}–{square_name(squares[-1])}"


def row_lines(view: View, words: Words) -> list[str]:
    """List the vacant squares, a row a line: ``Row 3: A–D, F``."""
    free = vacant(view)
    return [
        words(
            "Row {row}: {columns}",
            row=row + 1,
            columns=words.listing(_columns(free, row)) or words.context("squares", "none"),
        )
        for row in range(view.edition.rows)
    ]


def _columns(squares: SquareSet, row: int) -> list[str]:
    """Return the columns of a set's squares in a row, with runs as ranges."""
    columns = [column for column in range(STRIDE - 1) if squares >> square_at(column, row) & 1]
    # A column's number less its place in the list is constant along a run of neighbours.
    runs = []
    for _, group in groupby(enumerate(columns), lambda pair: pair[1] - pair[0]):
        run = [COLUMN_LETTERS[column] for _, column in group]
        runs.append(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}")
    return runs


def square_line(view: View, square: Square, words: Words) -> str:
    """Describe the contents of a square in a few words."""
    bit = 1 << square
    if bit & view.lot.squares:
        return _castle_square(view, square, words)
    for building in view.buildings:
        if bit & building.squares:
            name = card_name(building.card, words)
            if building.completed:
                return words("{building}, completed", building=name)
            return words("{building}, under construction", building=name)
    camp = bit & view.camps
    for seat in view.seats:
        if bit & seat.workers:
            return words("{colour} worker", colour=words.name(seat.colour))
    if bit & view.neutral:
        return words("neutral worker")
    return words("vacant, with a camp") if camp else words("vacant")


def _castle_square(view: View, square: Square, words: Words) -> str:
    # Squares of the lot beside the ring are the courtyard, where no piece can stand.
    if square not in view.lot.ring:
        return words("castle courtyard")
    number = view.lot.ring.index(square)
    family = view.ring[number]
    name, height = family_name(family, words), view.heights[number]
    sentence = N_("castle, ring square {number}: {family}, height {height}")
    return words(sentence, number=number + 1, family=name, height=height)


def compass_lines(view: View, words: Words) -> list[str]:
    """Explain the names of squares and ring squares."""
    edition = view.edition
    return [
        words(
            "Columns A to {column} run from west to east, rows 1 to {row} from north to south. A1 "
            "is the north-west corner.",
            column=COLUMN_LETTERS[edition.columns - 1],
            row=edition.rows,
        ),
        words(
            "The castle's ring squares are numbered clockwise from its north-west corner, "
            "1 to {count}.",
            count=edition.ring_size,
        ),
    ]


def around(view: View, square: Square) -> list[list[Square]]:
    """Return the squares of a 3×3 block round a square, row by row; none is off the board."""
    edition = view.edition
    column, row = column_of(square), square // STRIDE
    return [
        [square_at(x, y) for x in range(max(0, column - 1), min(edition.columns, column + 2))]
        for y in range(max(0, row - 1), min(edition.rows, row + 2))
    ]


def opportunity_text(one: Opportunity, words: Words) -> str:
    """Describe a building that can be completed, with what it brings and takes.

    Such as "Red farm: 1–4 seals, 5 workers".
    """
    gains = [words.plural("{seals} seal", "{seals} seals", one.seals.most, seals=str(one.seals))]
    if one.pieces > 1:
        gains.append(words.plural("{n} castle piece", "{n} castle pieces", one.pieces))
    first, *more = [card_name(building.card, words) for building in one.completes]
    return words(
        "{buildings}: {gains}, {what}",
        buildings=words.listing([f"{first:^}", *more]),
        gains=words.listing(gains),
        what=_what(one, words),
    )


def _what(one: Opportunity, words: Words) -> str:
    workers = words.plural("{n} worker", "{n} workers", one.workers)
    if one.card is None:
        return workers
    # The picture shows where the tile lies.
    card = card_name(one.card, words)
    if not one.workers:
        # Translators: after “Silver smithy: 2 seals,”.
        return words("with your {card}", card=card)
    return words(
        # Translators: after “Silver smithy: 2 seals,”; {workers} is “3 workers”.
        "{workers} or your {card}",
        workers=workers,
        card=card,
    )
