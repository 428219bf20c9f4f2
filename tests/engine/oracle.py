"""The rules on placing, written down slowly with sets of squares, to compare the engine with."""

from collections.abc import Iterator
from itertools import chain, combinations, product

from engine.actions import Action, Banner, Build, Castle, Draw, End, Pass, Workers
from engine.position import Position
from engine.squares import SquareSet, iter_squares, square_at, square_set
from engine.view import Phase

Square = tuple[int, int]  # a column and a row, both from zero


def places(squares: SquareSet) -> set[Square]:
    return {(square % 17, square // 17) for square in iter_squares(squares)}


def bits(squares: set[Square]) -> SquareSet:
    return square_set(square_at(column, row) for column, row in squares)


def neighbours(squares: set[Square]) -> set[Square]:
    around = {
        (column + right, row + down)
        for column, row in squares
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))
    }
    return {(x, y) for x, y in around - squares if 0 <= x < 16 and 0 <= y < 12}


def filled(position: Position) -> set[Square]:
    things = [position.start.lot_squares, position.neutral, *position.workers]
    things += [laid.squares for laid in position.buildings]
    return set[Square]().union(*map(places, things))


def tiles(position: Position, form: str) -> set[SquareSet]:
    """Every legal place of a form's tile."""
    taken = filled(position)
    found = set()
    shape = position.start.edition.forms[form].shape
    for mirrored in (False, True) if position.start.mirror else (False,):
        cells = [(-x, y) for x, y in shape] if mirrored else list(shape)
        for _ in range(4):
            cells = [(-y, x) for x, y in cells]
            for column in range(-4, 20):
                for row in range(-4, 16):
                    tile = {(x + column, y + row) for x, y in cells}
                    on_board = all(0 <= x < 16 and 0 <= y < 12 for x, y in tile)
                    if on_board and not tile & taken and neighbours(tile) & taken:
                        found.add(bits(tile))
    return found


def sites(position: Position) -> list[set[Square]]:
    """The vacant squares round the lot and round each building."""
    taken = filled(position)
    things = [position.start.lot_squares, *(laid.squares for laid in position.buildings)]
    return [neighbours(places(thing)) - taken for thing in things]


def worker_placements(position: Position) -> set[Workers]:
    seat = position.active
    found = set()
    for site in sites(position):
        for own in _subsets(site, position.own_stock[seat]):
            for neutral in _subsets(site - own, position.neutral_stock[seat]):
                if own or neutral:
                    found.add(Workers(bits(own), bits(neutral)))
    return found


def _subsets(squares: set[Square], most: int) -> Iterator[set[Square]]:
    counts = range(min(most, len(squares)) + 1)
    return map(set, chain.from_iterable(combinations(sorted(squares), n) for n in counts))


def legal(position: Position) -> set[Action]:
    """Every legal action."""
    seat, edition = position.active, position.start.edition
    found: set[Action] = set()
    if position.phase is Phase.MUST:
        sources: list[object] = list(position.face_up)
        if position.drawn < len(position.stack):
            sources.append(Draw.STACK)
        for card in set(position.hands[seat]):
            for tile in tiles(position, card.form):
                found |= {Build(card, tile, source) for source in sources or [Draw.NONE]}  # type: ignore[arg-type]
        found |= worker_placements(position)
        return found or {Pass()}
    if position.phase is Phase.CASTLE:
        for number, family in enumerate(edition.families):
            for place in range(10):
                free = position.heights[place] == position.floor
                if free and position.pools[position.floor][number]:
                    found.add(Castle(family, place + 1))
        return found
    if position.phase is Phase.CAN:
        found.add(End())
        if position.banners[seat] and not position.banner_used:
            for amounts in product(*(range(count + 1) for count in position.seals[seat])):
                sale = zip(edition.families, amounts, strict=True)
                found.add(Banner(tuple((family, amount) for family, amount in sale if amount)))
    return found
