"""Alt texts of a turn's steps: the decision that each picture shows, beside the board."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.opportunities import Opportunity, earned, gap
from engine.squares import SquareSet, square_name
from engine.view import Building, View
from i18n.translation import ENGLISH, NC_, Words
from words.alt import board_sentences, changed_sentences, composed, screen_sentences
from words.places import free_places, ring_places
from words.sentences import (
    Ghost,
    Marks,
    by_family,
    by_seat,
    card_name,
    changed,
    family_name,
    some_by_family,
    squares_text,
)

_CASTLE: Final = NC_("name", "the castle")
_BARE: Final = NC_("name", "a square without a seal")


def describe_turn(
    view: View, *, names: Sequence[str], marks: Marks, whole: bool = False, words: Words = ENGLISH
) -> str:
    """Describe the picture of one step of a turn in 1024 characters at most; for its player alone.

    The pending decision comes first. The first step shows the whole position, so its text has the
    hand and then all else.

    Args:
        view: the view of the player's seat.
        marks: the picture's marks, which tell the step.
        whole: whether the whole position follows the step and the hand.
    """

    def sentences() -> Iterator[str]:
        if marks.ghost is not None:
            yield from build_sentences(view, marks.ghost, marks.places, words)
        elif marks.focus or marks.own or marks.neutral:
            yield from worker_sentences(view, marks, words)
        elif marks.ring_numbers or marks.piece is not None:
            yield from castle_sentences(view, marks.piece, words)
        elif not whole:
            yield from changed_sentences(view, names, marks.changed, words)
        yield from chance_sentences(view, marks.chances, words)
        yield from screen_sentences(view, words)
        if whole:
            left = [view.workers_left(seat) for seat in range(len(view.seats))]
            yield words(
                "Each player's own workers left: {counts}.", counts=by_seat(view, left, words)
            )
            yield from board_sentences(view, names, marks.changed, words)

    return composed(sentences())


def chance_sentences(view: View, chances: Sequence[Opportunity], words: Words) -> Iterator[str]:
    """Yield a sentence for each building that can be completed: number and vacant squares."""
    for number, chance in enumerate(chances, start=1):
        squares = chance.building.squares
        yield words(
            "{number}. You could complete the {building} at {squares} by filling {vacant}.",
            number=number,
            building=card_name(chance.building.card, words),
            squares=squares_text(squares, words),
            vacant=squares_text(gap(view, squares), words),
        )


def build_sentences(view: View, ghost: Ghost, places: SquareSet, words: Words) -> Iterator[str]:
    """Yield sentences about the tile to be laid: its place and its effects."""
    squares, edition = ghost.squares, view.edition
    yield words(
        "The {building} would lie on {squares}.",
        building=card_name(ghost.card, words),
        squares=squares_text(squares, words),
    )
    camps = squares & view.camps
    if camps:
        covered = squares_text(camps, words)
        yield words.plural(
            "It would cover the camp on {squares}.",
            "It would cover the camps on {squares}.",
            camps.bit_count(),
            squares=covered,
        )
    done = [building for building in view.buildings if building.squares & ghost.completes]
    yield from _done(view, done, words)
    if not done:
        yield words("This doesn't complete anything.")
    left = gap(view, squares) & ~squares
    if ghost.completes & squares:
        yield words("It would be completed immediately.")
    else:
        yield words("Left to fill: {squares}.", squares=squares_text(left, words))
    touched = edition.border(squares)
    beside = [card_name(one.card, words) for one in view.buildings if one.squares & touched]
    if view.lot.squares & touched:
        beside.append(words.name(_CASTLE))
    if beside:
        yield words("It would touch: {buildings}.", buildings=words.listing(beside))
    if places:
        yield words.plural(
            "A dot marks {n} square this tile could cover.",
            "Dots mark {n} squares this tile could cover.",
            places.bit_count(),
        )


def worker_sentences(view: View, marks: Marks, words: Words) -> Iterator[str]:
    """Yield sentences about the numbered squares round a building and the workers to place."""
    site = next((one for one in view.buildings if one.squares == marks.focus), None)
    if site is None and marks.focus:
        yield words("Workers around the castle.")
    elif site is not None:
        yield words(
            "Workers around the {building} at {squares}.",
            building=card_name(site.card, words),
            squares=squares_text(site.squares, words),
        )
    if marks.numbered:
        yield words(
            "The vacant squares around it are numbered: {squares}.",
            squares=_numbered(marks, view.edition.board, words),
        )
    placed = marks.own | marks.neutral
    if marks.own:
        own = _numbered(marks, marks.own, words)
        yield words.plural(
            "Your own worker on {squares}.",
            "Your own workers on {squares}.",
            marks.own.bit_count(),
            squares=own,
        )
    if marks.neutral:
        neutral = _numbered(marks, marks.neutral, words)
        yield words.plural(
            "Neutral worker on {squares}.",
            "Neutral workers on {squares}.",
            marks.neutral.bit_count(),
            squares=neutral,
        )
    if site is not None and not site.completed and placed:
        left = gap(view, site.squares) & ~placed
        if left:
            yield words("Left to fill: {squares}.", squares=squares_text(left, words))
    if placed:
        begun = [one for one in view.buildings if not one.completed]
        done = [one for one in begun if not gap(view, one.squares) & ~placed]
        yield from _done(view, done, words, own=marks.own)
        if not done:
            yield words("This doesn't complete anything.")
    elif site is not None and not site.completed:
        gains = _gains(view, site, 0, words)
        yield words("If you complete it now: {gains}, plus 1 seal for you.", gains=gains)


def castle_sentences(view: View, piece: tuple[int, str] | None, words: Words) -> Iterator[str]:
    """Yield sentences about a castle piece: its place, the new values, the free ring squares."""
    if piece is not None:
        ring, family = piece
        covered = view.ring[ring - 1]
        yield words(
            "The {family} castle piece would go on ring square {ring}, covering {covered}.",
            family=words.name(family),
            ring=ring_places(view, [ring], words),
            covered=words.name(covered or _BARE),
        )
        yield _values_after(view, covered, family, words)
    free = words.listing(
        words(
            "{place} shows {family}",
            place=ring_places(view, [number], words),
            family=family_name(view.ring[number - 1], words),
        )
        for number in free_places(view)
    )
    yield words("Free ring squares: {places}.", places=free or words.context("squares", "none"))
    yield words(
        "Pieces left for floor {floor}: {pieces}.",
        floor=view.floor,
        pieces=some_by_family(view, view.pools[view.floor - 1], words),
    )


def _values_after(view: View, covered: str | None, family: str, words: Words) -> str:
    changes = []
    for name, value in zip(view.edition.families, view.values, strict=True):
        after = value + (name == family) - (name == covered)
        if after != value:
            changes.append(changed(words.name(name), value, after, words))
    if not changes:
        return words("Seal values: {values}.", values=by_family(view, view.values, words))
    return words("Values: {changes}.", changes=words.listing(changes))


def _numbered(marks: Marks, squares: SquareSet, words: Words) -> str:
    """List the numbered squares of a set with their numbers: ``1 (F11), 2 (I11)``.

    Without numbers, as in a picture of the whole board: ``F11 I11``.
    """
    if not marks.numbered:
        return squares_text(squares, words)
    return words.listing(
        f"{number} ({square_name(square)})"
        for number, square in enumerate(marks.numbered, start=1)
        if squares >> square & 1
    )


def _done(view: View, done: Sequence[Building], words: Words, own: SquareSet = 0) -> Iterator[str]:
    """Yield the buildings that would be completed, with each seat's seals."""
    for building in done:
        yield words(
            "Completed: the {building}. It pays {gains}, plus 1 seal for you.",
            building=card_name(building.card, words),
            gains=_gains(view, building, own, words),
        )


def _gains(view: View, building: Building, own: SquareSet, words: Words) -> str:
    """List the seals that each seat would earn, with the own workers yet to be placed."""
    # The view is of the position before the step, so its workers lack those of the preview.
    more = (view.edition.border(building.squares) & own).bit_count()
    earnings = enumerate(earned(view, building.squares))
    return by_seat(view, (count + more * (seat == view.seat) for seat, count in earnings), words)
