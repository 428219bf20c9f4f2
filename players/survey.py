"""The board as the active seat looks at it: what each thing it could do there is worth, in gold.

What an action changes is counted, not the position after it judged anew: only the buildings whose
vacant squares are filled, the workers spent, the camps covered and the new building. That makes a
look at every place of a hand's tiles a matter of a few tenths of a millisecond.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from engine.actions import Build, Draw, Workers
from engine.cards import Card
from engine.generation import anchors
from engine.imagining import Imagined
from engine.squares import STRIDE, SquareSet, spread
from players.judgement import WEIGHTS, Weights, scale

MOST_TOGETHER: Final = 4
"""So many workers are placed at once where they finish nothing."""

Tile: TypeAlias = tuple[float, Card, SquareSet]
"""What a tile is worth, and where it lies."""

Group: TypeAlias = tuple[float, SquareSet, SquareSet]
"""What workers are worth, and where own and neutral ones stand."""


class Choice(NamedTuple):
    """An action with what it is worth: the gain over doing nothing."""

    worth: float
    action: Build | Workers


class _Unfinished(NamedTuple):
    """An unfinished building: its vacant squares, its seal's price, and what filling them does.

    ``after[n]`` is the gain when n of its squares stay vacant and no own worker comes.
    """

    gap: SquareSet
    price: float
    after: list[float]


class Survey:
    """What the active seat of a position could do on the board in the first part of its turn."""

    def __init__(self, position: Imagined, weights: Weights = WEIGHTS) -> None:
        self.position = position
        self.scale = scale(position, weights)
        seat = position.active
        self._numbers = position.start.edition.family_number
        self._prices = [self.scale.seal[value] for value in position.values]
        share = weights.rivals / (position.start.seats - 1)
        self._sides = [
            (workers, 1.0 if other == seat else -share)
            for other, workers in enumerate(position.workers)
            if workers
        ]
        self._own = position.own_stock[seat]
        self._neutral = position.neutral_stock[seat]
        self._unfinished = [self._look(number) for number in position.open]

    def _look(self, number: int) -> _Unfinished:
        card, _, border = self.position.buildings[number]
        chance, risk, piece = self.scale.chance, self.scale.risk, self.scale.piece
        price = self._prices[self._numbers[card.family]]
        net = 0.0
        for workers, sign in self._sides:
            if workers & border:
                net += sign * (border & workers).bit_count()
        gap = border & self.position.vacant
        size = gap.bit_count()
        earned, stake = price * net, price + piece
        now = chance[size] * earned - risk[size] * stake
        after = [
            left_chance * earned - left_risk * stake - now
            for left_chance, left_risk in zip(chance[:size], risk[:size], strict=True)
        ]
        after[0] = earned + stake - now
        return _Unfinished(gap, price, after)

    def best(self) -> Build | Workers | None:
        """The action that is worth most, or None when there is none."""
        tiles, groups = self.tiles(), self.groups()
        tile = max(tiles, default=None)
        group = max(groups, default=None)
        if tile is None or (group is not None and group[0] > tile[0]):
            return None if group is None else Workers(group[1], group[2])
        return Build(tile[1], tile[2], self._draw())

    def ranked(self, count: int | None = None) -> list[Choice]:
        """So many actions, or all of them, the best first; drawing is left open.

        The draw named is the last that is possible, which is the stack while there is one.
        """
        draw = self._draw()
        found: list[Tile | Group] = [*self.tiles(), *self.groups()]
        found.sort(key=_worth, reverse=True)
        # One worker may be found twice: as a single one and as one that finishes something.
        worths = {(first, squares): worth for worth, first, squares in reversed(found)}
        kept = islice(reversed(worths.items()), count)
        return [
            Choice(worth, Build(first, squares, draw))
            if isinstance(first, Card)
            else Choice(worth, Workers(first, squares))
            for (first, squares), worth in kept
        ]

    def _draw(self) -> Card | Draw:
        sources = self.position.draws()
        return Draw.NONE if not sources else sources[-1] or Draw.STACK

    def tiles(self, cards: Iterable[Card] | None = None) -> list[Tile]:
        """Every card of the hand, or of those given, at every place."""
        position = self.position
        forms: dict[str, list[tuple[Card, float]]] = {}
        for card in dict.fromkeys(position.hands[position.active] if cards is None else cards):
            price = self._prices[self._numbers[card.family]]
            forms.setdefault(card.form, []).append((card, price))
        unfinished = [(each.gap, each.after) for each in self._unfinished]
        gaps = 0
        for gap, _ in unfinished:
            gaps |= gap
        edition = position.start.edition
        camps, vacant = edition.camps, position.vacant
        everyone = 0
        for workers, _ in self._sides:
            everyone |= workers
        chance, risk, piece = self.scale.chance, self.scale.risk, self.scale.piece
        camp = self.scale.neutral if position.neutral_supply else 0.0
        found = []
        for form, priced in forms.items():
            for orientation, fits in anchors(position, form):
                shape = orientation.squares
                rim = _rim(shape)
                while fits:
                    lowest = fits & -fits
                    fits ^= lowest
                    squares = shape * lowest
                    gain = 0.0
                    if squares & gaps:
                        for gap, after in unfinished:
                            if gap & squares:
                                gain += after[(gap & ~squares).bit_count()]
                    if squares & camps:
                        gain += camp * (squares & camps).bit_count()
                    border = rim * lowest >> STRIDE
                    left = (border & vacant).bit_count()
                    rate = chance[left]
                    by_price = -risk[left]
                    gain += by_price * piece
                    if not left:
                        by_price = 1.0
                        gain += 2 * piece
                    if border & everyone:
                        for workers, sign in self._sides:
                            if border & workers:
                                by_price += rate * sign * (border & workers).bit_count()
                    for card, price in priced:
                        found.append((gain + by_price * price, card, squares))
        return found

    def groups(self) -> list[Group]:
        """Workers where they finish buildings, and a few where they stand well."""
        most = self._own + self._neutral
        if not most:
            return []
        lot = self.position.start.lot_border & self.position.vacant
        gaps = [each.gap for each in self._unfinished]
        sites = [lot, *gaps] if lot else gaps
        finishing: set[SquareSet] = set()
        for site in sites:
            finishing |= _unions([gap for gap in gaps if not gap & ~site])
        found = [self._placed(squares) for squares in finishing if squares.bit_count() <= most]
        singles = self._singles(lot)
        found += singles.values()
        together: set[SquareSet] = set()
        for site in sites:
            around = sorted((group for bit, group in singles.items() if bit & site), reverse=True)
            squares = 0
            for _, own, neutral in around[: min(self._own, MOST_TOGETHER)]:
                squares |= own | neutral
                together.add(squares)
        together -= finishing
        together.difference_update(singles)
        found += [self._placed(squares) for squares in together]
        return found

    def _singles(self, lot: SquareSet) -> dict[SquareSet, Group]:
        """One worker on each square where one may stand, an own one while there is one."""
        own = bool(self._own)
        chance = self.scale.chance
        cost = self.scale.own if own else self.scale.neutral
        gains: dict[SquareSet, float] = {}
        for gap, price, after in self._unfinished:
            left = gap.bit_count() - 1
            gain = after[left] + (chance[left] * price if own else 0.0)
            while gap:
                bit = gap & -gap
                gap ^= bit
                gains[bit] = gains.get(bit, -cost) + gain
        while lot:
            bit = lot & -lot
            lot ^= bit
            gains.setdefault(bit, -cost)
        return {bit: (gain, bit, 0) if own else (gain, 0, bit) for bit, gain in gains.items()}

    def _placed(self, squares: SquareSet) -> Group:
        """Workers on these squares, own ones where they earn more than they cost."""
        gain = 0.0
        chance = self.scale.chance
        touched = []
        for gap, price, after in self._unfinished:
            if gap & squares:
                left = (gap & ~squares).bit_count()
                gain += after[left]
                touched.append((gap, chance[left] * price))
        earnings = []
        rest = squares
        while rest:
            bit = rest & -rest
            rest ^= bit
            earned = 0.0
            for gap, each in touched:
                if gap & bit:
                    earned += each
            earnings.append((earned, bit))
        earnings.sort(reverse=True)
        least = len(earnings) - self._neutral
        extra = self.scale.own - self.scale.neutral
        gain -= self.scale.neutral * len(earnings)
        own = 0
        for place, (earned, bit) in enumerate(earnings[: self._own]):
            if place < least or earned > extra:
                own |= bit
                gain += earned - extra
        return gain, own, squares & ~own


@cache
def _rim(shape: SquareSet) -> SquareSet:
    """The squares round a shape, all moved by a row so that those above it have a place."""
    moved = shape << STRIDE
    return spread(moved) & ~moved


def _worth(found: Tile | Group) -> float:
    return found[0]


def _unions(sets: list[SquareSet]) -> set[SquareSet]:
    """Every set by itself, every two of them together, and all together."""
    found = set(sets)
    everything = 0
    for place, one in enumerate(sets):
        everything |= one
        found.update([one | other for other in sets[:place]])
    if everything:
        found.add(everything)
    return found
