"""Packed records: a whole game as one short text, which fits a link.

The code stores the choices that the rules leave open. Each choice is one symbol of an asymmetric
numeral system over one large integer (J. Duda, 2009). Packing and unpacking take the same walk
through the game; unpacking reads the symbols that packing writes. The pages' ``packing.js`` is the
twin for browsers: both change together, with ``VERSION``.

>>> from random import Random
>>> from engine.edition_files import load_edition
>>> from engine.random_play import random_game, random_start
>>> rng = Random(1)
>>> record = random_game(random_start(load_edition(), "first-game", 2, rng), rng)
>>> text = pack(record)
>>> text[0], len(text) < 250, unpack(text) == record
('1', True, True)
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final, Protocol, TypeVar

from engine.actions import Action, Banner, Build, Castle, End, Pass, Workers
from engine.edition import Card, Edition
from engine.edition_files import SHELF
from engine.errors import EngineError, PackedError
from engine.legality import draws, placements, worker_sites
from engine.position import Position
from engine.record import Record
from engine.squares import SquareSet, iter_squares
from engine.start import FIRST_GAME, SETUPS, Start
from engine.view import Phase

VERSION: Final = "1"  # the first character of a packed record
CHECK: Final = 0xA7CA  # the integer before the first symbol is written; unpacking must end with it
LONGEST: Final = 4096  # the most characters that are unpacked; a whole game takes 100 to 250

_TEXT: Final = re.compile(r"[A-Za-z0-9_-]+")
_ENDS: Final = (1, 4095)
"""The weights of an unfinished game's end before an action, and of going on."""
_MUST: Final = (Build, Workers, Pass)
_MUST_WEIGHTS: Final = (20, 11, 1)
_CAN_WEIGHTS: Final = (6, 1)
_MARK: Final = 32  # the bits of an edition's fingerprint that are written

T = TypeVar("T")


class Coder(Protocol):
    """One direction of the walk: it writes each choice, or reads it."""

    def weighted(self, choice: int | None, weights: Sequence[int]) -> int:
        """Code a choice among weighted alternatives, and return it."""


class _Writer:
    """A coder that writes the choices it is given."""

    def __init__(self) -> None:
        self._symbols: list[tuple[int, int, int]] = []

    def weighted(self, choice: int | None, weights: Sequence[int]) -> int:
        assert choice is not None
        self._symbols.append((sum(weights[:choice]), weights[choice], sum(weights)))
        return choice

    def number(self) -> int:
        """Return all choices as one integer."""
        number = CHECK
        # The last symbol first: an asymmetric numeral system is a stack.
        for low, weight, total in reversed(self._symbols):
            number = number // weight * total + low + number % weight
        return number


