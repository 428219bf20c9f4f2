"""Positions made by hand, with every piece taken from where the rules keep it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from engine.actions import Action
from engine.edition import Card
from engine.edition_files import load_edition
from engine.events import Event
from engine.position import Position
from engine.squares import SquareSet, parse_square, square_set
from engine.start import FREE, Laid, Start
from engine.view import Phase

EDITION = load_edition()

E = TypeVar("E", bound=Event)


def squares(names: str) -> SquareSet:
    """The set of squares with these names."""
    return square_set(parse_square(name) for name in names.split())


def cards(names: str) -> list[Card]:
    return [EDITION.card(name) for name in names.split()]


def scene(
    *colours: str,
    hand: str = "house/red farm/olive tavern/black mill/silver",
    face_up: str = "house/black farm/silver tavern/red",
    stack: str = "",
    mirror: bool = False,
    laid: str = "",
    workers: Mapping[int | None, str] | None = None,
    seals: Mapping[int, str] | None = None,
    pieces: str = "",
) -> Position:
    """A new game in which the first seat has this hand, and these cards are open and on top.

    On its board stand buildings, as ``house/red A1 B1, farm/olive C1 C2 D2``, and workers of seats
    and neutral ones; seals are those that seats have, and pieces those of the castle.
    """
    colours = colours or ("violet", "green")
    front = cards(f"{hand} {face_up} {stack}")
    rest = list(EDITION.cards)
    for card in front:
        rest.remove(card)
    dealt = [rest.pop() for _ in range(4 * len(colours) - 4)]
    deck = [*front[:4], *dealt, *front[4:], *rest]
    position = Position(
        Start.create(EDITION, FREE, colours, deck, EDITION.lot("G5:4x3"), mirror=mirror)
    )
    for building in filter(None, laid.split(", ")):
        lay(position, *building.split(" ", 1))
    for whose, places in (workers or {}).items():
        stand(position, whose, places)
    for seat, amounts in (seals or {}).items():
        earn(position, seat, amounts)
    put_pieces(position, filter(None, pieces.split(", ")))
    return position


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


def put_pieces(position: Position, pieces: Iterable[str | None]) -> None:
    """Place castle pieces that were earned in earlier turns, each as ``red 5``; None is any."""
    before = position.phase, position.owed
    for piece in pieces:
        position.phase, position.owed = Phase.CASTLE, 1
        first = next(position.legal_actions())
        position.apply(first if piece is None else position.parse(f"castle {piece}"))
    position.phase, position.owed = before


def put_any_pieces(position: Position, count: int) -> None:
    """Place that many castle pieces, each of the first kind and on the first square there is."""
    put_pieces(position, [None] * count)


def act(position: Position, *texts: str) -> list[Event]:
    """Apply actions written in the notation and give what happened."""
    return [event for text in texts for event in position.apply(position.parse(text))]


def why(position: Position, action: str | Action) -> str | None:
    """The code of the reason for which an action is refused, or None if it is legal."""
    reason = position.refusal(position.parse(action) if isinstance(action, str) else action)
    return None if reason is None else reason.code


def of_kind(events: Sequence[Event], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]
