"""Positions made by hand, with every piece taken from where the rules keep it."""

from collections.abc import Sequence
from typing import TypeVar

from engine.edition import Card, Edition
from engine.edition_files import load_edition
from engine.events import Event
from engine.position import Position
from engine.squares import SquareSet, iter_squares, parse_square, square_set
from engine.start import FIRST_GAME, FREE, Laid, Start
from engine.view import Phase

EDITION = load_edition()
LOT = "G5:4x3"

E = TypeVar("E", bound=Event)


def squares(names: str) -> SquareSet:
    """The set of squares with these names."""
    return square_set(parse_square(name) for name in names.split())


def cards(names: str) -> list[Card]:
    return [EDITION.card(name) for name in names.split()]


def deck_with(first: Sequence[Card], edition: Edition = EDITION, setup: str = FREE) -> list[Card]:
    """A deck that begins with these cards; the others follow in canonical order."""
    rest = list(edition.deck(first_game=setup == FIRST_GAME))
    for card in first:
        rest.remove(card)
    return [*first, *rest]


def scene(
    *colours: str,
    hand: str = "house/red farm/olive tavern/black mill/silver",
    face_up: str = "house/black farm/silver tavern/red",
    stack: str = "",
    setup: str = FREE,
    mirror: bool = False,
) -> Position:
    """A new game in which the first seat has this hand, and these cards are open and on top."""
    others = len(colours or ("", "")) - 1
    front = [*cards(hand), *cards(face_up), *cards(stack)]
    rest = deck_with(front, setup=setup)[len(front) :]
    dealt = [rest.pop() for _ in range(4 * others)]
    deck = [*cards(hand), *dealt, *cards(face_up), *cards(stack), *rest]
    lot = EDITION.lot(LOT)
    return Position(
        Start.create(EDITION, setup, colours or ("violet", "green"), deck, lot, mirror=mirror)
    )


def lay(position: Position, card: str, names: str) -> None:
    """Put a building on the board that was laid in some earlier turn."""
    tile = squares(names)
    assert not tile & ~position.vacant
    position.open.append(len(position.buildings))
    position.buildings.append(Laid(EDITION.card(card), tile, EDITION.border(tile)))
    position.vacant &= ~tile


def stand(position: Position, seat: int | None, names: str) -> None:
    """Put workers on the board, a seat's or neutral ones, that were placed in earlier turns."""
    places = squares(names)
    assert not places & ~position.vacant
    count = places.bit_count()
    position.vacant &= ~places
    if seat is None:
        position.neutral |= places
        position.neutral_supply -= count
    else:
        position.workers[seat] |= places
        position.own_supply[seat] -= count


def give(position: Position, seat: int, *, own: int = 0, neutral: int = 0) -> None:
    """Let a seat take more workers from the supply."""
    position.own_supply[seat] -= own
    position.own_stock[seat] += own
    position.neutral_supply -= neutral
    position.neutral_stock[seat] += neutral


def earn(position: Position, seat: int, seals: str) -> None:
    """Let a seat have seals, as ``red 7 silver 5``."""
    words = seals.split()
    for family, amount in zip(words[::2], words[1::2], strict=True):
        position.seals[seat][EDITION.family_number[family]] += int(amount)


def put_pieces(position: Position, pieces: str) -> None:
    """Place castle pieces that were earned in earlier turns, as ``red 5, silver 10``."""
    before = position.phase, position.owed
    for piece in pieces.split(", "):
        position.phase, position.owed = Phase.CASTLE, 1
        position.apply(position.parse(f"castle {piece}"))
    position.phase, position.owed = before


def put_any_pieces(position: Position, count: int) -> None:
    """Place that many castle pieces, each of the first kind and on the first square there is."""
    before = position.phase, position.owed
    for _ in range(count):
        position.phase, position.owed = Phase.CASTLE, 1
        position.push(next(position.legal_actions()))
    position.phase, position.owed = before


def fill_with_workers(position: Position, names: str) -> None:
    """Fill squares with neutral workers beyond what the supply holds, to leave few vacant."""
    places = squares(names) & position.vacant
    position.neutral |= places
    position.vacant &= ~places


def act(position: Position, *texts: str) -> list[Event]:
    """Apply actions written in the notation and give what happened."""
    return [event for text in texts for event in position.apply(position.parse(text))]


def why(position: Position, text: str) -> str | None:
    """The code of the reason for which an action is refused, or None if it is legal."""
    reason = position.refusal(position.parse(text))
    return None if reason is None else reason.code


def of_kind(events: Sequence[Event], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def names(places: SquareSet) -> set[int]:
    """A set of squares as Python's own."""
    return set(iter_squares(places))