class _Reader:
    """A coder that reads choices from an integer."""

    def __init__(self, number: int) -> None:
        self._number = number

    def weighted(self, choice: int | None, weights: Sequence[int]) -> int:
        total = sum(weights)
        place = self._number % total
        for found, high in enumerate(accumulate(weights)):
            if place < high:
                weight = weights[found]
                self._number = weight * (self._number // total) + place - high + weight
                return found
        raise AssertionError("a remainder is below the sum of all weights")

    def check(self) -> None:
        """Raise an error unless the integer is used up."""
        if self._number != CHECK:
            raise PackedError("damaged")


def pack(record: Record) -> str:
    """Return a record as a short text of letters, digits, ``-`` and ``_``.

    Args:
        record: a record whose actions are legal.
    """
    writer = _Writer()
    _start(writer, record.start, (record.start.edition,))
    _actions(writer, record.start, record.actions)
    number = writer.number()
    data = number.to_bytes(-(-number.bit_length() // 8), "big")
    return VERSION + urlsafe_b64encode(data).decode().rstrip("=")


def unpack(text: str, editions: Iterable[Edition] | None = None) -> Record:
    """Return the record that a text packs.

    Args:
        editions: the editions in which games are known; all available ones if not given.

    Raises:
        PackedError: if the text is damaged, of another version or of an unknown edition.
    """
    if not text.startswith(VERSION):
        raise PackedError("version")
    body = text[len(VERSION) :]
    if not _TEXT.fullmatch(body) or len(body) > LONGEST:
        raise PackedError("damaged")
    try:
        data = urlsafe_b64decode(body + "=" * (-len(body) % 4))
        reader = _Reader(int.from_bytes(data, "big"))
        start = _start(reader, None, SHELF.known if editions is None else editions)
        record = _actions(reader, start, None)
        reader.check()
    except PackedError:
        raise
    except (ValueError, EngineError) as error:
        raise PackedError("damaged") from error
    # Base64 has several texts for the same bytes; only the one that is written is read.
    if pack(record) != text:
        raise PackedError("damaged")
    return record


def _one_of(coder: Coder, chosen: T | None, among: Sequence[T]) -> T:
    """Code one of several equally likely alternatives."""
    if not among:
        raise PackedError("damaged")
    place = None if chosen is None else among.index(chosen)
    return among[coder.weighted(place, (1,) * len(among))]


def _number(coder: Coder, chosen: int | None, below: int) -> int:
    """Code a number from zero, below a limit."""
    # Not by weights of one each: the limit may be large.
    high = 256
    if below > high:
        upper = _number(coder, None if chosen is None else chosen // high, -(-below // high))
        lower = _number(coder, None if chosen is None else chosen % high, high)
        return upper * high + lower
    return coder.weighted(chosen, (1,) * below)


def _start(coder: Coder, start: Start | None, editions: Iterable[Edition]) -> Start:
    """Code a game's start: edition, set-up, lot, colours, deck."""
    known = {mark_of(edition): edition for edition in reversed(tuple(editions))}
    mark = _number(coder, None if start is None else mark_of(start.edition), 1 << _MARK)
    edition = known.get(mark)
    if edition is None:
        raise PackedError("edition")
    setup = _one_of(coder, None if start is None else start.setup, SETUPS)
    mirror = bool(_number(coder, None if start is None else int(start.mirror), 2))
    first = setup == FIRST_GAME
    lot = edition.first_lot
    if not first:
        lot = _one_of(coder, None if start is None else start.lot, edition.lots)
    seats = _one_of(coder, None if start is None else start.seats, edition.seat_counts)
    left, colours = list(edition.colours), []
    for seat in range(seats):
        colour = _one_of(coder, None if start is None else start.colours[seat], left)
        left.remove(colour)
        colours.append(colour)
    counts = Counter(edition.deck(first_game=first))
    deck: list[Card] = []
    for number in range(counts.total()):
        cards = [card for card in counts if counts[card]]
        place = None if start is None else cards.index(start.deck[number])
        card = cards[coder.weighted(place, [counts[card] for card in cards])]
        counts[card] -= 1
        deck.append(card)
    return start or Start.create(edition, setup, colours, deck, lot, mirror=mirror)


def mark_of(edition: Edition) -> int:
    """Return the number by which packed records name an edition."""
    return int(edition.fingerprint[: _MARK // 4], 16)


def _actions(coder: Coder, start: Start, given: Sequence[Action] | None) -> Record:
    """Code all actions of a game, and return its record."""
    position = Position(start)
    actions: list[Action] = []
    rest: Iterator[Action] = iter(given or ())
    while not position.over:
        action = next(rest, None)
        more = None if given is None else int(action is not None)
        if not coder.weighted(more, _ENDS):
            break
        action = _action(coder, position, action)
        position.apply(action)
        actions.append(action)
    return Record.of(position, actions)


def _action(coder: Coder, position: Position, action: Action | None) -> Action:
    """Code one action; a legal one is always coded, and what is decoded is checked by ``push``."""
    if position.phase is Phase.CASTLE:
        return _castle(coder, position, action)
    if position.phase is Phase.CAN:
        may = position.banners[position.active] and not position.banner_used
        wants = None if action is None else int(isinstance(action, Banner))
        if may and coder.weighted(wants, _CAN_WEIGHTS):
            return _banner(coder, position, action)
        return End()
    place = None if action is None else _MUST.index(type(action))
    kind = _MUST[coder.weighted(place, _MUST_WEIGHTS)]
    if kind is Build:
        return _build(coder, position, action)
    return _workers(coder, position, action) if kind is Workers else Pass()


def _build(coder: Coder, position: Position, action: Action | None) -> Build:
    build = action if isinstance(action, Build) else None
    hand = list(dict.fromkeys(position.hands[position.active]))
    card = _one_of(coder, None if build is None else build.card, hand)
    places = list(placements(position, card.form))
    squares = _one_of(coder, None if build is None else build.squares, places)
    draw = _one_of(coder, None if build is None else build.draw, draws(position))
    return Build(card, squares, draw)


def _workers(coder: Coder, position: Position, action: Action | None) -> Workers:
    workers = action if isinstance(action, Workers) else None
    seat = position.active
    areas = [area for _, area in worker_sites(position)]
    fitting = None if workers is None else next(a for a in areas if not workers.squares & ~a)
    area = _one_of(coder, fitting, areas)
    most = min(position.own_stock[seat], area.bit_count())
    own = _some(coder, None if workers is None else workers.own, area, most)
    area &= ~own
    most = min(position.neutral_stock[seat], area.bit_count())
    return Workers(own, _some(coder, None if workers is None else workers.neutral, area, most))


def _some(coder: Coder, chosen: SquareSet | None, area: SquareSet, most: int) -> SquareSet:
    """Code some squares of an area: their number, then for each square whether it is one."""
    count = _number(coder, None if chosen is None else chosen.bit_count(), most + 1)
    left, found = area.bit_count(), 0
    for square in iter_squares(area):
        if not count:
            break
        taken = None if chosen is None else chosen >> square & 1
        # Weighted by what is left, so that all choices of that many squares are equally likely.
        if count == left or coder.weighted(taken, (left - count, count)):
            found |= 1 << square
            count -= 1
        left -= 1
    return found


def _castle(coder: Coder, position: Position, action: Action | None) -> Castle:
    piece = action if isinstance(action, Castle) else None
    edition = position.start.edition
    pool = zip(edition.families, position.pools[position.floor], strict=True)
    families = [family for family, left in pool if left]
    family = _one_of(coder, None if piece is None else piece.family, families)
    free = [n + 1 for n in range(edition.ring_size) if not position.taken >> n & 1]
    return Castle(family, _one_of(coder, None if piece is None else piece.ring, free))


def _banner(coder: Coder, position: Position, action: Action | None) -> Banner:
    sold = dict(action.sale) if isinstance(action, Banner) else None
    families, held = position.start.edition.families, position.seals[position.active]
    amounts = [
        _number(coder, None if sold is None else sold.get(family, 0), count + 1)
        for family, count in zip(families, held, strict=True)
    ]
    return Banner.of(families, amounts)
