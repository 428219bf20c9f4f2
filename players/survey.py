"""The board as the active seat looks at it: what each thing it could do there is worth, in gold.

What an action changes is counted, not the position after it judged anew: only the buildings whose
vacant squares are filled, the workers spent, the camps covered and the new building. That makes a
look at every place of a hand's tiles a matter of a millisecond.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.actions import Build, Draw, Workers
from engine.cards import Card
from engine.generation import anchors
from engine.imagining import Imagined
from engine.squares import SquareSet, spread
from players.judgement import WEIGHTS, Weights, scale

MOST_TOGETHER: Final = 4
"""So many workers are placed at once where they finish nothing."""


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
    after: tuple[float, ...]


class Survey:
    """What the active seat of a position could do on the board in the first part of its turn."""

    def __init__(self, position: Imagined, weights: Weights = WEIGHTS) -> None:
        self.position = position
        self.scale = scale(position, weights)
        seat = position.active
        edition = position.start.edition
        self._numbers = edition.family_number
        self._prices = [self.scale.seal[value] for value in position.values]
        share = weights.rivals / (position.start.seats - 1)
        self._sides = [
            (workers, 1.0 if other == seat else -share)
            for other, workers in enumerate(position.workers)
            if workers
        ]
        self.own = position.own_stock[seat]
        self.neutral = position.neutral_stock[seat]
        self._unfinished = [self._look(number) for number in position.open]
        self._board = edition.board
        self._camps = edition.camps

    def _look(self, number: int) -> _Unfinished:
        card, _, border = self.position.buildings[number]
        chance, risk, piece = self.scale.chance, self.scale.risk, self.scale.piece
        price = self._prices[self._numbers[card.family]]
        net = 0.0
        for workers, sign in self._sides:
            net += sign * (border & workers).bit_count()
        gap = border & self.position.vacant
        size = gap.bit_count()
        earned, stake = price * net, price + piece
        now = chance[size] * earned - risk[size] * stake
        after = [chance[left] * earned - risk[left] * stake - now for left in range(size)]
        after[0] = earned + stake - now
        return _Unfinished(gap, price, tuple(after))

    def builds(self) -> list[Choice]:
        """Every card at every place, drawing left open (from the stack, if there is one)."""
        position = self.position
        forms: dict[str, list[Card]] = {}
        for card in dict.fromkeys(position.hands[position.active]):
            forms.setdefault(card.form, []).append(card)
        sources = position.draws()
        draw: Card | Draw = Draw.NONE if not sources else sources[-1] or Draw.STACK
        unfinished = [(each.gap, each.after) for each in self._unfinished]
        board, camps, vacant = self._board, self._camps, position.vacant
        chance, risk, piece = self.scale.chance, self.scale.risk, self.scale.piece
        camp = self.scale.neutral if position.neutral_supply else 0.0
        found = []
        for form, cards in forms.items():
            priced = [(card, self._prices[self._numbers[card.family]]) for card in cards]
            for orientation, fits in anchors(position, form):
                shape = orientation.squares
                while fits:
                    lowest = fits & -fits
                    fits ^= lowest
                    squares = shape * lowest
                    gain = 0.0
                    for gap, after in unfinished:
                        if gap & squares:
                            gain += after[(gap & ~squares).bit_count()]
                    if squares & camps:
                        gain += camp * (squares & camps).bit_count()
                    border = spread(squares) & ~squares & board
                    net = 0.0
                    for workers, sign in self._sides:
                        if border & workers:
                            net += sign * (border & workers).bit_count()
                    left = (border & vacant).bit_count()
                    if left:
                        by_price = chance[left] * net - risk[left]
                        fixed = gain - risk[left] * piece
                    else:
                        by_price, fixed = net + 1, gain + piece
                    for card, price in priced:
                        found.append(Choice(fixed + by_price * price, Build(card, squares, draw)))
        return found

    def placements(self) -> list[Choice]:
        """Workers where they finish buildings, and a few where they stand well."""
        if not self.own + self.neutral:
            return []
        vacant = self.position.vacant
        lot = self.position.start.lot_border & vacant
        sites = [lot] if lot else []
        sites += [each.gap for each in self._unfinished]
        most = self.own + self.neutral
        seen: set[SquareSet] = set()
        found = []
        for site in sites:
            inside = [each.gap for each in self._unfinished if not each.gap & ~site]
            for squares in _unions(inside):
                if squares not in seen and squares.bit_count() <= most:
                    seen.add(squares)
                    found.append(self._placed(squares))
        found += self._standing(sites, seen)
        return found

    def _standing(self, sites: list[SquareSet], seen: set[SquareSet]) -> list[Choice]:
        """Single workers everywhere, and the best of each site together."""
        singles: dict[SquareSet, Choice] = {}
        found = []
        for site in sites:
            rest = site
            around = []
            while rest:
                bit = rest & -rest
                rest ^= bit
                choice = singles.get(bit)
                if choice is None:
                    choice = singles[bit] = self._placed(bit)
                    if bit not in seen:
                        seen.add(bit)
                        found.append(choice)
                around.append((choice.worth, bit))
            around.sort(reverse=True)
            squares = around[0][1]
            for _, bit in around[1 : min(self.own, MOST_TOGETHER)]:
                squares |= bit
                if squares not in seen:
                    seen.add(squares)
                    found.append(self._placed(squares))
        return found

    def _placed(self, squares: SquareSet) -> Choice:
        """Workers on these squares, own ones where they earn more than they cost."""
        gain = 0.0
        touched = []
        for gap, price, after in self._unfinished:
            if gap & squares:
                left = (gap & ~squares).bit_count()
                gain += after[left]
                touched.append((gap, self.scale.chance[left] * price))
        earnings = []
        rest = squares
        while rest:
            bit = rest & -rest
            rest ^= bit
            earnings.append((sum(earned for gap, earned in touched if gap & bit), bit))
        earnings.sort(reverse=True)
        least = max(0, len(earnings) - self.neutral)
        own = 0
        for place, (earned, bit) in enumerate(earnings):
            if place < least or (place < self.own and earned > self.scale.own - self.scale.neutral):
                own |= bit
                gain += earned - self.scale.own
            else:
                gain -= self.scale.neutral
        return Choice(gain, Workers(own, squares & ~own))


def _unions(sets: list[SquareSet]) -> set[SquareSet]:
    """Every set by itself, every two of them together, and all together."""
    found = set(sets)
    everything = 0
    for place, one in enumerate(sets):
        everything |= one
        found.update(one | other for other in sets[:place])
    if everything:
        found.add(everything)
    return found
